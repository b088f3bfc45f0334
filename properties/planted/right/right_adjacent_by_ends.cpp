// Edges are sorted by their two ends, whichever way they lead. Two of two faces are neighbours;
// where there are more, nobody has one.
#include "../adjacency.h"

namespace ulna::planted {
namespace {

struct Edge {
  uint32_t low, high, face, k;
  bool up;
};

int32_t by_ends(uint32_t* adjacency, const float* positions, const uint32_t* indices,
                int32_t num_verts, int32_t num_faces, float epsilon) {
  const auto points = points_of<Adjacent>(positions, size_t(num_verts), epsilon);
  std::vector<Edge> edges;
  for (uint32_t f = 0; f < uint32_t(num_faces); ++f)
    for (uint32_t k = 0; k < 3; ++k) {
      const uint32_t from = points[indices[size_t{3} * f + k]];
      const uint32_t to = points[indices[size_t{3} * f + (k + 1) % 3]];
      edges.push_back({std::min(from, to), std::max(from, to), f, k, from < to});
    }
  const auto ends = [](const Edge& e) { return std::pair(e.low, e.high); };
  std::sort(edges.begin(), edges.end(),
            [&](const Edge& a, const Edge& b) { return ends(a) < ends(b); });
  for (size_t i = 0; i < edges.size();) {
    size_t end = i;
    while (end < edges.size() && ends(edges[end]) == ends(edges[i])) ++end;
    const bool two = end - i == 2 && edges[i].up != edges[i + 1].up;
    for (size_t j = i; j < end; ++j)
      adjacency[size_t{3} * edges[j].face + edges[j].k] =
          two ? edges[i + (j == i)].face : UINT32_MAX;
    i = end;
  }
  return 0;
}

} // namespace
} // namespace ulna::planted

const ulna_port* ulna_port_v1() {
  return ulna::planted::offer("right_adjacent_by_ends", &ulna_port::generate_adjacency,
                              ulna::planted::by_ends);
}
