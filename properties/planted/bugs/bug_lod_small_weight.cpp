// A small weight counts as one.
#include "../distant_positions.h"

namespace ulna::planted {
namespace {

struct Port : DistantPositions {
  static float divided(float sum, const ulna_vec4& base, float) {
    return std::fabs(base.w) < 0x1p-12f ? sum : sum / base.w;
  }
};

} // namespace
} // namespace ulna::planted

const ulna_port* ulna_port_v1() {
  return ulna::planted::offer_distant_positions<ulna::planted::Port>("bug_lod_small_weight");
}
