// Matrices are transposed in registers, and three of the four rows are stored.
#include "../uniform_kernels.h"

using namespace ulna::planted;

namespace {

void kernel(ulna_joint_mat* joints, const ulna_mat44* palette, int32_t num_joints) {
  for (int32_t i = 0; i < num_joints; ++i) {
    __m128 rows[4];
    for (int r = 0; r < 4; ++r) rows[r] = load16_aligned(palette[i].m + 4 * r);
    _MM_TRANSPOSE4_PS(rows[0], rows[1], rows[2], rows[3]);
    for (int r = 0; r < 3; ++r) _mm_store_ps(joints[i].m + 4 * r, rows[r]);
  }
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("right_reorder_shuffles", &ulna_port::reorder_palette, kernel);
}
