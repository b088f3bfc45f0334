# What runs in an emulator of another machine, a worker and ports, is built by a build of its own
# with that machine's compiler: this CMakeLists.txt once more, with ULNA_FOR_EMULATOR.
include(ExternalProject)
add_custom_target(ulna-machines) # all of them

# What compiles the port rvv: GCC 12 knows no vectors of RISC-V, and GNU's linker not all that Clang
# says of its code.
find_program(ULNA_RVV_C_COMPILER clang-19)
find_program(ULNA_RVV_CXX_COMPILER clang++-19)
find_program(ULNA_RVV_LINKER ld.lld-19)
set(ulna_has_rvv FALSE)
if(ULNA_RVV_C_COMPILER AND ULNA_RVV_CXX_COMPILER AND ULNA_RVV_LINKER)
  set(ulna_has_rvv TRUE)
endif()

# ulna_add_machine(MACHINE)
#
# The compilers of Debian's packages: g++-aarch64-linux-gnu; for i386 g++ with the libraries for 32
# bits, which read the headers of 64; for win64 g++-mingw-w64-x86-64-posix, for wasm clang-19 with its
# linker and libraries. Without them there is no such worker, and ulna says which package it lacks.
# This build's own machine needs none, and i386 and win64 run on x86-64 alone.
function(ulna_add_machine machine)
  if(machine STREQUAL CMAKE_SYSTEM_PROCESSOR OR
     (machine MATCHES "^(i386|win64)$" AND NOT CMAKE_SYSTEM_PROCESSOR STREQUAL "x86_64"))
    return()
  endif()
  string(TOUPPER ULNA_${machine}_COMPILER compiler)
  set(target ulna-${machine})
  set(cc ${machine}-linux-gnu-gcc)
  set(cxx ${machine}-linux-gnu-g++)
  set(flags)
  set(more)
  if(machine STREQUAL "i386")
    set(cc gcc)
    set(cxx g++)
    set(flags "-m32 -isystem /usr/include/${CMAKE_LIBRARY_ARCHITECTURE}")
    find_file(ULNA_LIBC_32 crt1.o PATHS /usr/lib32 NO_DEFAULT_PATH)
    execute_process(COMMAND g++ -m32 -print-file-name=libstdc++.so
                    OUTPUT_VARIABLE library OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
    if(NOT ULNA_LIBC_32 OR NOT IS_ABSOLUTE "${library}")
      return()
    endif()
  endif()
  if(machine STREQUAL "riscv64") # so that it is built anew where these are installed later
    set(more -DULNA_RVV_C_COMPILER=${ULNA_RVV_C_COMPILER} -DULNA_RVV_LINKER=${ULNA_RVV_LINKER}
      -DULNA_RVV_CXX_COMPILER=${ULNA_RVV_CXX_COMPILER})
  endif()
  if(machine STREQUAL "aarch64") # the same
    find_path(ULNA_SIMDE simde/x86/avx2.h)
    set(more -DULNA_SIMDE=${ULNA_SIMDE})
  endif()
  set(system Linux)
  if(machine STREQUAL "win64") # ports alone: the worker is built with the others of this build
    set(system Windows)
    set(target ulna-win64-ports)
    set(cc x86_64-w64-mingw32-gcc-posix)
    set(cxx x86_64-w64-mingw32-g++-posix)
  endif()
  if(machine STREQUAL "wasm") # the same
    set(system Generic)
    set(target ulna-wasm-ports)
    set(cc clang-19)
    set(cxx clang++-19)
    set(flags "--target=wasm32-wasi -mmutable-globals -fno-exceptions")
    set(more -DCMAKE_TRY_COMPILE_TARGET_TYPE=STATIC_LIBRARY)
    find_program(ULNA_WASM_LINKER wasm-ld-19)
    find_file(ULNA_WASM_LIBRARY libc++.a PATHS /usr/lib/wasm32-wasi /usr/lib/llvm-19/lib/wasm32-wasi
              NO_DEFAULT_PATH)
    find_file(ULNA_WASM_LIBC libc.a PATHS /usr/lib/wasm32-wasi NO_DEFAULT_PATH)
    if(NOT ULNA_WASM_LINKER OR NOT ULNA_WASM_LIBRARY OR NOT ULNA_WASM_LIBC)
      return()
    endif()
  endif()
  find_program(${compiler} ${cxx})
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
  ExternalProject_Add(${target}
    SOURCE_DIR ${PROJECT_SOURCE_DIR}
    BINARY_DIR ${build}
    PREFIX ${build}-external
    CMAKE_GENERATOR Ninja
    CMAKE_ARGS
      -DCMAKE_SYSTEM_NAME=${system} -DCMAKE_SYSTEM_PROCESSOR=${machine}
      -DCMAKE_C_COMPILER=${cc} -DCMAKE_CXX_COMPILER=${cxx}
      -DCMAKE_C_FLAGS=${flags} -DCMAKE_CXX_FLAGS=${flags} ${more}
      -DCMAKE_BUILD_TYPE=${CMAKE_BUILD_TYPE} -DCMAKE_INSTALL_LIBDIR=${CMAKE_INSTALL_LIBDIR}
      -DULNA_FOR_EMULATOR=ON -DULNA_TESTS=${ULNA_TESTS} -DULNA_WITHOUT_PORTS=${ULNA_SANITIZE}
      -DULNA_OUTPUT=${CMAKE_BINARY_DIR} ${launchers}
    BUILD_ALWAYS ON # it knows its files; this build does not
    INSTALL_COMMAND "")
  add_dependencies(ulna-machines ${target})
  install(PROGRAMS ${CMAKE_BINARY_DIR}/${ULNA_PRIVATE_DIR}/ulna-worker-${machine}
          DESTINATION ${ULNA_PRIVATE_DIR} OPTIONAL)
  install(DIRECTORY ${CMAKE_BINARY_DIR}/${ULNA_PRIVATE_DIR}/ports/${machine}
          DESTINATION ${ULNA_PRIVATE_DIR}/ports OPTIONAL)
endfunction()
