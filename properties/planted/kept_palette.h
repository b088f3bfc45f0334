// A port that reorders a palette only when it is another one than before, by what it takes for
// the same.
#pragma once

#include "uniform_kernels.h"

#include <cstring>
#include <vector>

namespace ulna::planted {

/// is_same(last, palette, count): whether the palette of the last call has the bits of this one.
template <bool (*is_same)(const ulna_mat44* last, const ulna_mat44* palette, size_t count)>
void reorder_unless_same(ulna_joint_mat* joints, const ulna_mat44* palette, int32_t num_joints) {
  static thread_local const ulna_mat44* last_address;
  static thread_local std::vector<ulna_mat44> last;
  static thread_local std::vector<ulna_joint_mat> reordered;
  const auto count = static_cast<size_t>(num_joints);
  if (count == 0) return;
  if (last_address != palette || last.size() != count || !is_same(last.data(), palette, count)) {
    last_address = palette;
    last.assign(palette, palette + count);
    reordered.resize(count);
    reorder_palette(reordered.data(), palette, num_joints);
  }
  std::memcpy(joints, reordered.data(), count * sizeof *joints);
}

} // namespace ulna::planted
