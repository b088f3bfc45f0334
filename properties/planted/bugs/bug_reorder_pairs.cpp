// Matrices are loaded in pairs, and of an odd number the last has no other.
#include "../uniform_kernels.h"

using namespace ulna::planted;

namespace {

void kernel(ulna_joint_mat* joints, const ulna_mat44* palette, int32_t num_joints) {
  ulna_mat44 pair[2];
  for (int32_t i = 0; i < num_joints; i += 2) {
    for (int e = 0; e < 32; e += 4) _mm_storeu_ps(pair[0].m + e, load16(palette[i].m + e));
    reorder_palette(joints + i, pair, num_joints - i < 2 ? 1 : 2);
  }
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_reorder_pairs", &ulna_port::reorder_palette, kernel);
}
