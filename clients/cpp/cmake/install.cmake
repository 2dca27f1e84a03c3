# What `cmake --install BUILD --component client` installs: find_package(MeepleClient) finds it.

include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(package ${CMAKE_INSTALL_LIBDIR}/cmake/MeepleClient)
set(component COMPONENT client)

foreach(stubs google_rpc proto grpc)
  set_target_properties(meeple_${stubs} PROPERTIES EXPORT_NAME ${stubs})
endforeach()
install(TARGETS meeple_client meeple_grpc meeple_proto meeple_google_rpc EXPORT MeepleClientTargets
        ARCHIVE ${component} INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(EXPORT MeepleClientTargets NAMESPACE meeple:: DESTINATION ${package} ${component})
install(DIRECTORY include/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} ${component})
foreach(folder google/rpc meeple/v1)
  install(DIRECTORY ${MEEPLE_GENERATED_DIR}/${folder}/
          DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/${folder} ${component} FILES_MATCHING PATTERN "*.pb.h")
endforeach()

configure_file(cmake/MeepleClientConfig.cmake.in MeepleClientConfig.cmake @ONLY)
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/MeepleClientConfigVersion.cmake
                                 VERSION ${PROJECT_VERSION} COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/MeepleClientConfig.cmake
              ${CMAKE_CURRENT_BINARY_DIR}/MeepleClientConfigVersion.cmake
        DESTINATION ${package} ${component})
