// What an instruction writes and depends on, held against the CPU: register instructions of the
// built-in ports, and their mutants, run on random registers.
#include "code/effect.h"

#include "code/mutants.h"
#include "properties/code/code_runner.h"

namespace ulna::code {
namespace {

/// What a value does not use may change.
void expect_no_other_uses(const Effect& effect, const Instruction& i, const Registers& before,
                          Runner& runner, Random& r) {
  const Registers after = runner.run(i.code(), before);
  for (const Written& w : effect.written) {
    Registers other = before;
    for (Unit u = 0; u < kRegisters; ++u)
      if (u != kRsp && !w.uses[u] && r.one_in(2)) change(other, u, r);
    const Registers again = runner.run(i.code(), other);
    if (is_followed(w.unit)) {
      EXPECT_EQ(value(after, w.unit), value(again, w.unit)) << value_before(w.unit);
    }
  }
}

TEST(Effect, IsThatOfTheCpu) {
  Random r(1, 0x656666);
  Runner runner;
  size_t tried = 0;
  for (const Instruction& i : samples()) {
    SCOPED_TRACE(text_of(i));
    const Effect effect = effect_of(decode(i), i.address);
    Units written;
    for (const Written& w : effect.written) {
      EXPECT_FALSE(written[w.unit]) << "twice";
      written.set(w.unit);
    }
    for (int round = 0; round < 4; ++round) {
      const Registers before = random_registers(r);
      const Registers after = runner.run(i.code(), before);
      for (Unit u = 0; u < kRegisters; ++u)
        if (is_followed(u) && !written[u]) {
          EXPECT_EQ(value(before, u), value(after, u)) << value_before(u);
        }
      expect_no_other_uses(effect, i, before, runner, r);
      ++tried;
    }
  }
  EXPECT_GT(tried, (has_all_registers() ? 2000U : 500U) / kFewer);
}

// Numbers that are known choose lanes: the others may change.
TEST(Effect, OfKnownNumbersIsThatOfTheCpu) {
  Random r(6, 0x656666);
  Runner runner;
  std::vector<Instruction> all = samples();
  if (has_all_registers()) {
    // Masks whose bits are not for 32-bit lanes: vmovapd zmm0 {k1}, zmm1, vmovdqu64, vmovdqu16,
    // vmovdqu8, vcvtps2pd zmm0 {k1}, ymm1, and vcvtpd2ps ymm0 {k1}, zmm1.
    for (const auto& bytes : {std::initializer_list<unsigned>{0x62, 0xf1, 0xfd, 0x49, 0x28, 0xc1},
                              {0x62, 0xf1, 0xfe, 0x49, 0x6f, 0xc1},
                              {0x62, 0xf1, 0xff, 0x49, 0x6f, 0xc1},
                              {0x62, 0xf1, 0x7f, 0x49, 0x6f, 0xc1},
                              {0x62, 0xf1, 0x7c, 0x49, 0x5a, 0xc1},
                              {0x62, 0xf1, 0xfd, 0x49, 0x5a, 0xc1}})
      if (const Instruction i = instruction(bytes); can_run(i, decode(i))) all.push_back(i);
  }
  size_t fewer = 0;
  for (const Instruction& i : all) {
    SCOPED_TRACE(text_of(i));
    const Decoded d = decode(i);
    for (int round = 0; round < 4; ++round) {
      const Registers before = random_registers(r);
      const auto names = [&](Unit u) {
        const bool known = u >= kMask && u < kRegisters && (u + round) % 2 == 0;
        return known ? name_of_number(value(before, u)) : value_before(u);
      };
      const Effect effect = effect_of(d, i.address, names), plain = effect_of(d, i.address);
      fewer += effect.written.size() == plain.written.size() &&
               read_for(effect, Units().set()) != read_for(plain, Units().set());
      expect_no_other_uses(effect, i, before, runner, r);
    }
  }
  if (has_all_registers()) {
    EXPECT_GT(fewer, 20U / kFewer);
  }
}

TEST(Effect, AboveTheLowestByteIsNotThatOfLaneNumbers) {
  Random r(5, 0x656666);
  Runner runner;
  const Units all = Units().set();
  size_t tried = 0;
  for (const Instruction& i : samples()) {
    SCOPED_TRACE(text_of(i));
    const Effect effect = effect_of(decode(i), i.address);
    const Units unread = read_for(effect, all) & ~read_for(above_lowest_byte(effect, all), all);
    EXPECT_EQ(unread, effect.lane_numbers);
    if (unread.none()) continue;
    for (int round = 0; round < 8; ++round) {
      const Registers before = random_registers(r);
      Registers other = before;
      for (unsigned v = 0; v < kVectors; ++v)
        for (unsigned k = 0; k < kLanes; ++k)
          if (unread[lane(v, k)]) other.vectors[v][k] ^= uint32_t(r.next()) << 8;
      const Registers x = runner.run(i.code(), before), y = runner.run(i.code(), other);
      for (const Written& w : effect.written)
        if (is_followed(w.unit)) {
          EXPECT_EQ(value(x, w.unit), value(y, w.unit)) << value_before(w.unit);
        }
      ++tried;
    }
  }
  if (has_all_registers()) {
    EXPECT_GT(tried, 24U / kFewer);
  }
}

TEST(Effect, OfLaneNumbersIsMoreWhereTheyMayStay) {
  const auto numbers = [](std::initializer_list<unsigned> bytes) {
    return effect_of(decode(instruction(bytes)), 0).lane_numbers.count();
  };
  EXPECT_EQ(numbers({0x62, 0xf2, 0x6d, 0x48, 0x16, 0xc3}), 16U); // vpermps zmm0, zmm2, zmm3
  EXPECT_EQ(numbers({0x62, 0xf2, 0x65, 0x48, 0x16, 0xc3}), 0U);  // zmm0, zmm3, zmm3
  EXPECT_EQ(numbers({0x62, 0xf2, 0x6d, 0x48, 0x77, 0xc3}), 16U); // vpermi2ps zmm0, zmm2, zmm3
  EXPECT_EQ(numbers({0x62, 0xf2, 0x6d, 0x49, 0x77, 0xc3}), 0U);  // zmm0 {k1}
  EXPECT_EQ(numbers({0x62, 0xf2, 0x6d, 0xc9, 0x77, 0xc3}), 0U);  // zmm0 {k1} {z}: not looked into
}

TEST(Effect, OfEqualTextsIsEqual) {
  Random r(2, 0x656666);
  Runner runner;
  size_t equal = 0;
  for (const Instruction& i : samples()) {
    const Effect a = effect_of(decode(i), i.address);
    for (const Mutant& m : mutants_of(i, {})) {
      Instruction changed = i;
      std::copy(m.replaced.begin(), m.replaced.end(), changed.bytes.begin());
      const Decoded d = decode(changed);
      const Effect b = effect_of(d, i.address);
      if (!b.known || m.kind == MutantKind::constant || !can_run(changed, d)) continue;
      SCOPED_TRACE(m.description);
      const Registers before = random_registers(r);
      const Registers x = runner.run(i.code(), before);
      const Registers y = runner.run(changed.code(), before);
      for (const Effect* effect : {&a, &b})
        for (const Written& w : effect->written)
          if (is_followed(w.unit) && value_behind(a, w.unit) == value_behind(b, w.unit)) {
            ++equal;
            EXPECT_EQ(value(x, w.unit), value(y, w.unit)) << value_before(w.unit);
          }
    }
  }
  EXPECT_GT(equal, 1000U / kFewer);
}

TEST(Effect, IsNotKnownOfWhatLeavesTheCode) {
  EXPECT_FALSE(effect_of(decode(instruction({0xc3})), 0).known);                   // ret
  EXPECT_FALSE(effect_of(decode(instruction({0xe8, 0, 0, 0, 0})), 0).known);       // call
  EXPECT_FALSE(effect_of(decode(instruction({0xa5})), 0).known);                   // movsd
  EXPECT_FALSE(effect_of(decode(instruction({0x0f, 0xae, 0x14, 0x24})), 0).known); // ldmxcsr
  EXPECT_FALSE(effect_of(decode(instruction({0x64, 0x8b, 0x04, 0x24})), 0).known); // mov fs:
  EXPECT_FALSE(effect_of(decode(instruction({0xf0, 0xff, 0x00})), 0).known);       // lock inc
  EXPECT_FALSE(effect_of(decode(instruction({0x88, 0xe0})), 0).known);             // mov al, ah
}

TEST(Effect, OfRepeatedMovesIsByWhereAndHowOften) {
  const Effect moves = effect_of(decode(instruction({0xf3, 0xa4})), 0); // rep movsb
  EXPECT_TRUE(moves.known);
  for (const unsigned g : {1U, 6U, 7U}) EXPECT_TRUE(moves.always[kGeneral + g]);
  EXPECT_EQ(moves.written.size(), 3U);
  const Effect stores = effect_of(decode(instruction({0xf3, 0x48, 0xab})), 0); // rep stosq
  EXPECT_TRUE(stores.always[kGeneral]);
  EXPECT_EQ(stores.loads, "");
  EXPECT_NE(stores.stores, effect_of(decode(instruction({0xf3, 0xab})), 0).stores); // rep stosd
}

TEST(Effect, OfMemoryIsByItsAddress) {
  const auto effect = [](std::initializer_list<unsigned> bytes) {
    return effect_of(decode(instruction(bytes)), 0x1000);
  };
  const Effect load = effect({0x0f, 0x10, 0x47, 0x10}); // movups xmm0, [rdi+0x10]
  EXPECT_TRUE(load.known);
  EXPECT_NE(load.loads, "");
  EXPECT_TRUE(load.always[kGeneral + 7]);
  EXPECT_NE(load.loads, effect({0x0f, 0x10, 0x47, 0x14}).loads);
  EXPECT_NE(load.loads, effect({0x0f, 0x28, 0x47, 0x10}).loads) << "movaps faults";
  const Effect store = effect({0x0f, 0x11, 0x07}); // movups [rdi], xmm0
  EXPECT_TRUE(store.written.empty());
  EXPECT_TRUE(store.always[lane(0, 3)]);
  EXPECT_NE(store.stores, effect({0x0f, 0x11, 0x0f}).stores); // xmm1
  EXPECT_TRUE(effect({0x53}).always[kGeneral + 3]);           // push rbx
}

} // namespace
} // namespace ulna::code
