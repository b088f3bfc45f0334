// Characters with any number of influences: whole vertices of position, normal and texture
// coordinates, of which the latter stay where they are.

#include "operations/skinned_mesh/skinned_mesh.h"
#include "bench/workloads/workload.h"
#include "operations/list.h"
#include "operations/shared/matrices.h"
#include "operations/shared/place.h"

#include <algorithm>

namespace ulna::bench {
namespace {

constexpr size_t kStride = sizeof(ulna_textured_vertex);

/// One palette for positions and normals.
Case make(const Operation& op, size_t vertices, Random& random) {
  using namespace skinned_mesh;
  Case c = make_case(op);
  c.integers[kDstStride] = c.integers[kSrcStride] = int32_t{kStride};
  c.integers[kHasNormals] = 1;
  c.arrays[kDst].resize(vertices * kStride);
  c.arrays[kSrc].resize(vertices * kStride);
  for (float& x : c.arrays[kSrc].as<float>()) x = float(random.uniform(-2, 2));
  c.arrays[kPalette].resize(kNumJoints * sizeof(ulna_mat44));
  for (ulna_mat44& m : c.arrays[kPalette].as<ulna_mat44>()) m = rigid_matrix(random);
  std::vector<uint32_t> first{0};
  std::vector<ulna_influence> influences;
  for (size_t v = 0; v < vertices; ++v) {
    for (const float weight : weights_of(influences_of(v, vertices), random))
      influences.push_back({uint32_t(random.below(kNumJoints)), weight});
    first.push_back(uint32_t(influences.size()));
  }
  const auto put = [&c](int array, const auto& values) {
    c.arrays[size_t(array)].resize(values.size() * sizeof values[0]);
    std::ranges::copy(
        values, c.arrays[size_t(array)].as<std::remove_cvref_t<decltype(values[0])>>().begin());
  };
  put(kFirstInfluence, first);
  put(kInfluences, influences);
  place(c, random);
  return c;
}

/// Of a vertex of few influences each matrix makes its own vectors, which are weighted; of others
/// the matrices are.
Cost cost(bool whole_lines) {
  constexpr double kVectors = 3 * (kDot3 + 1) + 3 * kDot3;
  Cost cost{.bytes = sizeof(uint32_t) + (whole_lines ? 3 * kStride : 2 * 2 * kVec3), .flops = 0};
  for (size_t k = 1; k <= kInfluenceShares.size(); ++k) {
    const double share = kInfluenceShares[k - 1];
    const auto n = double(k);
    cost.bytes += share * n * sizeof(ulna_influence);
    cost.flops += share * std::min(n * (kVectors + 6) + (n - 1) * 6, 12 * (2 * n - 1) + kVectors);
  }
  return cost;
}

} // namespace

std::vector<Workload> skinned_mesh_workloads() {
  return {{&update_skinned_mesh(), make, cost, kCharactersAndSums}};
}

} // namespace ulna::bench
