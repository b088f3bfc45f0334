// The last weight is computed by the x87 unit, in its 64 bits, as compilers for 32 bits do it: not
// the weight that the interface defines, and the matrix behind it may be large.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

struct Extended : Mesh {
  using Real = long double;
  template <class Port>
  static long double weight(const ulna_blend_vertex& v, int32_t k, int32_t num_weights) {
    if (k < num_weights) return v.weights[k];
    long double rest = 0;
    for (int32_t i = 0; i < num_weights; ++i) rest += v.weights[i];
    return 1 - rest;
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_on(kSse2, "bug_last_weight_x87", &ulna_port::blend_vertices,
                  blend_vertices<Extended>);
}
