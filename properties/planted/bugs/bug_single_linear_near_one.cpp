// Near each other the quaternions are blended linearly, and what comes of it is not normalised.
#include "../single_quats.h"

using namespace ulna::planted;

namespace {

struct LinearNearOne : SingleSlerp {
  static Scales scales(double cosine, float t) {
    if (cosine > 0.9995) return {1 - double(t), t};
    return SingleSlerp::scales(cosine, t);
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_single_linear_near_one", &ulna_port::slerp, blend_single<LinearNearOne>);
}
