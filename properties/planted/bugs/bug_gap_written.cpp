// Three floats are stored as four, over what lies between two vertices.
#include "../mesh_kernels.h"

using namespace ulna::planted;

namespace {

struct Bug : Mesh {
  template <class Real>
  static void store(float* to, const Real (&xyz)[4]) {
    _mm_storeu_ps(to, _mm_loadu_ps(xyz));
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_gap_written", &ulna_port::update_skinned_mesh, update_skinned_mesh<Bug>);
}
