// What the tests of vertices with one number of influences share: generated cases, and their meshes
// as update_skinned_mesh takes them.
#pragma once

#include "cases/make_case.h"
#include "operations/list.h"
#include "operations/shared/reduce.h"
#include "operations/skinned_mesh/skinned_mesh.h"
#include "operations/uniform_verts/uniform_verts.h"
#include "properties/laws.h"

#include <gtest/gtest.h>

#include <limits>

namespace ulna {

/// The same mesh with lists of influences, all of which count. Of any layout but a structure of
/// arrays.
inline Case as_mesh(const Case& c) {
  using namespace skinned_mesh;
  using namespace uniform_verts;
  Case mesh = make_case(update_skinned_mesh());
  mesh.flush = c.flush;
  mesh.real = -std::numeric_limits<float>::infinity();
  mesh.integers[kDstStride] = mesh.integers[kSrcStride] = kVertexBytes;
  mesh.integers[kHasNormals] = 1;
  mesh.arrays[skinned_mesh::kDst].resize(uniform_verts::num_vertices(c) * kVertexBytes);
  for (size_t v = 0; v < uniform_verts::num_vertices(c); ++v) {
    for (size_t i = 0; i < kComponents; ++i) append(mesh.arrays[kSrc], component(c, v, i));
    append(mesh.arrays[kFirstInfluence], static_cast<uint32_t>(v * num_influences(c)));
  }
  const auto indices = c.arrays[size_t(joint_indices_of(c))].as<uint32_t>();
  append(mesh.arrays[kFirstInfluence], static_cast<uint32_t>(indices.size()));
  for (size_t i = 0; i < indices.size(); ++i)
    append(mesh.arrays[kInfluences],
           ulna_influence{indices[i], c.arrays[size_t(joint_weights_of(c))].as<float>()[i]});
  mesh.arrays[kPalette] = c.arrays[size_t(palette_of(c))];
  validate(mesh);
  return mesh;
}

/// Edge cases of all kinds, and random ones.
inline std::vector<Case> cases_of(const Operation& op) {
  std::vector<Case> all;
  for (uint64_t i = 0; i < op.num_edge_cases + 200; i += i < op.num_edge_cases ? 17 : 1)
    if (Case c = op.generate(3, i); uniform_verts::num_vertices(c) <= 100)
      all.push_back(std::move(c));
  return all;
}

inline void expect_same(const reference::Approx& a, const reference::Approx& b) {
  EXPECT_EQ(a.value, b.value);
  EXPECT_EQ(a.tail, b.tail);
  EXPECT_EQ(a.error, b.error);
}

} // namespace ulna
