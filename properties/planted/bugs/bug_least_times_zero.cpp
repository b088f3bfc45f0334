// What is below min_influence gets the weight 0 and is added all the same, so that a bone which
// does not count spoils the vertex where it is not finite.
#include "../mesh_kernels.h"

using namespace ulna::planted;

namespace {

struct Bug : Mesh {
  static bool counts(float, float) { return true; }
  static ulna_influence influence(const ulna_influence* own, int32_t k, int32_t, float least) {
    return {own[k].bone, own[k].weight < least ? 0 : own[k].weight};
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_least_times_zero", &ulna_port::update_skinned_mesh, update_skinned_mesh<Bug>);
}
