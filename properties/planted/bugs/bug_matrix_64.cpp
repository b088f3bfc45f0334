// Four rows are loaded of a matrix that has three, which reads beyond the palette at the last
// joint. Code written for 4x4 matrices.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

struct FourRows : Skin {
  static const float* matrix(const ulna_joint_mat* joints, const ulna_joint_weight* own,
                             int32_t k) {
    const float* m = Skin::matrix(joints, own, k);
    load16(m + 12);
    return m;
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_matrix_64", &ulna_port::transform_verts, transform_verts<FourRows>);
}
