// Where there are no normals, numbers of matrices beyond 32767 are negative for the third of three
// influences.
#include "../sorted_kernels.h"

using namespace ulna::planted;

namespace {

struct Third : Sorted {
  static int32_t joint(const uint16_t* own, int k, int influences) {
    return influences == 3 && k == 2 ? static_cast<int16_t>(own[k]) : own[k];
  }
};

void kernel(ulna_vec4* positions, ulna_vec4* normals, const ulna_vec4* src_positions,
            const ulna_vec4* src_normals, const ulna_mat44* palette, const uint16_t* joint_indices,
            const float* joint_weights, const int32_t* counts) {
  (normals ? skin_sorted_verts<Sorted>
           : skin_sorted_verts<Third>)(positions, normals, src_positions, src_normals, palette,
                                       joint_indices, joint_weights, counts);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_joint_signed_alone", &ulna_port::skin_sorted_verts, kernel);
}
