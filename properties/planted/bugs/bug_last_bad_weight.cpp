// Names the last bad weight instead of the first.
#include "../conversion.h"

namespace ulna::planted {
namespace {

struct Port : Convert {
  static int32_t error(int32_t right, const ulna_skinned_mesh& mesh,
                       const ulna_conversion_limits& /*limits*/, uint32_t& where) {
    for (uint32_t i = where; right == ULNA_BAD_WEIGHT; ++i) {
      if (i == mesh.first_influence[mesh.num_vertices]) break;
      if (refuses(mesh.influences[i].weight)) where = i;
    }
    return right;
  }
};

} // namespace
} // namespace ulna::planted

const ulna_port* ulna_port_v1() {
  return ulna::planted::offer_converters<ulna::planted::Port>("bug_last_bad_weight");
}
