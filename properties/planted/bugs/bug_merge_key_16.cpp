// Entries are of one bone where 16 bits of their numbers are the same.
#include "../conversion.h"

using namespace ulna::planted;

namespace {

int32_t kernel(const ulna_skinned_mesh* mesh, const ulna_conversion_limits* limits,
               const ulna_blended_mesh* out, ulna_conversion_counts* counts) {
  const auto change = [&](ulna_influence* first, ulna_influence* last) {
    for (ulna_influence* i = first; i != last; ++i) {
      const ulna_influence* same = std::find_if(first, i, [&](const ulna_influence& other) {
        return uint16_t(other.bone) == uint16_t(i->bone);
      });
      if (i->bone < mesh->num_bones && same->bone < mesh->num_bones) i->bone = same->bone;
    }
  };
  return convert_changed(mesh, limits, out, counts, change);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_merge_key_16", &ulna_port::convert_to_indexed_blended_mesh, kernel);
}
