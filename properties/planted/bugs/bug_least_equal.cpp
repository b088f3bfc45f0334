// A weight equal to min_influence does not count. "Above" for "not below".
#include "../mesh_kernels.h"

using namespace ulna::planted;

namespace {

struct Bug : Mesh {
  static bool counts(float weight, float least) { return weight > least; }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_least_equal", &ulna_port::update_skinned_mesh, update_skinned_mesh<Bug>);
}
