# Everything that Meeple links, from Debian's packages; docs/dependencies.md says why each was chosen.

set(MEEPLE_INSTALL_HINT "run scripts/bootstrap, which installs the Debian packages that are missing")

macro(meeple_find name)
  find_package(${name} ${ARGN} QUIET)
  if(NOT ${name}_FOUND)
    message(FATAL_ERROR "${name} was not found: ${MEEPLE_INSTALL_HINT}")
  endif()
endmacro()

meeple_find(Threads)
meeple_find(absl CONFIG)
meeple_find(Protobuf)
meeple_find(OpenSSL)
meeple_find(PkgConfig)
pkg_check_modules(utf8proc QUIET IMPORTED_TARGET libutf8proc)
if(NOT TARGET PkgConfig::utf8proc)
  message(FATAL_ERROR "utf8proc was not found: ${MEEPLE_INSTALL_HINT}")
endif()
meeple_find(ZLIB)
# By pkg-config, since the package's CMake file wants headers of libraries that it does not depend on.
pkg_check_modules(rocksdb QUIET IMPORTED_TARGET rocksdb)
if(NOT TARGET PkgConfig::rocksdb)
  message(FATAL_ERROR "RocksDB was not found: ${MEEPLE_INSTALL_HINT}")
endif()
if(NOT MEEPLE_WITHOUT_GRPC)
  # By pkg-config, since the package's CMake file wants an HTTP server and client that we do not use.
  pkg_check_modules(prometheus QUIET IMPORTED_TARGET prometheus-cpp-core)
  if(NOT TARGET PkgConfig::prometheus)
    message(FATAL_ERROR "prometheus-cpp was not found: ${MEEPLE_INSTALL_HINT}")
  endif()
  meeple_find(gRPC CONFIG)
  meeple_find(CLI11 CONFIG)
endif()

# A machine that only runs the server needs no test libraries.
find_package(GTest CONFIG QUIET)
find_package(benchmark CONFIG QUIET)
