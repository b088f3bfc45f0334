// Column 3 is taken for (0, 0, 0, 1) where its first three add up to 0.
#include "../bones.h"

using namespace ulna::planted;

namespace {

struct AddedColumn : Bones {
  static bool is_affine(const ulna_mat44& local) {
    for (const float x : local.m)
      if (!std::isfinite(x)) return false;
    return local.m[3] + local.m[7] + local.m[11] == 0 && local.m[15] == 1;
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_affine_by_sum", &ulna_port::bone_offset_matrices,
               bone_offset_matrices<AddedColumn>);
}
