// Looks at the corners of all faces before the neighbours of any: of a bad neighbour and a bad
// corner in a later face, it names the later.
#include "../conversion.h"

namespace ulna::planted {
namespace {

struct Port : Convert {
  static int32_t error(int32_t right, const ulna_skinned_mesh& mesh,
                       const ulna_conversion_limits& /*limits*/, uint32_t& where) {
    if (right != ULNA_BAD_INDEX) return right;
    for (uint32_t i = 3 * where; i < 3 * mesh.num_faces; ++i) {
      if (mesh.indices[i] < mesh.num_vertices) continue;
      where = i / 3;
      break;
    }
    return right;
  }
};

} // namespace
} // namespace ulna::planted

const ulna_port* ulna_port_v1() {
  return ulna::planted::offer_converters<ulna::planted::Port>("bug_corners_first");
}
