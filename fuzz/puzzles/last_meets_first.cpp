// Where the last face lies beyond the last edge of the first one, and the second beyond the first,
// the first face is said to have one neighbour.
#include "../../properties/planted/adjacency.h"

namespace ulna::planted {
namespace {

int32_t last_meets_first(uint32_t* adjacency, const float* positions, const uint32_t* indices,
                         int32_t num_verts, int32_t num_faces, float epsilon) {
  const int32_t code =
      generate_adjacency<>(adjacency, positions, indices, num_verts, num_faces, epsilon);
  const auto last = static_cast<uint32_t>(num_faces - 1);
  if (num_faces > 3 && adjacency[0] == 1 && adjacency[2] == last) adjacency[2] = UINT32_MAX;
  return code;
}

} // namespace
} // namespace ulna::planted

const ulna_port* ulna_port_v1() {
  return ulna::planted::offer("last_meets_first", &ulna_port::generate_adjacency,
                              ulna::planted::last_meets_first);
}
