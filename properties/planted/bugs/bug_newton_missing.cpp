// rsqrtps without the Newton step: 12 bits where 21 are owed.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

struct NewtonMissing : LerpWith<NewtonMissing> {
  static double inverse_root(double norm2) {
    return _mm_cvtss_f32(_mm_rsqrt_ss(_mm_set_ss(static_cast<float>(norm2))));
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_newton_missing", &ulna_port::lerp_joints, blend<NewtonMissing>);
}
