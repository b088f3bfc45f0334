// Normals are as long as the matrices make them.
#include "../uniform_kernels.h"

using namespace ulna::planted;

namespace {

struct Bug : Uniform {
  template <class Real>
  static void normalise(Real (&)[3]) {}
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_uniform_normal_length_kept", &ulna_port::skin_aos_verts, skin_aos_verts<Bug>);
}
