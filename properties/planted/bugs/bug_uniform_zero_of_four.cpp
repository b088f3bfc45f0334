// If one of four normals comes to nothing, none of the four is normalised: one branch for four
// lanes.
#include "../uniform_kernels.h"

using namespace ulna::planted;

namespace {

struct Long : Uniform {
  template <class Real>
  static void normalise(Real (&)[3]) {}
};

bool is_zero(const float (&v)[3]) {
  return v[0] == 0 && v[1] == 0 && v[2] == 0;
}

void kernel(SoaCall call) {
  call.run<Long>();
  for (int32_t v = 0; v < call.num_verts; v += 4) {
    const int32_t end = call.num_verts - v < 4 ? call.num_verts : v + 4;
    bool any = false;
    for (int32_t i = v; i < end; ++i) any = any || is_zero(call.dst[i].normal);
    for (int32_t i = v; i < end && !any; ++i) Uniform::normalise(call.dst[i].normal);
  }
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_uniform_zero_of_four", &ulna_port::skin_soa_verts, soa_call<kernel>);
}
