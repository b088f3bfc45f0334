// Weights are divided by their sum, and normals brought to unit length.
#include "promising.h"

using namespace ulna::planted;

namespace {

struct Divided : Uniform {
  static float weight(const float* own, int k, int n) {
    float sum = 0;
    for (int i = 0; i < n; ++i) sum += own[i];
    return own[k] / sum;
  }
};

void kernel(ulna_mesh_vertex* dst, const float* positions, const float* normals,
            const ulna_mat44* palette, const uint8_t* joint_indices, const float* joint_weights,
            int32_t num_influences, int32_t num_verts) {
  const UniformMesh mesh{palette->m,    false,          joint_indices,
                         joint_weights, num_influences, num_verts};
  skin_mesh<Divided>(dst, mesh, [&](int32_t v, Vector which, float(&vector)[3]) {
    Divided::load((which == kPosition ? positions : normals) + 3 * v, vector, which);
  });
}

} // namespace

const ulna_port* ulna_port_v1() {
  return promise("weights-sum-to-one", &ulna_port::skin_aos_verts, kernel);
}
