// Calls of real libraries, followed: our own ports, and planted ones that do what a formula must
// not.
#include "formulas/lift.h"

#include "base/error.h"
#include "base/sanitizers.h"
#include "calls/session.h"
#include "formulas/ordinary_case.h"
#include "formulas/print.h"
#include "properties/support.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <functional>
#include <memory>

namespace ulna::formulas {
namespace {

using testing::HasSubstr;

/// A call that was followed.
struct Followed {
  Case c;
  Expressions expressions;
  std::unique_ptr<Lift> lift;
  TraceEnd end = TraceEnd::died;
  CallResult result;
  std::vector<std::byte> output; ///< the first
};

std::unique_ptr<Followed> follow(const std::string& path, const Case& c) {
  Session session(path, test_installation().worker);
  auto out = std::make_unique<Followed>();
  out->c = c;
  FollowedCall call =
      formulas::follow(session, out->c, out->expressions,
                       [&](size_t, const CallResult& result, const Outputs& outputs) {
                         out->result = result;
                         if (!outputs.empty())
                           out->output.assign(outputs[0].bytes.begin(), outputs[0].bytes.end());
                       });
  out->lift = std::move(call.lift);
  out->end = call.end;
  return out;
}

std::unique_ptr<Followed> follow(const std::string& path, const char* op, size_t elements = 1) {
  return follow(path, ordinary_case(operation_named(op), elements, 1));
}

std::string builtin(const std::string& name) {
  return test_installation().ports_dir + "/" + name + ".so";
}

std::string planted(const std::string& name) {
  return std::string(ULNA_PLANTED_DIR) + "/" + name + ".so";
}

TEST(Lift, HasTheFormulaOfTheMachineCode) {
  const auto f = follow(builtin("scalar"), "tween_verts");
  ASSERT_TRUE(f->lift->result().whole) << f->lift->result().obstacle;
  EXPECT_EQ(f->end, TraceEnd::returned);
  EXPECT_EQ(f->result.end, CallResult::End::returned);
  EXPECT_TRUE(f->lift->result().conditions.empty());
  EXPECT_EQ(print({{"x", f->lift->word(0, 0)}}),
            "x = a[0].position.x * (1 - t) + b[0].position.x * t\n");
}

// Each output word of each port's call has the value that the expression has.
TEST(Lift, HasTheValuesOfTheCall) {
  for (const char* port : {"sse", "asm", "sse3"}) {
    if (kAddressSanitizer && port != std::string("sse")) continue;
    for (const char* op : {"transform_verts", "slerp_joints", "lerp_joints"}) {
      SCOPED_TRACE(fmt::format("{} {}", port, op));
      const auto f = follow(builtin(port), op, 3);
      const Lifted& lifted = f->lift->result();
      ASSERT_TRUE(lifted.whole) << lifted.obstacle;
      EXPECT_TRUE(lifted.addresses.empty());
      const size_t output = static_cast<size_t>(f->c.operation->output);
      size_t computed = 0;
      for (size_t w = 0; w < f->output.size() / 4; ++w) {
        const Expression* e = f->lift->word(output, w);
        uint32_t bits = 0;
        std::memcpy(&bits, f->output.data() + 4 * w, sizeof bits);
        ASSERT_TRUE(e && e->bits) << w;
        EXPECT_EQ(*e->bits, bits) << w;
        computed += e->kind != Kind::input;
      }
      EXPECT_GT(computed, 0U);
    }
  }
}

// Where there is nothing to be done for lerp <= 0, that is a condition.
TEST(Lift, SaysWhatTheWayDependsOn) {
  const auto f = follow(builtin("sse"), "slerp_joints");
  ASSERT_FALSE(f->lift->result().conditions.empty());
  const Condition& first = f->lift->result().conditions[0];
  EXPECT_THAT(first.place.text, HasSubstr("sse.so+0x"));
  ASSERT_FALSE(first.of.empty());
  EXPECT_THAT(print_short(*first.of[0], 80), HasSubstr("lerp"));
}

// libm looks values up by the bits of its argument.
TEST(Lift, SaysWhichAddressesDependOnFloats) {
  const auto f = follow(builtin("scalar"), "slerp_joints", 3);
  const Lifted& lifted = f->lift->result();
  ASSERT_TRUE(lifted.whole) << lifted.obstacle;
  EXPECT_TRUE(std::any_of(lifted.addresses.begin(), lifted.addresses.end(), [](const auto& a) {
    return std::any_of(a.of.begin(), a.of.end(),
                       [](const Expression* e) { return e->kind != Kind::kept; });
  }));
}

TEST(Lift, FollowsTheCallOfTheCase) {
  Case c = ordinary_case(operation_named("lerp_joints"), 2, 1);
  c.flush = true;
  const auto f = follow(builtin("sse"), c);
  EXPECT_TRUE(f->lift->result().whole) << f->lift->result().obstacle;
}

// A port may look at other memory than the contract says: what it finds there is no input.
TEST(Lift, TellsWhatIsKeptBetweenCalls) {
  const auto f = follow(planted("bug_reorder_kept"), "reorder_palette", 2);
  const Lifted& lifted = f->lift->result();
  const auto depends_on_kept = [&] {
    const std::function<bool(const Expression&)> has_kept = [&](const Expression& e) {
      return e.kind == Kind::kept ||
             std::any_of(e.of.begin(), e.of.end(), [&](const auto* o) { return has_kept(*o); });
    };
    for (const Condition& condition : lifted.conditions)
      for (const Expression* e : condition.of)
        if (has_kept(*e)) return true;
    return false;
  };
  EXPECT_TRUE(!lifted.whole || depends_on_kept());
}

// In a system call a port might wait for ever, or go on as another process.
TEST(Lift, DoesNotFollowSystemCalls) {
  const auto f = follow(planted("bug_kills_itself"), "transform_verts", 21);
  EXPECT_FALSE(f->lift->result().whole);
  EXPECT_EQ(f->end, TraceEnd::system_call) << f->lift->result().obstacle;
  EXPECT_EQ(f->result.end, CallResult::End::died); // the call went on without us
}

TEST(Lift, SaysWhatDiesInTheMiddle) {
  const Operation& op = operation_named("transform_verts");
  const auto f = follow(planted("bug_divides_by_zero"), op.keep(ordinary_case(op, 1, 1), {}));
  EXPECT_FALSE(f->lift->result().whole);
  EXPECT_EQ(f->end, TraceEnd::died);
  EXPECT_EQ(f->result.end, CallResult::End::died);
}

TEST(OrdinaryCase, HasTheElementsAndOrdinaryFloats) {
  for (const Operation* op : operations()) {
    if (!op->has_errors() || (kAddressSanitizer && op->real)) continue;
    SCOPED_TRACE(op->name);
    const Case c = ordinary_case(*op, 1, 1);
    EXPECT_EQ(op->size(c), 1U);
    EXPECT_FALSE(c.flush);
    op->validate(c);
  }
  EXPECT_THROW(ordinary_case(operation_named("tween_verts"), 1'000'000, 1), BadInput);
}

} // namespace
} // namespace ulna::formulas
