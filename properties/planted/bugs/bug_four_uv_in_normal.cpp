// A normal is loaded with the texture coordinate behind it, which is masked by a multiplication
// with zero. What is not finite there gets through.
#include "../four_kernels.h"

using namespace ulna::planted;

namespace {

void kernel(Interleaved call) {
  skin(call);
  for (int32_t v = 0; v < call.num_verts; ++v) {
    const float masked = 0 * call.src[v].uv[0];
    for (float& x : call.dst[v].normal) x += masked;
  }
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_interleaved<kernel>("bug_four_uv_in_normal");
}
