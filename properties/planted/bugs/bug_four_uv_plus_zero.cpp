// Texture coordinates get an offset that is zero here, and of a zero with a sign that makes one
// without.
#include "../four_kernels.h"

using namespace ulna::planted;

namespace {

struct Bug : Four {
  static void copy(float* to, const float* from) {
    for (int i = 0; i < 2; ++i) to[i] = from[i] == 0 ? from[i] + 0.0f : from[i];
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_interleaved<skin<Bug>>("bug_four_uv_plus_zero");
}
