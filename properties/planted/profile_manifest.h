// What the judge owes to ports that promise profiles (profiles/).
#pragma once

namespace ulna::planted {

/// One that keeps its promise, and no more: it is certified under what it declares, refuted by the
/// whole contract, and told what would do.
struct Promising {
  const char* name;
  const char* operation;
  const char* would_do;
  bool suggests_in_every_run = false; ///< of others the night asks
};

inline constexpr Promising kPromising[] = {
    {"right_last_implied", "transform_verts_and_tangents", "weights-sum-to-one"},
    {"right_last_backwards", "blend_vertices_indexed", "last-weight-implied"},
    {"right_first_implied", "skin_interleaved_verts", "weights-sum-to-one"},
    {"right_weights_divided", "skin_aos_verts", "weights-sum-to-one"},
    {"right_four_influences", "transform_verts", "at-most-4-influences"},
    {"right_groups_of_four", "lerp_joints", "counts-multiple-of-4"},
    {"right_whole_vectors", "transform_verts_and_tangents", "w-is-padding"},
    {"right_joint_w", "slerp_joints", "w-is-padding"},
    {"right_ends_blended", "slerp_joints", "t-in-0-1", true},
    {"right_cache_lines", "transform_verts", "aligned-64"},
    {"right_flushed", "transform_verts_and_tangents", "no-denormals"},
    {"right_two_promises", "transform_verts", "at-most-4-influences, counts-multiple-of-4"},
};

/// One that breaks its own promise, or is right only where that does not hold.
struct Breaking {
  const char* name;
  const char* operation;
  const char* finding;
};

inline constexpr Breaking kBreaking[] = {
    {"bug_implied_by_two", "skin_split_verts", "out_of_bound"},
    {"bug_three_divided", "skin_interleaved_verts", "out_of_bound"},
    {"bug_influences_16", "transform_verts_and_tangents", "out_of_bound"},
    {"bug_influences_8192", "transform_verts_and_tangents", "out_of_bound"},
    {"bug_of_one_count", "lerp_joints", "out_of_bound"},
    {"bug_sum_is_exact", "transform_verts_and_tangents", "crashed"},
    {"bug_fourth_influence", "transform_verts", "out_of_bound"},
    {"bug_groups_of_eight", "lerp_joints", "out_of_bound"},
    {"bug_w_of_normals", "transform_verts_and_tangents", "out_of_bound"},
    {"bug_joint_z", "slerp_joints", "out_of_bound"},
    {"bug_end_left", "slerp_joints", "out_of_bound"},
    {"bug_beginning_negated", "slerp_joints", "out_of_bound"},
    {"bug_by_128", "transform_verts", "crashed"},
    {"bug_small_dropped", "transform_verts", "out_of_bound"},
    {"bug_right_of_other_sums", "transform_verts_and_tangents", "out_of_bound"},
    {"bug_right_of_five", "transform_verts", "out_of_bound"},
    {"bug_right_of_odd_counts", "lerp_joints", "out_of_bound"},
    {"bug_right_of_unaligned", "transform_verts", "out_of_bound"},
    {"bug_right_without_flush", "transform_verts", "out_of_bound"},
    {"bug_right_of_other_w", "transform_verts_and_tangents", "out_of_bound"},
};

} // namespace ulna::planted
