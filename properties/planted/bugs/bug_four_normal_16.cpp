// A vector is loaded with the float behind it. Behind the normal of the last vertex is nothing.
#include "../four_kernels.h"

using namespace ulna::planted;

namespace {

struct Bug : Four {
  static void load(const float* from, float (&v)[3], Vector) {
    alignas(16) float four[4];
    _mm_store_ps(four, load16(from));
    std::copy_n(four, 3, v);
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_split<skin<Bug>>("bug_four_normal_16");
}
