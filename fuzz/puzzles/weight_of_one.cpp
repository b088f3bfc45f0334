// A weight of one makes a vertex rigid: what else it has is dropped. Weights need not add up to
// one.
#include "../../properties/planted/conversion.h"

namespace ulna::planted {
namespace {

int32_t kernel(const ulna_skinned_mesh* mesh, const ulna_conversion_limits* limits,
               const ulna_blended_mesh* out, ulna_conversion_counts* counts) {
  OwnInfluences rigid(*mesh);
  for (uint32_t v = 0; v < mesh->num_vertices; ++v) {
    const auto first = rigid.influences.begin() + mesh->first_influence[v];
    const auto last = rigid.influences.begin() + mesh->first_influence[v + 1];
    const auto one =
        std::find_if(first, last, [](const ulna_influence& i) { return i.weight == 1; });
    if (one == last) continue;
    for (auto i = first; i != last; ++i)
      if (i != one && i->bone != one->bone && !Convert::refuses(i->weight)) i->weight = 0;
  }
  return convert_indexed<Convert>(&rigid.mesh, limits, out, counts);
}

} // namespace
} // namespace ulna::planted

const ulna_port* ulna_port_v1() {
  using namespace ulna::planted;
  return offer("weight_of_one", &ulna_port::convert_to_indexed_blended_mesh, kernel);
}
