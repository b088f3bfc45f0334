#include "../common/had_memory.h"
#include "../common/operations.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace {

struct Edge {
  uint32_t from, to, face;

  bool operator<(const Edge& b) const {
    return from != b.from ? from < b.from : to != b.to ? to < b.to : face < b.face;
  }
};

// Differences of what is not equal may be flushed to zero.
bool is_near(const float* a, const float* b, float epsilon) {
  for (int i = 0; i < 3; i++)
    if (a[i] != b[i] && (epsilon == 0.0f || std::fabs(a[i] - b[i]) > epsilon)) return false;
  return true;
}

// Along a line that is parallel to no plane of a usual mesh, so that few vertices share a place.
double along_line(const float* p) {
  return double{p[0]} + 0.7320508 * double{p[1]} + 0.3819660 * double{p[2]};
}

// The first vertex at the same point, of each vertex. Those of one point lie within a short stretch
// of the line.
std::vector<uint32_t> points_of(const float* positions, uint32_t num_verts, float epsilon) {
  struct Entry {
    double at;
    uint32_t vertex;
  };
  std::vector<Entry> line(num_verts);
  for (uint32_t v = 0; v < num_verts; v++) line[v] = {along_line(positions + 3 * v), v};
  std::sort(line.begin(), line.end(), [](const Entry& a, const Entry& b) {
    return a.at != b.at ? a.at < b.at : a.vertex < b.vertex;
  });
  std::vector<uint32_t> points(num_verts, UINT32_MAX);
  for (uint32_t i = 0; i < num_verts; i++) {
    const uint32_t v = line[i].vertex;
    if (points[v] != UINT32_MAX) continue;
    points[v] = v;
    // Sums of three coordinates, each off by epsilon.
    const double end = line[i].at + 2.2 * double{epsilon};
    for (uint32_t j = i + 1; j < num_verts && line[j].at <= end; j++) {
      const uint32_t other = line[j].vertex;
      if (points[other] == UINT32_MAX && is_near(positions + 3 * v, positions + 3 * other, epsilon))
        points[other] = v;
    }
  }
  return points;
}

void find_neighbours(uint32_t* adjacency, const float* positions, const uint32_t* indices,
                     uint32_t num_verts, uint32_t num_faces, float epsilon) {
  const std::vector<uint32_t> points = points_of(positions, num_verts, epsilon);
  std::vector<Edge> edges;
  edges.reserve(size_t{3} * num_faces);
  const auto edge = [&](uint32_t face, uint32_t k) {
    const uint32_t* corners = indices + size_t{3} * face;
    return Edge{points[corners[k]], points[corners[(k + 1) % 3]], face};
  };
  for (uint32_t f = 0; f < num_faces; f++)
    for (uint32_t k = 0; k < 3; k++) edges.push_back(edge(f, k));
  std::sort(edges.begin(), edges.end());
  for (uint32_t f = 0; f < num_faces; f++) {
    for (uint32_t k = 0; k < 3; k++) {
      const Edge own = edge(f, k);
      const auto back = std::lower_bound(edges.begin(), edges.end(), Edge{own.to, own.from, 0});
      const bool found = back != edges.end() && back->from == own.to && back->to == own.from;
      *adjacency++ = found ? back->face : UINT32_MAX;
    }
  }
}

} // namespace

int32_t generate_adjacency(uint32_t* adjacency, const float* positions, const uint32_t* indices,
                           int32_t num_verts, int32_t num_faces, float epsilon) {
  const bool done = had_memory([&] {
    find_neighbours(adjacency, positions, indices, static_cast<uint32_t>(num_verts),
                    static_cast<uint32_t>(num_faces), epsilon);
  });
  return done ? 0 : ULNA_OUT_OF_MEMORY;
}
