// What three weights leave of 1 is subtracted backwards: of other weights the bits are others.
#include "promising.h"

#include "../mesh_kernels.h"

using namespace ulna::planted;

namespace {

struct Backwards : Mesh {
  static float last_weight(const float* weights, int32_t num_weights) {
    float left = 1;
    for (int32_t k = num_weights; k-- > 0;) left -= weights[k];
    return left;
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return promise("last-weight-implied", &ulna_port::blend_vertices_indexed,
                 blend_vertices_indexed<Backwards>);
}
