// Bones that were good are not tested again for as long as their number, their address and the
// first of them stay.
#include "../bones.h"

#include <cstring>

using namespace ulna::planted;

namespace {

struct Untested : Bones {
  static bool is_affine(const ulna_mat44&) { return true; }
};

int32_t kernel(ulna_mat44* combined, ulna_mat44* offset, const int32_t* parents,
               const ulna_mat44* locals, int32_t num_bones) {
  static thread_local const ulna_mat44* address = nullptr;
  static thread_local int32_t number = 0;
  static thread_local ulna_mat44 first{};
  if (num_bones > 0 && locals == address && num_bones == number &&
      std::memcmp(&first, locals, sizeof first) == 0)
    return bone_offset_matrices<Untested>(combined, offset, parents, locals, num_bones);
  const int32_t bad = bone_offset_matrices(combined, offset, parents, locals, num_bones);
  address = bad < 0 ? locals : nullptr;
  number = num_bones;
  if (num_bones > 0) first = *locals;
  return bad;
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_kept_good_bones", &ulna_port::bone_offset_matrices, kernel);
}
