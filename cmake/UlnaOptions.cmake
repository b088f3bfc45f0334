# What holds for every target of ulna's own C++: warnings are errors, and no contraction of a*b+c,
# so that the code is what it says on every compiler.
if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE RelWithDebInfo CACHE STRING "" FORCE)
endif()
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_C_STANDARD 99)
set(CMAKE_C_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

add_library(ulna_options INTERFACE)
target_compile_options(ulna_options INTERFACE
  $<$<COMPILE_LANGUAGE:C,CXX>:-Wall -Wextra -Wpedantic -Wshadow -Werror -ffp-contract=off>)

# A stack trace needs functions and lines; all of -g is a quarter of the time of an optimised build.
target_compile_options(ulna_options INTERFACE
  $<$<AND:$<CONFIG:RelWithDebInfo>,$<COMPILE_LANGUAGE:C,CXX>>:-g1>)

# Everything but the ports takes these: a port is judged as its author compiled it.
add_library(ulna_instrumented INTERFACE)
target_link_libraries(ulna_instrumented INTERFACE ulna_options)
# GCC 12 takes the store for dead that a call which throws leaves in place: behind
#   S s{1, {}}; try { s.part = may_throw(); } catch (...) {}
# the part is garbage. properties/house/compiler_test.cpp shows it.
target_compile_options(ulna_instrumented INTERFACE
  $<$<COMPILE_LANG_AND_ID:C,GNU>:-fno-tree-dse> $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-fno-tree-dse>)
if(ULNA_SANITIZE)
  # Not the optimisation of a release: it would double the time that the compiler takes.
  set(flags -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer -O1 -g1)
  target_compile_options(ulna_instrumented INTERFACE $<$<COMPILE_LANGUAGE:C,CXX>:${flags}>)
  target_link_options(ulna_instrumented INTERFACE ${flags})
endif()
if(ULNA_COVERAGE)
  target_compile_options(ulna_instrumented INTERFACE $<$<COMPILE_LANGUAGE:C,CXX>:--coverage>)
  target_link_options(ulna_instrumented INTERFACE --coverage)
endif()
# The judge and the references take the address sanitizer, but no coverage: that of the oracle would
# drown what the fuzzer is to climb, and cost it most of its speed.
if(ULNA_FUZZ)
  target_compile_options(ulna_instrumented INTERFACE
    $<$<COMPILE_LANGUAGE:C,CXX>:-fsanitize=address -fno-omit-frame-pointer>)
  target_link_options(ulna_instrumented INTERFACE -fsanitize=address)
endif()
