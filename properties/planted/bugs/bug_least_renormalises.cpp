// What is left of the weights is scaled up to what they all were. It looks better; the interface
// says that nothing is renormalised.
#include "../mesh_kernels.h"

using namespace ulna::planted;

namespace {

struct Bug : Mesh {
  static ulna_influence influence(const ulna_influence* own, int32_t k, int32_t n, float least) {
    float all = 0;
    float left = 0;
    for (int32_t i = 0; i < n; ++i) {
      all += own[i].weight;
      if (counts(own[i].weight, least)) left += own[i].weight;
    }
    const float scale = left > 0 && left < all ? all / left : 1;
    return {own[k].bone, own[k].weight * scale};
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_least_renormalises", &ulna_port::update_skinned_mesh, update_skinned_mesh<Bug>);
}
