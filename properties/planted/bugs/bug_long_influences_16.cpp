// The influences of a vertex are counted in 16 bits.
#include "../mesh_kernels.h"

using namespace ulna::planted;

namespace {

struct Bug : Mesh {
  static int32_t influences(int32_t count) { return static_cast<uint16_t>(count); }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_long_influences_16", &ulna_port::update_skinned_mesh, update_skinned_mesh<Bug>);
}
