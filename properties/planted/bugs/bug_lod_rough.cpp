// Multiplies by an approximate reciprocal as it is.
#include "../distant_positions.h"

namespace ulna::planted {
namespace {

struct Port : DistantPositions {
  static float divided(float sum, const ulna_vec4& base, float) {
    return sum * _mm_cvtss_f32(_mm_rcp_ss(_mm_set_ss(base.w)));
  }
};

} // namespace
} // namespace ulna::planted

const ulna_port* ulna_port_v1() {
  return ulna::planted::offer_distant_positions<ulna::planted::Port>("bug_lod_rough");
}
