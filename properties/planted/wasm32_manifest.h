// What the judge owes to each planted port for WebAssembly (manifest.h): by its name in the folder
// of planted ports. Those whose names end in _relaxed are compiled with relaxed SIMD.
#pragma once

#include "properties/planted/manifest.h"

namespace ulna::planted {

inline constexpr Bug kWasm32Bugs[] = {
    {"wasm32/bug_whole_store", "tween_verts", "wrote_outside"},
    {"wasm32/bug_whole_load", "tween_verts", "read_outside"},
    {"wasm32/bug_entry_of_16_bytes", "transform_verts", "read_outside"},
    {"wasm32/bug_position_w", "transform_verts", "wrote_outside"},
    {"wasm32/bug_null_by_sign", "skin_sorted_verts", "out_of_bound"},
    {"wasm32/bug_writes_to_null", "skin_sorted_verts", "wrote_outside"},
    {"wasm32/bug_remainder_of_int32", "tween_verts", "wrote_outside", "read_outside"},
    {"wasm32/bug_negative_offset", "tween_verts", "crashed", "read_outside"},
    {"wasm32/bug_stack", "tween_verts", "changed_stack"},
    {"wasm32/bug_stack_of_few", "tween_verts", "changed_stack"},
    {"wasm32/bug_frame_above", "tween_verts", "wrote_outside"},
    {"wasm32/bug_stack_is_zero", "tween_verts", "read_outside", "out_of_bound"},
    {"wasm32/bug_stack_of_64_kib", "tween_verts", "wrote_outside", "crashed"},
    {"wasm32/bug_grows_each_call", "tween_verts", "wrote_outside", "crashed"},
    {"wasm32/bug_kept_by_address", "tween_verts", "not_repeatable", "out_of_bound"},
    {"wasm32/bug_asserts", "tween_verts", "crashed"},
    {"wasm32/bug_divides_by_zero", "tween_verts", "crashed"},
    {"wasm32/bug_trunc_traps", "tween_verts", "crashed"},
    {"wasm32/bug_call_of_other_type", "tween_verts", "crashed"},
    {"wasm32/bug_count_of_64_bits", "tween_verts", "crashed"},
    {"wasm32/bug_table_end", "tween_verts", "crashed"},
    {"wasm32/bug_hangs", "tween_verts", "hung"},
    {"wasm32/bug_andnot_swapped", "nlerp", "out_of_bound"},
    {"wasm32/bug_bitselect_swapped", "nlerp", "out_of_bound"},
    {"wasm32/bug_min_keeps_nan", "skin_aos_verts", "out_of_bound"},
    {"wasm32/bug_pmin_swapped", "skin_aos_verts", "out_of_bound"},
    {"wasm32/bug_min_relaxed", "skin_aos_verts", "out_of_bound"},
    {"wasm32/bug_swizzle_relaxed", "skin_aos_verts", "out_of_bound"},
    {"wasm32/bug_laneselect_relaxed", "nlerp", "out_of_bound"},
    {"wasm32/bug_trunc_relaxed", "tween_verts", "out_of_bound"},
};

inline constexpr Right kWasm32Right[] = {
    {"wasm32/right_overlapped"},   {"wasm32/right_other_order"},
    {"wasm32/right_malloc"},       {"wasm32/right_grows_once"},
    {"wasm32/right_acos"},         {"wasm32/right_pmin"},
    {"wasm32/right_swizzle"},      {"wasm32/right_swizzle_relaxed"},
    {"wasm32/right_madd_relaxed"}, {"wasm32/right_far_apart"},
    {"wasm32/right_frame"},
};

} // namespace ulna::planted
