// The last weight is computed in double. That is nearer to what the artist meant, but not the
// weight that the interface defines, and the matrix behind it may be large.
#include "../mesh_kernels.h"

using namespace ulna::planted;

namespace {

struct Bug : Mesh {
  static float last_weight(const float* weights, int32_t num_weights) {
    double sum = 0;
    for (int32_t k = 0; k < num_weights; ++k) sum += weights[k];
    return static_cast<float>(1 - sum);
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_last_weight_double", &ulna_port::blend_vertices, blend_vertices<Bug>);
}
