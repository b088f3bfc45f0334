// What the judge owes to each planted port for WebAssembly (manifest.h): by its name in the folder
// of planted ports. Those whose names end in _relaxed are compiled with relaxed SIMD.
#pragma once

#include "properties/planted/manifest.h"

namespace ulna::planted {

inline constexpr Bug kWasmBugs[] = {
    {"wasm/bug_whole_store", "tween_verts", "wrote_outside"},
    {"wasm/bug_whole_load", "tween_verts", "read_outside"},
    {"wasm/bug_entry_of_16_bytes", "transform_verts", "read_outside"},
    {"wasm/bug_position_w", "transform_verts", "wrote_outside"},
    {"wasm/bug_null_by_sign", "skin_sorted_verts", "out_of_bound"},
    {"wasm/bug_writes_to_null", "skin_sorted_verts", "wrote_outside"},
    {"wasm/bug_remainder_of_int32", "tween_verts", "wrote_outside", "read_outside"},
    {"wasm/bug_negative_offset", "tween_verts", "crashed", "read_outside"},
    {"wasm/bug_stack", "tween_verts", "changed_stack"},
    {"wasm/bug_stack_of_few", "tween_verts", "changed_stack"},
    {"wasm/bug_frame_above", "tween_verts", "wrote_outside"},
    {"wasm/bug_stack_is_zero", "tween_verts", "read_outside", "out_of_bound"},
    {"wasm/bug_stack_of_64_kib", "tween_verts", "wrote_outside", "crashed"},
    {"wasm/bug_scratch_not_grown", "tween_verts", "wrote_outside"},
    {"wasm/bug_grows_each_call", "tween_verts", "not_repeatable", "crashed"},
    {"wasm/bug_kept_by_address", "tween_verts", "not_repeatable", "out_of_bound"},
    {"wasm/bug_asserts", "tween_verts", "crashed"},
    {"wasm/bug_divides_by_zero", "tween_verts", "crashed"},
    {"wasm/bug_trunc_traps", "tween_verts", "crashed"},
    {"wasm/bug_call_of_other_type", "tween_verts", "crashed"},
    {"wasm/bug_count_of_64_bits", "tween_verts", "crashed"},
    {"wasm/bug_declared_otherwise", "tween_verts", "crashed"},
    {"wasm/bug_table_end", "tween_verts", "crashed"},
    {"wasm/bug_hangs", "tween_verts", "hung"},
    {"wasm/bug_andnot_swapped", "nlerp", "out_of_bound"},
    {"wasm/bug_bitselect_swapped", "nlerp", "out_of_bound"},
    {"wasm/bug_min_keeps_nan", "skin_aos_verts", "out_of_bound"},
    {"wasm/bug_pmin_swapped", "skin_aos_verts", "out_of_bound"},
    {"wasm/bug_min_relaxed", "skin_aos_verts", "out_of_bound"},
    {"wasm/bug_swizzle_relaxed", "skin_aos_verts", "out_of_bound"},
    {"wasm/bug_laneselect_relaxed", "nlerp", "out_of_bound"},
    {"wasm/bug_trunc_relaxed", "tween_verts", "out_of_bound"},
};

inline constexpr Right kWasmRight[] = {
    {"wasm/right_overlapped"},   {"wasm/right_other_order"},
    {"wasm/right_malloc"},       {"wasm/right_grows_once"},
    {"wasm/right_acos"},         {"wasm/right_pmin"},
    {"wasm/right_swizzle"},      {"wasm/right_swizzle_relaxed"},
    {"wasm/right_madd_relaxed"}, {"wasm/right_far_apart"},
    {"wasm/right_frame"},        {"wasm/right_scratch_at_end"},
};

} // namespace ulna::planted
