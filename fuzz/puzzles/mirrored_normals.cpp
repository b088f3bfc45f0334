// Characters are symmetric: where a normal is the opposite of the normal before it, and the first
// joint is the same, the result is mirrored too, and the other influences are not looked at.
#include "../../properties/planted/uniform_kernels.h"

using namespace ulna::planted;

namespace {

bool is_opposite(const ulna_soa_verts& src, int32_t v) {
  return src.nx[v] == -src.nx[v - 1] && src.ny[v] == -src.ny[v - 1] && src.nz[v] == -src.nz[v - 1];
}

void kernel(SoaCall call) {
  call.run();
  for (int32_t v = 1; v < call.num_verts; ++v) {
    const uint8_t* const joints = call.joint_indices + v * call.num_influences;
    if (joints[0] != joints[-call.num_influences] || !is_opposite(call.src, v)) continue;
    for (int c = 0; c < 3; ++c) call.dst[v].normal[c] = -call.dst[v - 1].normal[c];
  }
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("mirrored_normals", &ulna_port::skin_soa_verts, soa_call<kernel>);
}
