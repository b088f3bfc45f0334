// Stores the word behind the list of faces, which it has loaded before: long after it was called.
#include "../conversion.h"

namespace ulna::planted {
namespace {

int32_t kernel(const ulna_skinned_mesh* mesh, const ulna_conversion_limits* limits,
               const ulna_blended_mesh* out, ulna_conversion_counts* counts) {
  const int32_t code = convert<Convert>(mesh, limits, out, counts);
  auto* const end = const_cast<volatile uint32_t*>(out->face_remap + mesh->num_faces);
  const bool room = (reinterpret_cast<uintptr_t>(end) & 4095) != 0;
  if (code == ULNA_CONVERTED && mesh->num_faces > 0 && room) *end = *end;
  return code;
}

} // namespace
} // namespace ulna::planted

const ulna_port* ulna_port_v1() {
  using namespace ulna::planted;
  return offer("bug_rewrites_behind_faces", &ulna_port::convert_to_blended_mesh, kernel);
}
