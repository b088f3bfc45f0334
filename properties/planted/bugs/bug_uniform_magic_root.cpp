// The reciprocal root is guessed from the bits of its argument, and corrected once by Newton: off
// by 1.75e-3.
#include "../uniform_kernels.h"

#include <bit>

using namespace ulna::planted;

namespace {

float reciprocal_root(float x) {
  const float y = std::bit_cast<float>(0x5f3759df - (std::bit_cast<uint32_t>(x) >> 1));
  return y * (1.5f - 0.5f * x * y * y);
}

struct Bug : Uniform {
  static void normalise(float (&v)[3]) {
    const float scale = reciprocal_root(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    for (float& x : v) x *= scale;
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_uniform_magic_root", &ulna_port::skin_aos_verts, skin_aos_verts<Bug>);
}
