// A lerp above 1 extrapolates. Only 1 itself is copied.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

struct Extrapolates : Lerp {
  static bool copies(float lerp) { return lerp == 1; }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_extrapolates", &ulna_port::lerp_joints, blend<Extrapolates>);
}
