// The weights of a bone are added in float where a vertex has more than 64 entries.
#include "../conversion.h"

using namespace ulna::planted;

namespace {

int32_t kernel(const ulna_skinned_mesh* mesh, const ulna_conversion_limits* limits,
               const ulna_blended_mesh* out, ulna_conversion_counts* counts) {
  const auto change = [](ulna_influence* first, ulna_influence* last) {
    if (last - first <= 64) return;
    for (ulna_influence* i = first; i != last; ++i) {
      ulna_influence* same =
          std::find_if(first, i, [&](const ulna_influence& o) { return o.bone == i->bone; });
      if (same == i || !(i->weight >= 0) || !(same->weight >= 0)) continue;
      same->weight += i->weight;
      i->weight = 0;
    }
  };
  return convert_changed(mesh, limits, out, counts, change);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_long_lists_float", &ulna_port::convert_to_indexed_blended_mesh, kernel);
}
