// Cases as bytes: every string of bytes is a valid case, and small cases come back as they were.
#include "base/random.h"
#include "base/sanitizers.h"
#include "cases/case_file.h"
#include "cases/operation.h"
#include "fuzz/bytes.h"
#include "properties/domain.h"
#include "properties/fewer.h"

#include <gtest/gtest.h>

namespace ulna {
namespace {

constexpr uint64_t kSeed = 4;

std::vector<uint8_t> random_bytes(Random& r) {
  std::vector<uint8_t> bytes(r.one_in(8) ? r.below(20) : r.size(1, 2000));
  // Fuzzers write many zeros and small numbers.
  const bool sparse = r.one_in(2);
  for (uint8_t& byte : bytes) byte = sparse && !r.one_in(4) ? 0 : static_cast<uint8_t>(r.next());
  return bytes;
}

std::vector<uint8_t> encoded(const Case& c) {
  static std::vector<uint8_t> room(size_t{1} << 22);
  const size_t length = bytes_from_case(c, room);
  return {room.begin(), room.begin() + static_cast<ptrdiff_t>(length)};
}

bool is_small(const Case& c) {
  for (size_t a = 0; a < c.arrays.size(); ++a)
    if (c.arrays[a].size() / c.operation->arrays[a].element_size(c) >= kSmallCounts) return false;
  for (const int32_t x : c.integers)
    if (std::abs(int64_t{x}) >= int64_t{kSmallCounts}) return false;
  return true;
}

class FuzzBytes : public testing::TestWithParam<const Operation*> {};

TEST_P(FuzzBytes, EveryStringOfBytesIsAValidCase) {
  Random r(kSeed, 0);
  for (int i = 0; i < 2000 / int{kFewer}; ++i) {
    const std::vector<uint8_t> bytes = random_bytes(r);
    const Case c = case_from_bytes(*GetParam(), bytes);
    ASSERT_EQ(complaint(c), "") << "string " << i << "\n" << write_case(c);
  }
}

TEST_P(FuzzBytes, StringsOfBytesMakeCasesOfEverySize) {
  Random r(kSeed, 1);
  size_t with_elements = 0;
  size_t words = 0;
  for (int i = 0; i < 500; ++i) {
    std::vector<uint8_t> bytes(400);
    for (uint8_t& byte : bytes) byte = static_cast<uint8_t>(r.next());
    const Case c = case_from_bytes(*GetParam(), bytes);
    with_elements += GetParam()->size(c) > 0;
    for (const Array& array : c.arrays) words += array.words();
  }
  EXPECT_GT(with_elements, 250u);
  EXPECT_LT(words / 500, 400u * 64);
}

TEST_P(FuzzBytes, WhatBytesSayComesBack) {
  Random r(kSeed, 2);
  for (int i = 0; i < 1000 / int{kFewer}; ++i) {
    const Case c = case_from_bytes(*GetParam(), random_bytes(r));
    if (!is_small(c)) continue;
    const std::vector<uint8_t> bytes = encoded(c);
    ASSERT_FALSE(bytes.empty()) << write_case(c);
    ASSERT_TRUE(same_input(case_from_bytes(*GetParam(), bytes), c)) << write_case(c);
  }
}

TEST_P(FuzzBytes, GeneratedCasesComeBack) {
  constexpr uint64_t kRandomCases = 300 / kFewer;
  size_t small = 0;
  for (uint64_t i = 0; i < GetParam()->num_edge_cases + kRandomCases; ++i) {
    const Case c = GetParam()->generate(kSeed, i);
    const std::vector<uint8_t> bytes = encoded(c);
    if (!is_small(c)) {
      ASSERT_TRUE(bytes.empty()) << c.note;
      continue;
    }
    if (bytes.empty()) continue; // beyond the 4 MiB of this test
    ++small;
    ASSERT_TRUE(same_input(case_from_bytes(*GetParam(), bytes), c)) << c.note;
  }
  EXPECT_GT(small, kRandomCases);
}

/// Of one of the first edge cases, which are about small counts.
TEST_P(FuzzBytes, ACaseFitsOrIsNotWritten) {
  const Case c = GetParam()->generate(kSeed, 100);
  const std::vector<uint8_t> whole = encoded(c);
  ASSERT_FALSE(whole.empty());
  for (size_t room = 0; room < whole.size(); ++room) {
    std::vector<uint8_t> bytes(room);
    ASSERT_EQ(bytes_from_case(c, bytes), 0u) << room;
  }
  std::vector<uint8_t> exact(whole.size());
  EXPECT_EQ(bytes_from_case(c, exact), whole.size());
  EXPECT_EQ(exact, whole);
}

TEST_P(FuzzBytes, ASeedStandsForALargeCaseOfTheGenerator) {
  size_t largest = 0;
  for (uint64_t seed = 0; seed < (kAddressSanitizer ? 100 : 300); ++seed) {
    std::vector<uint8_t> bytes(40, 0xee);
    put_generated(seed, bytes);
    ASSERT_EQ(std::count(bytes.begin() + 9, bytes.end(), 0), 31);
    const Case c = case_from_bytes(*GetParam(), bytes);
    ASSERT_EQ(complaint(c), "") << "seed " << seed;
    ASSERT_TRUE(same_input(case_from_bytes(*GetParam(), bytes), c)) << "seed " << seed;
    for (const Array& array : c.arrays) ASSERT_LE(array.size(), 64u << 10) << "seed " << seed;
    largest = std::max(largest, GetParam()->size(c));
  }
  EXPECT_GT(largest, 256u); // more than one byte counts
}

INSTANTIATE_TEST_SUITE_P(Operations, FuzzBytes,
                         testing::ValuesIn(operations().begin(), operations().end()),
                         [](const auto& p) { return std::string(p.param->name); });

} // namespace
} // namespace ulna
