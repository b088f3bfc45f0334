// Large negative weights count: it is their magnitude that is compared.
#include "../mesh_kernels.h"

using namespace ulna::planted;

namespace {

struct Bug : Mesh {
  static bool counts(float weight, float least) { return !(std::fabs(weight) < least); }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_least_of_magnitude", &ulna_port::update_skinned_mesh, update_skinned_mesh<Bug>);
}
