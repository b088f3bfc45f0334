// Whether a matrix is finite is read off its determinant, in which the translation takes no part.
#include "../bones.h"

using namespace ulna::planted;

namespace {

struct AnyTranslation : Bones {
  static bool is_affine(const ulna_mat44& local) {
    return local.m[3] == 0 && local.m[7] == 0 && local.m[11] == 0 && local.m[15] == 1;
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_infinite_translation", &ulna_port::bone_offset_matrices,
               bone_offset_matrices<AnyTranslation>);
}
