# What differs between the kinds of package. CPack reads it once for each.
if(CPACK_GENERATOR STREQUAL "TGZ")
  # One tree of all components, below a folder of its own.
  set(projects)
  foreach(component ${CPACK_COMPONENTS_ALL})
    list(APPEND projects ${CPACK_ULNA_BUILD_DIR} ulna ${component} /)
  endforeach()
  set(CPACK_INSTALL_CMAKE_PROJECTS "${projects}")
elseif(CPACK_GENERATOR STREQUAL "DEB")
  set(CPACK_PACKAGE_DESCRIPTION_SUMMARY) # else it stands before each package's own
  # CPack would ask for the libraries of other machines' programs, too, which no package here has.
  include(${CMAKE_CURRENT_LIST_DIR}/elf.cmake)
  set(folder ${CPACK_TOPLEVEL_DIRECTORY}/shlibdeps)
  file(WRITE ${folder}/debian/control "Source: ulna\n\nPackage: ulna\nArchitecture: any\n")
  set(private ${CPACK_ULNA_BUILD_DIR}/${CPACK_ULNA_PRIVATE_DIR})
  file(GLOB programs ${CPACK_ULNA_BUILD_DIR}/bin/ulna ${private}/ulna-* ${private}/ports/*.so)
  ulna_native_elf(programs ${programs})
  execute_process(COMMAND dpkg-shlibdeps -O ${programs} WORKING_DIRECTORY ${folder}
    OUTPUT_VARIABLE depends OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_VARIABLE said
    RESULT_VARIABLE status)
  if(status OR NOT depends MATCHES "^shlibs:Depends=.*libc6 ")
    message(FATAL_ERROR "dpkg-shlibdeps: ${status} ${depends} ${said}")
  endif()
  string(REPLACE "shlibs:Depends=" "" CPACK_DEBIAN_ULNA_PACKAGE_DEPENDS "${depends}")
endif()
