# meeple_precompile(<target> grpc|messages|test|grpc_test|messages_test)
# Compiles a target against the shared precompiled header of that name, made for
#   grpc      files that include gRPC's or CLI11's headers (which take 7 and 5 s to parse)
#   messages  files that include protobuf's and abseil's (4 s)
#   test      files that include GoogleTest's (3 s); and with it: grpc_test, messages_test
# A header costs 5 to 17 s once. A target must say itself that it wants one.

if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  # ccache compares precompiled headers by content; a time stamp inside would make each a new one.
  set(MEEPLE_PRECOMPILE_FLAGS "SHELL:-Xclang -fno-pch-timestamp")
else()
  set(MEEPLE_PRECOMPILE_FLAGS -fpch-preprocess)
endif()

# Tests are compiled more than they are run: code that is not optimised takes half as long to make. The
# code under test keeps the flags of its preset.
set(MEEPLE_TEST_FLAGS -O0)

function(meeple_precompile target set)
  if(NOT TARGET meeple_precompiled_${set})
    message(FATAL_ERROR "there is no precompiled header '${set}'")
  endif()
  target_compile_options(${target} PRIVATE ${MEEPLE_PRECOMPILE_FLAGS})
  target_precompile_headers(${target} REUSE_FROM meeple_precompiled_${set})
endfunction()

# meeple_precompiled(<set> HEADERS <a.h> .. DEPS x ..): makes the header of that name.
function(meeple_precompiled set)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "HEADERS;DEPS")
  set(target meeple_precompiled_${set})
  add_library(${target} OBJECT EXCLUDE_FROM_ALL ${PROJECT_SOURCE_DIR}/cmake/precompiled.cc)
  target_link_libraries(${target} PRIVATE ${arg_DEPS})
  target_precompile_headers(${target} PRIVATE ${arg_HEADERS})
  target_compile_options(${target} PRIVATE ${MEEPLE_PRECOMPILE_FLAGS})
  if(set MATCHES "test$")
    target_compile_options(${target} PRIVATE ${MEEPLE_TEST_FLAGS})
  endif()
  meeple_warnings(${target})
  meeple_sanitizers(${target})
endfunction()

block()
  set(standard <algorithm> <functional> <map> <memory> <optional> <string> <string_view> <vector>)
  set(messages
      <absl/status/statusor.h> <absl/strings/str_cat.h> <absl/time/time.h>
      <google/protobuf/map.h> <google/protobuf/message.h> <google/protobuf/timestamp.pb.h>)
  set(test <gmock/gmock.h> <gtest/gtest.h>)

  meeple_precompiled(messages HEADERS ${messages} ${standard} DEPS protobuf::libprotobuf)
  if(GTest_FOUND)
    set(libraries GTest::gmock GTest::gtest)
    meeple_precompiled(test HEADERS ${test} ${standard} DEPS ${libraries})
    meeple_precompiled(messages_test
      HEADERS ${test} ${messages} ${standard} DEPS ${libraries} protobuf::libprotobuf)
  endif()
  if(NOT MEEPLE_WITHOUT_GRPC)
    set(grpc <CLI/CLI.hpp> <grpcpp/grpcpp.h>)
    meeple_precompiled(grpc HEADERS ${grpc} ${messages} ${standard} DEPS gRPC::grpc++ CLI11::CLI11)
    if(GTest_FOUND)
      meeple_precompiled(grpc_test
        HEADERS ${test} ${grpc} ${messages} ${standard} DEPS ${libraries} gRPC::grpc++ CLI11::CLI11)
    endif()
  endif()
endblock()
