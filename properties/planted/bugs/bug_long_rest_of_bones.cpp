// Beyond 4096 bones what is left of a group of eight is not done.
#include "../bones.h"

using namespace ulna::planted;

namespace {

int32_t kernel(ulna_mat44* combined, ulna_mat44* offset, const int32_t* parents,
               const ulna_mat44* locals, int32_t num_bones) {
  return bone_offset_matrices(combined, offset, parents, locals,
                              num_bones > 4096 ? num_bones & ~7 : num_bones);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_long_rest_of_bones", &ulna_port::bone_offset_matrices, kernel);
}
