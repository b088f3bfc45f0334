# cmake -DEXPECT=text -DRUNS=n -DFOLDER=dir -P RunPuzzle.cmake -- TARGET [argument...]
#
# Runs a fuzz target for at most n executions from an empty corpus, and fails unless it fails with
# that text on its standard error, or, where the text is empty, unless it finds nothing.
set(command)
set(ours TRUE)
math(EXPR last "${CMAKE_ARGC} - 1")
foreach(i RANGE ${last})
  if(NOT ours)
    list(APPEND command "${CMAKE_ARGV${i}}")
  elseif(CMAKE_ARGV${i} STREQUAL "--")
    set(ours FALSE)
  endif()
endforeach()

file(REMOVE_RECURSE ${FOLDER})
file(MAKE_DIRECTORY ${FOLDER}/corpus)
execute_process(
  COMMAND ${command} -runs=${RUNS} -timeout=10 -print_final_stats=1 -artifact_prefix=${FOLDER}/
          ${FOLDER}/corpus
  OUTPUT_VARIABLE out ERROR_VARIABLE err RESULT_VARIABLE result)

set(executions "an unknown number of")
if(err MATCHES "number_of_executed_units: ([0-9]+)")
  set(executions ${CMAKE_MATCH_1})
endif()
if(EXPECT STREQUAL "")
  if(NOT result EQUAL 0)
    message(FATAL_ERROR "found something where nothing is (${result}):\n${err}")
  endif()
  message("nothing found in ${executions} executions")
  if(NOT executions EQUAL RUNS)
    message(FATAL_ERROR "it was to be ${RUNS}:\n${err}")
  endif()
  return()
endif()
if(result EQUAL 0)
  message(FATAL_ERROR "not found in ${executions} executions:\n${err}")
endif()
string(FIND "${err}" "${EXPECT}" where)
if(where EQUAL -1)
  message(FATAL_ERROR "failed otherwise than expected (${result}), not with '${EXPECT}':\n${err}")
endif()
message("found in ${executions} executions")
