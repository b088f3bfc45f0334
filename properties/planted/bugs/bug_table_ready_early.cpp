// The first call makes a table of where each matrix begins, and says that it is there before it is.
#include "../uniform_kernels.h"

using namespace ulna::planted;

namespace {

volatile bool is_there = false;
volatile int32_t first[256];

void make_table() {
  if (is_there) return;
  is_there = true;
  for (int32_t i = 0; i < 256; ++i) first[i] = i;
}

struct Early : Uniform {
  static int32_t joint(const uint8_t* own, int k) { return first[own[k]]; }
};

void kernel(ulna_mesh_vertex* dst, const float* positions, const float* normals,
            const ulna_mat44* palette, const uint8_t* joint_indices, const float* joint_weights,
            int32_t num_influences, int32_t num_verts) {
  make_table();
  skin_aos_verts<Early>(dst, positions, normals, palette, joint_indices, joint_weights,
                        num_influences, num_verts);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_table_ready_early", &ulna_port::skin_aos_verts, kernel);
}
