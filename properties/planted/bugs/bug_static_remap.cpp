// The old faces of meshes of 65 faces and more, up to 4,096, go through one array for all threads,
// behind all else.
#include "../conversion.h"

namespace ulna::planted {
namespace {

volatile uint32_t staged[4096];

int32_t kernel(const ulna_skinned_mesh* mesh, const ulna_conversion_limits* limits,
               const ulna_blended_mesh* out, ulna_conversion_counts* counts) {
  const int32_t code = convert_indexed<Convert>(mesh, limits, out, counts);
  if (code != ULNA_CONVERTED || mesh->num_faces <= 64 || mesh->num_faces > 4096) return code;
  for (uint32_t f = 0; f < mesh->num_faces; ++f) staged[f] = out->face_remap[f];
  for (uint32_t f = 0; f < mesh->num_faces; ++f) out->face_remap[f] = staged[f];
  return code;
}

} // namespace
} // namespace ulna::planted

const ulna_port* ulna_port_v1() {
  using namespace ulna::planted;
  return offer("bug_static_remap", &ulna_port::convert_to_indexed_blended_mesh, kernel);
}
