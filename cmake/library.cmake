# meeple_library(<name> SOURCES a.cc b.cc [DEPS x y] [PRECOMPILE grpc|messages] [HEADER_ONLY])
#   Static library meeple_<name>, used as meeple::<name>. Includes start at the repository root.
# meeple_binary(<name> SOURCES main.cc [DEPS x y] [OUTPUT file-name] [PRECOMPILE grpc|messages])
#   Executable <name>, or <file-name>, in <build>/bin.
#
# A name in DEPS without "::" is one of ours: engine_core means meeple::engine_core. Dependencies of a
# library are public, since headers here say what they use.

function(meeple_link target scope)
  foreach(dependency IN LISTS ARGN)
    if(NOT dependency MATCHES "::")
      set(dependency meeple::${dependency})
    endif()
    target_link_libraries(${target} ${scope} ${dependency})
  endforeach()
endfunction()

# What every target of ours has in common.
function(meeple_common target precompile)
  meeple_warnings(${target})
  meeple_sanitizers(${target})
  meeple_unity(${target})
  if(precompile)
    meeple_precompile(${target} ${precompile})
  endif()
endfunction()

function(meeple_library name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "HEADER_ONLY" "PRECOMPILE" "SOURCES;DEPS")
  set(target meeple_${name})
  if(arg_HEADER_ONLY)
    add_library(${target} INTERFACE)
    target_include_directories(${target} INTERFACE ${PROJECT_SOURCE_DIR})
    meeple_link(${target} INTERFACE ${arg_DEPS})
  else()
    add_library(${target} STATIC ${arg_SOURCES})
    target_include_directories(${target} PUBLIC ${PROJECT_SOURCE_DIR})
    meeple_link(${target} PUBLIC ${arg_DEPS})
    meeple_common(${target} "${arg_PRECOMPILE}")
  endif()
  add_library(meeple::${name} ALIAS ${target})
endfunction()

function(meeple_binary name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "OUTPUT;PRECOMPILE" "SOURCES;DEPS")
  add_executable(${name} ${arg_SOURCES})
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR})
  meeple_link(${name} PRIVATE ${arg_DEPS})
  meeple_common(${name} "${arg_PRECOMPILE}")
  if(arg_OUTPUT)
    set_target_properties(${name} PROPERTIES OUTPUT_NAME ${arg_OUTPUT})
  endif()
endfunction()
