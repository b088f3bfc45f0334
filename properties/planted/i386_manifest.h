// What the judge owes to each planted port for 32-bit x86 (manifest.h): by its name in the folder
// of planted ports.
#pragma once

#include "properties/planted/manifest.h"

namespace ulna::planted {

inline constexpr Bug kI386Bugs[] = {
    {"i386/bug_ebx", "tween_verts", "changed_registers"},
    {"i386/bug_esi_if_odd", "tween_verts", "changed_registers"},
    {"i386/bug_edi", "tween_verts", "changed_registers"},
    {"i386/bug_ebp", "tween_verts", "changed_registers"},
    {"i386/bug_direction", "tween_verts", "changed_direction"},
    {"i386/bug_ftz_left", "tween_verts", "changed_mxcsr"},
    {"i386/bug_rounding_left", "tween_verts", "changed_mxcsr"},
    {"i386/bug_x87_precision", "tween_verts", "changed_x87"},
    {"i386/bug_x87_stack", "tween_verts", "changed_x87"},
    {"i386/bug_no_emms", "tween_verts", "changed_x87"},
    {"i386/bug_es", "tween_verts", "crashed"},
    {"i386/bug_stdcall", "tween_verts", "changed_stack"},
    {"i386/bug_frame_above", "tween_verts", "wrote_outside"},
    {"i386/bug_stack_is_aligned", "tween_verts", "crashed"},
    {"i386/bug_eax_is_zero", "tween_verts", "out_of_bound", "read_outside"},
    {"i386/bug_edx_is_zero", "tween_verts", "crashed"},
    {"i386/bug_xmm5_is_zero", "tween_verts", "out_of_bound"},
    {"i386/bug_upper_half_is_zero", "tween_verts", "out_of_bound"},
    {"i386/bug_mm0_is_zero", "tween_verts", "out_of_bound", "read_outside"},
    {"i386/bug_stack_is_zero", "tween_verts", "read_outside", "out_of_bound"},
    {"i386/bug_far_below_stack", "tween_verts", "out_of_bound", "read_outside"},
    {"i386/bug_sign_is_clear", "tween_verts", "read_outside", "wrote_outside"},
    {"i386/bug_t_in_xmm0", "tween_verts", "out_of_bound"},
    {"i386/bug_fastcall", "tween_verts", "read_outside", "crashed"},
    {"i386/bug_count_before_t", "tween_verts", "out_of_bound", "read_outside"},
    {"i386/bug_count_of_64_bits", "tween_verts", "not_repeatable", "read_outside"},
    {"i386/bug_part_of_32_bits", "tween_verts", "out_of_bound"},
    {"i386/bug_alignment_of_int", "tween_verts", "wrote_outside", "read_outside"},
    {"i386/bug_palette_in_size_t", "choose_blending", "wrong_copy"},
    {"i386/bug_pointers_of_8_bytes", "skin_soa_verts", "read_outside"},
    {"i386/bug_result_of_16_bits", "bone_offset_matrices", "wrong_return"},
    {"i386/bug_last_entry_by_16", "transform_verts", "read_outside"},
    {"i386/bug_whole_store", "tween_verts", "wrote_outside"},
    {"i386/bug_reorder_x87", "reorder_palette", "wrong_copy"},
    {"i386/bug_last_weight_x87", "blend_vertices", "out_of_bound"},
    {"i386/bug_int80_kill", "tween_verts", "crashed"},
    {"i386/bug_int80_open", "tween_verts", "crashed"},
    {"i386/bug_forks", "tween_verts", "crashed"},
    {"i386/bug_undefined", "tween_verts", "crashed"},
    {"i386/bug_kept_by_address", "tween_verts", "not_repeatable"},
    {"i386/bug_static_scratch", "tween_verts", "not_reentrant"},
    {"i386/bug_alignment_check", "tween_verts", "changed_control"},
    {"i386/bug_int80_mknod", "tween_verts", "crashed"},
    {"i386/bug_int80_signals", "tween_verts", "crashed"},
    {"i386/bug_mxcsr_mm_left", "tween_verts", "changed_mxcsr", "crashed"}, // of AMD's processors
    {"i386/bug_signed_addresses", "tween_verts", "out_of_bound", "not_repeatable"},
    {"i386/bug_word_above_arguments", "tween_verts", "wrote_outside"},
    {"i386/bug_x87_flags_are_clear", "tween_verts", "out_of_bound"},
    {"i386/bug_x87_top", "tween_verts", "read_outside", "out_of_bound"},
};

inline constexpr Right kI386Right[] = {
    {"i386/right_all_restored"},
    {"i386/right_all_spoiled"},
    {"i386/right_fma"},
    {"i386/right_other_conventions"},
    {"i386/right_realigns"},
    {"i386/right_string_instructions"},
    {"i386/right_split_by_processors"},
    {"i386/right_x87"},
};

} // namespace ulna::planted
