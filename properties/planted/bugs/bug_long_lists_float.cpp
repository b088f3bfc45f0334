// The weights of a bone are added in float where a vertex has more than 64 entries.
#include "../conversion.h"

using namespace ulna::planted;

namespace {

int32_t kernel(const ulna_skinned_mesh* mesh, const ulna_conversion_limits* limits,
               const ulna_blended_mesh* out, ulna_conversion_counts* counts) {
  ulna_skinned_mesh changed = *mesh;
  std::vector<ulna_influence> all(mesh->influences,
                                  mesh->influences + mesh->first_influence[mesh->num_vertices]);
  for (uint32_t v = 0; v < mesh->num_vertices; ++v) {
    const auto first = all.begin() + mesh->first_influence[v];
    const auto last = all.begin() + mesh->first_influence[v + 1];
    if (last - first <= 64) continue;
    for (auto i = first; i != last; ++i) {
      const auto same =
          std::find_if(first, i, [&](const ulna_influence& o) { return o.bone == i->bone; });
      if (same == i || !(i->weight >= 0) || !(same->weight >= 0)) continue;
      same->weight += i->weight;
      i->weight = 0;
    }
  }
  changed.influences = all.data();
  return convert_indexed<Convert>(&changed, limits, out, counts);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_long_lists_float", &ulna_port::convert_to_indexed_blended_mesh, kernel);
}
