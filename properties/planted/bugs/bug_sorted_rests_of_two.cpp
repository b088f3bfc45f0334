// Where vertices of two and of four influences leave seven each of blocks of eight, and there are
// no others, the last position is not written.
#include "../sorted_kernels.h"

using namespace ulna::planted;

namespace {

void kernel(ulna_vec4* positions, ulna_vec4* normals, const ulna_vec4* src_positions,
            const ulna_vec4* src_normals, const ulna_mat44* palette, const uint16_t* joint_indices,
            const float* joint_weights, const int32_t* counts) {
  const int32_t all = counts[0] + counts[1] + counts[2] + counts[3];
  const bool loses = counts[0] == 0 && counts[2] == 0 && counts[1] % 8 == 7 && counts[3] % 8 == 7;
  const ulna_vec4 last = all > 0 ? positions[all - 1] : ulna_vec4{};
  skin_sorted_verts(positions, normals, src_positions, src_normals, palette, joint_indices,
                    joint_weights, counts);
  if (loses && normals) positions[all - 1] = last;
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_sorted_rests_of_two", &ulna_port::skin_sorted_verts, kernel);
}
