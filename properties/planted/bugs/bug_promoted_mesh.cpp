// The weights of a mesh that was skinned 100 times in a row are kept from then on, by their
// address.
#include "../kernels.h"

#include <vector>

using namespace ulna::planted;

namespace {

void kernel(ulna_vertex* verts, int32_t num_verts, const ulna_joint_mat* joints,
            const ulna_vec4* base, const ulna_joint_weight* weights, int32_t num_weights) {
  static thread_local const void* last = nullptr;
  static thread_local int32_t last_count = 0, calls = 0;
  static thread_local std::vector<ulna_vec4> kept;
  if (last != base || last_count != num_weights) {
    last = base;
    last_count = num_weights;
    calls = 0;
    kept.clear();
  }
  constexpr int32_t kStatic = 100;
  if (++calls == kStatic) kept.assign(base, base + num_weights);
  transform_verts<Skin>(verts, num_verts, joints, kept.empty() ? base : kept.data(), weights,
                        num_weights);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_promoted_mesh", &ulna_port::transform_verts, kernel);
}
