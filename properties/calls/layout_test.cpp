// Where arrays and records lie for a worker whose addresses have 32 bits.

#include "calls/layout.h"

#include "base/error.h"
#include "calls/shared_file.h"
#include "cases/operation.h"
#include "operations/list.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

namespace ulna {
namespace {

using namespace arena;

Case case_of(const char* operation, bool small) {
  const Operation& op = operation_named(operation);
  for (uint64_t i = op.num_edge_cases;; ++i) {
    Case c = op.generate(1, i);
    if (is_small(c) == small && op.size(c) > 2) return c;
  }
}

std::byte* arena_memory() {
  static SharedFile file("test-arena", kFileSize);
  return file.data();
}

Call laid_out(const Case& c, uint32_t slot) {
  Call call;
  lay_out(arena_memory(), c, slot, call, kI386);
  return call;
}

/// Those that sessions use.
constexpr uint32_t kLarge[] = {kSmallSlots, kSmallSlots + 1, kSmallSlots + kOrders,
                               kSmallSlots + kOrders + 1};

struct Place {
  uint64_t begin, end;
};
std::vector<Place> places_of(const Call& call) {
  std::vector<Place> all;
  for (size_t a = 0; a < call.num_arrays; ++a) {
    const uint64_t begin = guarded_address(call, a);
    all.push_back({begin, begin + call.regions[a].pages * kPage});
  }
  std::ranges::sort(all, {}, &Place::begin);
  return all;
}

void expect_gaps(const std::vector<Place>& places) {
  for (size_t i = 1; i < places.size(); ++i)
    EXPECT_LE(places[i - 1].end + kPage, places[i].begin) << "between " << i - 1 << " and " << i;
}

TEST(NarrowLayout, LeavesGapsBetweenTheArraysOfOneCall) {
  for (const char* op : {"transform_verts", "skin_interleaved_verts", "blend_vertex_buffer"})
    for (const uint32_t slot : kLarge) {
      SCOPED_TRACE(std::string(op) + ", slot " + std::to_string(slot));
      expect_gaps(places_of(laid_out(case_of(op, false), slot)));
    }
}

TEST(NarrowLayout, KeepsSlotsApart) {
  const Case large = case_of("transform_verts", false), small = case_of("transform_verts", true);
  std::vector<Place> all;
  const auto add = [&](const Call& call) {
    const std::vector<Place> places = places_of(call);
    all.insert(all.end(), places.begin(), places.end());
  };
  for (const uint32_t slot : kLarge) add(laid_out(large, slot));
  for (uint32_t slot = 0; slot < kSmallSlots; ++slot) add(laid_out(small, slot));
  std::ranges::sort(all, {}, &Place::begin);
  expect_gaps(all);
  EXPECT_GE(all.front().begin, kNarrowWindows[0]);
  EXPECT_LE(all.back().end, kNarrowEnd);
}

TEST(NarrowLayout, HasAnArrayAcrossTheMiddle) {
  const Operation& op = operation_named("transform_verts");
  size_t straddle = 0, ends_there = 0;
  for (uint64_t i = 0; i < 200; ++i) {
    const Case c = op.generate(1, op.num_edge_cases + i);
    if (!is_small(c)) continue;
    const Call call = laid_out(c, kApartSlot);
    const std::vector<Place> places = places_of(call);
    expect_gaps(places);
    for (const Place& place : places) {
      straddle += place.begin < kNarrowMiddle && place.end > kNarrowMiddle;
      ends_there += place.begin < kNarrowMiddle && place.end == kNarrowMiddle;
    }
  }
  EXPECT_GT(straddle, 10U);
  EXPECT_GT(ends_there, 10U);
}

TEST(NarrowLayout, HasTheArraysOfASlotInItsOrder) {
  const Case c = case_of("transform_verts", false);
  const Call ascending = laid_out(c, kLarge[0]), descending = laid_out(c, kLarge[1]);
  for (size_t a = 1; a < ascending.num_arrays; ++a) {
    EXPECT_LT(guarded_address(ascending, a - 1), guarded_address(ascending, a));
    EXPECT_GT(guarded_address(descending, a - 1), guarded_address(descending, a));
  }
}

TEST(NarrowLayout, PointersInRecordsHave32Bits) {
  const Case c = case_of("skin_soa_verts", true);
  const Operation& op = *c.operation;
  const Call call = laid_out(c, 0);
  ASSERT_EQ(call.num_arrays, c.arrays.size() + 1);
  const Record record = op.records(c).front();
  const size_t at = c.arrays.size();
  ASSERT_EQ(call.regions[at].bytes, record.fields.size() * sizeof(uint32_t));
  EXPECT_EQ((guarded_address(call, at) + call.regions[at].offset) % sizeof(uint32_t), 0U);
  std::vector<uint32_t> words(record.fields.size());
  std::memcpy(words.data(), arena_memory() + file_offset(0, at) + call.regions[at].offset,
              call.regions[at].bytes);
  for (size_t f = 0; f < words.size(); ++f) {
    const int array = record.fields[f].array;
    if (array < 0) continue;
    const auto a = static_cast<size_t>(array);
    EXPECT_EQ(words[f], guarded_address(call, a) + call.regions[a].offset) << "field " << f;
  }
  EXPECT_EQ(changed_input(arena_memory(), c, call, kI386), -1);
}

TEST(NarrowLayout, RefusesWhatTheAddressSpaceDoesNotHold) {
  Case c = case_of("tween_verts", true);
  c.arrays[0].resize(kNarrowWindow);
  EXPECT_NO_THROW(check_size(c, kX86_64));
  try {
    check_size(c, kI386);
    FAIL() << "no refusal";
  } catch (const BadInput& e) {
    EXPECT_THAT(e.what(), testing::HasSubstr("tween_verts: a case of 401 MiB, and where addresses "
                                             "have 32 bits it may use 400; split the case"));
  }
}

} // namespace
} // namespace ulna
