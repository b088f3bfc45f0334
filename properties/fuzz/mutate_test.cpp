// The mutator: whatever it does to a case leaves a valid one, and mostly one that is judged.
#include "cases/case_file.h"
#include "cases/make_case.h"
#include "cases/mend.h"
#include "fuzz/bytes.h"
#include "fuzz/mutate.h"
#include "fuzz/mutate_moves.h"
#include "operations/list.h"
#include "operations/uniform_verts/uniform_verts.h"
#include "properties/domain.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace ulna {
namespace {

constexpr uint64_t kSeed = 444;

std::vector<uint8_t> encoded(const Case& c) {
  static std::vector<uint8_t> room(size_t{1} << 20);
  const size_t length = bytes_from_case(c, room);
  return {room.begin(), room.begin() + static_cast<ptrdiff_t>(length)};
}

class Mutate : public testing::TestWithParam<const Operation*> {
protected:
  const Operation& op() const { return *GetParam(); }

  /// A small generated case with elements that is in the domain.
  Case inside(Random& r) const {
    for (;;) {
      Case c = mutation::small_case(op(), r);
      if (op().size(c) > 0 && is_judged(c)) return c;
    }
  }

  void expect_sound(const Case& c) const {
    ASSERT_EQ(complaint(c), "") << write_case(c);
    ASSERT_LE(op().size(c), kMostElements);
    const std::vector<uint8_t> bytes = encoded(c);
    ASSERT_FALSE(bytes.empty()) << write_case(c);
    ASSERT_TRUE(same_input(case_from_bytes(op(), bytes), c)) << write_case(c);
  }
};

TEST_P(Mutate, LongChainsStayValid) {
  for (uint64_t chain = 0; chain < 8; ++chain) {
    Random r(kSeed, chain);
    Case c = chain == 0 ? make_case(op()) : mutation::small_case(op(), r);
    make_valid(c); // of a conversion even nothing has an entry
    Case other = mutation::small_case(op(), r);
    for (int i = 0; i < 200; ++i) {
      if (r.one_in(4)) {
        Case crossed = cross(c, other, r);
        other = std::move(c);
        c = std::move(crossed);
      } else {
        mutate(c, r);
      }
      expect_sound(c);
      if (HasFatalFailure()) return;
    }
  }
}

TEST_P(Mutate, TheSameSeedGivesTheSameCase) {
  const auto chain = [&](uint64_t seed) {
    Random r(seed, 0);
    Case c = mutation::small_case(op(), r);
    for (int i = 0; i < 50; ++i) mutate(c, r);
    return cross(c, mutation::small_case(op(), r), r);
  };
  EXPECT_TRUE(same_input(chain(1), chain(1)));
  EXPECT_FALSE(same_input(chain(1), chain(2)));
}

TEST_P(Mutate, EveryMoveChangesSomething) {
  constexpr int kTries = 300;
  for (const Move* move : mutation::moves_of(op())) {
    Random r(kSeed, 100);
    int changed = 0;
    for (int i = 0; i < kTries; ++i) {
      const Case before = mutation::small_case(op(), r);
      Case c = before;
      const bool found = move->apply(c, r);
      make_valid(c);
      ASSERT_EQ(complaint(c), "") << move->name << "\n" << write_case(before);
      ASSERT_TRUE(found || same_input(c, before)) << move->name;
      changed += !same_input(c, before);
    }
    EXPECT_GT(changed, kTries / 20) << move->name;
  }
}

TEST_P(Mutate, MostCasesStayInTheDomain) {
  constexpr int kCases = 2000;
  Random r(kSeed, 101);
  int judged = 0;
  for (int i = 0; i < kCases; ++i) {
    Case c = inside(r);
    mutate(c, r);
    judged += is_judged(c);
  }
  RecordProperty("judged", judged);
  EXPECT_GE(judged, kStaysInDomain * kCases);
  if (has_outside(op())) {
    EXPECT_LT(judged, kCases - kCases / 50) << "it hardly ever leaves the domain";
  }
}

/// The share of mutations that change so few words of what the call reads, and no count.
TEST_P(Mutate, SmallStepsAreMany) {
  constexpr int kCases = 1000;
  Random r(kSeed, 102);
  int small = 0;
  for (int i = 0; i < kCases; ++i) {
    const Case before = inside(r);
    Case c = before;
    mutate(c, r);
    if (c.integers != before.integers) continue;
    size_t words = std::bit_cast<uint32_t>(c.real) != std::bit_cast<uint32_t>(before.real);
    for (size_t a = 0; a < c.arrays.size(); ++a) {
      if (c.arrays[a].size() != before.arrays[a].size()) {
        words = SIZE_MAX;
        break;
      }
      for (size_t w = 0; w < c.arrays[a].words(); ++w)
        words += c.arrays[a].word(w) != before.arrays[a].word(w);
    }
    constexpr size_t kFewWords = 8; // a pair of quaternions
    small += words > 0 && words <= kFewWords;
  }
  RecordProperty("small", small);
  EXPECT_GT(small, kCases / 2);
}

TEST_P(Mutate, CasesOfTwoOperationsDoNotCross) {
  Random r(kSeed, 103);
  const Operation& other = &op() == operations()[0] ? *operations()[1] : *operations()[0];
  const Case c = mutation::small_case(op(), r);
  EXPECT_TRUE(same_input(cross(c, mutation::small_case(other, r), r), c));
}

TEST_P(Mutate, CrossingTakesFromBoth) {
  constexpr int kTries = 300;
  Random r(kSeed, 104);
  int mixed = 0;
  for (int i = 0; i < kTries; ++i) {
    const Case a = inside(r);
    const Case b = inside(r);
    const Case c = cross(a, b, r);
    mixed += !same_input(c, a) && !same_input(c, b);
  }
  EXPECT_GT(mixed, kTries / 2);
}

INSTANTIATE_TEST_SUITE_P(Operations, Mutate,
                         testing::ValuesIn(operations().begin(), operations().end()),
                         [](const auto& p) { return std::string(p.param->name); });

/// How many of `tries` applications of a move to small cases leave a case that `holds`.
template <class Holds>
int count_after(const Operation& op, std::string_view name, int tries, Holds holds) {
  for (const Move* move : mutation::moves_of(op)) {
    if (move->name != name) continue;
    Random r(kSeed, 105);
    int count = 0;
    for (int i = 0; i < tries; ++i) {
      Case c = mutation::small_case(op, r);
      const bool before = holds(c);
      move->apply(c, r);
      count += !before && holds(c);
    }
    return count;
  }
  ADD_FAILURE() << "no move \"" << name << "\"";
  return 0;
}

bool has_identity(const Case& c, int array) {
  const auto matrices = c.arrays[size_t(array)].as<ulna_mat44>();
  return std::any_of(matrices.begin(), matrices.end(), [](const ulna_mat44& m) {
    for (size_t i = 0; i < 16; ++i)
      if (m.m[i] != (i % 5 == 0 ? 1 : 0)) return false;
    return true;
  });
}

TEST(MutateMatrices, TheIdentityHasFourRows) {
  constexpr int kTries = 500;
  const int count = count_after(combine_bones(), "special matrix", kTries,
                                [](const Case& c) { return has_identity(c, 1); });
  EXPECT_GT(count, kTries / 50);
}

/// Whether a vertex has a normal and a tangent that `holds`.
template <class Holds>
bool has_frame(const Case& c, Holds holds) {
  const auto vertices = c.arrays[1].as<ulna_vertex>();
  return std::any_of(vertices.begin(), vertices.end(),
                     [&](const ulna_vertex& v) { return holds(v.normal, v.tangent); });
}

TEST(MutateVectors, NormalsBecomeAxes) {
  constexpr int kTries = 2000;
  const int count = count_after(derive_bitangents(), "special vector", kTries, [](const Case& c) {
    return has_frame(c, [](const ulna_vec4& n, const ulna_vec4&) {
      return n.x == 0 && n.y == 0 && std::fabs(n.z) == 1;
    });
  });
  EXPECT_GT(count, kTries / 200);
}

TEST(MutateVectors, TangentsBecomeOppositeToNormals) {
  constexpr int kTries = 2000;
  const int count = count_after(derive_bitangents(), "relate vectors", kTries, [](const Case& c) {
    return has_frame(c, [](const ulna_vec4& n, const ulna_vec4& t) {
      return n.x == -t.x && n.y == -t.y && n.z == -t.z;
    });
  });
  EXPECT_GT(count, kTries / 200);
}

/// Whether a vertex of the streams has the normal opposite to that of the vertex before.
bool has_opposite_normals(const Case& c) {
  const auto is_opposite = [&](size_t v, size_t i) {
    return uniform_verts::component(c, v, i) == -uniform_verts::component(c, v - 1, i);
  };
  for (size_t v = 1; v < uniform_verts::num_vertices(c); ++v)
    if (is_opposite(v, 3) && is_opposite(v, 4) && is_opposite(v, 5)) return true;
  return false;
}

TEST(MutateUniform, NormalsInStreamsBecomeOpposite) {
  constexpr int kTries = 500;
  const int count = count_after(skin_soa_verts(), "relate a vector to its neighbour", kTries,
                                has_opposite_normals);
  EXPECT_GT(count, kTries / 50);
}

/// Whether two influences of a vertex are of one matrix and of weights that cancel by half at
/// least.
bool has_cancelling_influences(const Case& c) {
  const size_t count = uniform_verts::num_influences(c);
  const auto indices = c.arrays[size_t(uniform_verts::joint_indices_of(c))].as<uint32_t>();
  const auto weights = c.arrays[size_t(uniform_verts::joint_weights_of(c))].as<float>();
  const auto cancel = [&](size_t a, size_t b) {
    return indices[a] == indices[b] && weights[a] != 0 &&
           std::fabs(weights[a] + weights[b]) < std::fabs(weights[a]) / 2;
  };
  for (size_t first = 0; first < indices.size(); first += count)
    for (size_t a = first; a < first + count; ++a)
      for (size_t b = a + 1; b < first + count; ++b)
        if (cancel(a, b)) return true;
  return false;
}

TEST(MutateUniform, InfluencesAreTakenBack) {
  constexpr int kTries = 500;
  const int count =
      count_after(skin_aos_verts(), "take an influence back", kTries, has_cancelling_influences);
  EXPECT_GT(count, kTries / 10);
}

} // namespace
} // namespace ulna
