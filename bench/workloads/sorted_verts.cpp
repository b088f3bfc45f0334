// Positions in a stream, sorted by their number of influences, on a palette of rigid joints; and
// meshes that are brought into that order.

#include "operations/sorted_verts/sorted_verts.h"
#include "bench/workloads/workload.h"
#include "operations/list.h"
#include "operations/shared/matrices.h"
#include "operations/shared/place.h"

namespace ulna::bench {
namespace {

Case make_stream(const Operation& op, size_t vertices, Random& random) {
  using namespace sorted_verts;
  Case c = make_case(op);
  c.arrays[kPalette].resize(kNumJoints * sizeof(ulna_mat44));
  for (ulna_mat44& m : c.arrays[kPalette].as<ulna_mat44>()) m = rigid_matrix(random);
  std::vector<Vertex> all(vertices);
  for (size_t v = 0; v < vertices; ++v) {
    const auto at = [&random] { return float(random.uniform(-2, 2)); };
    all[v].position = all[v].normal = all[v].src_normal = {};
    all[v].src_position = {at(), at(), at(), 1};
    for (const float weight : weights_of(influences_of(v, vertices), random))
      all[v].influences.push_back({uint32_t(random.below(kNumJoints)), weight});
  }
  pack(c, all, false);
  place(c, random);
  return c;
}

/// Each vector's products are weighted, which for no number of influences takes more than to weight
/// the matrices.
Cost of_stream(bool whole_lines) {
  Cost cost{.bytes = kVec4 * (whole_lines ? 3 : 2), .flops = 0};
  for (size_t k = 1; k <= kInfluenceShares.size(); ++k) {
    const double share = kInfluenceShares[k - 1];
    const auto n = double(k);
    cost.bytes += share * n * (sizeof(uint16_t) + (k > 1 ? sizeof(float) : 0));
    cost.flops += share * 4 * (kDot * n + (k > 1 ? 2 * n - 1 : 0));
  }
  return cost;
}

/// A closed surface of triangles has twice as many faces as vertices (Euler, but for a few).
constexpr size_t kCornersOfVertex = 6;

Case make_unsorted(const Operation& op, size_t vertices, Random& random) {
  enum : int { kPlaces, kNewIndices, kCounts, kNumInfluences, kIndices };
  Case c = make_case(op);
  const auto resize = [&c](int array, size_t words) {
    c.arrays[size_t(array)].resize(words * sizeof(uint32_t));
    return c.arrays[size_t(array)].as<uint32_t>();
  };
  resize(kPlaces, vertices);
  resize(kNewIndices, kCornersOfVertex * vertices);
  resize(kCounts, kInfluenceShares.size());
  for (uint32_t& n : resize(kNumInfluences, vertices))
    n = uint32_t(influences_of(random.below(vertices), vertices));
  // Faces name vertices that were made at about the same time.
  constexpr size_t kNear = 64;
  const auto indices = resize(kIndices, kCornersOfVertex * vertices);
  for (size_t i = 0; i < indices.size(); ++i) {
    const size_t first = i / kCornersOfVertex;
    indices[i] = uint32_t(first + random.below(std::min(kNear, vertices - first)));
  }
  place(c, random);
  return c;
}

Cost of_sorting(bool whole_lines) {
  const double written = (1 + kCornersOfVertex) * sizeof(uint32_t);
  return {.bytes = sizeof(uint8_t) + kCornersOfVertex * sizeof(uint32_t) +
                   (whole_lines ? 2 : 1) * written,
          .flops = 0};
}

} // namespace

std::vector<Workload> sorted_workloads() {
  return {{&skin_sorted_verts(), make_stream, of_stream, kCharactersAndSums},
          {&sort_verts_by_influences(), make_unsorted, of_sorting, kCharacters}};
}

} // namespace ulna::bench
