#include "formulas/expression.h"

#include "base/random.h"
#include "formulas/print.h"
#include "formulas/symbolic_memory.h"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <map>

namespace ulna::formulas {
namespace {

uint64_t bits(float value) {
  return std::bit_cast<uint32_t>(value);
}

// Whatever is simplified, the value stays.
TEST(Expressions, HaveTheValueOfTheirOperation) {
  constexpr Kind kTwo[] = {Kind::add,     Kind::subtract, Kind::multiply, Kind::minimum,
                           Kind::maximum, Kind::bit_and,  Kind::bit_or,   Kind::bit_xor};
  constexpr uint64_t kUsual[] = {0, kAllBits, 0x80000000, 0x7fffffff, 0x3f800000, 0x40400000};
  Random r(1, 0x657870);
  Expressions all;
  std::vector<const Expression*> made;
  for (const uint64_t b : kUsual) made.push_back(all.number(b));
  for (const char* name : {"x", "y", "z"})
    made.push_back(all.leaf(Kind::input, name, 0x3f000000 + r.below(1 << 20)));
  for (int i = 0; i < 20000; ++i) {
    const auto any = [&] { return made[r.below(made.size())]; };
    Kind kind = kTwo[r.below(std::size(kTwo))];
    std::vector<const Expression*> of{any(), any()};
    uint64_t relations = 0;
    if (r.one_in(6)) {
      kind = Kind::select;
      of.push_back(any());
    } else if (r.one_in(6)) {
      kind = r.one_in(2) ? Kind::negate : Kind::absolute;
      of.pop_back();
    } else if (r.one_in(6)) {
      kind = Kind::compare;
      relations = r.below(16);
    }
    std::vector<uint64_t> values;
    for (const Expression* o : of) values.push_back(o->bits.value());
    const Expression* e = all.make(kind, false, of, relations);
    ASSERT_TRUE(
        same_float(e->bits.value(), value_of(kind, false, relations, values).value(), false))
        << int(kind) << ": " << print_short(*e, 200);
    if (made.size() < 400) made.push_back(e);
  }
}

TEST(Expressions, AreOneWhereTheyAreEqual) {
  Expressions all;
  const Expression* x = all.leaf(Kind::input, "x", bits(2));
  const Expression* y = all.leaf(Kind::input, "y", bits(3));
  EXPECT_EQ(all.make(Kind::add, false, {x, y}), all.make(Kind::add, false, {x, y}));
  EXPECT_NE(all.make(Kind::add, false, {x, y}), all.make(Kind::add, false, {y, x}));
  EXPECT_EQ(all.make(Kind::low, false, {all.make(Kind::pair, true, {x, y})}), x);
}

// 0 * x is no number: x may be infinite.
TEST(Expressions, KeepWhatAZeroIsMultipliedBy) {
  Expressions all;
  const Expression* x = all.leaf(Kind::input, "x", bits(2));
  EXPECT_TRUE(all.make(Kind::multiply, false, {all.number(0), x})->symbolic);
  EXPECT_TRUE(all.make(Kind::subtract, false, {x, x})->symbolic);
}

TEST(Print, KeepsTheOrderOfSums) {
  Expressions all;
  const Expression* a = all.leaf(Kind::input, "a", bits(1));
  const Expression* b = all.leaf(Kind::input, "b", bits(2));
  const Expression* c = all.leaf(Kind::input, "c", bits(3));
  const Expression* left = all.make(Kind::add, false, {all.make(Kind::add, false, {a, b}), c});
  const Expression* right = all.make(Kind::add, false, {a, all.make(Kind::add, false, {b, c})});
  EXPECT_EQ(print_short(*left, 99), "a + b + c");
  EXPECT_EQ(print_short(*right, 99), "a + (b + c)");
  EXPECT_EQ(print_short(*all.make(Kind::multiply, false, {right, right}), 8), "(a + (b  ...");
  EXPECT_EQ(print({{"out", all.make(Kind::multiply, false, {right, right})}}),
            "t1 = a + (b + c)\nout = t1 * t1\n");
}

TEST(Print, SaysWhatIsTrueOfNaNs) {
  Expressions all;
  const Expression* a = all.leaf(Kind::input, "a", bits(1));
  const Expression* b = all.leaf(Kind::input, "b", bits(2));
  const auto text = [&](uint64_t relations) {
    return print_short(*all.make(Kind::compare, false, {a, b}, relations), 99);
  };
  EXPECT_EQ(text(kLess), "a < b");
  EXPECT_EQ(text(kEqual), "a == b");
  EXPECT_EQ(text(kLess | kUnordered), "!(a >= b)");
  EXPECT_EQ(text(kUnordered), "unordered(a, b)");
  const Expression* is = all.make(Kind::compare, false, {a, b}, kLess);
  EXPECT_EQ(print_short(*all.make(Kind::select, false, {is, b, a}), 99), "a < b ? b : a");
}

// Random stores and loads, against a memory that knows whose each byte is.
TEST(SymbolicMemory, KnowsWhoseEachByteIs) {
  struct Byte {
    const Expression* of = nullptr;
    unsigned number = 0;
  };
  constexpr unsigned kBytes = 40;
  Expressions all;
  const Expression* broken = all.leaf(Kind::undefined, "broken", {});
  for (uint64_t seed = 1; seed <= 300; ++seed) {
    SCOPED_TRACE(seed);
    Random r(seed, 0x6d656d);
    SymbolicMemory memory(broken);
    std::array<Byte, kBytes> bytes{};
    for (int i = 0; i < 60; ++i) {
      const unsigned size = 1U << r.below(3);
      const auto at = static_cast<unsigned>(r.below(kBytes - size));
      const Expression* word =
          size == kWord && r.one_in(2) ? all.leaf(Kind::input, std::to_string(i), {}) : nullptr;
      memory.store(at, size, word);
      for (unsigned k = 0; k < size; ++k) bytes[at + k] = {word, k};
      for (unsigned from = 0; from + kWord <= kBytes; ++from) {
        const auto found = memory.find(from, kWord);
        bool whole = bytes[from].of != nullptr, none = true;
        for (unsigned k = 0; k < kWord; ++k) {
          whole = whole && bytes[from + k].of == bytes[from].of && bytes[from + k].number == k;
          none = none && !bytes[from + k].of;
        }
        ASSERT_TRUE(whole ? found.word == bytes[from].of : !found.word || found.word == broken)
            << from;
        // What says that it is concrete is.
        ASSERT_TRUE(found.word || found.parts || none) << from;
      }
    }
  }
}

} // namespace
} // namespace ulna::formulas
