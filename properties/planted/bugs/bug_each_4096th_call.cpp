// Each thread counts its calls in 12 bits, and where it comes to zero the last matrix is left out.
#include "../uniform_kernels.h"

using namespace ulna::planted;

static void kernel(ulna_joint_mat* joints, const ulna_mat44* palette, int32_t num_joints) {
  static thread_local uint16_t calls;
  calls = (calls + 1) % 4096;
  reorder_palette<Uniform>(joints, palette,
                           calls == 0 && num_joints > 1 ? num_joints - 1 : num_joints);
}

const ulna_port* ulna_port_v1() {
  return offer("bug_each_4096th_call", &ulna_port::reorder_palette, kernel);
}
