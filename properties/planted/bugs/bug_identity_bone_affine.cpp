// One bone that has not moved: its offset is copied, and column 3 made that of an affine matrix.
#include "../bones.h"

#include <cstring>

using namespace ulna::planted;

namespace {

void kernel(ulna_mat44* palette, const ulna_mat44* offset, const ulna_mat44* bones,
            int32_t num_bones) {
  static constexpr float kIdentity[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
  combine_bones<Palette>(palette, offset, bones, num_bones);
  if (num_bones != 1 || std::memcmp(bones, kIdentity, sizeof kIdentity) != 0) return;
  for (int r = 0; r < 4; ++r) palette->m[4 * r + 3] = kIdentity[4 * r + 3];
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_identity_bone_affine", &ulna_port::combine_bones, kernel);
}
