# meeple_unity(<target>)
# Compiles the files of a target together, those of one folder in parts of at most MEEPLE_UNITY_FILES:
# most of a file's cost here are templates of gRPC, protobuf and GoogleTest that each file would make
# anew. Names without linkage must therefore be unique within a folder of a target. The presets `dev`
# and `tidy` compile each file alone, which finds the missing include that this would hide.
#
# CMake's own unity builds name each file by its absolute path, so that no two clones would share a
# result in the compiler's cache; these name it from the repository's root.

option(MEEPLE_UNITY "Compile the files of a folder together" ON)
set(MEEPLE_UNITY_FILES 12 CACHE STRING "How many files at most are compiled together")

function(meeple_unity target)
  if(NOT MEEPLE_UNITY)
    return()
  endif()
  get_target_property(sources ${target} SOURCES)
  set(parts)
  foreach(source IN LISTS sources)
    cmake_path(ABSOLUTE_PATH source NORMALIZE OUTPUT_VARIABLE file)
    cmake_path(RELATIVE_PATH file BASE_DIRECTORY ${PROJECT_SOURCE_DIR})
    cmake_path(GET file PARENT_PATH folder)
    string(MAKE_C_IDENTIFIER "${folder}" folder)
    math(EXPR part "${count_${folder}}0 / 10 / ${MEEPLE_UNITY_FILES}")
    math(EXPR count_${folder} "${count_${folder}}0 / 10 + 1")
    list(APPEND parts ${folder}_${part})
    string(APPEND includes_of_${folder}_${part} "#include \"${file}\"\n")
  endforeach()
  set_source_files_properties(${sources} PROPERTIES HEADER_FILE_ONLY ON)
  list(REMOVE_DUPLICATES parts)
  foreach(part IN LISTS parts)
    set(together ${CMAKE_CURRENT_BINARY_DIR}/unity/${target}/${part}.cc)
    file(CONFIGURE OUTPUT ${together} CONTENT "${includes_of_${part}}" @ONLY)
    target_sources(${target} PRIVATE ${together})
  endforeach()
endfunction()
