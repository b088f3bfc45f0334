// Positions are divided by what column 3 gives. It takes no part, and need not be 0, 0, 0, 1.
#include "../mesh_kernels.h"

using namespace ulna::planted;

namespace {

struct Bug : Mesh {
  template <class Real>
  static void store(float* to, const Real (&xyz)[4]) {
    for (int c = 0; c < 3; ++c) to[c] = xyz[3] != 0 ? xyz[c] / xyz[3] : xyz[c];
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_perspective", &ulna_port::blend_vertices, blend_vertices<Bug>);
}
