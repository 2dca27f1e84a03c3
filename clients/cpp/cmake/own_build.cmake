# What Meeple's own build adds: the tests, the example, and the runner of clients/conformance.

target_include_directories(meeple_client PRIVATE ${PROJECT_SOURCE_DIR})
meeple_common(meeple_client grpc)

meeple_test(cpp_client
  SOURCES
    src/backoff_test.cc
    src/client_test.cc
    src/error_test.cc
    src/request_id_test.cc
    src/watch_cursor_test.cc
    src/watch_test.cc
    testing/fake_service.cc
  DEPS client service_base_testing
  PRECOMPILE grpc)
if(TARGET cpp_client_test)
  target_include_directories(cpp_client_test PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})
endif()

meeple_binary(cpp_client_runner SOURCES conformance/runner.cc DEPS client PRECOMPILE grpc)
meeple_binary(cpp_client_play_bot SOURCES examples/play_bot.cc DEPS client PRECOMPILE grpc)

# All that scripts/clients needs.
add_custom_target(cpp_client DEPENDS cpp_client_runner cpp_client_play_bot)
if(TARGET cpp_client_test)
  add_dependencies(cpp_client cpp_client_test)
endif()
