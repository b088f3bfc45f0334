// What the judge owes to each planted port for AArch64, as ../manifest.h.
#pragma once

#include "properties/planted/manifest.h"

namespace ulna::planted {

inline constexpr Bug kAArch64Bugs[] = {
    {"bug_x19", "tween_verts", "changed_registers"},
    {"bug_x28", "tween_verts", "changed_registers"},
    {"bug_frame_pointer", "tween_verts", "changed_registers"},
    {"bug_d8", "tween_verts", "changed_registers"},
    {"bug_d15", "tween_verts", "changed_registers"},
    {"bug_fz_left", "tween_verts", "changed_control"},
    {"bug_rounding_left", "tween_verts", "changed_control"},
    {"bug_default_nan_left", "tween_verts", "changed_control"},
    {"bug_frame_above", "tween_verts", "wrote_outside"},
    {"bug_stack", "tween_verts", "changed_stack"},
    {"bug_v16_is_zero", "tween_verts", "out_of_bound"},
    {"bug_x10_is_zero", "tween_verts", "out_of_bound", "read_outside"},
    {"bug_overflow_is_clear", "tween_verts", "read_outside", "wrote_outside"},
    {"bug_stack_is_zero", "tween_verts", "read_outside", "out_of_bound"},
    {"bug_svc_kill", "tween_verts", "crashed"},
    {"bug_undefined", "tween_verts", "crashed"},
    {"bug_whole_store", "tween_verts", "wrote_outside"},
    {"bug_whole_load", "tween_verts", "read_outside"},
    {"bug_count_of_64_bits", "tween_verts", "read_outside", "out_of_bound"},
    {"bug_float_in_w3", "tween_verts", "out_of_bound", "read_outside"},
    {"bug_upper_lanes_of_t", "tween_verts", "out_of_bound"},
    {"bug_newton_missing", "nlerp", "out_of_bound"},
    {"bug_forks", "tween_verts", "crashed"},
    {"bug_undeclared_atomics", "tween_verts", "crashed"},
    {"bug_writes_base", "tween_verts", "wrote_input"},
    {"bug_sve_of_512_bits", "tween_verts", "out_of_bound"},
    {"bug_sve_whole_store", "tween_verts", "wrote_outside"},
    {"bug_sve_whole_load", "tween_verts", "read_outside"},
    {"bug_sve_count_of_16_bits", "tween_verts", "out_of_bound", "wrote_outside"},
    {"bug_sve_first_fault", "tween_verts", "out_of_bound"},
};

inline constexpr Right kAArch64Right[] = {
    {"right_all_restored"}, {"right_declared_atomics"}, {"right_newton_twice"},
    {"right_sve"},          {"right_upper_halves"},
};

} // namespace ulna::planted
