// The normals are made unit where they lie, so that no later frame has to.
#include "../uniform_kernels.h"

using namespace ulna::planted;

namespace {

void kernel(SoaCall call) {
  const ulna_soa_verts& src = call.src;
  for (int32_t v = 0; v < call.num_verts; ++v) {
    float n[3] = {src.nx[v], src.ny[v], src.nz[v]};
    Uniform::normalise(n);
    const_cast<float&>(src.nx[v]) = n[0];
    const_cast<float&>(src.ny[v]) = n[1];
    const_cast<float&>(src.nz[v]) = n[2];
  }
  call.run();
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_uniform_stream_normalised", &ulna_port::skin_soa_verts, soa_call<kernel>);
}
