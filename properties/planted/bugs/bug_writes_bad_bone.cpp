// The combined matrix is stored before it is looked at, so that of a singular bone is written too.
#include "../bones.h"

using namespace ulna::planted;

namespace {

int32_t kernel(ulna_mat44* combined, ulna_mat44* offset, const int32_t* parents,
               const ulna_mat44* locals, int32_t num_bones) {
  const int32_t bad = bone_offset_matrices(combined, offset, parents, locals, num_bones);
  if (bad >= 0) combined[bad] = locals[bad];
  return bad;
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_writes_bad_bone", &ulna_port::bone_offset_matrices, kernel);
}
