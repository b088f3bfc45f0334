# Puzzles: bugs that a fuzz target must find from an empty corpus, so that we know it can.

# ulna_plant(VARIABLE FILE source REPLACE text BY text)
#
# Sets the variable to a copy of the source, a path from the top of the tree, with a bug planted in
# it: one text replaced by another. Configuring fails unless that text is there exactly once, so a
# puzzle does not outlive the code that it is about.
function(ulna_plant variable)
  cmake_parse_arguments(PARSE_ARGV 1 plant "" "FILE;REPLACE;BY" "")
  set(source ${PROJECT_SOURCE_DIR}/${plant_FILE})
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${source})
  file(READ ${source} text)
  string(FIND "${text}" "${plant_REPLACE}" first)
  string(FIND "${text}" "${plant_REPLACE}" last REVERSE)
  if(first EQUAL -1 OR NOT first EQUAL last)
    message(FATAL_ERROR "${plant_FILE} does not hold exactly once what a puzzle replaces: "
                        "${plant_REPLACE}")
  endif()
  string(REPLACE "${plant_REPLACE}" "${plant_BY}" text "${text}")
  set(copy ${CMAKE_CURRENT_BINARY_DIR}/${variable}/${plant_FILE})
  file(CONFIGURE OUTPUT ${copy} CONTENT "@text@" @ONLY)
  set(${variable} ${copy} PARENT_SCOPE)
endfunction()

# ulna_add_puzzle(NAME TARGET target RUNS n SEEDS seed... EXPECT text
#                 [ARGUMENTS argument...] [SOUND target] [SOUND_ARGUMENTS argument...]
#                 [ENVIRONMENT name=value...])
#
# Tests puzzle.NAME.SEED: the fuzz target, started with an empty corpus, stops within n executions
# with a failure that says the text on its standard error. Each prints how many it took. Where there
# is a SOUND target, or arguments for the same one, puzzle.NAME.sound: that, without the bug, does
# the same number of executions and finds nothing.
function(ulna_add_puzzle name)
  cmake_parse_arguments(PARSE_ARGV 1 puzzle "" "TARGET;RUNS;EXPECT;SOUND"
                        "SEEDS;ARGUMENTS;SOUND_ARGUMENTS;ENVIRONMENT")
  foreach(needed TARGET RUNS EXPECT SEEDS)
    if(NOT puzzle_${needed})
      message(FATAL_ERROR "ulna_add_puzzle(${name}): say ${needed}")
    endif()
  endforeach()
  set(tests)
  foreach(seed ${puzzle_SEEDS})
    ulna_add_puzzle_run(${name}.${seed} ${puzzle_TARGET} ${seed} "${puzzle_EXPECT}"
                        ${puzzle_ARGUMENTS})
  endforeach()
  if(puzzle_SOUND OR puzzle_SOUND_ARGUMENTS)
    if(NOT puzzle_SOUND)
      set(puzzle_SOUND ${puzzle_TARGET})
    endif()
    list(GET puzzle_SEEDS 0 seed)
    ulna_add_puzzle_run(${name}.sound ${puzzle_SOUND} ${seed} "" ${puzzle_SOUND_ARGUMENTS})
  endif()
  set_tests_properties(${tests} PROPERTIES
    TIMEOUT 300 ENVIRONMENT "${puzzle_ENVIRONMENT}")
endfunction()

# One test of the above. Appends its name to the variable `tests` of the caller.
macro(ulna_add_puzzle_run test target seed expect)
  add_test(NAME puzzle.${test} COMMAND ${CMAKE_COMMAND}
    "-DEXPECT=${expect}" -DRUNS=${puzzle_RUNS} -DFOLDER=${CMAKE_CURRENT_BINARY_DIR}/${test}
    -P ${PROJECT_SOURCE_DIR}/cmake/RunPuzzle.cmake --
    $<TARGET_FILE:${target}> -seed=${seed} ${ARGN})
  list(APPEND tests puzzle.${test})
endmacro()
