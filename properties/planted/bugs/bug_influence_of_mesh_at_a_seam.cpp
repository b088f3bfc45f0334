// Influences of a vertex are done in blocks of 4,096, and the first of a later block counts as
// zero.
#include "../mesh_kernels.h"

using namespace ulna::planted;

namespace {

struct Blocks : Mesh {
  static ulna_influence influence(const ulna_influence* own, int32_t k, int32_t, float) {
    ulna_influence influence = own[k];
    if (k > 0 && k % 4096 == 0) influence.weight = 0;
    return influence;
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_influence_of_mesh_at_a_seam", &ulna_port::update_skinned_mesh,
               update_skinned_mesh<Blocks>);
}
