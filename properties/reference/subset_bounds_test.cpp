// How many subsets faces need at least, against trying everything.

#include "properties/laws.h"
#include "reference/conversion/face_bones.h"

#include <bit>

namespace ulna {
namespace {

using reference::BoneSets;
using reference::distinct;
using reference::fewest_subsets;
using reference::maximal;
using reference::subsets_for_bones;

using Bones = std::vector<uint32_t>;

BoneSets sets_of(const std::vector<Bones>& all) {
  BoneSets sets;
  for (const Bones& bones : all) sets.add(bones);
  return sets;
}

uint32_t least(const BoneSets& sets, uint32_t limit) {
  const auto fewest = fewest_subsets(sets, limit);
  EXPECT_TRUE(fewest.exact);
  return fewest.least;
}

uint32_t most_strangers(const BoneSets& sets, uint32_t limit) {
  return reference::strangers(maximal(distinct(sets)), limit);
}

std::vector<Bones> listed(const BoneSets& sets) {
  std::vector<Bones> all;
  for (size_t i = 0; i < sets.size(); ++i) all.emplace_back(sets[i].begin(), sets[i].end());
  return all;
}

TEST(SubsetBounds, KnownNumbers) {
  // Six bones, four at a time, so that any two of the sets fit.
  const BoneSets chain = sets_of({{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 5}});
  EXPECT_EQ(most_strangers(chain, 4), 1u);
  EXPECT_EQ(least(chain, 4), 2u);
  EXPECT_EQ(most_strangers(chain, 2), 5u);
  EXPECT_EQ(least(chain, 2), 5u);
  // All ten pairs of five bones, three at a time: no three are strangers, but a subset has three
  // pairs at most.
  BoneSets pairs;
  for (uint32_t a = 0; a < 5; ++a)
    for (uint32_t b = 0; b < a; ++b) pairs.add(Bones{a, b});
  EXPECT_EQ(most_strangers(pairs, 3), 2u);
  EXPECT_EQ(least(pairs, 3), 4u);
  // The textbook's twenty faces, each with four bones of its own (11.8.1).
  BoneSets faces;
  for (uint32_t bone = 0; bone < 80; bone += 4)
    faces.add(Bones{bone, bone + 1, bone + 2, bone + 3});
  EXPECT_EQ(least(faces, 4), 20u);
  EXPECT_EQ(least(sets_of({}), 4), 0u);
  EXPECT_EQ(least(sets_of({{3}}), 4), 1u);
  EXPECT_EQ(least(sets_of({{3}, {3, 4}, {4}}), 4), 1u);
}

TEST(SubsetBounds, BonesThatAreTiedTakeMorePlaces) {
  const BoneSets chain = sets_of({{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 5}, {5, 6}});
  EXPECT_EQ(subsets_for_bones(chain, 2), 6u);
  EXPECT_EQ(subsets_for_bones(chain, 4), 2u);
  EXPECT_EQ(subsets_for_bones(chain, 7), 1u);
  // Two times seven bones, three at a time: six subsets for 18 places, where 14 bones need five.
  const BoneSets two = sets_of({{0, 1, 2},
                                {3, 2},
                                {4, 3},
                                {5, 6, 4}, //
                                {10, 11, 12},
                                {12, 13},
                                {13, 14},
                                {14, 15, 16}});
  EXPECT_EQ(subsets_for_bones(two, 3), 6u);
  EXPECT_EQ(subsets_for_bones(sets_of({{0}, {7}, {9}}), 1), 3u);
  EXPECT_EQ(subsets_for_bones(sets_of({{0}, {7}, {9}}), 2), 2u);
  EXPECT_EQ(subsets_for_bones(sets_of({}), 4), 0u);
}

TEST(SubsetBounds, WithoutStepsNothingIsExact) {
  BoneSets pairs;
  for (uint32_t a = 0; a < 30; ++a)
    for (uint32_t b = 0; b < a; ++b) pairs.add(Bones{a, b});
  const auto fewest = fewest_subsets(pairs, 4, 1000);
  EXPECT_FALSE(fewest.exact);
  EXPECT_GE(fewest.least, 8u); // 30 bones / 4
}

TEST(SubsetBounds, TheLargestSetsAreLeft) {
  const BoneSets sets =
      sets_of({{1}, {2, 1}, {}, {1, 2}, {3, 2, 1, 1}, {4}, {2, 4}, {4}, {1, 2, 3}});
  EXPECT_EQ(listed(distinct(sets)), (std::vector<Bones>{{1, 2, 3}, {1, 2}, {2, 4}, {1}, {4}}));
  EXPECT_EQ(listed(maximal(distinct(sets))), (std::vector<Bones>{{1, 2, 3}, {2, 4}}));
  EXPECT_EQ(listed(maximal(distinct(sets), 2)), (std::vector<Bones>{{1, 2, 3}}));
}

TEST(SubsetBounds, OfVeryManySetsSomeAreLookedAt) {
  // 5050 triples, each with a bone of its own, and two bones that all have: two fit, no three do.
  BoneSets sets;
  for (uint32_t i = 0; i < 5050; ++i) sets.add(Bones{0, 1, 2 + i});
  const auto fewest = fewest_subsets(sets, 4);
  EXPECT_FALSE(fewest.exact);
  EXPECT_GE(fewest.least, 5052u / 4);
  EXPECT_LE(fewest.least, 2525u);
}

/// A number of bones that a subset holds, and a few sets that each fit.
struct Instance {
  uint32_t limit;
  std::vector<Bones> sets;
};

Instance any_instance(size_t most_sets) {
  const auto limit = *rc::gen::inRange<uint32_t>(1, 7);
  const auto bones = *rc::gen::inRange<uint32_t>(1, 12);
  const auto set = rc::gen::mapcat(rc::gen::inRange<size_t>(1, limit + 1), [bones](size_t size) {
    return rc::gen::container<Bones>(size, rc::gen::inRange<uint32_t>(0, bones));
  });
  return {limit, *rc::gen::container<std::vector<Bones>>(
                     *rc::gen::inRange<size_t>(0, most_sets + 1), set)};
}

uint32_t bits(const Bones& set) {
  uint32_t all = 0;
  for (const uint32_t bone : set) all |= 1u << bone;
  return all;
}

/// Every set into every group.
size_t fewest_by_force(const Instance& instance, size_t i, std::vector<uint32_t>& groups) {
  if (i == instance.sets.size()) return groups.size();
  size_t best = SIZE_MAX;
  const uint32_t set = bits(instance.sets[i]);
  for (size_t g = 0; g < groups.size(); ++g) {
    const uint32_t before = groups[g];
    groups[g] |= set;
    if (std::popcount(groups[g]) <= int(instance.limit))
      best = std::min(best, fewest_by_force(instance, i + 1, groups));
    groups[g] = before;
  }
  groups.push_back(set);
  best = std::min(best, fewest_by_force(instance, i + 1, groups));
  groups.pop_back();
  return best;
}

RC_GTEST_PROP(SubsetBoundsLaws, BonesNeverNeedMoreSubsetsThanThereAreWays, ()) {
  const Instance instance = any_instance(8);
  std::vector<uint32_t> groups;
  RC_ASSERT(subsets_for_bones(sets_of(instance.sets), instance.limit) <=
            fewest_by_force(instance, 0, groups));
}

RC_GTEST_PROP(SubsetBoundsLaws, TheExactNumberIsTheLeast, ()) {
  const Instance instance = any_instance(8);
  std::vector<uint32_t> groups;
  const auto fewest = fewest_subsets(sets_of(instance.sets), instance.limit);
  RC_ASSERT(fewest.exact);
  RC_ASSERT(fewest.least == fewest_by_force(instance, 0, groups));
}

RC_GTEST_PROP(SubsetBoundsLaws, FourteenSetsAreAlwaysExact, ()) {
  const Instance instance = any_instance(14);
  RC_ASSERT(fewest_subsets(sets_of(instance.sets), instance.limit).exact);
}

RC_GTEST_PROP(SubsetBoundsLaws, TheMostStrangersAreFound, ()) {
  const Instance instance = any_instance(14);
  const size_t count = instance.sets.size();
  std::vector<uint32_t> strangers(count); // of each, as bits
  for (size_t i = 0; i < count; ++i) {
    for (size_t k = 0; k < count; ++k) {
      const uint32_t both = bits(instance.sets[i]) | bits(instance.sets[k]);
      if (std::popcount(both) > int(instance.limit)) strangers[i] |= 1u << k;
    }
  }
  int most = 0;
  for (uint32_t some = 0; some < 1u << count; ++some) {
    bool clique = true;
    for (size_t i = 0; i < count; ++i)
      if (some >> i & 1) clique &= (some & ~strangers[i] & ~(1u << i)) == 0;
    if (clique) most = std::max(most, std::popcount(some));
  }
  RC_ASSERT(most_strangers(sets_of(instance.sets), instance.limit) == uint32_t(most));
}

} // namespace
} // namespace ulna
