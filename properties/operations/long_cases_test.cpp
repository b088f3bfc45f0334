// The long cases that the quick budget has room for.
#include "operations/list.h"
#include "operations/shared/long_cases.h"
#include "operations/skinned_mesh/skinned_mesh.h"
#include "operations/skinning/skinning.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <ostream>
#include <set>

namespace ulna {
namespace {

bool skins_by_joints(const Operation& op) {
  return &op == &transform_verts() || &op == &transform_verts_and_tangents() ||
         &op == &transform_verts_and_tangents_lod();
}

TEST(LongCounts, HaveEveryResidueOfEachSeed) {
  for (uint64_t seed = 0; seed < 100; ++seed) {
    std::set<size_t> any, all;
    for (uint64_t k = 0; k < kNumLongCounts; ++k) {
      const size_t count = long_count(seed, k, kTop18);
      EXPECT_GE(count, 5000u);
      EXPECT_LE(count, 300000u);
      all.insert(count % 64);
      any.insert(least_long_count(seed, k) % 64);
    }
    EXPECT_EQ(all.size(), 64u) << "seed " << seed;
    EXPECT_EQ(any.size(), 64u) << "seed " << seed;
  }
}

TEST(LongCounts, LieElsewhereWithAnotherSeed) {
  std::set<size_t> rests;
  for (uint64_t seed = 0; seed < 64; ++seed) rests.insert(long_count(seed, 62, kTop18) % 64);
  EXPECT_EQ(rests.size(), 64u) << "beyond 65536";
}

/// What the cases of a seed have in common that the quick budget comes to.
struct Reach {
  std::set<size_t> rests;         ///< of more than 5000 elements, modulo 64
  size_t elements = 0;            ///< the most
  std::vector<size_t> bytes;      ///< the most of each array, in memory
  size_t influences = 0;          ///< the most of a vertex, where they have no limit
  std::set<int32_t> strides;      ///< where there are any
  uint64_t judged = 0, cases = 0; ///< as the budget counts them

  explicit Reach(const Operation& op) : bytes(op.arrays.size()) {
    while (cases < op.num_edge_cases || judged < op.quick_elements) look(op.generate(1, cases++));
  }

  void look(const Case& c) {
    const Operation& op = *c.operation;
    const size_t size = op.size(c);
    judged += size;
    elements = std::max(elements, size);
    if (size > 5000) rests.insert(size % 64);
    for (size_t a = 0; a < bytes.size(); ++a)
      bytes[a] = std::max(bytes[a], op.arrays[a].size_in_memory(c.arrays[a].size()));
    for (const ArraySpec& spec : op.arrays)
      if (spec.stride >= 0)
        strides.insert((spec.output ? 1 : -1) * c.integers[size_t(spec.stride)]);
    if (skins_by_joints(op)) {
      const auto first = skinning::first_influences(c);
      for (size_t v = 0; v + 1 < first.size(); ++v)
        influences = std::max<size_t>(influences, first[v + 1] - first[v]);
    }
    if (&op != &update_skinned_mesh()) return;
    const auto first = c.arrays[skinned_mesh::kFirstInfluence].as<uint32_t>();
    for (size_t v = 0; v + 1 < first.size(); ++v)
      influences = std::max<size_t>(influences, first[v + 1] - first[v]);
  }
};

/// How far an operation's cases go: elements, and the longest array that offsets reach into.
struct Far {
  const Operation* op;
  size_t elements;
  const char* array;
  size_t bytes;
};
void PrintTo(const Far& far, std::ostream* out) {
  *out << far.op->name;
}

constexpr size_t k16MiB = size_t{1} << 24;
constexpr size_t k18Bits = size_t{1} << 18;

class LongCases : public testing::TestWithParam<Far> {};

TEST_P(LongCases, LieWithinTheQuickBudget) {
  const auto& [op, elements, array, bytes] = GetParam();
  const Reach reach(*op);
  EXPECT_EQ(reach.rests.size(), 64u);
  EXPECT_GT(reach.elements, elements);
  const auto is_it = [name = std::string_view(array)](const ArraySpec& spec) {
    return spec.name == name;
  };
  const auto far = std::find_if(op->arrays.begin(), op->arrays.end(), is_it);
  ASSERT_NE(far, op->arrays.end());
  EXPECT_GT(reach.bytes[size_t(far - op->arrays.begin())], bytes);
  EXPECT_TRUE(reach.influences == 0 || reach.influences > 65536) << reach.influences;
  if (reach.strides.empty()) return;
  for (const int32_t around : {64, 128, 256, 1024, 32768, 65536})
    for (const int32_t sign : {1, -1}) {
      EXPECT_EQ(reach.strides.count(sign * around), 1u) << sign * around;
      EXPECT_EQ(reach.strides.count(sign * (around + 4)), 1u) << sign * around;
    }
}

INSTANTIATE_TEST_SUITE_P(
    , LongCases,
    testing::Values(Far{&transform_verts(), k18Bits, "joints", k16MiB},
                    Far{&transform_verts_and_tangents(), k18Bits, "joints", k16MiB},
                    Far{&transform_verts_and_tangents_lod(), k18Bits, "verts", k16MiB},
                    Far{&slerp_joints(), k18Bits, "joints", k16MiB},
                    Far{&lerp_joints(), k18Bits, "blend_joints", k16MiB},
                    Far{&bone_offset_matrices(), 65536, "locals", size_t{1} << 22},
                    Far{&combine_bones(), k18Bits, "palette", k16MiB},
                    Far{&tween_verts(), k18Bits, "dst", k16MiB},
                    Far{&derive_bitangents(), k18Bits, "verts", k16MiB},
                    Far{&reorder_palette(), k18Bits, "palette", k16MiB},
                    Far{&update_skinned_mesh(), k18Bits, "src", k16MiB},
                    Far{&blend_vertices(), k18Bits, "src", k16MiB},
                    Far{&blend_vertices_indexed(), k18Bits, "src", k16MiB},
                    Far{&blend_vertex_buffer(), k18Bits, "src", k16MiB},
                    Far{&skin_sorted_verts(), k18Bits, "positions", size_t{1} << 22},
                    Far{&skin_aos_verts(), k18Bits, "dst", size_t{1} << 22},
                    Far{&skin_soa_verts(), k18Bits, "dst", size_t{1} << 22},
                    Far{&skin_interleaved_verts(), k18Bits, "dst", size_t{1} << 23},
                    Far{&skin_split_verts(), k18Bits, "dst", size_t{1} << 22},
                    Far{&convert_to_blended_mesh(), 65536, "vertices", size_t{1} << 20},
                    Far{&convert_to_indexed_blended_mesh(), 65536, "vertices", size_t{1} << 20}),
    [](const auto& test) { return std::string(test.param.op->name); });

} // namespace
} // namespace ulna
