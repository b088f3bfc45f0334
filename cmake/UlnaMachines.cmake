# What runs in an emulator of another machine, a worker and ports, is built by a build of its own
# with that machine's compiler: this CMakeLists.txt once more, with ULNA_FOR_EMULATOR.
include(ExternalProject)
add_custom_target(ulna-machines) # all of them

# ulna_add_machine(MACHINE)
#
# The compilers of Debian's packages: g++-aarch64-linux-gnu. Without one there is no such worker, and
# ulna says which package it lacks.
function(ulna_add_machine machine)
  string(TOUPPER ULNA_${machine}_COMPILER compiler)
  find_program(${compiler} ${machine}-linux-gnu-g++)
  # The sanitizers watch the judge, which is the same for each.
  if(NOT ULNA_MACHINES OR ULNA_FUZZ OR NOT ${compiler} OR
     (ULNA_SANITIZE AND NOT machine STREQUAL "aarch64"))
    return()
  endif()
  set(launchers)
  foreach(language C CXX)
    if(CMAKE_${language}_COMPILER_LAUNCHER)
      list(APPEND launchers
        -DCMAKE_${language}_COMPILER_LAUNCHER=${CMAKE_${language}_COMPILER_LAUNCHER})
    endif()
  endforeach()
  set(build ${CMAKE_BINARY_DIR}/machines/${machine})
  ExternalProject_Add(ulna-${machine}
    SOURCE_DIR ${PROJECT_SOURCE_DIR}
    BINARY_DIR ${build}
    PREFIX ${build}-external
    CMAKE_GENERATOR Ninja
    CMAKE_ARGS
      -DCMAKE_SYSTEM_NAME=Linux -DCMAKE_SYSTEM_PROCESSOR=${machine}
      -DCMAKE_C_COMPILER=${machine}-linux-gnu-gcc -DCMAKE_CXX_COMPILER=${machine}-linux-gnu-g++
      -DCMAKE_BUILD_TYPE=${CMAKE_BUILD_TYPE} -DCMAKE_INSTALL_LIBDIR=${CMAKE_INSTALL_LIBDIR}
      -DULNA_FOR_EMULATOR=ON -DULNA_TESTS=${ULNA_TESTS} -DULNA_WITHOUT_PORTS=${ULNA_SANITIZE}
      -DULNA_OUTPUT=${CMAKE_BINARY_DIR} ${launchers}
    BUILD_ALWAYS ON # it knows its files; this build does not
    INSTALL_COMMAND "")
  add_dependencies(ulna-machines ulna-${machine})
  install(PROGRAMS ${CMAKE_BINARY_DIR}/${ULNA_PRIVATE_DIR}/ulna-worker-${machine}
          DESTINATION ${ULNA_PRIVATE_DIR} OPTIONAL)
  install(DIRECTORY ${CMAKE_BINARY_DIR}/${ULNA_PRIVATE_DIR}/ports/${machine}
          DESTINATION ${ULNA_PRIVATE_DIR}/ports OPTIONAL)
endfunction()
