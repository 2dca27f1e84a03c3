# meeple_test(<name> SOURCES a_test.cc b_test.cc [DEPS x y] [LABELS l] [TIMEOUT seconds] [PRECOMPILE grpc|messages])
#   One binary <name>_test a folder, with gtest's main and gmock; one entry for ctest. Compiles against
#   GoogleTest's precompiled header unless told otherwise. Nothing is defined where GoogleTest is missing.
# meeple_fuzzer(<name> SOURCES a_fuzzer.cc [DEPS x y] [PRECOMPILE grpc|messages])
#   libFuzzer binary <build>/fuzz/<name>_fuzzer where MEEPLE_FUZZ is on, else nothing. scripts/fuzz runs
#   it from tests/fuzz/corpus/<name>, with tests/fuzz/<name>.dict where that exists.

set(MEEPLE_CASES "${PROJECT_SOURCE_DIR}/../shared/cases" CACHE PATH
    "Folder with outside test data; tests that need it are skipped where it is absent")

function(meeple_test name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "PRECOMPILE;TIMEOUT" "SOURCES;DEPS;LABELS")
  if(NOT GTest_FOUND)
    return()
  endif()
  if(arg_PRECOMPILE)
    string(APPEND arg_PRECOMPILE _test)
  else()
    set(arg_PRECOMPILE test)
  endif()
  set(target ${name}_test)
  add_executable(${target} ${arg_SOURCES})
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR})
  meeple_link(${target} PRIVATE ${arg_DEPS} GTest::gtest_main GTest::gmock)
  meeple_common(${target} "${arg_PRECOMPILE}")
  target_compile_options(${target} PRIVATE ${MEEPLE_TEST_FLAGS})
  target_compile_definitions(${target} PRIVATE MEEPLE_TEST_SLOWDOWN=${MEEPLE_TEST_SLOWDOWN})
  add_test(NAME ${target} COMMAND ${target})
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT 600)
  endif()
  set_tests_properties(${target} PROPERTIES
    TIMEOUT ${arg_TIMEOUT}
    LABELS "${arg_LABELS}"
    ENVIRONMENT "MEEPLE_CASES=${MEEPLE_CASES};${MEEPLE_SANITIZER_ENVIRONMENT}")
endfunction()

add_custom_target(meeple_fuzzers)

function(meeple_fuzzer name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "PRECOMPILE" "SOURCES;DEPS")
  if(NOT MEEPLE_FUZZ)
    return()
  endif()
  set(target ${name}_fuzzer)
  add_executable(${target} ${arg_SOURCES})
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR})
  meeple_link(${target} PRIVATE ${arg_DEPS})
  meeple_common(${target} "${arg_PRECOMPILE}")
  target_link_options(${target} PRIVATE -fsanitize=fuzzer)
  set_target_properties(${target} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/fuzz)
  add_dependencies(meeple_fuzzers ${target})
endfunction()
