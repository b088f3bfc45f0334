#include "bench/workloads/sheet.h"

#include <algorithm>
#include <cmath>

namespace ulna::bench {
namespace {

constexpr size_t kMostInfluences = 4;

struct Place {
  double x, y;
};

/// The nearest bones with their weights; numbers begin at `first`.
std::vector<ulna_influence> influences_at(Place p, std::span<const Place> bones, uint32_t first) {
  std::vector<std::pair<double, uint32_t>> near;
  for (uint32_t b = 0; b < bones.size(); ++b)
    near.emplace_back(std::hypot(bones[b].x - p.x, bones[b].y - p.y), b);
  const size_t most = std::min(kMostInfluences, near.size());
  std::partial_sort(near.begin(), near.begin() + std::ptrdiff_t(most), near.end());
  std::vector<ulna_influence> influences;
  for (size_t k = 0; k < most && near[k].first <= 1.3 * near[0].first + 2; ++k)
    influences.push_back({first + near[k].second, float(1 / (near[k].first + 1))});
  return influences;
}

} // namespace

void add_sheet(conversion::Mesh& mesh, uint32_t columns, uint32_t rows, uint32_t bones,
               Random& random) {
  const uint32_t first_vertex = mesh.num_vertices();
  std::vector<Place> at(bones);
  for (Place& p : at) p.x = random.uniform(0, columns), p.y = random.uniform(0, rows);
  for (uint32_t y = 0; y <= rows; ++y)
    for (uint32_t x = 0; x <= columns; ++x)
      mesh.add_vertex(influences_at({double(x), double(y)}, at, mesh.num_bones));
  for (uint32_t y = 0; y < rows; ++y) {
    for (uint32_t x = 0; x < columns; ++x) {
      const uint32_t corner = first_vertex + y * (columns + 1) + x;
      const uint32_t below = corner + columns + 1;
      mesh.add_face(corner, corner + 1, below, 0);
      mesh.add_face(corner + 1, below + 1, below, 0);
    }
  }
  mesh.num_bones += bones;
}

} // namespace ulna::bench
