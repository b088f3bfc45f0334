// What formulas are shown to be: sums of products by hand, then those of real ports, right and
// wrong.
#include "base/error.h"
#include "base/sanitizers.h"
#include "calls/session.h"
#include "formulas/against_contract.h"
#include "formulas/ordinary_case.h"
#include "formulas/prove.h"
#include "formulas/sum_of_products.h"
#include "properties/support.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <iterator>
#include <memory>
#include <span>
#include <string>

namespace ulna::formulas {
namespace {

using testing::HasSubstr;

uint64_t bits(float value) {
  return std::bit_cast<uint32_t>(value);
}

/// Expressions by hand.
struct ByHand {
  Expressions all;
  const Expression* a = all.leaf(Kind::input, "a", bits(1));
  const Expression* b = all.leaf(Kind::input, "b", bits(2));
  const Expression* c = all.leaf(Kind::input, "c", bits(3));

  const Expression* make(Kind kind, std::vector<const Expression*> of, bool wide = false) {
    return all.make(kind, wide, std::move(of));
  }
  const Expression* times(const Expression* x, const Expression* y) {
    return make(Kind::multiply, {x, y});
  }
  const Expression* plus(const Expression* x, const Expression* y) {
    return make(Kind::add, {x, y});
  }
};

SumOfProducts sum_of(const Expression* e, Factors factors = Factors::inputs) {
  return std::get<SumOfProducts>(sum_of_products(*e, factors));
}

TEST(SumOfProducts, CountsRoundingsOnTheWay) {
  ByHand x;
  const auto ab = x.times(x.a, x.b);
  EXPECT_EQ(sum_of(ab).roundings(), 1U);
  EXPECT_EQ(sum_of(x.plus(ab, x.c)).terms.at({x.a->id, x.b->id}).roundings, 2U);
  EXPECT_EQ(sum_of(x.plus(ab, x.c)).terms.at({x.c->id}).roundings, 1U);
  EXPECT_EQ(sum_of(x.make(Kind::fused, {x.a, x.b, x.c})).roundings(), 1U);
  EXPECT_EQ(sum_of(x.times(ab, x.c)).roundings(), 2U);
  EXPECT_EQ(sum_of(x.make(Kind::negate, {ab})).roundings(), 1U);
  // What changes the exponent alone, and a sum with zero, are exact.
  EXPECT_EQ(sum_of(x.times(x.a, x.all.number(bits(0.5F)))).roundings(), 0U);
  EXPECT_EQ(sum_of(x.times(x.a, x.all.number(bits(0.75F)))).roundings(), 1U);
  EXPECT_EQ(sum_of(x.plus(x.all.number(0), ab)).roundings(), 1U);
}

TEST(SumOfProducts, TellsRoundingsOf64Bits) {
  ByHand x;
  const auto wide = [&](const Expression* e) { return x.make(Kind::widen, {e}, true); };
  const auto product = x.make(Kind::multiply, {wide(x.a), wide(x.b)}, true);
  const auto sum = sum_of(x.make(Kind::narrow, {x.make(Kind::add, {product, wide(x.c)}, true)}));
  EXPECT_EQ(sum.roundings(), 1U);
  EXPECT_EQ(sum.wide_roundings(), 2U);
}

TEST(SumOfProducts, SeesWhatCancelsOrMeets) {
  ByHand x;
  EXPECT_TRUE(sum_of(x.plus(x.a, x.a)).each_once()); // 2 a
  EXPECT_FALSE(sum_of(x.make(Kind::subtract, {x.a, x.a})).each_once());
  EXPECT_FALSE(sum_of(x.make(Kind::subtract, {x.plus(x.a, x.b), x.a})).each_once());
  EXPECT_TRUE(sum_of(x.make(Kind::subtract, {x.a, x.b})).each_once());
}

TEST(SumOfProducts, SeesWhatIsMultipliedByZero) {
  ByHand x;
  EXPECT_TRUE(sum_of(x.plus(x.a, x.times(x.all.number(0), x.b))).has_others());
  EXPECT_FALSE(sum_of(x.plus(x.a, x.b)).has_others());
}

// Exact, unless it overflows on the way.
TEST(SumOfProducts, SeesWhatIsLargeOnTheWay) {
  ByHand x;
  const auto up = x.times(x.a, x.all.number(bits(0x1p100F)));
  EXPECT_FALSE(sum_of(x.times(up, x.all.number(bits(0x1p-100F)))).only_parts);
  EXPECT_TRUE(sum_of(x.times(x.a, x.all.number(bits(0.5F)))).only_parts);
  const auto abc = x.times(x.times(x.a, x.b), x.c);
  EXPECT_TRUE(sum_of(x.plus(abc, x.a)).only_parts);
}

TEST(SumOfProducts, HasWhatIsLeftAsAFactor) {
  ByHand x;
  const auto left = x.make(Kind::subtract, {x.all.number(bits(1)), x.plus(x.a, x.b)});
  const auto e = x.times(left, x.c);
  EXPECT_EQ(sum_of(e).terms.size(), 3U);
  EXPECT_EQ(sum_of(e, Factors::what_is_left).terms.size(), 1U);
  EXPECT_EQ(sum_of(e, Factors::what_is_left).roundings(), 3U);
  EXPECT_EQ(sum_of(e, Factors::what_is_left_as_is).roundings(), 1U);
}

TEST(SumOfProducts, SaysWhatIsNone) {
  ByHand x;
  const auto root = x.make(Kind::square_root, {x.times(x.a, x.b)});
  EXPECT_EQ(std::get<std::string>(sum_of_products(*x.plus(root, x.c))), "sqrt(a * b)");
  EXPECT_TRUE(std::holds_alternative<std::string>(
      sum_of_products(*x.times(x.a, x.all.number(0x7f800000)))));
}

// --- Ports --------------------------------------------------------------------------------------

/// A call that was followed to its end, and what its words are shown to be.
struct Shown {
  std::vector<WordProof> words;
  std::vector<bool> right; ///< whether the value of the call is within the bound
  bool straight = false;   ///< neither the way nor an address depends on floats

