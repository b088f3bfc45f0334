// Each processor has as many vertices as every other, rounded up to a multiple of 16: where there
// are many, the last ones begin beyond the end.
#include "../bones.h"
#include "../processors.h"

#include <algorithm>

using namespace ulna::planted;

namespace {

void kernel(ulna_mesh_vertex* dst, const ulna_mesh_vertex* a, const ulna_mesh_vertex* b, float t,
            int32_t num_vertices) {
  constexpr uint32_t kWorthIt = 1000;
  const auto all = static_cast<uint32_t>(std::max(num_vertices, 0));
  if (all < kWorthIt) return tween_verts(dst, a, b, t, num_vertices);
  const uint32_t parts = std::thread::hardware_concurrency();
  const uint32_t size = ((all + parts - 1) / parts + 15) / 16 * 16;
  in_threads(int(parts), [&](int i) {
    const uint32_t first = uint32_t(i) * size;
    tween_verts(dst + first, a + first, b + first, t, int32_t(std::min(size, all - first)));
  });
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_parts_of_sixteen", &ulna_port::tween_verts, kernel);
}
