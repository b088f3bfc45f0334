// Column 3 is not looked at.
#include "../bones.h"

using namespace ulna::planted;

namespace {

struct AnyColumn : Bones {
  static bool is_affine(const ulna_mat44& local) {
    for (const float x : local.m)
      if (!std::isfinite(x)) return false;
    return true;
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_affine_unchecked", &ulna_port::bone_offset_matrices,
               bone_offset_matrices<AnyColumn>);
}
