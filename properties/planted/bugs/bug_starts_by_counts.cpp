// Where vertices begin is kept while the address and the numbers of vertices and weights stay.
#include "../kernels.h"

#include <vector>

using namespace ulna::planted;

static void kernel(SkinCall call) {
  static thread_local const ulna_joint_weight* address;
  static thread_local int32_t num_weights;
  static thread_local std::vector<int32_t> kept; // the number of influences of each vertex
  if (call.num_verts <= 0) return;
  if (address != call.weights || num_weights != call.num_weights ||
      kept.size() != size_t(call.num_verts)) {
    kept.clear();
    const ulna_joint_weight* own = call.weights;
    for (int32_t v = 0; v < call.num_verts; ++v, own += kept.back())
      kept.push_back(influences_of(own));
    address = call.weights;
    num_weights = call.num_weights;
  }
  std::vector<ulna_joint_weight> weights;
  for (const int32_t count : kept)
    for (int32_t k = 0; k < count; ++k) {
      weights.push_back(call.weights[weights.size()]);
      weights.back().next_vertex_offset = static_cast<int32_t>(sizeof weights[0]) * (count - k);
    }
  call.weights = weights.data();
  call.run(transform_verts<Skin>);
}

const ulna_port* ulna_port_v1() {
  return offer("bug_starts_by_counts", &ulna_port::transform_verts, skin_call<kernel>);
}
