// Products with a factor of zero are left out, and texture coordinates go through float registers,
// which change no bit by moving them.
#include "../four_kernels.h"

using namespace ulna::planted;

namespace {

struct Branches : Four {
  template <class Real>
  static Real add(Real sum, Real a, Real b) {
    return a == 0 ? sum : sum + a * b;
  }
  static void copy(float* to, const float* from) {
    for (int i = 0; i < 2; ++i) {
      float moved;
      asm volatile("movss %1, %0" : "=x"(moved) : "m"(from[i]));
      asm volatile("movss %1, %0" : "=m"(to[i]) : "x"(moved));
    }
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_four<skin<Branches>, skin<Branches>>("right_four_branches");
}
