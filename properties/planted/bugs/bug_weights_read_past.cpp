// An entry of 12 bytes is loaded as 16, so the last load reads 4 bytes beyond the weights. It works
// until the array ends with a page.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

struct WideEntry : Skin {
  static const float* matrix(const ulna_joint_mat* joints, const ulna_joint_weight* own,
                             int32_t k) {
    alignas(16) ulna_joint_weight entry[2];
    _mm_store_ps(&entry->weight, load16(own + k));
    return Skin::matrix(joints, entry, 0);
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_weights_read_past", &ulna_port::transform_verts, transform_verts<WideEntry>);
}
