// Blends that take some of the listed joints for a run: joints in a row.
#pragma once

#include "kernels.h"

#include <algorithm>
#include <numeric>
#include <vector>

namespace ulna::planted {

// Joints in a row, of whose numbers only `bits` are counted up.
inline bool is_run(const int32_t* index, int32_t count, int32_t bits = -1) {
  for (int32_t i = 1; i < count; ++i)
    if (index[i] != ((index[0] & ~bits) | ((index[0] + i) & bits))) return false;
  return true;
}

// Blends as Port does; where `takes` says so of `length` indices, the joints behind the first of
// them in place of those that are listed.
template <class Port, int32_t length, bool (*takes)(const int32_t*)>
void blend_runs(ulna_joint_quat* joints, const ulna_joint_quat* blend_joints, float lerp,
                const int32_t* index, int32_t num_joints) {
  std::vector<int32_t> row(index, index + std::max(num_joints, 0));
  for (int32_t at = 0; at + length <= num_joints; ++at) {
    if (!takes(index + at)) continue;
    std::iota(&row[size_t(at)], &row[size_t(at)] + length, index[at]);
    at += length - 1;
  }
  blend<Port>(joints, blend_joints, lerp, row.data(), num_joints);
}

} // namespace ulna::planted
