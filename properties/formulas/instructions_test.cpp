// Instructions as expressions, held against the CPU: those of the built-in ports that touch
// registers alone, on random and special values, with and without flushing.
#include "formulas/instructions.h"

#include "code/mutants.h"
#include "properties/code/code_runner.h"

#include <immintrin.h>

#include <bit>
#include <iterator>
#include <map>
#include <set>

namespace ulna::formulas {
namespace {

using code::Registers;
using code::Runner;
using code::Unit;

constexpr uint32_t kFlushing = 0x8040, kAllMasks = 0x1f80;

/// The mode in which instructions run and expressions get their values.
class Mode {
public:
  explicit Mode(bool flushes) { _mm_setcsr(kAllMasks | (flushes ? kFlushing : 0)); }
  ~Mode() { _mm_setcsr(before_); }

private:
  uint32_t before_ = _mm_getcsr();
};

/// Zeros, denormals, infinities, NaNs, equal and opposite values among ordinary ones.
Registers special_registers(Random& r) {
  constexpr uint32_t kSpecial[] = {0,          0x80000000, 1,          0x80000001,
                                   0x007fffff, 0x00800000, 0x807fffff, 0x3f800000,
                                   0xbf800000, 0x7f7fffff, 0x7f800000, 0xff800000,
                                   0x7fc00000, 0xffffffff, 0x7ff00000, 0x000fffff};
  Registers out = code::random_registers(r);
  for (auto& vector : out.vectors)
    for (uint32_t& x : vector)
      if (r.one_in(2)) x = kSpecial[r.below(std::size(kSpecial))];
  return out;
}

/// What each instruction is to be known as, at least: what floats are moved and computed with.
const std::set<std::string> kToBeKnown = {
    "addps",       "addss",    "subps",     "subss",       "mulps",        "mulss",
    "divps",       "divss",    "minps",     "maxps",       "sqrtps",       "sqrtss",
    "andps",       "andnps",   "orps",      "xorps",       "shufps",       "unpcklps",
    "unpckhps",    "movaps",   "movhlps",   "movlhps",     "cmpps",        "vaddps",
    "vmulps",      "vsubps",   "vdivps",    "vsqrtps",     "vandps",       "vxorps",
    "vshufps",     "vblendps", "vpermilps", "vinsertf128", "vextractf128", "vbroadcastss",
    "vfmadd231ps", "mulsd",    "addsd",     "cvtss2sd",    "cvtsd2ss",     "haddps"};

struct Seen {
  size_t compared = 0, without_value = 0;
};

/// Runs the instruction, and compares what it leaves with the expressions.
void compare(const code::Instruction& i, const Registers& before, Runner& runner, Seen& seen) {
  Expressions all;
  Instructions instructions(all);
  const auto names = [&](Unit u) {
    return Instructions::name_of(
        *all.leaf(Kind::input, code::value_before(u), code::value(before, u)));
  };
  const auto makes = [&](std::string_view what, std::span<const std::string> of) {
    return instructions.make(what, of);
  };
  const code::Effect effect = code::effect_of(decode(i), i.address, names, makes);
  const Registers after = runner.run(i.code(), before);
  for (const code::Written& w : effect.written) {
    if (!code::is_followed(w.unit)) continue;
    const Expression* e = instructions.named(w.value);
    const uint64_t is = code::value(after, w.unit);
    if (!e->bits) {
      ++seen.without_value;
      continue;
    }
    ++seen.compared;
    if (w.unit >= code::kFlag && w.unit < code::kMask) {
      EXPECT_EQ(*e->bits != 0, is != 0) << code::value_before(w.unit);
    } else {
      EXPECT_TRUE(agrees(*e, is)) << code::value_before(w.unit)
                                  << fmt::format(": {:#x}, and not {:#x}", is, *e->bits);
    }
  }
}

std::string mnemonic(const code::Instruction& i) {
  return ZydisMnemonicGetString(code::decode(i).info.mnemonic);
}

TEST(Instructions, AreThoseOfTheCpu) {
  Random r(1, 0x6c6966);
  Runner runner;
  std::map<std::string, Seen> seen;
  size_t executions = 0;
  for (const code::Instruction& i : code::samples()) {
    SCOPED_TRACE(code::text_of(i));
    for (const bool flushes : {false, true}) {
      const Mode mode(flushes);
      for (size_t round = 0; round < 40 / kFewer; ++round) {
        const Registers before = round % 2 == 0 ? code::random_registers(r) : special_registers(r);
        compare(i, before, runner, seen[mnemonic(i)]);
        ++executions;
      }
    }
    if (testing::Test::HasFailure()) break; // one instruction says enough
  }
  size_t known = 0;
  for (const auto& [name, s] : seen) known += s.compared > 0;
  if (code::has_all_registers()) {
    EXPECT_GT(known, 100U);
    EXPECT_GT(executions, 40000U / (kFewer * kFewer)); // of fewer samples, too
    for (const std::string& name : kToBeKnown)
      EXPECT_GT(seen[name].compared, 0U) << name << " is not known, or in no port";
  }
}

// A value that only the CPU knows, such as that of rsqrtps, is no number.
TEST(Instructions, LeaveApproximationsToTheCpu) {
  Expressions all;
  Instructions instructions(all);
  const std::string four = Instructions::name_of(*all.number(std::bit_cast<uint32_t>(4.0F)));
  const Expression* e = instructions.named(instructions.make("rsqrtps", std::array{four}));
  EXPECT_EQ(e->kind, Kind::reciprocal_square_root);
  EXPECT_FALSE(e->bits);
}

TEST(Instructions, KeepWhatAddressesAreMadeOf) {
  Expressions all;
  Instructions instructions(all);
  const Expression* x = all.leaf(Kind::input, "x", 8);
  const std::string address = fmt::format("[#7e12 {} 4 0]", Instructions::name_of(*x));
  const Expression* e = instructions.named(instructions.make("lea", std::array{address}));
  EXPECT_TRUE(e->symbolic);
  EXPECT_FALSE(instructions.named("[#7e12 - 4 0]")->symbolic);
}

TEST(Instructions, OfNoMeaningHaveNoValue) {
  Expressions all;
  Instructions instructions(all);
  const std::string x = Instructions::name_of(*all.leaf(Kind::input, "x", 8));
  const Expression* e = instructions.named(instructions.make("pshufb 1", std::array{x, x}));
  EXPECT_EQ(e->kind, Kind::other);
  EXPECT_TRUE(e->symbolic);
  EXPECT_FALSE(e->bits);
}

} // namespace
} // namespace ulna::formulas
