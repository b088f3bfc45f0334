// 1 - t is kept with t. Before the first call both are zero, which is wrong where that call's t is.
#include "../bones.h"

using namespace ulna::planted;

namespace {

void kernel(ulna_mesh_vertex* dst, const ulna_mesh_vertex* a, const ulna_mesh_vertex* b, float t,
            int32_t num_vertices) {
  static thread_local float kept = 0;
  static thread_local float rest = 0;
  if (t != kept) {
    kept = t;
    rest = 1 - t;
  }
  const auto* from = reinterpret_cast<const float*>(a);
  const auto* towards = reinterpret_cast<const float*>(b);
  auto* to = reinterpret_cast<float*>(dst);
  for (ptrdiff_t i = 0; i < 6 * ptrdiff_t{num_vertices}; ++i)
    to[i] = from[i] * rest + towards[i] * t;
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_first_t_is_zero", &ulna_port::tween_verts, kernel);
}
