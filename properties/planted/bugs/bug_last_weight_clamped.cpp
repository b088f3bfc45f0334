// A last weight below zero is taken for a rounding error.
#include "../mesh_kernels.h"

using namespace ulna::planted;

namespace {

struct Bug : Mesh {
  static float last_weight(const float* weights, int32_t num_weights) {
    const float weight = Mesh::last_weight(weights, num_weights);
    return weight < 0 ? 0 : weight;
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_last_weight_clamped", &ulna_port::blend_vertices_indexed,
               blend_vertices_indexed<Bug>);
}
