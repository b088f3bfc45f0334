// What the judge owes to each planted port for 64-bit RISC-V (manifest.h): by its name in the
// folder of planted ports.
#pragma once

#include "properties/planted/manifest.h"

namespace ulna::planted {

inline constexpr Bug kRiscv64Bugs[] = {
    {"riscv64/bug_s3", "tween_verts", "changed_registers"},
    {"riscv64/bug_s0", "tween_verts", "changed_registers"},
    {"riscv64/bug_fs3", "tween_verts", "changed_registers"},
    {"riscv64/bug_fs11_lower_half", "tween_verts", "changed_registers"},
    {"riscv64/bug_frm_left", "tween_verts", "changed_control"},
    {"riscv64/bug_vstart_left", "tween_verts", "changed_control"},
    {"riscv64/bug_stack", "tween_verts", "changed_stack"},
    {"riscv64/bug_frame_above", "tween_verts", "wrote_outside"},
    {"riscv64/bug_t3_is_zero", "tween_verts", "out_of_bound", "read_outside"},
    {"riscv64/bug_ft5_is_zero", "tween_verts", "out_of_bound"},
    {"riscv64/bug_stack_is_zero", "tween_verts", "read_outside", "out_of_bound"},
    {"riscv64/bug_ecall_kill", "tween_verts", "crashed"},
    {"riscv64/bug_undefined", "tween_verts", "crashed"},
    {"riscv64/bug_undeclared_vectors", "tween_verts", "crashed"},
    {"riscv64/bug_vectors_of_512_bits", "tween_verts", "out_of_bound"},
    {"riscv64/bug_whole_store", "tween_verts", "wrote_outside"},
    {"riscv64/bug_tail_undisturbed", "tween_verts", "out_of_bound"},
    {"riscv64/bug_float_in_a3", "tween_verts", "out_of_bound", "read_outside"},
    {"riscv64/bug_forks", "tween_verts", "crashed"},
    {"riscv64/bug_reads_ahead", "tween_verts", "read_outside"},
};

inline constexpr Right kRiscv64Right[] = {
    {"riscv64/right_all_restored"}, {"riscv64/right_scratch"}, {"riscv64/right_vectors"}};

} // namespace ulna::planted
