// Multiplies by an approximate reciprocal that a Newton step has improved.
#include "../distant_positions.h"

namespace ulna::planted {
namespace {

struct Port : DistantPositions {
  static float divided(float sum, const ulna_vec4& base, float) {
    const float r = _mm_cvtss_f32(_mm_rcp_ss(_mm_set_ss(base.w)));
    return sum * (r * (2 - base.w * r));
  }
};

} // namespace
} // namespace ulna::planted

const ulna_port* ulna_port_v1() {
  return ulna::planted::offer_distant_positions<ulna::planted::Port>("right_lod_newton");
}
