// The last weight is what is left of one when each weight is taken off in turn: rounded otherwise
// than 1 less their sum.
#include "../mesh_kernels.h"

using namespace ulna::planted;

namespace {

struct Bug : Mesh {
  static float last_weight(const float* weights, int32_t num_weights) {
    float left = 1;
    for (int32_t k = 0; k < num_weights; ++k) left -= weights[k];
    return left;
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_last_weight_downwards", &ulna_port::blend_vertices_indexed,
               blend_vertices_indexed<Bug>);
}
