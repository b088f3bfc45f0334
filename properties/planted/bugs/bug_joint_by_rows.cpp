// A joint whose first two rows are those of the influence before it is taken for the same.
#include "../alike.h"
#include "../kernels.h"

using namespace ulna::planted;

namespace {

struct ByRows : Skin {
  static const float* matrix(const ulna_joint_mat* joints, const ulna_joint_weight* own,
                             int32_t k) {
    const float* const m = Skin::matrix(joints, own, k);
    if (k == 0) return m;
    const float* const before = Skin::matrix(joints, own, k - 1);
    return same(m, before, 8) ? before : m;
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_joint_by_rows", &ulna_port::transform_verts, transform_verts<ByRows>);
}
