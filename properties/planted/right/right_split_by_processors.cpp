// As many parts as there are processors, of which some may be empty.
#include "../bones.h"
#include "../processors.h"

#include <sys/sysinfo.h>

using namespace ulna::planted;

namespace {

void kernel(ulna_mesh_vertex* dst, const ulna_mesh_vertex* a, const ulna_mesh_vertex* b, float t,
            int32_t num_vertices) {
  constexpr int32_t kWorthIt = 1000;
  if (num_vertices < kWorthIt) return tween_verts(dst, a, b, t, num_vertices);
  const int parts = get_nprocs();
  const auto begin = [&](int i) { return int32_t(int64_t{num_vertices} * i / parts); };
  in_threads(parts, [&](int i) {
    const int32_t first = begin(i);
    tween_verts(dst + first, a + first, b + first, t, begin(i + 1) - first);
  });
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("right_split_by_processors", &ulna_port::tween_verts, kernel);
}
