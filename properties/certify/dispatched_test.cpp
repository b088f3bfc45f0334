// The port `best`: what it takes from where, on this CPU and on lesser ones, and that what it says
// of itself is what it does.
#include "certify/dispatched.h"

#include "properties/fewer.h"
#include "properties/laws.h"
#include "report/machine.h"

#include <gmock/gmock.h>

namespace ulna {
namespace {

using testing::IsEmpty;
using testing::Optional;

class DispatchedTest : public testing::Test {
protected:
  std::optional<std::string> origin(const char* operation, const char* cpu_features) {
    return best.origin(operation_named(operation), cpu_features);
  }

  Dispatched best{test_installation()};
};

TEST_F(DispatchedTest, TakesNothingThatNeedsMoreThanTheCpuHas) {
  for (const Operation* op : operations()) {
    const auto from = best.origin(*op, "");
    ASSERT_TRUE(from) << op->name << ": scalar has it";
    EXPECT_THAT(laws::port(*from).info().cpu_features, IsEmpty()) << op->name << " of " << *from;
  }
}

TEST_F(DispatchedTest, TakesAPortOnlyWhereAllThatItNeedsIsThere) {
  const std::string needs = laws::port("avx2").info().cpu_features;
  EXPECT_THAT(origin("convert_to_blended_mesh", needs.c_str()), Optional(std::string("avx2")));
  EXPECT_THAT(origin("convert_to_blended_mesh", "avx2"), Optional(std::string("scalar")));
  EXPECT_THAT(origin("convert_to_blended_mesh", ("x" + needs).c_str()),
              Optional(std::string("scalar")));
}

TEST_F(DispatchedTest, TakesWhatIsFasterOnTheFamilyOfTheProcessor) {
  const std::string needs =
      laws::port("avx512").info().cpu_features + "," + laws::port("avx2").info().cpu_features;
  const auto from = [&](const char* operation, const char* family) {
    return origin(operation, (needs + family).c_str()).value_or("");
  };
  for (const char* operation :
       {"transform_verts", "transform_verts_and_tangents", "skin_sorted_verts"}) {
    EXPECT_EQ(from(operation, ",zen4"), "avx2") << operation;
    EXPECT_EQ(from(operation, ",golden-cove"), "avx512") << operation;
    EXPECT_EQ(from(operation, ""), "avx512") << operation;
  }
  EXPECT_EQ(from("slerp_joints", ",zen4"), "avx512");
  for (const char* operation : {"skin_aos_verts", "skin_soa_verts"}) {
    EXPECT_EQ(from(operation, ",golden-cove"), "avx2") << operation;
    EXPECT_EQ(from(operation, ",zen4"), "avx512") << operation << ": not measured there";
  }
  EXPECT_EQ(origin("skin_soa_verts", "golden-cove"), "sse") << "a family has no features";
}

TEST_F(DispatchedTest, NamesNothingForWhatIsNoOperation) {
  Operation none = operation_named("slerp_joints");
  for (const size_t member : {size_t{0}, offsetof(ulna_port, cpu_features), sizeof(ulna_port)}) {
    none.member = member;
    EXPECT_EQ(best.origin(none), std::nullopt) << member;
  }
}

TEST(Dispatched, KnowsNothingWithoutTheLibrary) {
  Installation empty = test_installation();
  empty.ports_dir = "/nowhere";
  EXPECT_EQ(Dispatched(empty).origin(operation_named("slerp_joints")), std::nullopt);
}

TEST(Best, NeedsWhatItsOriginsNeedAndThisCpuHas) {
  const Dispatched best(test_installation());
  const std::string needed = laws::port("best").info().cpu_features;
  EXPECT_THAT(missing_features(needed), IsEmpty());
  for (const Operation* op : operations())
    EXPECT_THAT(missing_features(laws::port(*best.origin(*op)).info().cpu_features), IsEmpty())
        << op->name;
}

/// Kernels of one name that the linker took for each other would show here: the ports round
/// differently.
TEST(Best, GivesTheBitsOfThePortThatAnOperationIsFrom) {
  const Dispatched best(test_installation());
  for (const Operation* op : operations()) {
    laws::Port& origin = laws::port(*best.origin(*op));
    for (uint64_t i = 0; i < op->num_edge_cases + 20; i += kFewer) {
      const Case c = op->generate(1, i);
      const auto ours = laws::port("best").call(c);
      const auto theirs = origin.call(c);
      const bool same_answer = !op->returns || ours.returned == theirs.returned;
      ASSERT_TRUE(same_answer) << op->name << ", case " << i;
      ASSERT_TRUE(ours.arrays == theirs.arrays) << op->name << ", case " << i;
    }
  }
}

} // namespace
} // namespace ulna
