// What another case of the same shape has in common with the one that it is a variant of.
#include "base/sanitizers.h"
#include "cases/make_case.h"
#include "cases/variants.h"
#include "operations/list.h"

#include <gtest/gtest.h>

namespace ulna {
namespace {

/// The words that differ, of each array.
std::vector<std::vector<size_t>> differences(const Case& a, const Case& b) {
  std::vector<std::vector<size_t>> out(a.arrays.size());
  for (size_t i = 0; i < out.size(); ++i)
    for (size_t word = 0; word < a.arrays[i].words(); ++word)
      if (a.arrays[i].word(word) != b.arrays[i].word(word)) out[i].push_back(word);
  return out;
}

size_t changed_arrays(const Case& a, const Case& b) {
  size_t count = 0;
  for (const auto& words : differences(a, b)) count += words.empty() ? 0 : 1;
  return count;
}

/// Whether the words at these places have become those of as many places a fixed way off, and the
/// other way round: two words, or two elements, have changed places.
bool exchanges(const Array& before, const Array& after, const std::vector<size_t>& places) {
  const size_t half = places.size() / 2;
  if (places.size() % 2 != 0) return false;
  for (size_t i = 0; i < half; ++i) {
    const size_t a = places[i], b = places[half + i];
    if (b - a != places[half] - places[0]) return false;
    if (before.word(a) != after.word(b) || before.word(b) != after.word(a)) return false;
  }
  return true;
}

/// Of many vertices, so that hardly anything stays as it is by chance.
Case some_case(const Operation& op, uint64_t seed) {
  for (uint64_t i = op.num_edge_cases;; ++i) {
    Case c = op.generate(seed, i);
    if (op.size(c) >= 20) return c;
  }
}

class Variants : public testing::TestWithParam<const Operation*> {};

// What a port is handed is one of the two: the other would be judged.
TEST_P(Variants, OfOneArrayWithTwoNamesHaveOneContent) {
  const Operation& op = *GetParam();
  if (op.same_array < 0) GTEST_SKIP() << "it has none";
  uint64_t i = op.num_edge_cases;
  Case c = op.generate(1, i);
  while (!c.same_array || op.size(c) < 8) c = op.generate(1, ++i);
  Random random(9, 0);
  for (int tries = 0; tries < 20; ++tries)
    for (const Case& other :
         {with_denormals(c, random), with_special_float(c, random), with_simple_floats(c, random),
          with_large_factor(c, random), with_tiny_factor(c, random), with_usual_values(c, random),
          with_some_not_finite(c, random)})
      EXPECT_NO_THROW(validate(other));
}

TEST_P(Variants, AreValidAndOfTheSameShape) {
  Random random(7, 0);
  for (const Change change : kAllChanges) {
    const Case c = some_case(*GetParam(), 1);
    const Case other = variant(c, change, random);
    EXPECT_NO_THROW(validate(other)) << int(change);
    EXPECT_EQ(other.places, c.places);
    EXPECT_EQ(other.integers, c.integers);
    for (size_t a = 0; a < c.arrays.size(); ++a)
      EXPECT_EQ(other.arrays[a].size(), c.arrays[a].size());
  }
}

TEST_P(Variants, ChangeOneArrayOrOneFloatOrTwoOrNoEnds) {
  Random random(7, 0);
  size_t inside = 0, arrays = 0, floats = 0, exchanged = 0, elements = 0;
  for (uint64_t seed = 0; seed < (kAddressSanitizer ? 60 : 200); ++seed) {
    const Case c = some_case(*GetParam(), seed);
    if (c.same_array) continue;
    const size_t in_one_array = changed_arrays(c, variant(c, Change::one_array, random));
    EXPECT_LE(in_one_array, 1u);
    arrays += in_one_array;

    const auto but_for_ends = differences(c, variant(c, Change::inside, random));
    for (size_t a = 0; a < c.arrays.size(); ++a) {
      const size_t element = c.operation->arrays[a].words(c);
      for (const size_t word : but_for_ends[a]) {
        EXPECT_GE(word, element);
        EXPECT_LT(word + element, c.arrays[a].words());
        ++inside;
      }
    }

    const auto words = differences(c, variant(c, Change::one_float, random));
    size_t changed = 0;
    for (const auto& of_one : words) changed += of_one.size();
    EXPECT_LE(changed, 1u);
    floats += changed;

    for (size_t times = 0; times < c.arrays.size(); ++times) { // many have no floats
      const Case other = variant(c, Change::exchanged, random);
      const auto places = differences(c, other);
      for (size_t a = 0; a < places.size(); ++a) {
        if (places[a].empty()) continue;
        EXPECT_TRUE(exchanges(c.arrays[a], other.arrays[a], places[a]));
        ++(places[a].size() == 2 ? exchanged : elements);
      }
    }
  }
  EXPECT_GT(exchanged, 0u);
  EXPECT_GT(elements, 0u);
  EXPECT_GT(arrays, 0u);
  EXPECT_GT(inside, 0u);
  EXPECT_GT(floats, 0u);
}

TEST_P(Variants, OfOtherIntegersArraysOrElementsAreValidAndHaveTheSameAddresses) {
  Random random(7, 0);
  size_t changed = 0;
  for (uint64_t seed = 0; seed < 20; ++seed) {
    const Case c = some_case(*GetParam(), seed);
    std::vector<Case> all = with_other_integers(c, random);
    for (Case& other : with_exchanged_arrays(c)) all.push_back(std::move(other));
    all.push_back(with_exchanged_elements(c, random));
    for (const Case& other : all) {
      EXPECT_NO_THROW(validate(other));
      EXPECT_EQ(other.places, c.places);
      for (size_t a = 0; a < c.arrays.size(); ++a)
        EXPECT_EQ(other.arrays[a].size(), c.arrays[a].size());
      changed += changed_arrays(c, other);
    }
  }
  EXPECT_GT(changed, 20u);
}

TEST_P(Variants, OfRareFloatsAreValidAndOfTheSameShape) {
  Random random(7, 0);
  size_t changed = 0;
  const Case c = some_case(*GetParam(), 1);
  for (const auto& change : {with_simple_floats, with_large_factor, with_tiny_factor,
                             with_some_not_finite, with_denormals}) {
    const Case other = change(c, random);
    EXPECT_NO_THROW(validate(other));
    changed += changed_arrays(c, other);
    for (size_t a = 0; a < c.arrays.size(); ++a)
      EXPECT_EQ(other.arrays[a].size(), c.arrays[a].size());
  }
  EXPECT_GT(changed, 0u);
}

// Conversions have no floats but weights, and an array whose order is nobody's.
INSTANTIATE_TEST_SUITE_P(Operations, Variants,
                         testing::Values(&transform_verts(), &slerp_joints(),
                                         &bone_offset_matrices(), &update_skinned_mesh(),
                                         &convert_to_blended_mesh(), &skin_sorted_verts(),
                                         &skin_soa_verts()),
                         [](const auto& of) { return of.param->name; });

class VariantsOfElements : public Variants {};

TEST_P(VariantsOfElements, NearNeighboursDifferFromTheirElementInOneWord) {
  Random random(7, 0);
  const Operation& op = *GetParam();
  const Case c = some_case(op, 1);
  const Case all = with_near_neighbours(c, random);
  EXPECT_NO_THROW(validate(all));
  ASSERT_EQ(op.size(all), 4 * op.size(c));
  size_t different = 0;
  for (size_t i = 0; i < op.size(all); ++i) {
    const size_t first = i / 4 * 4;
    const Case one = op.keep(all, {&i, 1}), original = op.keep(all, {&first, 1});
    for (size_t a = 0; a < one.arrays.size(); ++a)
      if (one.arrays[a].size() == original.arrays[a].size())
        different += one.arrays[a] != original.arrays[a];
  }
  EXPECT_GT(different, op.size(c));
}

// Of poses an element cannot come twice, and bones depend on their parents.
INSTANTIATE_TEST_SUITE_P(Operations, VariantsOfElements,
                         testing::Values(&transform_verts(), &update_skinned_mesh(),
                                         &blend_vertices_indexed(), &blend_vertex_buffer(),
                                         &skin_sorted_verts(), &skin_split_verts()),
                         [](const auto& of) { return of.param->name; });

TEST(Variant, OfTheCallersModeHasTheSameData) {
  Random random(7, 0);
  const Case c = some_case(slerp_joints(), 1);
  Case other = variant(c, Change::flush, random);
  EXPECT_NE(other.flush, c.flush);
  other.flush = c.flush;
  EXPECT_TRUE(same_input(other, c));
}

TEST(Variant, OfAnEmptyCaseIsOne) {
  Random random(7, 0);
  const Case c = make_case(skin_sorted_verts());
  for (const Change change : kAllChanges) {
    Case other = variant(c, change, random);
    other.flush = c.flush;
    EXPECT_TRUE(same_input(other, c));
  }
}

} // namespace
} // namespace ulna
