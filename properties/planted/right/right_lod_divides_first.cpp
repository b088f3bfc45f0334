// The base vector is divided first.
#include "../distant_positions.h"

namespace ulna::planted {
namespace {

struct Port : DistantPositions {
  static ulna_vec4 prepared(const ulna_vec4& base, float) {
    return {base.x / base.w, base.y / base.w, base.z / base.w, 1};
  }
  static float divided(float sum, const ulna_vec4&, float) { return sum; }
};

} // namespace
} // namespace ulna::planted

const ulna_port* ulna_port_v1() {
  return ulna::planted::offer_distant_positions<ulna::planted::Port>("right_lod_divides_first");
}
