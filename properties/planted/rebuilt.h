// Of the planted bugs for x86-64 those that nobody refutes where they are built for AArch64
// (planted/emulated/CMakeLists.txt), and why.
#pragma once

#include <string_view>

namespace ulna::planted {

struct NotRefuted {
  std::string_view name;
  const char* why;
};

inline constexpr char kSteps[] = "stores what was there: seen by single steps alone";
inline constexpr char kMiddle[] = "seen in the middle of another call alone";
inline constexpr char kNumber[] =
    "met by what is made from its code, which is read on x86-64 alone";

inline constexpr NotRefuted kNotRefutedOnAArch64[] = {
    {"bug_normal_w_of_many", kSteps},
    {"bug_bitangent_w_by_16", kSteps},
    {"bug_rewrites_behind", kSteps},
    {"bug_rewrites_bitangent_w", kSteps},
    {"bug_rewrites_w_of_many", kSteps},
    {"bug_rewrites_behind_faces", kSteps},
    {"bug_rewrites_position_w", kSteps},
    {"bug_static_singular", kMiddle},
    {"bug_static_drifted", kMiddle},
    {"bug_static_row", kMiddle},
    {"bug_late_scratch", kMiddle},
    {"bug_static_end_of_large", kMiddle},
    {"bug_static_remap", kMiddle},
    {"bug_operations_share", kMiddle},
    {"bug_table_ready_early", kMiddle},
    {"bug_literal_count", kNumber},
    {"bug_literal_weight", kNumber},
    {"bug_rest_of_1365", kNumber},
    {"bug_literal_cosine", kNumber},
    {"bug_literal_joint", kNumber},
    {"bug_literal_local", kNumber},
    {"bug_literal_range", kNumber},
    {"bug_literal_rest", kNumber},
    {"bug_literal_rest_before", kNumber},
    {"bug_rest_of_682", kNumber},
    {"bug_adjacent_flushed", kNumber},
    {"bug_divides_by_zero", "right there: such a division gives 0"},
    {"bug_single_aligned", "right there: such a load needs no alignment"},
    {"bug_fast_reciprocal", "right there: SIMDe adds Newton steps to the estimate"},
};

} // namespace ulna::planted
