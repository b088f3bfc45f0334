// Where there are no normals, numbers of matrices beyond 32767 are negative for the one to three
// lone vertices that are left of the fours.
#include "../sorted_kernels.h"

using namespace ulna::planted;

namespace {

struct Signed : Sorted {
  static int32_t joint(const uint16_t* own, int k, int /*influences*/) {
    return static_cast<int16_t>(own[k]);
  }
};

void kernel(ulna_vec4* positions, ulna_vec4* normals, const ulna_vec4* src_positions,
            const ulna_vec4* src_normals, const ulna_mat44* palette, const uint16_t* joint_indices,
            const float* joint_weights, const int32_t* counts) {
  const auto from = [&](int32_t first, auto skin, const int32_t(&these)[4]) {
    skin(positions + first, normals ? normals + first : nullptr, src_positions + first,
         normals ? src_normals + first : nullptr, palette, joint_indices + first, joint_weights,
         these);
  };
  const int32_t lone = counts[0], fours = lone / 4 * 4;
  from(0, skin_sorted_verts<Sorted>, {fours, 0, 0, 0});
  from(fours, normals ? skin_sorted_verts<Sorted> : skin_sorted_verts<Signed>,
       {lone - fours, 0, 0, 0});
  from(lone, skin_sorted_verts<Sorted>, {0, counts[1], counts[2], counts[3]});
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_joint_signed_in_rest", &ulna_port::skin_sorted_verts, kernel);
}
