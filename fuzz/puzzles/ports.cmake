# Puzzles of the operations: a port with a bug that plain generated input hardly meets, found by the
# operation's target. Each file says what is wrong.

# ulna_add_puzzle_port(NAME [flag...])
#
# The port NAME.so of NAME.cpp, right but for one bug. Like a stranger's it gives no coverage.
function(ulna_add_puzzle_port name)
  set(shared)
  file(STRINGS ${name}.cpp converts REGEX "planted/conversion.h")
  if(converts)
    set(shared ${PROJECT_SOURCE_DIR}/properties/planted/conversion.cpp)
  endif()
  ulna_add_port(${name} DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/ports SOURCES ${name}.cpp ${shared}
    FLAGS ${ARGN})
  add_dependencies(fuzz_puzzles ulna_port_${name})
endfunction()

# ulna_add_port_puzzle(NAME OPERATION KIND RUNS [argument...])
#
# The target of the operation finds, on the port NAME, a finding of that kind within so many
# executions, and none on a right port. RUNS is about three times what the slowest of five seeds
# took, but no fewer than 1000.
function(ulna_add_port_puzzle name operation kind runs)
  if(NOT TARGET ulna_port_${name})
    ulna_add_puzzle_port(${name})
  endif()
  ulna_add_puzzle(${name} TARGET fuzz-${operation} SEEDS 1 2 RUNS ${runs}
    ARGUMENTS --port $<TARGET_FILE:ulna_port_${name}> ${ARGN}
    SOUND_ARGUMENTS --port scalar ${ARGN}
    EXPECT "finding: ${operation} on ${name}: ${kind}")
endfunction()

# ulna_add_guided_puzzle(NAME OPERATION KIND RUNS [argument...])
#
# The same, and tests puzzle.NAME.unguided.SEED: without error guidance nothing is found. The port
# gives coverage, or else there would be nothing at all to go by.
function(ulna_add_guided_puzzle name operation kind runs)
  ulna_add_puzzle_port(${name} -fsanitize=fuzzer-no-link)
  ulna_add_port_puzzle(${name} ${operation} ${kind} ${runs} ${ARGN})
  set(puzzle_RUNS ${runs}) # which ulna_add_puzzle_run() reads
  set(tests)
  foreach(seed 1 2)
    ulna_add_puzzle_run(${name}.unguided.${seed} fuzz-${operation} ${seed} ""
                        --port $<TARGET_FILE:ulna_port_${name}> --unguided ${ARGN})
  endforeach()
  set_tests_properties(${tests} PROPERTIES TIMEOUT 300)
endfunction()

ulna_add_port_puzzle(twice_listed transform_verts out_of_bound 4600)
ulna_add_port_puzzle(list_prefix transform_verts_and_tangents out_of_bound 62000)
ulna_add_port_puzzle(translation_cached lerp_joints out_of_bound 16000)
ulna_add_port_puzzle(twins bone_offset_matrices out_of_bound 8600)
ulna_add_port_puzzle(only_moved combine_bones out_of_bound 21000)
ulna_add_port_puzzle(palettes_alike update_skinned_mesh out_of_bound 310000)
ulna_add_port_puzzle(same_matrix blend_vertices out_of_bound 1000)
ulna_add_port_puzzle(welded blend_vertices_indexed out_of_bound 29000)
ulna_add_port_puzzle(key_twice tween_verts out_of_bound 1500)
ulna_add_port_puzzle(tied_components derive_bitangents out_of_bound 4000)
ulna_add_port_puzzle(second_merge convert_to_blended_mesh not_valid 1000)
ulna_add_port_puzzle(weight_of_one convert_to_indexed_blended_mesh not_valid 1000)
ulna_add_port_puzzle(carried_over skin_sorted_verts out_of_bound 9000)
ulna_add_port_puzzle(seam_closed transform_verts_and_tangents_lod out_of_bound 1500)
ulna_add_port_puzzle(joints_not_compared skin_aos_verts out_of_bound 22000)
ulna_add_port_puzzle(mirrored_normals skin_soa_verts out_of_bound 35000)
ulna_add_port_puzzle(all_but_height reorder_palette wrong_copy 15000)
ulna_add_port_puzzle(vertex_twice skin_interleaved_verts out_of_bound 58000)
ulna_add_port_puzzle(weights_exchanged skin_split_verts out_of_bound 154000)
ulna_add_port_puzzle(aim_kept slerp out_of_bound 1000)
ulna_add_port_puzzle(component_shared nlerp out_of_bound 65000)
ulna_add_port_puzzle(named_thrice sort_verts_by_influences not_valid 13600)
ulna_add_port_puzzle(three_alike choose_blending wrong_copy 8100)
ulna_add_port_puzzle(shrinking_rows plan_draws wrong_copy 1800)
ulna_add_port_puzzle(last_meets_first generate_adjacency not_valid 100000)
ulna_add_port_puzzle(weight_of_next transform_verts_lod out_of_bound 2600)
ulna_add_port_puzzle(last_weight_alike blend_vertex_buffer out_of_bound 345000)

# libFuzzer climbs best from the newest inputs, which are those with the largest errors, and that is
# -entropic=0: its entropic schedule draws from all of them much alike. One joint is enough to climb
# on, for all have the same lerp.
ulna_add_guided_puzzle(slerp_peak slerp_joints out_of_bound 530000
  -entropic=0 -max_len=200 -mutate_depth=1)

# The guidance itself.
add_test(NAME puzzle.error_features COMMAND ${CMAKE_COMMAND}
  -DTARGET=$<TARGET_FILE:fuzz-slerp_joints> -DREADELF=${CMAKE_READELF} -DPORT=scalar -DRUNS=10000
  -DFOLDER=${CMAKE_CURRENT_BINARY_DIR}/error_features
  -P ${PROJECT_SOURCE_DIR}/cmake/RunErrorFeatures.cmake)
set_tests_properties(puzzle.error_features PROPERTIES TIMEOUT 300)
