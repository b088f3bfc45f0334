// All influences count, min_influence or not.
#include "../mesh_kernels.h"

using namespace ulna::planted;

namespace {

struct Bug : Mesh {
  static bool counts(float, float) { return true; }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_least_ignored", &ulna_port::update_skinned_mesh, update_skinned_mesh<Bug>);
}
