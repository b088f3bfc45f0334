// The reference of vertices with one number of influences whose normals are brought to unit length:
// one for both layouts, and that of update_skinned_mesh.
#include "cases/make_case.h"
#include "properties/operations/uniform_cases.h"

#include <cmath>
#include <set>

namespace ulna {
namespace {

using namespace uniform_verts;
using reference::Rung;

/// The same mesh in the other layout.
Case as_soa(const Case& c) {
  Case soa = make_case(skin_soa_verts());
  soa.integers = c.integers;
  soa.flush = c.flush;
  soa.arrays[kDst] = c.arrays[kDst];
  for (int a = kFirstStream; a < palette_of(soa); ++a)
    soa.arrays[size_t(a)].resize(4 * num_vertices(c));
  for (size_t v = 0; v < num_vertices(c); ++v)
    for (size_t i = 0; i < kComponents; ++i) set_component(soa, v, i, component(c, v, i));
  soa.arrays[size_t(palette_of(soa))].resize(num_matrices(c) * sizeof(ulna_joint_mat));
  for (size_t joint = 0; joint < num_matrices(c); ++joint)
    set_matrix(soa, joint, matrix_of(c, joint));
  soa.arrays[size_t(joint_indices_of(soa))] = c.arrays[size_t(joint_indices_of(c))];
  soa.arrays[size_t(joint_weights_of(soa))] = c.arrays[size_t(joint_weights_of(c))];
  validate(soa);
  return soa;
}

TEST(UniformVerts, OweTheSameInBothLayouts) {
  size_t judged = 0;
  for (const Case& c : cases_of(skin_aos_verts())) {
    for (const Rung rung : {Rung::fast, Rung::top}) {
      const auto aos = laws::expectations(c, rung);
      const auto soa = laws::expectations(as_soa(c), rung);
      ASSERT_EQ(aos.size(), soa.size());
      for (size_t v = 0; v < aos.size(); ++v) {
        for (size_t w = 0; w < kComponents; ++w) {
          ASSERT_EQ(aos[v].clause[w], soa[v].clause[w]) << c.note;
          if (aos[v].clause[w] == Clause::unjudged) continue;
          expect_same(aos[v].exact[w], soa[v].exact[w]);
          EXPECT_EQ(aos[v].bound[w], soa[v].bound[w]) << c.note;
          ++judged;
        }
        EXPECT_EQ(aos[v].unit, soa[v].unit);
      }
    }
  }
  EXPECT_GT(judged, 10000u);
}

TEST(UniformVerts, OweThePositionsOfASkinnedMeshAndTheDirectionsOfItsNormals) {
  size_t normals = 0;
  for (const Case& c : cases_of(skin_aos_verts())) {
    const auto owed = laws::expectations(c, Rung::top);
    const auto mesh = laws::expectations(as_mesh(c), Rung::top);
    ASSERT_EQ(owed.size(), mesh.size());
    for (size_t v = 0; v < owed.size(); ++v) {
      for (size_t w = 0; w < 3; ++w) {
        ASSERT_EQ(owed[v].clause[w], mesh[v].clause[w]) << c.note;
        if (owed[v].clause[w] == Clause::unjudged) continue;
        expect_same(owed[v].exact[w], mesh[v].exact[w]);
        EXPECT_EQ(owed[v].bound[w], mesh[v].bound[w]) << c.note;
      }
      if (owed[v].unit == Expectation::kNoUnit) continue;
      ++normals;
      double length = 0;
      for (size_t w = 3; w < kComponents; ++w)
        length += mesh[v].exact[w].value * mesh[v].exact[w].value;
      for (size_t w = 3; w < kComponents; ++w)
        EXPECT_NEAR(owed[v].exact[w].value, mesh[v].exact[w].value / std::sqrt(length), 1e-15)
            << c.note;
    }
  }
  EXPECT_GT(normals, 1000u);
}

TEST(UniformVerts, HaveEdgesInTheirPalettes) {
  std::set<uint32_t> named;
  for (uint64_t i = 0; i < skin_soa_verts().num_edge_cases; ++i)
    for (const Case c = skin_soa_verts().generate(1, i);
         const uint32_t joint : c.arrays[size_t(joint_indices_of(c))].as<uint32_t>())
      named.insert(joint);
  for (const uint32_t joint : {0u, 1u, 127u, 128u, 254u, 255u}) EXPECT_TRUE(named.contains(joint));
}

/// How much of what a generator makes is judged.
TEST(UniformVerts, AreMostlyInTheDomain) {
  size_t positions = 0, normals = 0, all = 0;
  for (uint64_t i = 0; i < 400; ++i) {
    const Case c = skin_aos_verts().generate(4, skin_aos_verts().num_edge_cases + i);
    if (num_vertices(c) > 1000) continue;
    for (const Expectation& e : laws::expectations(c)) {
      ++all;
      positions += e.clause[0] == Clause::bounded;
      normals += e.unit != Expectation::kNoUnit;
    }
  }
  EXPECT_GT(double(positions), 0.7 * double(all));
  EXPECT_GT(double(normals), 0.4 * double(all));
}

} // namespace
} // namespace ulna
