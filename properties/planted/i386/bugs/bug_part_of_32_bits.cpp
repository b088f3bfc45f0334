// The work is cut into 1,024 parts by a product of size_t: 32 bits, which the bytes of many
// vertices times the number of a part go beyond.
#include "../stub.h"

using namespace ulna::planted;

namespace {

size_t begin_of(size_t part, int32_t num) {
  constexpr size_t kParts = 1024;
  return static_cast<size_t>(num) * sizeof(ulna_mesh_vertex) * part / kParts / sizeof(float);
}

void in_parts(ulna_mesh_vertex* dst, const ulna_mesh_vertex* a, const ulna_mesh_vertex* b, float t,
              int32_t num) {
  for (size_t part = 0; part < 1024; ++part)
    for (size_t i = begin_of(part, num); i < begin_of(part + 1, num); ++i)
      floats(dst)[i] = tweened(floats(a)[i], floats(b)[i], t);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_part_of_32_bits", &ulna_port::tween_verts, in_parts);
}
