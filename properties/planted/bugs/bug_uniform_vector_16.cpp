// Three floats are loaded with the one behind them, and behind the last vertex is nothing.
#include "../uniform_kernels.h"

using namespace ulna::planted;

namespace {

struct Bug : Uniform {
  static void load(const float* from, float (&v)[3], Vector) {
    alignas(16) float four[4];
    _mm_store_ps(four, load16(from));
    for (int c = 0; c < 3; ++c) v[c] = four[c];
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_uniform_vector_16", &ulna_port::skin_aos_verts, skin_aos_verts<Bug>);
}
