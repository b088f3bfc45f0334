// Of the texture coordinates the second comes first.
#include "../four_kernels.h"

using namespace ulna::planted;

namespace {

struct Bug : Four {
  static void copy(float* to, const float* from) {
    to[0] = from[1];
    to[1] = from[0];
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_interleaved<skin<Bug>>("bug_four_uv_swapped");
}
