// The vertex is read with an aligned load, which faults on three of four legal addresses. Every
// allocator at hand returns multiples of 16.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

struct AlignedVerts : Skin {
  template <class Real>
  static void store(ulna_vec4& to, const Real (&xyz)[3], Vector which) {
    load16_aligned(&to);
    Skin::store(to, xyz, which);
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_aligned_verts", &ulna_port::transform_verts, transform_verts<AlignedVerts>);
}
