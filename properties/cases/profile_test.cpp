// Cases enter profiles: they stay valid, are within, keep every bit from then on, and every rule
// that a profile names holds, as is seen here from what the operation's contract calls things.
#include "base/error.h"
#include "cases/enter_profile.h"
#include "cases/make_case.h"
#include "cases/mend.h"
#include "cases/variants.h"
#include "fuzz/mutate_moves.h"
#include "properties/domain.h"
#include "properties/fewer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace ulna {
namespace {

using testing::HasSubstr;

constexpr uint64_t kSeed = 45;

struct Judged {
  const Operation* op;
  Profile profile;
};

std::vector<Judged> all_judged() {
  std::vector<Judged> all;
  for (const Operation* op : operations())
    for (const Profile p : profiles_of(*op).list()) all.push_back({op, p});
  return all;
}

/// Edge cases and others, as they are generated and as they are changed.
template <class F>
void for_some_cases(const Operation& op, const F& f) {
  constexpr uint64_t kRandomCases = 60 / kFewer;
  const uint64_t step = 1 + op.num_edge_cases / (150 / kFewer);
  Random random(kSeed, 1);
  for (uint64_t i = 0; i < op.num_edge_cases + kRandomCases;
       i += i < op.num_edge_cases ? step : 1) {
    const Case c = op.generate(kSeed, i);
    if (op.size(c) > 5000) continue;
    f(c);
    if (op.size(c) < 100) f(with_simple_floats(with_special_float(c, random), random));
  }
}

class ProfileOf : public testing::TestWithParam<Judged> {};

TEST_P(ProfileOf, IsEnteredOnce) {
  const auto [op, profile] = GetParam();
  size_t changed = 0;
  for_some_cases(*op, [&, p = profile](const Case& c) {
    Case inside = c;
    enter(p, inside);
    ASSERT_EQ(inside.profiles, Profiles(p));
    ASSERT_EQ(complaint(inside), "") << c.note;
    ASSERT_TRUE(is_within(p, inside)) << c.note;
    changed += !same_input(inside, c);
  });
  const bool is_of_outputs_alone = op->profiles.has(profile) && profile == Profile::w_is_padding;
  EXPECT_EQ(changed > 0, !is_of_outputs_alone) << "every case was one before";
}

INSTANTIATE_TEST_SUITE_P(All, ProfileOf, testing::ValuesIn(all_judged()), [](const auto& test) {
  std::string name = std::string(test.param.op->name) + "_" + contract_of(test.param.profile).name;
  std::ranges::replace(name, '-', '_');
  return name;
});

TEST(Profile, OthersKeepEach) {
  for (const Operation* op : operations()) {
    const Profiles all = profiles_of(*op);
    for_some_cases(*op, [&](const Case& c) {
      Case inside = c;
      enter(all, inside);
      ASSERT_EQ(complaint(inside), "") << c.note;
      for (const Profile p : all.list())
        ASSERT_TRUE(is_within(p, inside)) << contract_of(p).name << ": " << c.note;
    });
  }
}

/// Cases of an operation that are within a profile.
template <class F>
void for_cases_within(const char* operation, Profile profile, const F& f) {
  for_some_cases(operation_named(operation), [&](Case c) {
    enter(profile, c);
    f(c);
  });
}

TEST(Profile, WeightsSumToOne) {
  for (const Operation* op : operations()) {
    if (!profiles_of(*op).has(Profile::weights_sum_to_one)) continue;
    size_t off = 0;
    for_cases_within(op->name, Profile::weights_sum_to_one, [&](Case c) {
      for (const VertexWeights& weights : op->vertex_weights(c)) {
        ASSERT_GT(weights.count, 0u);
        double sum = 0;
        for (size_t i = 0; i < weights.count; ++i) {
          ASSERT_TRUE(weights[i] >= 0 && weights[i] <= 1) << weights[i];
          sum += double(weights[i]);
        }
        ASSERT_LE(std::fabs(sum - 1), 0x1p-22) << op->name;
        off += sum != 1;
      }
    });
    EXPECT_GT(off, 0u) << op->name << ": a port that asks for exactly 1 would pass";
  }
}

/// Whatever the order, 1 less the weights is one number, and not below 0.
void expect_one_difference(const VertexWeights& weights) {
  if (weights.count < 3) return;
  const float forwards = 1 - ((weights[0] + weights[1]) + weights[2]);
  EXPECT_EQ(1 - (weights[0] + (weights[1] + weights[2])), forwards);
  EXPECT_EQ(((1 - weights[2]) - weights[1]) - weights[0], forwards);
  EXPECT_GE(forwards, 0);
}

TEST(Profile, LastWeightIsImplied) {
  for (const Operation* op : operations()) {
    if (!op->vertex_weights) continue;
    for_cases_within(op->name, Profile::last_weight_implied, [&](Case c) {
      for (const VertexWeights& weights : op->vertex_weights(c)) {
        if (op->last_weight_is_implied) {
          expect_one_difference(weights);
          continue;
        }
        float others = 0; // forwards, in float
        for (size_t i = 0; i + 1 < weights.count; ++i) others += weights[i];
        ASSERT_EQ(1 - others, weights[weights.count - 1]) << op->name;
        float left = 1;
        for (size_t i = weights.count - 1; i-- > 0;) left -= weights[i];
        ASSERT_EQ(left, weights[weights.count - 1]) << op->name;
      }
    });
  }
}

TEST(Profile, VerticesHaveFourInfluencesAtMost) {
  for (const char* name : {"transform_verts", "transform_verts_and_tangents"})
    for_cases_within(name, Profile::at_most_4_influences, [&](const Case& c) {
      size_t longest = 0, now = 0;
      for (const auto& w : c.arrays[3].as<ulna_joint_weight>()) {
        longest = std::max(longest, ++now);
        if (w.next_vertex_offset == sizeof w) now = 0;
      }
      ASSERT_LE(longest, 4u);
    });
  for_cases_within("update_skinned_mesh", Profile::at_most_4_influences, [&](const Case& c) {
    const auto first = c.arrays[4].as<uint32_t>();
    for (size_t v = 0; v + 1 < first.size(); ++v) ASSERT_LE(first[v + 1] - first[v], 4u);
  });
}

TEST(Profile, CountsAreMultiplesOfFour) {
  for (const Operation* op : operations()) {
    if (!profiles_of(*op).has(Profile::counts_multiple_of_4)) continue;
    for_cases_within(op->name, Profile::counts_multiple_of_4,
                     [&](const Case& c) { ASSERT_EQ(op->size(c) % 4, 0u) << op->name; });
  }
  for_cases_within("skin_sorted_verts", Profile::counts_multiple_of_4, [&](const Case& c) {
    for (const int32_t count : c.arrays[7].as<int32_t>()) ASSERT_EQ(count % 4, 0);
  });
}

TEST(Profile, ElementsStayInFrontOfThosePadded) {
  for_some_cases(operation_named("slerp_joints"), [&](const Case& c) {
    Case padded = c;
    enter(Profile::counts_multiple_of_4, padded);
    const auto before = c.arrays[2].as<int32_t>();
    const auto after = padded.arrays[2].as<int32_t>();
    ASSERT_TRUE(std::equal(before.begin(), before.end(), after.begin()));
  });
}

TEST(Profile, NothingIsADenormal) {
  for (const Operation* op : operations()) {
    if (!op->has_errors()) continue;
    for_cases_within(op->name, Profile::no_denormals, [&](const Case& c) {
      ASSERT_TRUE(c.flush);
      for (size_t a = 0; a < c.arrays.size(); ++a)
        for (size_t w = 0; w < c.arrays[a].words(); ++w)
          ASSERT_FALSE(op->arrays[a].letter(c, w) == 'f' &&
                       std::fpclassify(std::bit_cast<float>(c.arrays[a].word(w))) == FP_SUBNORMAL);
    });
  }
}

TEST(Profile, TIsFrom0To1) {
  std::set<float> all;
  for_cases_within("slerp_joints", Profile::t_in_0_1, [&](const Case& c) {
    ASSERT_TRUE(c.real >= 0 && c.real <= 1) << c.real;
    all.insert(c.real);
  });
  EXPECT_TRUE(all.contains(0) && all.contains(1));
  EXPECT_GT(all.size(), 20u);
}

TEST(Profile, NamesAreRead) {
  EXPECT_EQ(parse_profiles(""), Profiles());
  const Profiles both = Profile::aligned_64 | Profile::weights_sum_to_one;
  EXPECT_EQ(parse_profiles(" aligned-64,weights-sum-to-one "), both);
  EXPECT_EQ(names(both), "weights-sum-to-one, aligned-64");
  try {
    parse_profiles("aligned-64, weights");
    FAIL() << "it was taken";
  } catch (const BadInput& e) {
    EXPECT_THAT(e.what(), HasSubstr("'weights' is no profile; there are at-most-4-influences"));
  }
}

} // namespace
} // namespace ulna
