// Two infinities are taken for the mark of a vertex without texture, and written as that.
#include "../four_kernels.h"

using namespace ulna::planted;

namespace {

struct Bug : Four {
  static void copy(float* to, const float* from) {
    Four::copy(to, from);
    if (std::isinf(from[0]) && std::isinf(from[1])) to[0] = to[1] = __builtin_inff();
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_interleaved<skin<Bug>>("bug_four_uv_infinite");
}
