// Characters whose vertices all have the same number of influences.
#pragma once

#include "cases/make_case.h"
#include "cases/values.h"
#include "operations/list.h"
#include "operations/shared/matrices.h"
#include "operations/shared/place.h"
#include "operations/uniform_verts/uniform_verts.h"

#include <array>

namespace ulna::bench {

/// Of each vertex: Davies' cylinders have 1 to 4, and 4 is what others fill up to.
constexpr size_t kUniformInfluences = 4;

/// Which vertices have how many influences: the shares of the character in Skinning it to 11.
constexpr std::array<double, kUniformInfluences> kInfluenceShares{0.25, 0.20, 0.25, 0.30};

/// How many a vertex of so many has, where they are in the order of their influences.
inline size_t influences_of(size_t vertex, size_t vertices) {
  size_t influences = 1;
  double share = kInfluenceShares[0];
  while (influences < kUniformInfluences && double(vertex) >= share * double(vertices))
    share += kInfluenceShares[influences++];
  return influences;
}

/// Whether its vertices are read as they are written. All have four influences, of which some may
/// weigh nothing.
inline bool is_whole(const Operation& op) {
  return op.member == skin_interleaved_verts().member || op.member == skin_split_verts().member;
}

inline bool is_uniform(const Operation& op) {
  return op.member == skin_aos_verts().member || op.member == skin_soa_verts().member ||
         is_whole(op);
}

/// Positions and unit normals on a palette of so many rigid joints. Where all vertices have four
/// influences, they are those of kInfluenceShares, and the others weigh nothing.
inline Case uniform_case(const Operation& op, size_t vertices, size_t joints, Random& r) {
  using namespace uniform_verts;
  Case c = make_case(op);
  if (!c.integers.empty()) c.integers[kNumInfluences] = int32_t(kUniformInfluences);
  const auto resize = [&c](int array, size_t elements) {
    c.arrays[size_t(array)].resize(elements * c.operation->arrays[size_t(array)].element_size(c));
  };
  for (int array = kDst; array < palette_of(c); ++array) resize(array, vertices);
  resize(palette_of(c), joints);
  resize(joint_indices_of(c), kUniformInfluences * vertices);
  resize(joint_weights_of(c), kUniformInfluences * vertices);
  for (size_t joint = 0; joint < joints; ++joint) set_matrix(c, joint, rigid_matrix(r));
  const auto indices = c.arrays[size_t(joint_indices_of(c))].as<uint32_t>();
  for (uint32_t& index : indices) index = uint32_t(r.below(joints));
  const auto weights = c.arrays[size_t(joint_weights_of(c))].as<float>();
  for (size_t v = 0; v < vertices; ++v) {
    const size_t influences = is_whole(op) ? influences_of(v, vertices) : kUniformInfluences;
    float left = 1;
    for (size_t k = 0; k < kUniformInfluences; ++k) {
      const float weight = k + 1 >= influences ? left : left * float(r.unit());
      weights[kUniformInfluences * v + k] = weight;
      left -= weight;
    }
    const std::array<double, 9> rotation = random_rotation(r); // of which a row is a unit vector
    for (size_t i = 0; i < 3; ++i) {
      set_component(c, v, i, float(r.uniform(-2, 2)));
      set_component(c, v, i + 3, float(rotation[i]));
    }
  }
  place(c, r);
  return c;
}

} // namespace ulna::bench
