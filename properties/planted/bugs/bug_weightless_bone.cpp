// Which bone an entry without weight names is not looked at.
#include "../conversion.h"

namespace ulna::planted {
namespace {

int32_t kernel(const ulna_skinned_mesh* mesh, const ulna_conversion_limits* limits,
               const ulna_blended_mesh* out, ulna_conversion_counts* counts) {
  OwnInfluences other(*mesh);
  for (ulna_influence& i : other.influences)
    if (i.weight == 0 && i.bone >= mesh->num_bones) i.bone = 0;
  return convert<Convert>(&other.mesh, limits, out, counts);
}

} // namespace
} // namespace ulna::planted

const ulna_port* ulna_port_v1() {
  using namespace ulna::planted;
  return offer("bug_weightless_bone", &ulna_port::convert_to_blended_mesh, kernel);
}
