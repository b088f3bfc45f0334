// Four normals are divided by the length of the first: a shuffle that spreads one lane.
#include "../uniform_kernels.h"

using namespace ulna::planted;

namespace {

struct Long : Uniform {
  template <class Real>
  static void normalise(Real (&)[3]) {}
};

void kernel(SoaCall call) {
  call.run<Long>();
  float length = 1;
  for (int32_t v = 0; v < call.num_verts; ++v) {
    float(&n)[3] = call.dst[v].normal;
    if (v % 4 == 0) length = std::sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    for (float& x : n) x /= length;
  }
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_uniform_length_of_first", &ulna_port::skin_soa_verts, soa_call<kernel>);
}
