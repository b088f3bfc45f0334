// Looks at 64 entries at a time, at their bones and then at their weights: a bad weight hides a bad
// bone in a later block.
#include "../conversion.h"

namespace ulna::planted {
namespace {

struct Blocks : Convert {
  static int32_t error(int32_t right, const ulna_skinned_mesh& mesh,
                       const ulna_conversion_limits& /*limits*/, uint32_t& where) {
    if (right != ULNA_BAD_BONE) return right;
    for (uint32_t i = 0; i < where / 64 * 64; ++i) {
      if (!refuses(mesh.influences[i].weight)) continue;
      where = i;
      return ULNA_BAD_WEIGHT;
    }
    return right;
  }
};

} // namespace
} // namespace ulna::planted

const ulna_port* ulna_port_v1() {
  return ulna::planted::offer_converters<ulna::planted::Blocks>("bug_errors_in_blocks");
}
