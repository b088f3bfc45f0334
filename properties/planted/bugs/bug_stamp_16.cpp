// Each joint's matrix is prepared when a call first names it. The calls are counted in 16 bits, and
// what has their number is taken for prepared.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

constexpr size_t kJoints = 1024;
struct Prepared {
  uint16_t calls = 0;
  uint16_t stamp[kJoints] = {};
  float matrix[kJoints][12] = {};
};
thread_local Prepared kept;

struct Bug : Skin {
  static const float* matrix(const ulna_joint_mat* joints, const ulna_joint_weight* own,
                             int32_t k) {
    const float* m = Skin::matrix(joints, own, k);
    const auto joint = static_cast<size_t>(own[k].joint_mat_offset) / sizeof(ulna_joint_mat);
    if (joint >= kJoints) return m;
    if (kept.stamp[joint] != kept.calls)
      for (int i = 0; i < 12; ++i) kept.matrix[joint][i] = m[i];
    kept.stamp[joint] = kept.calls;
    return kept.matrix[joint];
  }
};

void kernel(SkinCall call) {
  ++kept.calls;
  transform_verts<Bug>(call.verts, call.num_verts, call.joints, call.base, call.weights,
                       call.num_weights);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_stamp_16", &ulna_port::transform_verts, skin_call<kernel>);
}
