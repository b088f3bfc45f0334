// Reads vertex by vertex: one without influence is returned before the bad entry of a later one.
#include "../conversion.h"

namespace ulna::planted {
namespace {

struct Port : Convert {
  static int32_t error(int32_t right, const ulna_skinned_mesh& mesh,
                       const ulna_conversion_limits& limits, uint32_t& where) {
    if (right != ULNA_BAD_BONE && right != ULNA_BAD_WEIGHT) return right;
    if (limits.rigid_bone != kNone) return right;
    for (uint32_t v = 0; mesh.first_influence[v + 1] <= where; ++v) {
      const ulna_influence* own = mesh.influences + mesh.first_influence[v];
      const ulna_influence* end = mesh.influences + mesh.first_influence[v + 1];
      if (std::any_of(own, end, [](const ulna_influence& i) { return i.weight > 0; })) continue;
      where = v;
      return ULNA_NO_INFLUENCE;
    }
    return right;
  }
};

} // namespace
} // namespace ulna::planted

const ulna_port* ulna_port_v1() {
  return ulna::planted::offer_converters<ulna::planted::Port>("bug_vertex_by_vertex");
}
