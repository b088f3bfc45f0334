# cmake -DTARGET=file -DREADELF=file -DPORT=port -DRUNS=n -DFOLDER=dir -P RunErrorFeatures.cmake
#
# Fails unless the error counters are in the linked fuzz target, where a linker once dropped them,
# and libFuzzer counts them: with the same seed, in as many executions on the port, guided makes more
# than twice the features of unguided. Unguided has what the target's own code gives.
execute_process(COMMAND ${READELF} -SW ${TARGET} OUTPUT_VARIABLE sections RESULT_VARIABLE result)
if(NOT result EQUAL 0)
  message(FATAL_ERROR "cannot read the sections of ${TARGET}")
endif()
string(REGEX MATCH "__libfuzzer_extra_counters +[A-Z]+ +[0-9a-f]+ [0-9a-f]+ [0-9a-f]+" section
       "${sections}")
if(NOT section MATCHES "([0-9a-f]*[1-9a-f][0-9a-f]*)$")
  message(FATAL_ERROR "the error counters are not in ${TARGET}")
endif()
message("error counters: 0x${CMAKE_MATCH_1} bytes")

# features(VARIABLE [argument...]): how many features there are at the end.
function(features variable)
  file(REMOVE_RECURSE ${FOLDER})
  file(MAKE_DIRECTORY ${FOLDER}/corpus)
  execute_process(
    COMMAND ${TARGET} --port ${PORT} ${ARGN} -seed=1 -runs=${RUNS} -timeout=10
            -artifact_prefix=${FOLDER}/ ${FOLDER}/corpus
    OUTPUT_VARIABLE out ERROR_VARIABLE err RESULT_VARIABLE result)
  if(NOT result EQUAL 0 OR NOT err MATCHES "#${RUNS}[ \t]+DONE +cov: [0-9]+ ft: ([0-9]+)")
    message(FATAL_ERROR "${ARGN}: did not do ${RUNS} executions (${result}):\n${err}")
  endif()
  message("features after ${RUNS} executions ${ARGN}: ${CMAKE_MATCH_1}")
  set(${variable} ${CMAKE_MATCH_1} PARENT_SCOPE)
endfunction()

features(guided)
features(unguided --unguided)
math(EXPR twice "2 * ${unguided}")
if(NOT guided GREATER twice)
  message(FATAL_ERROR "the error makes no features")
endif()
