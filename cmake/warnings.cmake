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
    target_compile_options(${target} PRIVATE
      # g++ 12 reports std::string operator+ (GCC bug 105651).
      -Wno-restrict)
  endif()
endfunction()
