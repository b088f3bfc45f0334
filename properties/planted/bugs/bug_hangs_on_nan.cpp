// The square root is iterated until it no longer changes, and a NaN always differs from itself.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

struct HangsOnNan : LerpWith<HangsOnNan> {
  static double inverse_root(double norm2) {
    volatile double root = 1, last;
    do {
      last = root;
      root = (last + norm2 / last) / 2;
    } while (!(std::fabs(root - last) <= 1e-12 * root));
    return 1 / root;
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_hangs_on_nan", &ulna_port::lerp_joints, blend<HangsOnNan>);
}
