# meeple_proto(<name> ROOT folder FILES a.proto b.proto [IMPORTS folders] [DEPS x])
#   Library meeple::<name> with the messages of FILES, paths relative to ROOT. Links libprotobuf only.
# meeple_proto_grpc(<name> ROOT folder FILES service.proto [IMPORTS folders] DEPS proto)
#   Library meeple::<name> with the stubs of the services in FILES. Links gRPC.
# meeple_protoset(<target> OUTPUT file ROOT folder FILES a.proto [EXTRA c.proto] [IMPORTS folders])
#   Descriptor set with imports and comments, for grpcurl and for those who generate a client. EXTRA
#   names files in IMPORTS that nothing in FILES imports.
#
# Generated code lies in the build folder and is included as "<path>.pb.h". It is compiled without our
# warnings and without sanitizers, as libprotobuf itself is (it would take three times as long), and its
# headers count as system headers.

set(MEEPLE_GENERATED_DIR "${PROJECT_BINARY_DIR}/generated")
file(MAKE_DIRECTORY "${MEEPLE_GENERATED_DIR}")
# Generates without compiling, for tools that read the sources.
add_custom_target(meeple_generated)

# Sets <result> to the generated files of one .proto: stem.<suffix>.cc and .h for each suffix.
function(meeple_generate result root file suffix imports)
  cmake_path(REMOVE_EXTENSION file OUTPUT_VARIABLE stem)
  set(outputs
      "${MEEPLE_GENERATED_DIR}/${stem}${suffix}.cc" "${MEEPLE_GENERATED_DIR}/${stem}${suffix}.h")
  list(TRANSFORM imports PREPEND "-I")
  add_custom_command(
    OUTPUT ${outputs}
    COMMAND protobuf::protoc ${ARGN} -I${root} ${imports} ${file}
    DEPENDS "${root}/${file}"
    COMMENT "Generating ${stem}${suffix}.cc"
    VERBATIM)
  set(${result} ${outputs} PARENT_SCOPE)
endfunction()

function(meeple_generated_library name)
  add_library(meeple_${name} STATIC ${ARGN})
  target_include_directories(meeple_${name} SYSTEM PUBLIC $<BUILD_INTERFACE:${MEEPLE_GENERATED_DIR}>)
  add_library(meeple::${name} ALIAS meeple_${name})
  add_custom_target(meeple_${name}_generated DEPENDS ${ARGN})
  add_dependencies(meeple_generated meeple_${name}_generated)
endfunction()

function(meeple_proto name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "ROOT" "FILES;IMPORTS;DEPS")
  foreach(file IN LISTS arg_FILES)
    meeple_generate(outputs ${arg_ROOT} ${file} .pb "${arg_IMPORTS}"
                    --cpp_out=${MEEPLE_GENERATED_DIR})
    list(APPEND sources ${outputs})
  endforeach()
  meeple_generated_library(${name} ${sources})
  meeple_link(meeple_${name} PUBLIC ${arg_DEPS} protobuf::libprotobuf)
endfunction()

function(meeple_proto_grpc name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "ROOT" "FILES;IMPORTS;DEPS")
  foreach(file IN LISTS arg_FILES)
    meeple_generate(outputs ${arg_ROOT} ${file} .grpc.pb "${arg_IMPORTS}"
                    --grpc_out=${MEEPLE_GENERATED_DIR}
                    --plugin=protoc-gen-grpc=$<TARGET_FILE:gRPC::grpc_cpp_plugin>)
    list(APPEND sources ${outputs})
  endforeach()
  meeple_generated_library(${name} ${sources})
  meeple_link(meeple_${name} PUBLIC ${arg_DEPS} gRPC::grpc++)
endfunction()

function(meeple_protoset target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "OUTPUT;ROOT" "FILES;EXTRA;IMPORTS")
  list(TRANSFORM arg_IMPORTS PREPEND "-I")
  list(TRANSFORM arg_FILES PREPEND "${arg_ROOT}/" OUTPUT_VARIABLE paths)
  add_custom_command(
    OUTPUT "${arg_OUTPUT}"
    COMMAND protobuf::protoc --descriptor_set_out=${arg_OUTPUT} --include_imports
            --include_source_info -I${arg_ROOT} ${arg_IMPORTS} ${arg_FILES} ${arg_EXTRA}
    DEPENDS ${paths}
    COMMENT "Generating the descriptor set"
    VERBATIM)
  add_custom_target(${target} ALL DEPENDS "${arg_OUTPUT}")
endfunction()
