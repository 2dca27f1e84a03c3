# meeple_warnings(<target>)
# Our own code compiles without a warning, under g++ and clang. Private: nobody inherits the flags.

function(meeple_warnings target)
  target_compile_options(${target} PRIVATE
    -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual -Wcast-align -Wunused
    -Werror
    # A designated initialiser that leaves the rest at its default is good style, not an oversight.
    -Wno-missing-field-initializers)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    target_compile_options(${target} PRIVATE -Wthread-safety)
  else()
    # g++ 12 reports them inside std::string where nothing is wrong (GCC bugs 105329 and 105651); the
    # address sanitizer finds what they are meant to find.
    target_compile_options(${target} PRIVATE
      -Wno-array-bounds -Wno-restrict -Wno-stringop-overflow -Wno-stringop-overread)
  endif()
endfunction()