  size_t count(WordProof::Is is) const {
    return static_cast<size_t>(
        std::count_if(words.begin(), words.end(), [is](const auto& w) { return w.is == is; }));
  }
  bool all_shown() const { return !words.empty() && count(WordProof::Is::undecided) == 0; }
};

/// Whether the word of the output is what is owed for the case itself.
bool is_right(const Case& c, size_t array, size_t word, std::span<const std::byte> output) {
  const size_t words = c.operation->arrays[array].words(c), w = word % words;
  Expectation owed;
  c.operation->evaluate(c)->expect(array, word / words, reference::Rung::top, owed);
  uint32_t bits_there = 0;
  std::memcpy(&bits_there, output.data() + 4 * word, sizeof bits_there);
  if (owed.clause[w] == Clause::copied) return bits_there == owed.bits[w];
  if (owed.clause[w] != Clause::bounded) return true;
  return distance(std::bit_cast<float>(bits_there), owed.exact[w]).value <= owed.bound[w];
}

Shown show(const std::string& path, const char* op, size_t elements) {
  const Case c = ordinary_case(operation_named(op), elements, 1);
  Session session(path, test_installation().worker);
  Expressions expressions;
  std::vector<std::byte> output;
  const FollowedCall call =
      follow(session, c, expressions, [&](size_t, const CallResult&, const Outputs& outputs) {
        if (!outputs.empty()) output.assign(outputs[0].bytes.begin(), outputs[0].bytes.end());
      });
  const Lift* lift = call.lift.get();
  Shown shown;
  if (!lift->result().whole) {
    ADD_FAILURE() << lift->result().obstacle;
    return shown;
  }
  shown.straight = lift->result().conditions.empty() && lift->result().addresses.empty();
  const auto array = static_cast<size_t>(c.operation->output);
  const AgainstContract contract(c, *lift, 1);
  for (size_t w = 0; w < output.size() / 4; ++w) {
    const Expression* e = lift->word(array, w);
    if (e && e->kind == Kind::input && lift->input(e->id)->array == array) continue; // not written
    shown.words.push_back(contract.word(array, w));
    shown.right.push_back(is_right(c, array, w, output));
  }
  return shown;
}

std::string builtin(const std::string& name) {
  return fmt::format("{}/{}.so", test_installation().ports_dir, name);
}

std::string planted(const std::string& name) {
  return fmt::format("{}/{}.so", ULNA_PLANTED_DIR, name);
}

TEST(Proof, ShowsSumsAndCopiesOfOurPorts) {
  for (const std::string op :
       {"transform_verts", "combine_bones", "derive_bitangents", "tween_verts", "reorder_palette",
        "skin_split_verts", "update_skinned_mesh"}) {
    SCOPED_TRACE(op);
    for (const char* port : {"scalar", "sse"}) {
      if (kAddressSanitizer && port == std::string("scalar")) continue;
      const Shown shown = show(builtin(port), op.c_str(), 3);
      EXPECT_TRUE(shown.all_shown()) << port;
      EXPECT_EQ(shown.count(WordProof::Is::copy), op == "reorder_palette" ? shown.words.size() : 0)
          << port;
    }
  }
}

TEST(Proof, ShowsOtherOrdersFusedProductsAndDoubles) {
  for (const char* port : {"right_reversed", "right_double", "right_fma"}) {
    SCOPED_TRACE(port);
    EXPECT_TRUE(show(planted(port), "transform_verts", 3).all_shown());
  }
}

struct Wrong {
  const char* port;
  const char* op;
};

// In small calls of ordinary floats, too.
constexpr Wrong kAllWrong[] = {
    {"bug_shuffle_lane", "transform_verts"},        {"bug_base_w_is_one", "transform_verts"},
    {"bug_translation_dropped", "transform_verts"}, {"bug_palette_order", "combine_bones"},
    {"bug_palette_affine", "combine_bones"},        {"bug_palette_w_is_one", "combine_bones"},
    {"bug_tween_normals_kept", "tween_verts"},      {"bug_reorder_element", "reorder_palette"}};

/// Each takes a second or two; the sanitizers watch how proofs are made, and not of what.
constexpr std::span kWrong(kAllWrong, kAddressSanitizer ? 2 : std::size(kAllWrong));

// None of them is shown to be right where it is wrong.
TEST(Proof, ShowsNothingThatIsWrong) {
  for (const Wrong& wrong : kWrong) {
    SCOPED_TRACE(wrong.port);
    for (const size_t elements : {1U, 3U}) {
      const Shown shown = show(planted(wrong.port), wrong.op, elements);
      for (size_t w = 0; w < shown.words.size(); ++w)
        EXPECT_TRUE(shown.right[w] || shown.words[w].is == WordProof::Is::undecided) << w;
    }
  }
}

Proof proof_of(const std::string& path, const char* op) {
  Session session(path, test_installation().worker);
  return prove(session, operation_named(op), 1, [](size_t, size_t) {});
}

TEST(Prove, GoesThroughTheShapes) {
  const Proof proof = proof_of(builtin("sse"), "reorder_palette");
  EXPECT_TRUE(proof.is_proved()) << proof.undecided;
  EXPECT_EQ(proof.shapes, 21U + 24U);
  EXPECT_EQ(proof.roundings, 0U);
  if (kAddressSanitizer) return;
  const Proof sums = proof_of(planted("right_reversed"), "transform_verts");
  EXPECT_TRUE(sums.is_proved()) << sums.undecided;
  EXPECT_TRUE(sums.for_all_values);
  EXPECT_LE(sums.of_bound, 1);
  EXPECT_GT(sums.of_bound, 0.1);
}

TEST(Prove, ShowsNoWrongPortRight) {
  for (const Wrong& wrong : kWrong) {
    SCOPED_TRACE(wrong.port);
    EXPECT_FALSE(proof_of(planted(wrong.port), wrong.op).is_proved());
  }
}

TEST(Prove, SaysWhatStandsInTheWay) {
  EXPECT_THAT(proof_of(builtin("sse"), "slerp_joints").undecided, HasSubstr("the way depends on"));
  EXPECT_THAT(proof_of(builtin("sse"), "skin_aos_verts").undecided,
              HasSubstr("dst[0].normal.x: what is owed is no sum of products"));
  EXPECT_FALSE(proof_of(planted("bug_reorder_kept"), "reorder_palette").is_proved());
  EXPECT_FALSE(proof_of(planted("bug_word_below_return"), "combine_bones").is_proved());
  EXPECT_FALSE(proof_of(planted("bug_guided_by_what_lies_behind"), "transform_verts").is_proved());
}

// A value that hardly any input has: the way to it is a condition, which no search would meet.
TEST(Proof, SaysOnWhichValuesTheWayDepends) {
  for (const char* port : {"bug_joint_identity", "bug_joint_nearly_identity"}) {
    SCOPED_TRACE(port);
    EXPECT_FALSE(show(planted(port), "transform_verts", 2).straight);
  }
}

} // namespace
} // namespace ulna::formulas
