// One identity matrix is moved through MMX registers, which are left in use.
#include "../uniform_kernels.h"

#include <cstring>
#include <mmintrin.h>

using namespace ulna::planted;

namespace {

void kernel(ulna_joint_mat* joints, const ulna_mat44* palette, int32_t num_joints) {
  static constexpr float kIdentity[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
  reorder_palette<Uniform>(joints, palette, num_joints);
  if (num_joints == 1 && std::memcmp(palette, kIdentity, sizeof kIdentity) == 0)
    asm volatile("movq %0, %%mm0\n\tmovq %%mm0, %0" : "+m"(joints->m[0]) : : "mm0");
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_identity_no_emms", &ulna_port::reorder_palette, kernel);
}
