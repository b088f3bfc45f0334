// What the judge owes to each planted port for 64-bit Windows (manifest.h): by its name in the
// folder of planted ports.
#pragma once

#include "properties/planted/manifest.h"

namespace ulna::planted {

inline constexpr Bug kWin64Bugs[] = {
    {"win64/bug_rdi", "tween_verts", "changed_registers"},
    {"win64/bug_rsi", "tween_verts", "changed_registers"},
    {"win64/bug_rbx_if_odd", "tween_verts", "changed_registers"},
    {"win64/bug_rbp", "tween_verts", "changed_registers"},
    {"win64/bug_r12", "tween_verts", "changed_registers"},
    {"win64/bug_r15", "tween_verts", "changed_registers"},
    {"win64/bug_xmm6", "tween_verts", "changed_registers"},
    {"win64/bug_xmm9_if_many", "tween_verts", "changed_registers"},
    {"win64/bug_xmm15_as_double", "tween_verts", "changed_registers"},
    {"win64/bug_direction", "tween_verts", "changed_direction"},
    {"win64/bug_ftz_left", "tween_verts", "changed_mxcsr"},
    {"win64/bug_rounding_left", "tween_verts", "changed_mxcsr"},
    {"win64/bug_x87_extended", "tween_verts", "changed_x87"},
    {"win64/bug_x87_stack", "tween_verts", "changed_x87"},
    {"win64/bug_no_emms", "tween_verts", "changed_x87"},
    {"win64/bug_alignment_check", "tween_verts", "changed_control"},
    {"win64/bug_gs_cleared", "tween_verts", "crashed", "not_repeatable"},
    {"win64/bug_ret_8", "tween_verts", "changed_stack"},
    {"win64/bug_frame_above", "tween_verts", "wrote_outside"},
    {"win64/bug_word_above_arguments", "tween_verts", "wrote_outside"},
    {"win64/bug_sysv_order", "tween_verts", "read_outside", "crashed"},
    {"win64/bug_t_in_xmm0", "tween_verts", "out_of_bound"},
    {"win64/bug_t_in_r9", "tween_verts", "out_of_bound"},
    {"win64/bug_count_of_64_bits", "transform_verts", "read_outside"},
    {"win64/bug_count_on_stack_of_64_bits", "tween_verts", "out_of_bound", "read_outside"},
    {"win64/bug_count_without_home", "tween_verts", "read_outside", "out_of_bound"},
    {"win64/bug_address_in_long", "tween_verts", "read_outside", "crashed"},
    {"win64/bug_home_is_zero", "tween_verts", "read_outside", "out_of_bound"},
    {"win64/bug_stack_is_zero", "tween_verts", "read_outside", "out_of_bound"},
    {"win64/bug_xmm5_is_zero", "tween_verts", "out_of_bound"},
    {"win64/bug_upper_half_is_zero", "tween_verts", "out_of_bound"},
    {"win64/bug_mm0_is_zero", "tween_verts", "out_of_bound", "read_outside"},
    {"win64/bug_r10_is_zero", "tween_verts", "crashed", "read_outside"},
    {"win64/bug_r11_is_zero", "tween_verts", "read_outside", "out_of_bound"},
    {"win64/bug_red_zone", "tween_verts", "crashed"},
    {"win64/bug_stack_is_aligned", "tween_verts", "crashed"},
    {"win64/bug_gcc_54412", "tween_verts", "crashed"},
    {"win64/bug_whole_store", "tween_verts", "wrote_outside"},
    {"win64/bug_last_entry_by_16", "transform_verts", "read_outside"},
    {"win64/bug_exit_process", "tween_verts", "exited"},
    {"win64/bug_terminates_itself", "tween_verts", "exited"},
    {"win64/bug_starts_processes", "tween_verts", "crashed"},
    {"win64/bug_linux_fork", "tween_verts", "crashed"},
    {"win64/bug_linux_fork_of_32_bits", "tween_verts", "crashed"},
    {"win64/bug_waits_without_end", "tween_verts", "hung"},
    {"win64/bug_catches_fault", "tween_verts", "read_outside"},
    {"win64/bug_undefined", "tween_verts", "crashed"},
    {"win64/bug_kept_by_address", "tween_verts", "not_repeatable"},
    {"win64/bug_static_scratch", "tween_verts", "not_reentrant"},
    {"win64/bug_writes_file", "tween_verts", "crashed"},
    {"win64/bug_writes_unix_file", "tween_verts", "crashed"},
    {"win64/bug_makes_folder", "tween_verts", "crashed"},
    {"win64/bug_deletes_file", "tween_verts", "crashed"},
    {"win64/bug_renames_file", "tween_verts", "crashed"},
};

inline constexpr Right kWin64Right[] = {
    {"win64/right_all_restored"}, {"win64/right_all_spoiled"}, {"win64/right_avx_by_value"},
    {"win64/right_exceptions"},   {"win64/right_fma"},         {"win64/right_home_space"},
    {"win64/right_thread_local"}, {"win64/right_threads"},     {"win64/right_windows"},
};

} // namespace ulna::planted
