# Puts the libraries that not every system has beside ulna's private programs, into the .tar.gz alone.
#
# Private copies, and no static linking: Debian has no archives of fmt, Zydis and Assimp, and whoever has
# a newer GMP or MPFR may put it in place of ours, as their licence wants it. What comes with glibc and
# GCC is the system's: a port that is loaded brings it, too, and there must not be two of them.
if(NOT CPACK_GENERATOR STREQUAL "TGZ")
  return()
endif()
include(${CMAKE_CURRENT_LIST_DIR}/elf.cmake)
set(root ${CPACK_TEMPORARY_INSTALL_DIRECTORY})
set(private ${root}/${CPACK_ULNA_PRIVATE_DIR})
set(bundled ${private}/bundled)
set(licences ${root}/share/doc/ulna/bundled)
file(GLOB programs ${root}/bin/* ${private}/ulna-* ${private}/ports/*.so)
ulna_native_elf(programs ${programs})

file(GET_RUNTIME_DEPENDENCIES EXECUTABLES ${programs}
  RESOLVED_DEPENDENCIES_VAR libraries UNRESOLVED_DEPENDENCIES_VAR missing
  PRE_EXCLUDE_REGEXES "^lib(c|m|pthread|dl|rt|stdc\\+\\+|gcc_s)\\.so" "^ld-linux")
if(missing OR NOT libraries)
  message(FATAL_ERROR "libraries not found: ${missing}")
endif()
file(MAKE_DIRECTORY ${bundled} ${licences})
set(table)
foreach(library ${libraries})
  file(REAL_PATH ${library} file)
  get_filename_component(soname ${library} NAME)
  string(REGEX REPLACE "^/usr" "" path ${file}) # of some packages with /usr, of some without
  file(COPY_FILE ${file} ${bundled}/${soname})
  execute_process(COMMAND dpkg-query -S "*${path}" OUTPUT_VARIABLE owner COMMAND_ERROR_IS_FATAL ANY)
  string(REGEX REPLACE "[:,].*" "" package "${owner}")
  execute_process(COMMAND dpkg-query -W -f "\${source:Package} \${source:Version}"
      ${package}:${CPACK_ULNA_DEBIAN_ARCHITECTURE}
    OUTPUT_VARIABLE source COMMAND_ERROR_IS_FATAL ANY)
  file(COPY_FILE /usr/share/doc/${package}/copyright ${licences}/${package}.copyright)
  string(APPEND table "${soname}: ${package}, source ${source}\n")
endforeach()

# Debian's files quote licences by these names.
file(GLOB copyrights ${licences}/*.copyright)
foreach(copyright ${copyrights})
  file(STRINGS ${copyright} lines REGEX "/usr/share/common-licenses/")
  string(REGEX MATCHALL "/usr/share/common-licenses/[A-Za-z0-9.-]*[A-Za-z0-9]" common "${lines}")
  foreach(licence ${common})
    get_filename_component(name ${licence} NAME)
    file(REAL_PATH ${licence} file)
    file(COPY_FILE ${file} ${licences}/${name})
  endforeach()
endforeach()
file(WRITE ${licences}/README
"${CPACK_ULNA_PRIVATE_DIR}/bundled has libraries of Debian 12, of which one thing was changed: where
they look for each other (RUNPATH). Beside this file are their licences. Their sources are Debian's, by
these names and versions:

${table}")

# RUNPATH and not RPATH: what a port needs is not looked for there. Files that need none of these stay as
# they are: where a port looks for libraries is part of what is said of it.
file(GLOB libraries ${bundled}/*)
file(GLOB names RELATIVE ${bundled} ${bundled}/*)
foreach(file ${programs} ${libraries})
  execute_process(COMMAND patchelf --print-needed ${file} OUTPUT_VARIABLE needed COMMAND_ERROR_IS_FATAL ANY)
  string(REPLACE "\n" ";" needed "${needed}")
  list(REMOVE_ITEM needed "")
  set(system ${needed})
  list(REMOVE_ITEM system ${names})
  if(NOT "${system}" STREQUAL "${needed}")
    get_filename_component(folder ${file} DIRECTORY)
    file(RELATIVE_PATH from_here ${folder} ${bundled})
    string(REGEX REPLACE "/$" "" runpath "$ORIGIN/${from_here}")
    execute_process(COMMAND patchelf --set-rpath ${runpath} ${file} COMMAND_ERROR_IS_FATAL ANY)
  endif()
endforeach()
