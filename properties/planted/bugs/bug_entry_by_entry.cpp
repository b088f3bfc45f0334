// Looks at bone and weight of an entry together: a bad weight is returned before the bad bone of a
// later entry.
#include "../conversion.h"

namespace ulna::planted {
namespace {

struct Port : Convert {
  static int32_t error(int32_t right, const ulna_skinned_mesh& mesh,
                       const ulna_conversion_limits& /*limits*/, uint32_t& where) {
    if (right != ULNA_BAD_BONE) return right;
    for (uint32_t i = 0; i < where; ++i) {
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
  return ulna::planted::offer_converters<ulna::planted::Port>("bug_entry_by_entry");
}
