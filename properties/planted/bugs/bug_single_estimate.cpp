// The length is divided out by what rsqrtss gives, without a step of Newton.
#include "../single_quats.h"

using namespace ulna::planted;

namespace {

struct Estimate : SingleNlerp {
  static Scales scales(double cosine, float t) {
    const float from = 1 - t;
    const float square = from * from + t * t + 2 * from * t * float(cosine);
    const float scale = _mm_cvtss_f32(_mm_rsqrt_ss(_mm_set_ss(square)));
    return {from * scale, t * scale};
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_single_estimate", &ulna_port::nlerp, blend_single<Estimate>);
}
