// A millionth is added to the squared length, so that nothing is divided by zero. Short normals
// come out shorter than one.
#include "../uniform_kernels.h"

using namespace ulna::planted;

namespace {

struct Bug : Uniform {
  static void normalise(float (&v)[3]) {
    const float scale = 1 / std::sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2] + 1e-6f);
    for (float& x : v) x *= scale;
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_uniform_length_epsilon", &ulna_port::skin_aos_verts, skin_aos_verts<Bug>);
}
