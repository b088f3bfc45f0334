// The count is kept in 16 bits, so the last multiple of 65,536 vertices is never written. An old
// loop counter, from when no mesh was that large.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

struct Count16 : Skin {
  static int32_t count(int32_t num_verts) { return static_cast<uint16_t>(num_verts); }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_count_16", &ulna_port::transform_verts, transform_verts<Count16>);
}
