// Offsets of joints have 24 bits.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

struct Bug : Skin {
  static const float* matrix(const ulna_joint_mat* joints, const ulna_joint_weight* own,
                             int32_t k) {
    const char* bytes = reinterpret_cast<const char*>(joints);
    return reinterpret_cast<const float*>(bytes + (own[k].joint_mat_offset & 0xffffff));
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_long_joint_24", &ulna_port::transform_verts, transform_verts<Bug>);
}
