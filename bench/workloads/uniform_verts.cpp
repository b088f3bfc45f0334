// Characters whose vertices all have four influences: positions and unit normals on a palette of
// rigid joints.

#include "operations/uniform_verts/uniform_verts.h"
#include "bench/workloads/workload.h"
#include "cases/values.h"
#include "operations/list.h"
#include "operations/shared/matrices.h"
#include "operations/shared/place.h"

namespace ulna::bench {
namespace {

/// Davies' cylinders have 1 to 4, and 4 is what others fill up to.
constexpr size_t kInfluences = 4;

/// Where the operation says that all have four influences, vertices have those of kInfluenceShares,
/// and the others weigh nothing.
Case make(const Operation& op, size_t vertices, Random& random) {
  using namespace uniform_verts;
  Case c = make_case(op);
  if (!has_four(op)) c.integers[kNumInfluences] = int32_t(kInfluences);
  const auto resize = [&c](int array, size_t elements) {
    c.arrays[size_t(array)].resize(elements * c.operation->arrays[size_t(array)].element_size(c));
  };
  for (int array = kDst; array < palette_of(c); ++array) resize(array, vertices);
  resize(palette_of(c), kNumJoints);
  resize(joint_indices_of(c), kInfluences * vertices);
  resize(joint_weights_of(c), kInfluences * vertices);
  for (size_t joint = 0; joint < kNumJoints; ++joint) set_matrix(c, joint, rigid_matrix(random));
  for (uint32_t& index : c.arrays[size_t(joint_indices_of(c))].as<uint32_t>())
    index = uint32_t(random.below(kNumJoints));
  const auto weights = c.arrays[size_t(joint_weights_of(c))].as<float>();
  for (size_t v = 0; v < vertices; ++v) {
    std::vector<float> some =
        weights_of(has_four(op) ? influences_of(v, vertices) : kInfluences, random);
    some.resize(kInfluences);
    std::ranges::copy(some, weights.begin() + std::ptrdiff_t(kInfluences * v));
    const std::array<double, 9> rotation = random_rotation(random); // a row is a unit vector
    for (size_t i = 0; i < 3; ++i) {
      set_component(c, v, i, float(random.uniform(-2, 2)));
      set_component(c, v, i + 3, float(rotation[i]));
    }
  }
  place(c, random);
  return c;
}

/// The matrices are weighted, also by weights that are zero; where it is made unit, a normal's
/// length and Newton step are counted.
Cost cost_of(bool whole_lines, double vertex, double index, bool is_unit) {
  constexpr auto k = double(kInfluences);
  return {.bytes = vertex + k * (index + sizeof(float)) + (whole_lines ? 2 : 1) * vertex,
          .flops = 12 * (2 * k - 1) + 3 * (kDot3 + 1) + 3 * kDot3 +
                   (is_unit ? kDot3 + kNewtonStep + 3 : 0)};
}

Cost of_unit_normals(bool whole_lines) {
  return cost_of(whole_lines, sizeof(ulna_mesh_vertex), sizeof(uint8_t), true);
}
Cost of_interleaved(bool whole_lines) {
  return cost_of(whole_lines, sizeof(ulna_textured_vertex), sizeof(uint16_t), false);
}
Cost of_split(bool whole_lines) {
  return cost_of(whole_lines, sizeof(ulna_mesh_vertex), sizeof(uint16_t), false);
}

/// Lengths: of unit normals, how far from 1.
constexpr Family kWithLengths[] = {{"characters", characters},
                                   {"hard sums", hard_sums},
                                   {"lengths", characters, "length of a normal", true}};

} // namespace

std::vector<Workload> uniform_workloads() {
  return {{&skin_aos_verts(), make, of_unit_normals, kWithLengths},
          {&skin_soa_verts(), make, of_unit_normals, kWithLengths},
          {&skin_interleaved_verts(), make, of_interleaved, kCharactersAndSums},
          {&skin_split_verts(), make, of_split, kCharactersAndSums}};
}

} // namespace ulna::bench
