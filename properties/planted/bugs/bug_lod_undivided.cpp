// Vertices keep the weight of their first influence.
#include "../distant_positions.h"

namespace ulna::planted {
namespace {

struct Port : DistantPositions {
  static float divided(float sum, const ulna_vec4&, float) { return sum; }
};

} // namespace
} // namespace ulna::planted

const ulna_port* ulna_port_v1() {
  return ulna::planted::offer_distant_positions<ulna::planted::Port>("bug_lod_undivided");
}
