// Which mutants are said to compute the same as what they are made of.
#include "code/equivalence.h"

#include "cases/make_case.h"
#include "properties/code/code_runner.h"

#include <map>

namespace ulna::code {
namespace {

/// One function in one block, but for calls and jumps.
CodeMap map_of_block(std::vector<Instruction> code) {
  CodeMap map;
  uint64_t at = 0x1000;
  for (Instruction& i : code) {
    i.address = at;
    i.block = 0;
    at = i.end();
  }
  Block& block = map.blocks.emplace_back();
  block.address = 0x1000;
  block.end = at;
  block.count = uint32_t(code.size());
  map.functions.push_back({0x1000, "kernel"});
  map.entries = {0x1000};
  map.instructions = std::move(code);
  return map;
}

/// Blocks that follow one another, each with its successors.
CodeMap map_of_blocks(
    const std::vector<std::pair<std::vector<Instruction>, std::vector<uint32_t>>>& blocks) {
  std::vector<Instruction> all;
  for (const auto& block : blocks) all.insert(all.end(), block.first.begin(), block.first.end());
  CodeMap map = map_of_block(all);
  map.blocks.clear();
  uint32_t first = 0;
  for (const auto& [code, successors] : blocks) {
    const uint32_t end = first + uint32_t(code.size());
    for (uint32_t i = first; i < end; ++i) map.instructions[i].block = uint32_t(map.blocks.size());
    Block& block = map.blocks.emplace_back();
    block.address = map.instructions[first].address;
    block.end = map.instructions[end - 1].end();
    block.first = first;
    block.count = uint32_t(code.size());
    block.successors = successors;
    first = end;
  }
  return map;
}

/// The mutants of an instruction that may differ, and those that may not.
std::pair<size_t, size_t> split(const CodeMap& map, size_t instruction,
                                std::optional<MutantKind> only = {}) {
  const Equivalence equivalence(map);
  std::pair<size_t, size_t> out;
  for (const Mutant& m : mutants_of(map.instructions[instruction], map))
    if (!only || m.kind == only) ++(equivalence.may_differ(m) ? out.first : out.second);
  return out;
}

const Instruction kReturn = instruction({0xc3});
const Instruction kShuffle = instruction({0x0f, 0xc6, 0xc0, 0x00});  // shufps xmm0, xmm0, 0
const Instruction kStoreOne = instruction({0xf3, 0x0f, 0x11, 0x07}); // movss [rdi], xmm0
const Instruction kStoreAll = instruction({0x0f, 0x11, 0x07});       // movups [rdi], xmm0

TEST(Equivalence, LeavesOutLanesThatNobodyReads) {
  const auto one = split(map_of_block({kShuffle, kStoreOne, kReturn}), 0);
  const auto all = split(map_of_block({kShuffle, kStoreAll, kReturn}), 0);
  EXPECT_GE(one.second, 6U) << "the upper three lanes";
  EXPECT_GE(one.first, 2U) << "the lowest lane";
  EXPECT_EQ(all.second, 0U);
}

/// Of the first instruction of a snippet, those of one kind.
std::pair<size_t, size_t> split(const char* function, MutantKind kind) {
  return split(map_of(sample("snippets"), function), 0, kind);
}

using Split = std::pair<size_t, size_t>;

TEST(Equivalence, LeavesOutBitsThatNumberNoLane) {
  EXPECT_EQ(split("permutes_by_numbers", MutantKind::constant), Split(8, 8)) << "the highest bits";
  EXPECT_EQ(split("keeps_lane_numbers", MutantKind::constant), Split(16, 0));
}

TEST(Equivalence, LeavesOutLanesThatNumbersDoNotChoose) {
  EXPECT_EQ(split("chooses_all_lanes", MutantKind::selection), Split(8, 0));
  EXPECT_EQ(split("chooses_two_lanes", MutantKind::selection), Split(4, 4));
}

TEST(Equivalence, LeavesOutLanesThatAMaskHoldsBack) {
  EXPECT_EQ(split("stores_three_lanes", MutantKind::selection), Split(6, 2));
}

TEST(Equivalence, EndsWhereOperationsReturn) {
  const Instruction kept = instruction({0x48, 0x89, 0xc3});   // mov rbx, rax
  const Instruction result = instruction({0x48, 0x89, 0xf0}); // mov rax, rsi
  EXPECT_EQ(split(map_of_block({kShuffle, kReturn}), 0).first, 0U);
  EXPECT_GT(split(map_of_block({kept, kReturn}), 0).first, 0U);
  EXPECT_GT(split(map_of_block({result, kReturn}), 0).first, 0U);
}

TEST(Equivalence, GoesOnWhereTheCodeMayReturnToItself) {
  CodeMap map = map_of_block({kShuffle, kReturn});
  map.functions[0].by_address = true; // it may return a vector
  EXPECT_GT(split(map, 0).first, 0U);
  map = map_of_block({kShuffle, kReturn});
  map.blocks[0].open = true;
  map.instructions[1] = instruction({0xff, 0xe0}); // jmp rax
  EXPECT_GT(split(map, 0).first, 0U);
}

TEST(Equivalence, EndsWhereAnotherLibraryIsCalled) {
  const Instruction call = instruction({0xe8, 0, 0x10, 0, 0});             // out of the map
  const Instruction inside = instruction({0xe8, 0xf6, 0xff, 0xff, 0xff});  // to the block itself
  const Instruction of_argument = instruction({0x0f, 0xc6, 0xf6, 0x00});   // shufps xmm6, xmm6, 0
  const Instruction of_none = instruction({0x45, 0x0f, 0xc6, 0xc0, 0x00}); // shufps xmm8, xmm8, 0
  const auto differing = [&](const Instruction& first, const Instruction& second) {
    return split(map_of_blocks({{{first, second}, {1}}, {{kReturn}, {}}}), 0).first;
  };
  EXPECT_GT(differing(of_argument, call), 0U);
  EXPECT_EQ(differing(of_none, call), 0U);
  EXPECT_EQ(differing(of_none, inside), 0U);
}

TEST(Equivalence, OfAFunctionGoesOnWhereItIsCalled) {
  const auto differing = [](const std::vector<Instruction>& behind, unsigned bytes) {
    const CodeMap map = map_of_blocks(
        {{{instruction({0xe8, bytes, 0, 0, 0})}, {1}}, {behind, {}}, {{kShuffle, kReturn}, {}}});
    return split(map, map.instructions.size() - 2).first;
  };
  EXPECT_EQ(differing({kReturn}, 1), 0U);
  EXPECT_GT(differing({kStoreAll, kReturn}, 4), differing({kStoreOne, kReturn}, 5));
  EXPECT_GT(differing({kStoreOne, kReturn}, 5), 0U);
}

TEST(Equivalence, KnowsWhatFunctionsOfMathematicsTake) {
  const Instruction of_first = kShuffle;
  const Instruction of_second = instruction({0x0f, 0xc6, 0xc9, 0x00}); // shufps xmm1, xmm1, 0
  const auto differing = [&](const Instruction& first, const char* function) {
    CodeMap map =
        map_of_blocks({{{first, instruction({0xe8, 0, 0x10, 0, 0})}, {1}}, {{kReturn}, {}}});
    map.blocks[0].calls = function;
    return split(map, 0).first;
  };
  const size_t any = differing(of_first, "mine");
  const size_t two = differing(of_first, "sqrt"), one = differing(of_first, "sqrtf");
  EXPECT_GT(any, two) << "a double has two lanes";
  EXPECT_GT(two, one);
  EXPECT_GT(one, 0U);
  EXPECT_EQ(differing(of_first, "memcpy"), 0U);
  EXPECT_EQ(differing(of_second, "sqrtf"), 0U);
  EXPECT_EQ(differing(of_second, "atan2f"), one);
}

TEST(Equivalence, OfFlagsIsThatOfTheCondition) {
  const Instruction compare = instruction({0x48, 0x39, 0xf7}); // cmp rdi, rsi
  const auto with = [&](unsigned condition) {
    const CodeMap map =
        map_of_block({compare, instruction({0x0f, condition, 0xc0}), kReturn}); // setcc al
    const Equivalence equivalence(map);
    size_t differ = 0;
    for (const Mutant& m : mutants_of(map.instructions[0], map))
      differ += m.kind == MutantKind::order && equivalence.may_differ(m);
    return differ;
  };
  EXPECT_EQ(with(0x94), 0U) << "sete does not ask for the order";
  EXPECT_EQ(with(0x9c), 1U) << "setl does";
}

TEST(Equivalence, OfWhatIsNotKnownIsAll) {
  CodeMap map = map_of_block({kShuffle, instruction({0x0f, 0xa2}), kReturn}); // cpuid
  EXPECT_EQ(split(map, 0).second, 0U);
}

// --- Values -------------------------------------------------------------------------------------

const Instruction kCopyRcx = instruction({0x48, 0x89, 0xc1});  // mov rcx, rax
const Instruction kCopyRdx = instruction({0x48, 0x89, 0xc2});  // mov rdx, rax
const Instruction kCopyRbx = instruction({0x48, 0x89, 0xcb});  // mov rbx, rcx
const Instruction kStoreRdx = instruction({0x48, 0x89, 0x17}); // mov [rdi], rdx
const Instruction kCompare = instruction({0x48, 0x39, 0xc8});  // cmp rax, rcx
const Instruction kAddToRax = instruction({0x48, 0x83, 0xc0, 0x06});
constexpr Unit kRax = 0, kRcx = 1, kRdx = 2, kRbx = 3;

/// Whether two registers are said to hold the same before an instruction.
bool equal_before(const CodeMap& map, size_t instruction, Unit a, Unit b) {
  const Held held = Values(map).before(instruction);
  return held[a] == held[b];
}

TEST(Values, AreCopied) {
  const CodeMap map = map_of_block({kCopyRcx, kAddToRax, kCopyRbx, kReturn});
  EXPECT_FALSE(equal_before(map, 0, kRax, kRcx));
  EXPECT_TRUE(equal_before(map, 1, kRax, kRcx));
  EXPECT_FALSE(equal_before(map, 2, kRax, kRcx)) << "another number was added to one";
  EXPECT_TRUE(equal_before(map, 3, kRbx, kRcx));
}

TEST(Values, AreEqualWhereTheyAreMadeAlike) {
  const Instruction again = instruction({0x48, 0x83, 0xc1, 0x06}); // add rcx, 6
  const CodeMap map = map_of_block({kCopyRcx, kAddToRax, again, kReturn});
  EXPECT_TRUE(equal_before(map, 3, kRax, kRcx));
}

// Carry is an operand too, though nobody writes it there.
TEST(Values, DependOnFlags) {
  const Instruction with_carry = instruction({0x48, 0x11, 0xd8}); // adc rax, rbx
  const Instruction again = instruction({0x48, 0x11, 0xd9});      // adc rcx, rbx
  EXPECT_FALSE(equal_before(map_of_block({kCopyRcx, with_carry, again, kReturn}), 3, kRax, kRcx))
      << "the first one changes the carry";
}

TEST(Values, OfTwoLoadsMayDiffer) {
  const Instruction load = instruction({0x48, 0x8b, 0x06});  // mov rax, [rsi]
  const Instruction other = instruction({0x48, 0x8b, 0x0e}); // mov rcx, [rsi]
  EXPECT_FALSE(equal_before(map_of_block({load, kStoreRdx, other, kReturn}), 3, kRax, kRcx));
}

TEST(Values, OfWhatIsPoppedDiffer) {
  const Instruction pop = instruction({0x58}), other = instruction({0x59}); // rax, rcx
  EXPECT_FALSE(equal_before(map_of_block({pop, other, kReturn}), 2, kRax, kRcx));
}

TEST(Values, OfOneLoadAreEqualInEachLane) {
  const CodeMap map = map_of_block({instruction({0xc4, 0xe2, 0x79, 0x18, 0x06}), kReturn});
  EXPECT_TRUE(equal_before(map, 1, lane(0, 0), lane(0, 3))); // vbroadcastss xmm0, [rsi]
  EXPECT_FALSE(equal_before(map, 1, lane(0, 0), lane(0, 4)));
}

TEST(Values, MeetWithWhatIsEqualOnEachWay) {
  const Instruction jump = instruction({0x75, 0x03}); // jne over the next block
  const auto map = [&](const Instruction& inside) {
    return map_of_blocks(
        {{{kCopyRcx, kCopyRdx, kCompare, jump}, {1, 2}}, {{inside}, {2}}, {{kReturn}, {}}});
  };
  EXPECT_TRUE(equal_before(map(kCopyRbx), 5, kRcx, kRdx));
  EXPECT_FALSE(equal_before(map(kCopyRbx), 5, kRbx, kRdx)) << "on one way only";
  EXPECT_FALSE(equal_before(map(instruction({0x48, 0x89, 0xd9})), 5, kRcx, kRdx)); // mov rcx, rbx
}

TEST(Values, OfALoopAreThoseOfEachRound) {
  const Instruction jump = instruction({0x75, 0xf4}); // jne to the beginning of the block
  const auto map = [&](const Instruction& inside) {
    return map_of_blocks({{{kCopyRdx, kCopyRcx}, {1}},
                          {{inside, kCopyRbx, kCompare, jump}, {1, 2}},
                          {{kReturn}, {}}});
  };
  const CodeMap moves_on = map(kAddToRax);
  EXPECT_TRUE(equal_before(moves_on, 2, kRcx, kRdx)) << "the loop leaves both alone";
  EXPECT_FALSE(equal_before(moves_on, 2, kRax, kRcx)) << "equal in the first round only";
  EXPECT_TRUE(equal_before(moves_on, 6, kRax, kRcx)) << "the loop ended because they are";
  EXPECT_FALSE(equal_before(moves_on, 5, kRax, kRcx));
  const Instruction previous = instruction({0x48, 0x89, 0xc2}); // mov rdx, rax
  const CodeMap lags = map_of_blocks({{{kCopyRdx, kCopyRcx}, {1}},
                                      {{previous, kAddToRax, kCompare, jump}, {1, 2}},
                                      {{kReturn}, {}}});
  EXPECT_FALSE(equal_before(lags, 2, kRdx, kRax)) << "what the last round began with";
}

TEST(Values, OfOthersAreBehindACall) {
  const CodeMap map = map_of_blocks(
      {{{kCopyRcx, instruction({0xe8, 0, 0x10, 0, 0})}, {1}}, {{kCopyRdx, kReturn}, {}}});
  EXPECT_TRUE(equal_before(map, 1, kRax, kRcx));
  EXPECT_FALSE(equal_before(map, 2, kRax, kRcx));
  EXPECT_TRUE(equal_before(map, 3, kRax, kRdx));
}

// An exception comes back to where no jump leads, and a jump that was not understood anywhere.
TEST(Values, AreNotKnownWhereTheMapHasGaps) {
  CodeMap map = map_of_blocks({{{kCopyRcx}, {1}}, {{kCopyRdx, kReturn}, {}}});
  EXPECT_TRUE(Values(map).follows(0));
  map.blocks[1].landed_in = true;
  EXPECT_FALSE(Values(map).follows(0));
  map.blocks[1].landed_in = false;
  map.blocks[1].open = true;
  EXPECT_FALSE(Values(map).follows(0));
}

// --- Mutants that read a copy, or write what is computed alike
// ------------------------------------

bool may_differ(const CodeMap& map, size_t instruction, const Instruction& mutated) {
  const Instruction& i = map.instructions[instruction];
  return Equivalence(map).may_differ({i.address, i.address, std::string(i.code()),
                                      std::string(mutated.code()), MutantKind::source, ""});
}

TEST(Equivalence, OfReadingACopy) {
  const Instruction from_rcx = instruction({0x48, 0x89, 0xca}); // mov rdx, rcx
  EXPECT_FALSE(may_differ(map_of_block({kCopyRcx, kCopyRdx, kStoreRdx, kReturn}), 1, from_rcx));
  EXPECT_TRUE(may_differ(map_of_block({kCopyRdx, kStoreRdx, kReturn}), 0, from_rcx));
}

TEST(Equivalence, OfReadingAnotherLaneOfABroadcast) {
  const Instruction swap = instruction({0x0f, 0xc6, 0xc0, 0xb1}); // shufps xmm0, xmm0, 0xb1
  const Instruction nop = instruction({0x0f, 0x1f, 0x40, 0x00});
  const CodeMap map = map_of_block({kShuffle, swap, kStoreAll, kReturn});
  EXPECT_FALSE(may_differ(map, 1, nop));
  EXPECT_TRUE(may_differ(map_of_block({swap, kStoreAll, kReturn}), 0, nop));
}

// The two registers differ behind the mutant, and are the same again two instructions later.
TEST(Equivalence, IsFoundAFewInstructionsLater) {
  const Instruction load = instruction({0x48, 0x8b, 0x16});    // mov rdx, [rsi]
  const Instruction copy = instruction({0x48, 0x89, 0xd1});    // mov rcx, rdx
  const Instruction add_one = instruction({0x48, 0xff, 0xc1}); // inc rcx
  const Instruction other = instruction({0x48, 0xff, 0xc2});   // inc rdx
  const Instruction sum = instruction({0x48, 0x01, 0xca});     // add rdx, rcx
  const Instruction clear = instruction({0x48, 0x31, 0xc9});   // xor rcx, rcx
  EXPECT_FALSE(
      may_differ(map_of_block({load, copy, add_one, sum, clear, kStoreRdx, kReturn}), 2, other));
  EXPECT_TRUE(may_differ(map_of_block({load, copy, add_one, kStoreRdx, kReturn}), 2, other));
}

TEST(Equivalence, IsNotThatOfAnotherMaskOfAStore) {
  // vmovups [rdi] {k1}, zmm0, and with k2
  const CodeMap map = map_of_block({instruction({0x62, 0xf1, 0x7c, 0x49, 0x11, 0x07}), kReturn});
  EXPECT_TRUE(may_differ(map, 0, instruction({0x62, 0xf1, 0x7c, 0x4a, 0x11, 0x07})));
}

// --- Held against the CPU
// -------------------------------------------------------------------------

/// mov eax, bits; kmovw k1, eax.
void set_mask(std::vector<Instruction>& code, unsigned bits) {
  code.push_back(instruction({0xb8, bits & 255, bits >> 8 & 255, 0, 0}));
  code.push_back(instruction({0xc5, 0xf8, 0x92, 0xc8}));
}

/// Instructions in a row, in the order of a draw; masks are known in places.
std::vector<Instruction> random_code(const std::vector<Instruction>& from, Random& r) {
  std::vector<Instruction> out;
  for (int n = int(r.between(3, 12)); n > 0; --n) {
    if (has_all_registers() && r.one_in(4)) set_mask(out, unsigned(r.below(0x10000)));
    out.push_back(from[r.below(from.size())]);
  }
  return out;
}

std::string bytes_of(const CodeMap& map) {
  std::string out;
  for (const Instruction& i : map.instructions) out += i.code();
  return out;
}

std::vector<std::string> texts_of(const CodeMap& map) {
  std::vector<std::string> out;
  for (const Instruction& i : map.instructions) out.push_back(text_of(i));
  return out;
}

TEST(Values, AreThoseOfTheCpu) {
  Random r(3, 0x656666);
  Runner runner;
  const std::vector<Instruction> from = samples();
  size_t equal = 0;
  for (size_t round = 0; round < 3000 / kFewer; ++round) {
    const CodeMap map = map_of_block(random_code(from, r));
    std::vector<Instruction> with_return = map.instructions;
    with_return.push_back(kReturn);
    const CodeMap returns = map_of_block(with_return);
    const Held held = Values(returns).before(map.instructions.size());
    const Registers after = runner.run(bytes_of(map), random_registers(r));
    std::map<Value, Unit> first;
    for (Unit u = 0; u < kRegisters; ++u) {
      if (!is_followed(u)) continue;
      const auto [at, is_new] = first.emplace(held[u], u);
      if (is_new) continue;
      ++equal;
      ASSERT_EQ(value(after, u), value(after, at->second))
          << value_before(u) << ' ' << value_before(at->second) << " behind:\n"
          << testing::PrintToString(texts_of(map));
    }
  }
  EXPECT_GT(equal, (has_all_registers() ? 10000U : 5000U) / kFewer);
}

// Every unit is read behind the code here: a mutant that is said to be equivalent must leave the
// same in all of them.
TEST(Equivalence, IsThatOfTheCpu) {
  Random r(4, 0x656666);
  Runner runner;
  const std::vector<Instruction> from = samples();
  size_t equivalent = 0;
  for (size_t round = 0; round < 3000 / kFewer; ++round) {
    std::vector<Instruction> code = random_code(from, r);
    const size_t mutated = r.below(code.size());
    const std::vector<Mutant> mutants = mutants_of(map_of_block(code).instructions[mutated], {});
    code.push_back(instruction({0x0f, 0xa2})); // cpuid: it reads all there is
    const CodeMap map = map_of_block(code);
    const Equivalence equivalence(map);
    for (Mutant m : mutants) {
      m.instruction = m.address = map.instructions[mutated].address;
      if (equivalence.may_differ(m)) continue;
      std::vector<Instruction> other(code.begin(), code.end() - 1);
      const CodeMap original = map_of_block(other);
      std::copy(m.replaced.begin(), m.replaced.end(), other[mutated].bytes.begin());
      if (!can_run(other[mutated], decode(other[mutated]))) continue;
      const Registers before = random_registers(r);
      const Registers a = runner.run(bytes_of(original), before);
      const Registers b = runner.run(bytes_of(map_of_block(other)), before);
      ++equivalent;
      for (Unit u = 0; u < kRegisters; ++u)
        if (is_followed(u)) {
          ASSERT_EQ(value(a, u), value(b, u)) << value_before(u) << ", " << m.description << " in\n"
                                              << testing::PrintToString(texts_of(original));
        }
    }
  }
  EXPECT_GT(equivalent, 500U / kFewer);
}

} // namespace
} // namespace ulna::code
