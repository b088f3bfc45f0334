// The first bad bone is returned, but the roots behind it, which do not hang on it, are done as
// well.
#include "../bones.h"

using namespace ulna::planted;

namespace {

int32_t kernel(ulna_mat44* combined, ulna_mat44* offset, const int32_t* parents,
               const ulna_mat44* locals, int32_t num_bones) {
  const int32_t bad = bone_offset_matrices(combined, offset, parents, locals, num_bones);
  for (int32_t i = bad + 1; bad >= 0 && i < num_bones; ++i)
    if (parents[i] < 0) bone_offset_matrices(combined + i, offset + i, parents, locals + i, 1);
  return bad;
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_goes_on", &ulna_port::bone_offset_matrices, kernel);
}
