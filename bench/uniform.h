// Characters whose vertices all have the same number of influences.
#pragma once

#include "certify/contracts/contracts.h"
#include "certify/contracts/uniform_verts.h"
#include "certify/generate/matrices.h"
#include "certify/generate/place.h"
#include "certify/generate/values.h"

namespace ulna::bench {

/// Of each vertex: Davies' cylinders have 1 to 4, and 4 is what others fill up to.
constexpr size_t kUniformInfluences = 4;

inline bool is_uniform(const Operation& op) {
  return op.member == skin_aos_verts().member || op.member == skin_soa_verts().member;
}

/// Positions and unit normals on a palette of so many rigid joints.
inline Case uniform_case(const Operation& op, size_t vertices, size_t joints, Random& r) {
  using namespace uniform_verts;
  Case c = make_case(op);
  c.integers[kNumInfluences] = int32_t(kUniformInfluences);
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
    float left = 1;
    for (size_t k = 0; k < kUniformInfluences; ++k) {
      const float weight = k + 1 == kUniformInfluences ? left : left * float(r.unit());
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
