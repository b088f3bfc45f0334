// Which modes there are, and which of them come first.
#include "cases/make_case.h"
#include "cases/operation.h"
#include "certify/modes.h"
#include "operations/list.h"

#include <gtest/gtest.h>

namespace ulna {
namespace {

Case vertices(size_t count, int32_t num_weights) {
  const Operation& op = blend_vertices();
  for (uint64_t i = op.num_edge_cases;; ++i) {
    Case c = op.generate(1, i);
    if (op.size(c) == count && c.integers[0] == num_weights) return c;
  }
}

TEST(Modes, ComeByHowOftenTheyWereMet) {
  Modes modes(1);
  for (const int32_t num_weights : {2, 1, 3, 1, 3, 3}) modes.note(vertices(7, num_weights));
  const std::vector<Case> all = modes.most_frequent(5);
  ASSERT_EQ(all.size(), 3u);
  constexpr int32_t kDescending[] = {3, 1, 2};
  for (size_t i = 0; i < all.size(); ++i) {
    EXPECT_EQ(all[i].integers[0], kDescending[i]);
    EXPECT_EQ(blend_vertices().size(all[i]), 3u);
  }
  EXPECT_EQ(modes.most_frequent(1).size(), 1u);
}

TEST(Modes, OfCasesWithoutElementsAreNone) {
  Modes modes(1);
  modes.note(make_case(blend_vertices()));
  EXPECT_TRUE(modes.most_frequent(1).empty());
}

TEST(Modes, AreToldApartByTheFloatArgument) {
  const Operation& op = tween_verts();
  Modes modes(1);
  Case c = op.generate(1, op.num_edge_cases);
  for (uint64_t i = 1; op.size(c) == 0; ++i) c = op.generate(1, op.num_edge_cases + i);
  for (const float t : {0.0f, 0.25f, 0.5f, 0.75f, 1.0f, 2.0f, -1.0f}) {
    c.real = t;
    modes.note(c);
  }
  EXPECT_EQ(modes.most_frequent(9).size(), 5u);
}

} // namespace
} // namespace ulna
