# meeple_sanitizers(<target>)
# Compiles and links a target as MEEPLE_SANITIZE says; what is linked into it hands the link flags on.

add_library(meeple_sanitizers INTERFACE)
if(MEEPLE_SANITIZE)
  target_compile_options(meeple_sanitizers INTERFACE
    -fsanitize=${MEEPLE_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(meeple_sanitizers INTERFACE -fsanitize=${MEEPLE_SANITIZE})
endif()
if(MEEPLE_FUZZ)
  if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    message(FATAL_ERROR "MEEPLE_FUZZ needs clang; use the preset asan")
  endif()
  target_compile_options(meeple_sanitizers INTERFACE -fsanitize=fuzzer-no-link)
endif()

function(meeple_sanitizers target)
  target_link_libraries(${target} PRIVATE $<BUILD_INTERFACE:meeple_sanitizers>)
endfunction()

# By about how much sanitizers slow tests down: those that repeat something thousands of times do it that much
# less often, which keeps a run of all tests within the time that it may take. The release build does it all.
if(MEEPLE_SANITIZE MATCHES "thread")
  set(MEEPLE_TEST_SLOWDOWN 10)
elseif(MEEPLE_SANITIZE)
  set(MEEPLE_TEST_SLOWDOWN 5)
else()
  set(MEEPLE_TEST_SLOWDOWN 1)
endif()

# What every test and fuzzer runs with.
set(MEEPLE_SANITIZER_ENVIRONMENT
    "ASAN_OPTIONS=detect_leaks=1:strict_string_checks=1:detect_stack_use_after_return=1"
    "UBSAN_OPTIONS=print_stacktrace=1:halt_on_error=1"
    "TSAN_OPTIONS=halt_on_error=1:second_deadlock_stack=1:suppressions=${PROJECT_SOURCE_DIR}/cmake/thread_sanitizer.supp")
