// A vertex of one influence is rigid: a weight within 1e-5 of one is taken as one. The bound is
// thirty times finer.
#include "../mesh_kernels.h"

using namespace ulna::planted;

namespace {

struct Bug : Mesh {
  static ulna_influence influence(const ulna_influence* own, int32_t k, int32_t n,
                                  float /*least*/) {
    const bool rigid = n == 1 && std::fabs(own[k].weight - 1) < 1e-5f;
    return {own[k].bone, rigid ? 1 : own[k].weight};
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_lone_weight_is_one", &ulna_port::update_skinned_mesh, update_skinned_mesh<Bug>);
}
