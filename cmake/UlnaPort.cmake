# ulna_add_port(NAME DIRECTORY dir SOURCES file... [FLAGS flag...])
#
# A shared library dir/NAME.so that knows ulna/port.h and nothing else, as a stranger's port would.
function(ulna_add_port name)
  cmake_parse_arguments(PARSE_ARGV 1 port "" "DIRECTORY" "SOURCES;FLAGS")
  set(target ulna_port_${name})
  add_library(${target} MODULE ${port_SOURCES})
  target_link_libraries(${target} PRIVATE ulna_options ulna::port)
  target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:C,CXX>:-O2;${port_FLAGS}>)
  set_target_properties(${target} PROPERTIES
    OUTPUT_NAME ${name}
    PREFIX ""
    DEFINE_SYMBOL ""
    C_VISIBILITY_PRESET hidden
    CXX_VISIBILITY_PRESET hidden
    LIBRARY_OUTPUT_DIRECTORY ${port_DIRECTORY})
endfunction()
