// Divides by the weight of the entry, which takes no part.
#include "../distant_positions.h"

namespace ulna::planted {
namespace {

struct Port : DistantPositions {
  static float divided(float sum, const ulna_vec4&, float weight) { return sum / weight; }
};

} // namespace
} // namespace ulna::planted

const ulna_port* ulna_port_v1() {
  return ulna::planted::offer_distant_positions<ulna::planted::Port>("bug_lod_by_entry");
}
