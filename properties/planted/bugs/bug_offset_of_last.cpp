// A bone that is turned as its neighbour of the same parent, and beside it, gets the inverse of
// that one: of the translations only x is compared.
#include "../alike.h"
#include "../bones.h"

using namespace ulna::planted;

namespace {

int32_t kernel(ulna_mat44* combined, ulna_mat44* offset, const int32_t* parents,
               const ulna_mat44* locals, int32_t num_bones) {
  const int32_t bad = bone_offset_matrices(combined, offset, parents, locals, num_bones);
  const int32_t done = bad < 0 ? num_bones : bad;
  for (int32_t i = 1; i < done; ++i)
    if (parents[i] == parents[i - 1] && same(locals[i].m, locals[i - 1].m, 13))
      offset[i] = offset[i - 1];
  return bad;
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_offset_of_last", &ulna_port::bone_offset_matrices, kernel);
}
