// Entries are of one bone where 16 bits of their numbers are the same.
#include "../conversion.h"

using namespace ulna::planted;

namespace {

int32_t kernel(const ulna_skinned_mesh* mesh, const ulna_conversion_limits* limits,
               const ulna_blended_mesh* out, ulna_conversion_counts* counts) {
  ulna_skinned_mesh changed = *mesh;
  std::vector<ulna_influence> all(mesh->influences,
                                  mesh->influences + mesh->first_influence[mesh->num_vertices]);
  for (uint32_t v = 0; v < mesh->num_vertices; ++v)
    for (uint32_t i = mesh->first_influence[v]; i < mesh->first_influence[v + 1]; ++i) {
      const auto same = std::find_if(all.begin() + mesh->first_influence[v], all.begin() + i,
                                     [&](const ulna_influence& other) {
                                       return uint16_t(other.bone) == uint16_t(all[i].bone);
                                     });
      if (all[i].bone < mesh->num_bones && same->bone < mesh->num_bones) all[i].bone = same->bone;
    }
  changed.influences = all.data();
  return convert_indexed<Convert>(&changed, limits, out, counts);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_merge_key_16", &ulna_port::convert_to_indexed_blended_mesh, kernel);
}
