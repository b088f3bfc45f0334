// The stride of dst has 16 bits.
#include "../mesh_kernels.h"

using namespace ulna::planted;

namespace {

struct Bug : Mesh {
  static int32_t step_of_dst(int32_t dst_stride, int32_t /*src_stride*/) {
    return static_cast<uint16_t>(dst_stride);
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_stride_16", &ulna_port::update_skinned_mesh, update_skinned_mesh<Bug>);
}
