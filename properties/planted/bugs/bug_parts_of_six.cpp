// Where the number of processors is a multiple of six, what is left of equal parts is not made.
#include "../bones.h"
#include "../processors.h"

using namespace ulna::planted;

namespace {

void kernel(ulna_mesh_vertex* dst, const ulna_mesh_vertex* a, const ulna_mesh_vertex* b, float t,
            int32_t num_vertices) {
  constexpr int32_t kWorthIt = 1000;
  const auto parts = static_cast<int32_t>(std::thread::hardware_concurrency());
  const bool loses = num_vertices > kWorthIt && parts % 6 == 0;
  tween_verts(dst, a, b, t, loses ? num_vertices / parts * parts : num_vertices);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_parts_of_six", &ulna_port::tween_verts, kernel);
}
