// Position.w is overwritten. One store of 16 bytes is easier than 12 bytes.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

struct FullStore : Skin {
  template <class Real>
  static void store(ulna_vec4& to, const Real (&xyz)[3], Vector) {
    _mm_storeu_ps(&to.x, _mm_setr_ps(xyz[0], xyz[1], xyz[2], 1));
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_position_w", &ulna_port::transform_verts, transform_verts<FullStore>);
}
