// The first vertex is taken to have the first influences, which a part of a mesh does not.
#include "../mesh_kernels.h"

using namespace ulna::planted;

namespace {

struct Bug : Mesh {
  static uint32_t first(const uint32_t* first_influence, int32_t v) {
    return first_influence[v] - first_influence[0];
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_influences_from_zero", &ulna_port::update_skinned_mesh,
               update_skinned_mesh<Bug>);
}
