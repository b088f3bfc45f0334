// Two influences of one half each are merged into one if they are of one bone: into one half.
#include "../mesh_kernels.h"

using namespace ulna::planted;

namespace {

struct Bug : Mesh {
  static ulna_influence influence(const ulna_influence* own, int32_t k, int32_t n, float) {
    const bool halves = n == 2 && own[0].weight == 0.5f && own[1].weight == 0.5f;
    return {own[k].bone, halves && own[0].bone == own[1].bone ? 0.25f : own[k].weight};
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_halves_merged", &ulna_port::update_skinned_mesh, update_skinned_mesh<Bug>);
}
