// A vertex where the one before it was, of the same joints, goes where that one went, whatever the
// weights are.
#include "../alike.h"
#include "../sorted_kernels.h"

using namespace ulna::planted;

namespace {

void kernel(ulna_vec4* positions, ulna_vec4* normals, const ulna_vec4* src_positions,
            const ulna_vec4* src_normals, const ulna_mat44* palette, const uint16_t* joint_indices,
            const float* joint_weights, const int32_t* counts) {
  skin_sorted_verts(positions, normals, src_positions, src_normals, palette, joint_indices,
                    joint_weights, counts);
  for (int32_t influences = 1; influences <= 4; ++influences) {
    for (int32_t v = 0; v < counts[influences - 1]; ++v, joint_indices += influences) {
      const auto count = static_cast<size_t>(influences);
      if (v > 0 && same(joint_indices, joint_indices - influences, count) &&
          same(src_positions, src_positions - 1))
        *positions = positions[-1];
      ++positions, ++src_positions;
    }
  }
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_sorted_of_last", &ulna_port::skin_sorted_verts, kernel);
}
