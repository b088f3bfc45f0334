// generate_adjacency, with what can go wrong in it.
#pragma once

#include "kernels.h"

#include <algorithm>
#include <unordered_map>
#include <vector>

namespace ulna::planted {

/// The parts of a right port.
struct Adjacent {
  static float epsilon(float epsilon) { return epsilon; }
  /// Whether two vertices are one point.
  static bool same(const float* a, const float* b, float epsilon) {
    for (int i = 0; i < 3; ++i)
      if (a[i] != b[i] && (epsilon == 0 || std::fabs(a[i] - b[i]) > epsilon)) return false;
    return true;
  }
  /// How many of the vertices that are near by x are looked at.
  static size_t most_near(size_t count) { return count; }
  /// By what an edge is found again.
  static uint64_t key(uint32_t from, uint32_t to) { return uint64_t{from} << 32 | to; }
  /// The edge to look for beyond one.
  static uint64_t beyond(uint64_t from, uint64_t to) { return to << 32 | from; }
  /// The corner that edge k begins at.
  static uint32_t first_corner(uint32_t k) { return k; }
  static uint32_t face(uint32_t face) { return face; }
  static int32_t returned(int32_t /*num_faces*/) { return 0; }
};

/// The first vertex at the same point, of each. They are sorted along a line that is parallel to no
/// plane of the meshes.
template <class Port>
std::vector<uint32_t> points_of(const float* positions, size_t count, float epsilon) {
  const auto at = [&](uint32_t v) {
    const float* p = positions + size_t{3} * v;
    return double{p[0]} + 0.7320508 * double{p[1]} + 0.381966 * double{p[2]};
  };
  std::vector<std::pair<double, uint32_t>> line;
  for (uint32_t v = 0; v < count; ++v) line.push_back({at(v), v});
  std::sort(line.begin(), line.end());
  std::vector<uint32_t> points(count, UINT32_MAX);
  for (size_t i = 0; i < count; ++i) {
    const auto [from, v] = line[i];
    if (points[v] != UINT32_MAX) continue;
    points[v] = v;
    const size_t end = std::min(count, i + 1 + Port::most_near(count));
    for (size_t j = i + 1; j < end && line[j].first <= from + 2.2 * double{epsilon}; ++j) {
      const uint32_t other = line[j].second;
      if (points[other] == UINT32_MAX &&
          Port::same(positions + size_t{3} * v, positions + size_t{3} * other, epsilon))
        points[other] = v;
    }
  }
  return points;
}

template <class Port = Adjacent>
int32_t generate_adjacency(uint32_t* adjacency, const float* positions, const uint32_t* indices,
                           int32_t num_verts, int32_t num_faces, float epsilon) {
  const auto points = points_of<Port>(positions, size_t(num_verts), Port::epsilon(epsilon));
  const auto faces = static_cast<uint32_t>(num_faces);
  const auto corner = [&](uint32_t f, uint32_t k) {
    return points[indices[size_t{3} * f + (Port::first_corner(k) % 3)]];
  };
  std::unordered_map<uint64_t, uint32_t> edges;
  for (uint32_t f = 0; f < faces; ++f)
    for (uint32_t k = 0; k < 3; ++k)
      edges.try_emplace(Port::key(corner(f, k), corner(f, k + 1)), f);
  for (uint32_t f = 0; f < faces; ++f)
    for (uint32_t k = 0; k < 3; ++k) {
      const auto found = edges.find(Port::beyond(corner(f, k), corner(f, k + 1)));
      *adjacency++ = found == edges.end() ? UINT32_MAX : Port::face(found->second);
    }
  return Port::returned(num_faces);
}

template <class Port>
const ulna_port* offer_adjacent(const char* name) {
  return offer(name, &ulna_port::generate_adjacency, generate_adjacency<Port>);
}

} // namespace ulna::planted
