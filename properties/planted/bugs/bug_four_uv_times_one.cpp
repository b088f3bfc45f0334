// Texture coordinates are scaled by one, NaNs apart: denormals are lost where the caller has set
// DAZ.
#include "../four_kernels.h"

using namespace ulna::planted;

namespace {

struct Bug : Four {
  static void copy(float* to, const float* from) {
    const volatile float one = 1;
    Four::copy(to, from);
    for (int i = 0; i < 2; ++i)
      if (from[i] == from[i]) to[i] = from[i] * one;
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_interleaved<skin<Bug>>("bug_four_uv_times_one");
}
