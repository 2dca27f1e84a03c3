# What the library needs where it is not a part of Meeple's own build: its dependencies, from the system,
# and the stubs, generated here.

find_package(Threads REQUIRED)
find_package(absl CONFIG REQUIRED)
find_package(Protobuf REQUIRED)
find_package(gRPC CONFIG REQUIRED)
find_path(MEEPLE_GOOGLEAPIS_DIR google/rpc/error_details.proto
          PATHS /usr/share/gocode/src/github.com/gogo/googleapis
          NO_DEFAULT_PATH
          DOC "Folder with google/rpc/*.proto")
if(NOT MEEPLE_GOOGLEAPIS_DIR)
  message(FATAL_ERROR
    "google/rpc/error_details.proto was not found: install golang-github-gogo-googleapis-dev, or set "
    "MEEPLE_GOOGLEAPIS_DIR to a clone of https://github.com/googleapis/googleapis")
endif()

set(MEEPLE_GENERATED_DIR "${CMAKE_CURRENT_BINARY_DIR}/generated")
file(MAKE_DIRECTORY "${MEEPLE_GENERATED_DIR}")

# meeple_stubs(<name> SUFFIX .pb|.grpc.pb ROOT folder FILES globs LINK libraries GENERATE options of protoc)
# Library meeple::<name> with what protoc makes of the files.
function(meeple_stubs name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "SUFFIX;ROOT" "FILES;LINK;GENERATE")
  list(TRANSFORM arg_FILES PREPEND "${arg_ROOT}/")
  file(GLOB files RELATIVE "${arg_ROOT}" CONFIGURE_DEPENDS ${arg_FILES})
  foreach(file IN LISTS files)
    cmake_path(REMOVE_EXTENSION file OUTPUT_VARIABLE stem)
    set(outputs "${MEEPLE_GENERATED_DIR}/${stem}${arg_SUFFIX}.cc" "${MEEPLE_GENERATED_DIR}/${stem}${arg_SUFFIX}.h")
    add_custom_command(
      OUTPUT ${outputs}
      COMMAND protobuf::protoc ${arg_GENERATE} -I${arg_ROOT} -I${MEEPLE_GOOGLEAPIS_DIR} ${file}
      DEPENDS "${arg_ROOT}/${file}"
      VERBATIM)
    list(APPEND sources ${outputs})
  endforeach()
  add_library(meeple_${name} STATIC ${sources})
  add_library(meeple::${name} ALIAS meeple_${name})
  target_compile_features(meeple_${name} PUBLIC cxx_std_20)
  target_include_directories(meeple_${name} SYSTEM PUBLIC $<BUILD_INTERFACE:${MEEPLE_GENERATED_DIR}>)
  target_link_libraries(meeple_${name} PUBLIC ${arg_LINK})
endfunction()

set(root ${CMAKE_CURRENT_SOURCE_DIR}/proto)
set(messages SUFFIX .pb GENERATE --cpp_out=${MEEPLE_GENERATED_DIR})
meeple_stubs(google_rpc ROOT ${MEEPLE_GOOGLEAPIS_DIR} LINK protobuf::libprotobuf
             FILES google/rpc/code.proto google/rpc/error_details.proto google/rpc/status.proto ${messages})
meeple_stubs(proto ROOT ${root} FILES meeple/v1/*.proto LINK meeple::google_rpc ${messages})
meeple_stubs(grpc ROOT ${root} FILES meeple/v1/*_service.proto LINK meeple::proto gRPC::grpc++
             SUFFIX .grpc.pb
             GENERATE --grpc_out=${MEEPLE_GENERATED_DIR}
                      --plugin=protoc-gen-grpc=$<TARGET_FILE:gRPC::grpc_cpp_plugin>)
