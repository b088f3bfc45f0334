// Which name was probably meant.

#include "base/likely_name.h"

#include <gtest/gtest.h>

namespace ulna {
namespace {

constexpr std::string_view kNames[] = {"slerp_joints", "lerp_joints", "--seed", "sse", "asm"};

std::string meant(std::string_view name) {
  return likely_name(name, kNames).value_or("none");
}

TEST(LikelyName, IsTheNearest) {
  EXPECT_EQ(meant("slerp_joint"), "slerp_joints");
  EXPECT_EQ(meant("lerp_joins"), "lerp_joints");
  EXPECT_EQ(meant("SlerpJoints"), "slerp_joints");
}

TEST(LikelyName, TakesExchangedNeighboursForOneMistake) {
  EXPECT_EQ(meant("--sede"), "--seed");
  EXPECT_EQ(meant("ses"), "sse");
}

TEST(LikelyName, IsNoneThatIsAnother) {
  EXPECT_EQ(meant("transform"), "none");
  EXPECT_EQ(meant("avx"), "none");
  EXPECT_EQ(meant(""), "none");
  EXPECT_EQ(likely_name("sse", {}), std::nullopt);
}

TEST(LikelyName, IsAskedForInAMessage) {
  EXPECT_EQ(did_you_mean("asn", kNames, "see the list"), "did you mean asm?");
  EXPECT_EQ(did_you_mean("neon", kNames, "see the list"), "see the list");
}

} // namespace
} // namespace ulna
