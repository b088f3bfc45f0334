// A bone with the local matrix of the bone before it gets what that one got, whatever its parent.
#include "../../properties/planted/bones.h"

#include <cstring>

using namespace ulna::planted;

namespace {

int32_t kernel(ulna_mat44* combined, ulna_mat44* offset, const int32_t* parents,
               const ulna_mat44* locals, int32_t num_bones) {
  const int32_t bad = bone_offset_matrices(combined, offset, parents, locals, num_bones);
  const int32_t done = bad < 0 ? num_bones : bad;
  for (int32_t i = 1; i < done; ++i) {
    if (std::memcmp(&locals[i], &locals[i - 1], sizeof *locals) != 0) continue;
    combined[i] = combined[i - 1];
    offset[i] = offset[i - 1];
  }
  return bad;
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("twins", &ulna_port::bone_offset_matrices, kernel);
}
