# What makes builds quick without changing what is built: ccache and a fast linker, each when present.

find_program(MEEPLE_CCACHE ccache)
if(MEEPLE_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  # Paths below the repository are made relative and the build folder is left out of the key, so that
  # build folders share results. The sloppiness is what ccache's manual asks for with precompiled headers.
  set(launcher
      ${CMAKE_COMMAND} -E env
      "CCACHE_BASEDIR=${PROJECT_SOURCE_DIR}"
      CCACHE_NOHASHDIR=1
      CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime
      ${MEEPLE_CCACHE})
  set(CMAKE_C_COMPILER_LAUNCHER ${launcher})
  set(CMAKE_CXX_COMPILER_LAUNCHER ${launcher})
endif()

find_program(MEEPLE_LLD ld.lld)
if(MEEPLE_LLD)
  add_link_options(-fuse-ld=lld)
endif()
