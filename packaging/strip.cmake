# Strips all that is to be packaged, each file by the tools of its machine: those that linked it.
include(${CMAKE_CURRENT_LIST_DIR}/elf.cmake)
set(strip_x86_64 strip)
set(strip_i386 strip)
set(strip_aarch64 aarch64-linux-gnu-strip)
set(strip_riscv64 riscv64-linux-gnu-strip)
set(strip_win64 x86_64-w64-mingw32-strip)
cmake_host_system_information(RESULT own QUERY OS_PLATFORM)
set(strip_${own} strip)
# The day of the release, for CPack too: a DLL and an archive have the time of their making in them, and the
# same build is to give the same packages.
if(NOT DEFINED ENV{SOURCE_DATE_EPOCH})
  file(READ ${CPACK_ULNA_BUILD_DIR}/packaging/files/written time)
  set(ENV{SOURCE_DATE_EPOCH} ${time})
endif()
file(GLOB_RECURSE files LIST_DIRECTORIES FALSE ${CPACK_TEMPORARY_DIRECTORY}/*)
foreach(file ${files})
  ulna_machine(machine ${file})
  if(machine)
    execute_process(COMMAND ${strip_${machine}} --strip-unneeded --remove-section=.comment ${file}
                    COMMAND_ERROR_IS_FATAL ANY)
  endif()
endforeach()
