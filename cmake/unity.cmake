# meeple_unity(<target>)
# Compiles the files of a target together, those of one folder in parts of at most MEEPLE_UNITY_FILES:
# most of a file's cost here are templates of gRPC, protobuf and GoogleTest that each file would make
# anew. Names without linkage must therefore be unique within a folder of a target. The presets `dev`
# and `tidy` compile each file alone, which finds the missing include that this would hide.

option(MEEPLE_UNITY "Compile the files of a folder together" ON)
set(MEEPLE_UNITY_FILES 12 CACHE STRING "How many files at most are compiled together")

function(meeple_unity target)
  if(NOT MEEPLE_UNITY)
    return()
  endif()
  get_target_property(sources ${target} SOURCES)
  foreach(source IN LISTS sources)
    cmake_path(GET source PARENT_PATH folder)
    string(MAKE_C_IDENTIFIER "in_${folder}" folder)
    math(EXPR part "${count_${folder}}0 / 10 / ${MEEPLE_UNITY_FILES}")
    math(EXPR count_${folder} "${count_${folder}}0 / 10 + 1")
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${folder}_${part})
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
endfunction()
