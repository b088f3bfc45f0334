// What the judge owes to each planted port for AArch64 (manifest.h): by its name in the folder
// of planted ports.
#pragma once

#include "properties/planted/manifest.h"

namespace ulna::planted {

inline constexpr Bug kAArch64Bugs[] = {
    {"aarch64/bug_x19", "tween_verts", "changed_registers"},
    {"aarch64/bug_x28", "tween_verts", "changed_registers"},
    {"aarch64/bug_frame_pointer", "tween_verts", "changed_registers"},
    {"aarch64/bug_d8", "tween_verts", "changed_registers"},
    {"aarch64/bug_d15", "tween_verts", "changed_registers"},
    {"aarch64/bug_fz_left", "tween_verts", "changed_control"},
    {"aarch64/bug_rounding_left", "tween_verts", "changed_control"},
    {"aarch64/bug_default_nan_left", "tween_verts", "changed_control"},
    {"aarch64/bug_frame_above", "tween_verts", "wrote_outside"},
    {"aarch64/bug_stack", "tween_verts", "changed_stack"},
    {"aarch64/bug_v16_is_zero", "tween_verts", "out_of_bound"},
    {"aarch64/bug_x10_is_zero", "tween_verts", "out_of_bound", "read_outside"},
    {"aarch64/bug_overflow_is_clear", "tween_verts", "read_outside", "wrote_outside"},
    {"aarch64/bug_stack_is_zero", "tween_verts", "read_outside", "out_of_bound"},
    {"aarch64/bug_svc_kill", "tween_verts", "crashed"},
    {"aarch64/bug_undefined", "tween_verts", "crashed"},
    {"aarch64/bug_whole_store", "tween_verts", "wrote_outside"},
    {"aarch64/bug_whole_load", "tween_verts", "read_outside"},
    {"aarch64/bug_count_of_64_bits", "tween_verts", "read_outside", "out_of_bound"},
    {"aarch64/bug_float_in_w3", "tween_verts", "out_of_bound", "read_outside"},
    {"aarch64/bug_upper_lanes_of_t", "tween_verts", "out_of_bound"},
    {"aarch64/bug_newton_missing", "nlerp", "out_of_bound"},
    {"aarch64/bug_forks", "tween_verts", "crashed"},
    {"aarch64/bug_undeclared_atomics", "tween_verts", "crashed"},
    {"aarch64/bug_writes_base", "tween_verts", "wrote_input"},
    {"aarch64/bug_sve_of_512_bits", "tween_verts", "out_of_bound"},
    {"aarch64/bug_sve_whole_store", "tween_verts", "wrote_outside"},
    {"aarch64/bug_sve_whole_load", "tween_verts", "read_outside"},
    {"aarch64/bug_sve_count_of_16_bits", "tween_verts", "out_of_bound", "wrote_outside"},
    {"aarch64/bug_sve_first_fault", "tween_verts", "out_of_bound"},
    {"aarch64/bug_static_scratch", "tween_verts", "not_reentrant"},
    {"aarch64/bug_hangs", "tween_verts", "hung"},
};

inline constexpr Right kAArch64Right[] = {
    {"aarch64/right_all_restored"}, {"aarch64/right_declared_atomics"},
    {"aarch64/right_newton_twice"}, {"aarch64/right_sve"},
    {"aarch64/right_upper_halves"},
};

} // namespace ulna::planted
