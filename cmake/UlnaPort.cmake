# Where Clang builds the judge for the sanitizers, ports are GCC's as elsewhere: what tests say about
# their code holds in both builds.
set(ulna_port_launcher)
set(ulna_gnu_ports FALSE) # whether GCC compiles them
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  set(ulna_gnu_ports TRUE)
elseif(ULNA_SANITIZE)
  set(ulna_gnu_ports TRUE)
  set(ulna_port_launcher ${PROJECT_SOURCE_DIR}/cmake/in_place_of.sh)
endif()

# ulna_port_options(TARGET FLAG...): its files are compiled as ports are.
function(ulna_port_options target)
  if(ulna_port_launcher)
    set_target_properties(${target} PROPERTIES
      C_COMPILER_LAUNCHER "${ulna_port_launcher};gcc" C_LINKER_LAUNCHER "${ulna_port_launcher};gcc"
      CXX_COMPILER_LAUNCHER "${ulna_port_launcher};g++"
      CXX_LINKER_LAUNCHER "${ulna_port_launcher};g++")
  endif()
  target_link_libraries(${target} PRIVATE ulna_options ulna::port)
  target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:C,CXX>:-O2;${ARGN}>)
  if(NOT CMAKE_SYSTEM_PROCESSOR STREQUAL "wasm")
    set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON)
  endif()
  set_target_properties(${target} PROPERTIES
    C_VISIBILITY_PRESET hidden
    CXX_VISIBILITY_PRESET hidden)
endfunction()

# ulna_add_port(NAME DIRECTORY dir SOURCES file... [FLAGS flag...])
#
# A shared library dir/NAME.so that knows ulna/port.h and nothing else, as a stranger's port would.
function(ulna_add_port name)
  cmake_parse_arguments(PARSE_ARGV 1 port "" "DIRECTORY" "SOURCES;FLAGS")
  set(target ulna_port_${name})
  if(CMAKE_SYSTEM_PROCESSOR STREQUAL "wasm") # a module is linked as programs are
    add_executable(${target} ${port_SOURCES})
    set_target_properties(${target} PROPERTIES SUFFIX .wasm)
    target_link_options(${target} PRIVATE -mexec-model=reactor
      -Wl,--export=ulna_port_v1,--export-table,--export=__stack_pointer,--export=__data_end)
  else()
    add_library(${target} MODULE ${port_SOURCES})
  endif()
  ulna_port_options(${target} ${port_FLAGS})
  if(WIN32)
    target_link_options(${target} PRIVATE -static) # the compiler's own DLLs are nowhere here
  endif()
  set_target_properties(${target} PROPERTIES
    OUTPUT_NAME ${name}
    PREFIX ""
    DEFINE_SYMBOL ""
    RUNTIME_OUTPUT_DIRECTORY ${port_DIRECTORY}
    LIBRARY_OUTPUT_DIRECTORY ${port_DIRECTORY})
endfunction()
