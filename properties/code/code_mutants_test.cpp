// Each kind of mutant, of instructions that have it; and instructions that have none.
#include "code/mutants.h"
#include "properties/code/code_samples.h"

#include <gmock/gmock.h>

#include <bit>

namespace ulna::code {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::UnorderedElementsAre;

using Bytes = std::initializer_list<unsigned>;

std::string hex(std::string_view bytes) {
  std::string out;
  for (const char byte : bytes) out += fmt::format("{:02x}", uint8_t(byte));
  return out;
}

/// What the mutants of that kind put in the place of the instruction, in hex.
std::vector<std::string> bytes(Bytes code, MutantKind kind) {
  std::vector<std::string> out;
  for (const Mutant& m : mutants_of(instruction(code), {}))
    if (m.kind == kind) out.push_back(hex(m.replaced));
  return out;
}

/// What they say that the instruction becomes.
std::vector<std::string> texts(Bytes code, MutantKind kind) {
  std::vector<std::string> out;
  for (const Mutant& m : mutants_of(instruction(code), {}))
    if (m.kind == kind) out.push_back(m.description.substr(m.description.find("-> ") + 3));
  return out;
}

TEST(Mutants, SayWhatTheyAre) {
  const auto all = mutants_of(instruction({0x0f, 0x58, 0xca}, 0x1234), {});
  ASSERT_FALSE(all.empty());
  EXPECT_EQ(all[0].instruction, 0x1234U);
  EXPECT_EQ(all[0].address, 0x1234U);
  EXPECT_EQ(hex(all[0].original), "0f58ca");
  EXPECT_EQ(all[0].description, "addps xmm1, xmm2 -> mulps xmm1, xmm2");
}

TEST(Mutants, HaveKindsWithNames) {
  for (size_t i = 0; i < kMutantKinds; ++i)
    EXPECT_EQ(mutant_kind(name(MutantKind(i))), MutantKind(i));
  EXPECT_EQ(mutant_kind("nothing"), std::nullopt);
}

// --- Arithmetic ---------------------------------------------------------------------------------

TEST(Arithmetic, OfFloatsIsOther) {
  // add: mul sub min div max
  EXPECT_THAT(bytes({0x0f, 0x58, 0xca}, MutantKind::arithmetic),
              ElementsAre("0f59ca", "0f5cca", "0f5dca", "0f5eca", "0f5fca"));
  EXPECT_THAT(bytes({0xf3, 0x0f, 0x51, 0xca}, MutantKind::arithmetic),
              ElementsAre("f30f52ca", "f30f53ca")); // sqrtss: rsqrtss rcpss
  EXPECT_THAT(bytes({0xc5, 0xe8, 0x5c, 0xcb}, MutantKind::arithmetic),
              ElementsAre("c5e858cb", "c5e859cb", "c5e85dcb", "c5e85ecb", "c5e85fcb"));
  EXPECT_THAT(bytes({0x62, 0xf1, 0x6c, 0x48, 0x5d, 0xcb}, MutantKind::arithmetic),
              Contains("62f16c485fcb")); // vminps zmm: vmaxps
  EXPECT_THAT(bytes({0x0f, 0x54, 0xca}, MutantKind::arithmetic),
              ElementsAre("0f55ca", "0f56ca", "0f57ca"));
}

TEST(Arithmetic, OfIntegersIsOther) {
  EXPECT_THAT(bytes({0x01, 0xc8}, MutantKind::arithmetic), ElementsAre("29c8", "09c8")); // add
  EXPECT_THAT(bytes({0x83, 0xe8, 0x05}, MutantKind::arithmetic), ElementsAre("83c005", "83f005"));
  EXPECT_THAT(bytes({0x39, 0xc8}, MutantKind::arithmetic), ElementsAre("29c8", "85c8")); // cmp
  EXPECT_THAT(bytes({0x85, 0xc8}, MutantKind::arithmetic), ElementsAre("39c8"));         // test
  EXPECT_THAT(bytes({0xc1, 0xe0, 0x03}, MutantKind::arithmetic), ElementsAre("c1e803", "c1f803"));
  EXPECT_THAT(bytes({0x66, 0x0f, 0xfa, 0xca}, MutantKind::arithmetic), Contains("660ffeca"));
  EXPECT_THAT(bytes({0xf7, 0xd8}, MutantKind::arithmetic), ElementsAre("f7d0")); // neg
  EXPECT_THAT(bytes({0xff, 0xc0}, MutantKind::arithmetic), ElementsAre("ffc8")); // inc
  EXPECT_THAT(bytes({0xc4, 0xe2, 0x71, 0xf7, 0xc2}, MutantKind::arithmetic),
              ElementsAre("c4e272f7c2", "c4e273f7c2")); // shlx: sarx shrx
  EXPECT_THAT(bytes({0x0f, 0xb6, 0xc1}, MutantKind::arithmetic), ElementsAre("0fbec1")); // movzx
}

TEST(Arithmetic, NeedsNoOtherFeature) {
  // bsr is the other one of bsf; lzcnt needs a feature that tzcnt does not.
  EXPECT_THAT(bytes({0x0f, 0xbc, 0xc1}, MutantKind::arithmetic), ElementsAre("0fbdc1"));
  EXPECT_THAT(bytes({0xf3, 0x0f, 0xbc, 0xc1}, MutantKind::arithmetic), IsEmpty());
}

TEST(Arithmetic, OfOneRegisterIsOftenTheSame) {
  // xor eax, eax: not sub; and and or leave eax as it is, and count once
  EXPECT_THAT(bytes({0x31, 0xc0}, MutantKind::arithmetic), ElementsAre("09c0"));
  // xorps: not andnps; andps and orps are what removal is
  EXPECT_THAT(bytes({0x0f, 0x57, 0xc0}, MutantKind::arithmetic), IsEmpty());
  // vpxor: not vpandn; vpand and vpor count once
  EXPECT_THAT(bytes({0xc5, 0xf1, 0xef, 0xc1}, MutantKind::arithmetic), ElementsAre("c5f1dbc1"));
  // psubd: not a compare of greater
  EXPECT_THAT(bytes({0x66, 0x0f, 0x66, 0xc0}, MutantKind::arithmetic), ElementsAre("660f76c0"));
}

TEST(Fused, HasOtherSignsAndOrders) {
  // vfmadd231ps xmm1, xmm2, xmm3
  EXPECT_THAT(bytes({0xc4, 0xe2, 0x69, 0xb8, 0xcb}, MutantKind::fused),
              ElementsAre("c4e269bacb", "c4e269bccb", "c4e269becb", "c4e26998cb", "c4e269a8cb"));
  // vfmaddsub213ps: vfmsubadd, and the orders
  EXPECT_THAT(bytes({0xc4, 0xe2, 0x69, 0xa6, 0xcb}, MutantKind::fused),
              ElementsAre("c4e269a7cb", "c4e26996cb", "c4e269b6cb"));
}

TEST(Fused, OrdersOfTheSameFactorsAreEqual) {
  // vfmadd231ps xmm1, xmm2, xmm1 adds xmm1 to xmm2 * xmm1, and so does 213
  EXPECT_THAT(texts({0xc4, 0xe2, 0x69, 0xb8, 0xc9}, MutantKind::fused),
              UnorderedElementsAre("vfmsub231ps xmm1, xmm2, xmm1", "vfnmadd231ps xmm1, xmm2, xmm1",
                                   "vfnmsub231ps xmm1, xmm2, xmm1",
                                   "vfmadd132ps xmm1, xmm2, xmm1"));
}

// --- Immediates ---------------------------------------------------------------------------------

TEST(Selection, ChangesEachBit) {
  EXPECT_THAT(bytes({0x0f, 0xc6, 0xca, 0x1b}, MutantKind::selection),
              ElementsAre("0fc6ca1a", "0fc6ca19", "0fc6ca1f", "0fc6ca13", "0fc6ca0b", "0fc6ca3b",
                          "0fc6ca5b", "0fc6ca9b"));
  EXPECT_THAT(bytes({0x0f, 0x14, 0xca}, MutantKind::selection), ElementsAre("0f15ca")); // unpcklps
}

TEST(Selection, LeavesBitsThatNothingDependsOn) {
  // shufpd of 128 bits has two, blendps four
  EXPECT_THAT(bytes({0x66, 0x0f, 0xc6, 0xca, 0x01}, MutantKind::selection),
              ElementsAre("660fc6ca00", "660fc6ca03"));
  EXPECT_EQ(bytes({0x66, 0x0f, 0x3a, 0x0c, 0xca, 0x03}, MutantKind::selection).size(), 4U);
  // insertps from memory has no source lane; in what it zeroes, it does not matter where to
  EXPECT_EQ(bytes({0x66, 0x0f, 0x3a, 0x21, 0x08, 0x10}, MutantKind::selection).size(), 6U);
  EXPECT_EQ(bytes({0x66, 0x0f, 0x3a, 0x21, 0xca, 0x0f}, MutantKind::selection).size(), 4U);
  // vperm2f128: bits 2, 3 of each half; a half that is zeroed has no others
  EXPECT_THAT(texts({0xc4, 0xe3, 0x6d, 0x06, 0xcb, 0x80}, MutantKind::selection),
              UnorderedElementsAre(
                  "vperm2f128 ymm1, ymm2, ymm3, 0x81", "vperm2f128 ymm1, ymm2, ymm3, 0x82",
                  "vperm2f128 ymm1, ymm2, ymm3, 0x88", "vperm2f128 ymm1, ymm2, ymm3, 0x0"));
  // vextractf128 has one
  EXPECT_THAT(bytes({0xc4, 0xe3, 0x7d, 0x19, 0xd1, 0x01}, MutantKind::selection),
              ElementsAre("c4e37d19d100"));
}

TEST(Selection, OfOneRegisterIsOftenTheSame) {
  // blendps xmm1, xmm1: whatever is chosen
  EXPECT_THAT(bytes({0x66, 0x0f, 0x3a, 0x0c, 0xc9, 0x03}, MutantKind::selection), IsEmpty());
  // vpternlogd zmm1, zmm2, zmm2: four rows of the table
  EXPECT_EQ(bytes({0x62, 0xf3, 0x6d, 0x48, 0x25, 0xca, 0xca}, MutantKind::selection).size(), 4U);
}

TEST(Selection, MergesForZeroes) {
  // vaddps zmm1 {k1}, zmm2, zmm3
  EXPECT_THAT(bytes({0x62, 0xf1, 0x6c, 0x49, 0x58, 0xcb}, MutantKind::selection),
              ElementsAre("62f16cc958cb"));
}

TEST(Predicates, AreOther) {
  // cmpltps: eq, unord, nlt, le
  EXPECT_THAT(bytes({0x0f, 0xc2, 0xca, 0x01}, MutantKind::predicate),
              UnorderedElementsAre("0fc2ca00", "0fc2ca03", "0fc2ca05", "0fc2ca02"));
  // With VEX there are more; bit 4 is about signals alone.
  const auto vex = bytes({0xc5, 0xe8, 0xc2, 0xcb, 0x01}, MutantKind::predicate);
  EXPECT_THAT(vex, Contains("c5e8c2cb09"));
  EXPECT_THAT(vex, Not(Contains("c5e8c2cb11")));
}

TEST(Rounding, IsOther) {
  // roundps down: to the nearest, towards zero; the third is as MXCSR says, which is the first
  EXPECT_THAT(bytes({0x66, 0x0f, 0x3a, 0x08, 0xca, 0x01}, MutantKind::rounding),
              ElementsAre("660f3a08ca00", "660f3a08ca03"));
  EXPECT_THAT(bytes({0xf3, 0x0f, 0x5b, 0xca}, MutantKind::rounding), ElementsAre("660f5bca"));
  EXPECT_THAT(bytes({0xf3, 0x0f, 0x2c, 0xc1}, MutantKind::rounding), ElementsAre("f30f2dc1"));
  // vaddps zmm1, zmm2, zmm3, {rd-sae}
  EXPECT_THAT(texts({0x62, 0xf1, 0x6c, 0x38, 0x58, 0xcb}, MutantKind::rounding),
              ElementsAre("vaddps zmm1, zmm2, zmm3 {rn-sae}", "vaddps zmm1, zmm2, zmm3 {rz-sae}"));
}

TEST(Immediates, AreOneAwayOrNegative) {
  EXPECT_THAT(bytes({0x83, 0xc0, 0x10}, MutantKind::immediate),
              ElementsAre("83c011", "83c00f", "83c0f0"));
  EXPECT_THAT(bytes({0xb8, 0x00, 0x00, 0x80, 0x3f}, MutantKind::immediate),
              ElementsAre("b80100803f", "b8ffff7f3f", "b8000080c0"));
  // -0 is 0
  EXPECT_EQ(bytes({0x83, 0xf8, 0x00}, MutantKind::immediate).size(), 2U);
  // psrldq by 16 and by more is the same
  EXPECT_THAT(bytes({0x66, 0x0f, 0x73, 0xd9, 0x10}, MutantKind::immediate),
              ElementsAre("660f73d90f"));
}

// --- Operands -----------------------------------------------------------------------------------

TEST(Registers, AreTheirNeighbours) {
  EXPECT_THAT(bytes({0x0f, 0x58, 0xca}, MutantKind::destination), ElementsAre("0f58c2"));
  EXPECT_THAT(bytes({0x0f, 0x58, 0xca}, MutantKind::source), ElementsAre("0f58cb"));
  EXPECT_THAT(texts({0xc4, 0xc1, 0x2c, 0x58, 0xcb}, MutantKind::source),
              ElementsAre("vaddps ymm1, ymm11, ymm11", "vaddps ymm1, ymm10, ymm10"));
  // vaddps zmm17 {k1}, zmm18, zmm19: a mask less, and the others
  EXPECT_THAT(texts({0x62, 0xa1, 0x6c, 0x41, 0x58, 0xcb}, MutantKind::source),
              ElementsAre("vaddps zmm17, zmm18, zmm19", "vaddps zmm17 {k1}, zmm19, zmm19",
                          "vaddps zmm17 {k1}, zmm18, zmm18"));
  EXPECT_THAT(texts({0xc4, 0xe3, 0x69, 0x4a, 0xcb, 0x40}, MutantKind::source),
              Contains("vblendvps xmm1, xmm2, xmm3, xmm5"));
}

TEST(Registers, OfAddressesAreSources) {
  // mov eax, [rdi+rcx*4]
  EXPECT_THAT(texts({0x8b, 0x04, 0x8f}, MutantKind::source),
              ElementsAre("mov eax, [rsi+rcx*4]", "mov eax, [rdi+rax*4]"));
  // With rbx for rcx in place of rsp, which cannot be an index.
  EXPECT_THAT(texts({0x8b, 0x04, 0xaf}, MutantKind::source), Contains("mov eax, [rdi]"));
}

TEST(Orders, AreExchanged) {
  EXPECT_THAT(bytes({0xc5, 0xe8, 0x5c, 0xcb}, MutantKind::order), ElementsAre("c5e05cca"));
  EXPECT_THAT(bytes({0xc5, 0xe8, 0x58, 0xcb}, MutantKind::order), IsEmpty()); // vaddps
  EXPECT_THAT(bytes({0xc5, 0xe8, 0x5c, 0xca}, MutantKind::order), IsEmpty()); // of one register
  EXPECT_THAT(bytes({0x0f, 0x2f, 0xca}, MutantKind::order), ElementsAre("0f2fd1")); // comiss
  EXPECT_THAT(bytes({0xc5, 0xe8, 0xc2, 0xcb, 0x00}, MutantKind::order), IsEmpty()); // equal
  // vpermt2ps overwrites a table, vpermi2ps the indices
  EXPECT_THAT(bytes({0x62, 0xf2, 0x6d, 0x48, 0x7f, 0xcb}, MutantKind::order),
              Contains("62f26d4877cb"));
}

TEST(Displacements, AreOther) {
  EXPECT_THAT(bytes({0x0f, 0x59, 0x48, 0x10}, MutantKind::displacement),
              ElementsAre("0f594814", "0f59480c", "0f594820", "0f594800"));
  // lea computes: by one as well
  EXPECT_THAT(bytes({0x8d, 0x47, 0x01}, MutantKind::displacement),
              ElementsAre("8d4702", "8d4700", "8d4705", "8d47fd"));
  // A byte at 127: there is no more.
  EXPECT_THAT(bytes({0x0f, 0xb6, 0x47, 0x7f}, MutantKind::displacement),
              ElementsAre("0fb6477e", "0fb6476f"));
  // EVEX counts in vectors.
  EXPECT_THAT(texts({0x62, 0xf1, 0x7c, 0x48, 0x58, 0x40, 0x01}, MutantKind::displacement),
              ElementsAre("vaddps zmm0, zmm0, [rax+0x80]", "vaddps zmm0, zmm0, [rax]"));
}

TEST(Scales, AreOneStepAway) {
  EXPECT_THAT(texts({0x8b, 0x04, 0x8f}, MutantKind::scale),
              ElementsAre("mov eax, [rdi+rcx*8]", "mov eax, [rdi+rcx*2]"));
  EXPECT_THAT(texts({0x8b, 0x04, 0x24}, MutantKind::scale), IsEmpty()); // rsp is no index
}

// --- Conditions ---------------------------------------------------------------------------------

TEST(Conditions, AreNegatedOrStrict) {
  // jl: jnl, jle, always, never
  EXPECT_THAT(bytes({0x7c, 0x10}, MutantKind::condition),
              ElementsAre("7d10", "7e10", "eb10", "6690"));
  // jae near: the jump that is as long
  EXPECT_THAT(bytes({0x0f, 0x83, 0x10, 0, 0, 0}, MutantKind::condition),
              ElementsAre("0f8210000000", "0f8710000000", "48e910000000", "660f1f440000"));
  EXPECT_THAT(bytes({0x0f, 0x94, 0xc0}, MutantKind::condition), ElementsAre("0f95c0")); // sete
  EXPECT_THAT(bytes({0x0f, 0x46, 0xc1}, MutantKind::condition), ElementsAre("0f47c1", "0f42c1"));
}

// A row of a survivors file is to last when code elsewhere grows.
TEST(Conditions, OfJumpsAreDescribedByTheirDistance) {
  EXPECT_THAT(texts({0x7e, 0x16}, MutantKind::condition), Contains("jl +0x18"));
  EXPECT_THAT(texts({0x7e, 0xf0}, MutantKind::condition), Contains("jl -0x0e"));
}

TEST(Conditions, OfJumpsAreAllThatIsMutated) {
  for (const Mutant& m : mutants_of(instruction({0x74, 0x10}), {}))
    EXPECT_EQ(m.kind, MutantKind::condition);
}

// --- Removal ------------------------------------------------------------------------------------

TEST(Removal, IsOneInstructionOfAnyLength) {
  EXPECT_THAT(bytes({0x99}, MutantKind::removal), ElementsAre("90")); // cdq
  EXPECT_THAT(bytes({0x62, 0xf1, 0x7c, 0x48, 0x58, 0x80, 4, 0, 0, 0}, MutantKind::removal),
              ElementsAre("66660f1f840000000000"));
  // mov qword ptr [rax+rbx+1], 1 with a prefix that is not needed
  EXPECT_THAT(bytes({0x64, 0x48, 0xc7, 0x84, 0x18, 1, 0, 0, 0, 1, 0, 0, 0}, MutantKind::removal),
              ElementsAre("66666666660f1f840000000000"));
}

TEST(Removal, IsWhatAnExchangeWithItselfIs) {
  // xchg eax, ecx with eax for ecx is a nop
  const auto all = mutants_of(instruction({0x91}), {});
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all[0].kind, MutantKind::removal);
}

TEST(Removal, IsAllThatIsDoneToTheEndOfATransaction) {
  // xend, which the decoder calls a conditional branch, leads nowhere
  EXPECT_THAT(bytes({0x0f, 0x01, 0xd5}, MutantKind::condition), IsEmpty());
  EXPECT_EQ(bytes({0x0f, 0x01, 0xd5}, MutantKind::removal).size(), 1U);
}

TEST(Saving, OfRegistersIsMissing) {
  EXPECT_THAT(bytes({0x53}, MutantKind::saving), ElementsAre("51"));         // push rbx
  EXPECT_THAT(bytes({0x41, 0x5c}, MutantKind::saving), ElementsAre("4159")); // pop r12
  EXPECT_THAT(bytes({0x50}, MutantKind::saving), IsEmpty());                 // push rax
  EXPECT_THAT(texts({0x48, 0x89, 0x5c, 0x24, 0x08}, MutantKind::saving),
              ElementsAre("mov [rsp+0x8], rcx"));
  EXPECT_THAT(texts({0x48, 0x8b, 0x6c, 0x24, 0x08}, MutantKind::saving),
              ElementsAre("mov rcx, [rsp+0x8]"));
}

TEST(Saving, OfMxcsrIsMissing) {
  EXPECT_THAT(texts({0x0f, 0xae, 0x54, 0x24, 0x04}, MutantKind::saving), ElementsAre("nothing"));
  EXPECT_THAT(texts({0x0f, 0xae, 0x5c, 0x24, 0x04}, MutantKind::saving), ElementsAre("nothing"));
}

TEST(NoMutants, AreMadeOfWhatDoesNothing) {
  for (const Bytes& code : {
           Bytes{0x90}, Bytes{0x66, 0x2e, 0x0f, 0x1f, 0x84, 0, 0, 0, 0, 0},
           Bytes{0xf3, 0x0f, 0x1e, 0xfa}, // endbr64
           Bytes{0x0f, 0x18, 0x08},       // prefetcht0
           Bytes{0x0f, 0x0d, 0x08},       // prefetchw
           Bytes{0xc5, 0xf8, 0x77},       // vzeroupper
           Bytes{0xf3, 0x90},             // pause
           Bytes{0x0f, 0xae, 0xf8},       // sfence
           Bytes{0x0f, 0x28, 0xc0},       // movaps xmm0, xmm0
           Bytes{0x48, 0x89, 0xc0},       // mov rax, rax
           Bytes{0x0f, 0x54, 0xc0}        // andps xmm0, xmm0
       })
    EXPECT_THAT(mutants_of(instruction(code), {}), IsEmpty()) << text_of(instruction(code));
}

TEST(NoMutants, AreMadeOfWhatLeadsElsewhere) {
  for (const Bytes& code : {
           Bytes{0xc3},                   // ret
           Bytes{0xe8, 0, 0, 0, 0},       // call
           Bytes{0xff, 0x15, 0, 0, 0, 0}, // call [rip]
           Bytes{0xe9, 0, 0, 0, 0},       // jmp
           Bytes{0xff, 0xe0},             // jmp rax
           Bytes{0x0f, 0x05},             // syscall
           Bytes{0x0f, 0x0b},             // ud2
           Bytes{0x0f, 0xa2},             // cpuid
           Bytes{0xf4},                   // hlt
           Bytes{0x06}                    // none
       })
    EXPECT_THAT(mutants_of(instruction(code), {}), IsEmpty()) << text_of(instruction(code));
}

TEST(NoMutants, AreMadeOfEncodingsThatNobodyMakesAnyMore) {
  // vpcomub xmm1, xmm2, xmm3, 5
  EXPECT_THAT(mutants_of(instruction({0x8f, 0xe8, 0x68, 0xec, 0xcb, 0x05}), {}), IsEmpty());
  // pfadd mm1, mm2
  EXPECT_THAT(mutants_of(instruction({0x0f, 0x0f, 0xca, 0x9e}), {}), IsEmpty());
}

TEST(NoMutants, AreOtherSpellingsOfMoves) {
  for (const Mutant& m : mutants_of(instruction({0x0f, 0x28, 0xca}), {}))
    EXPECT_THAT(m.description, Not(HasSubstr("-> movup"))) << m.description;
  for (const Mutant& m : mutants_of(instruction({0x0f, 0x2e, 0xca}), {}))
    EXPECT_THAT(m.description, Not(HasSubstr("-> comiss"))) << m.description;
}

// --- Constants ----------------------------------------------------------------------------------

class ConstantMutants : public testing::Test {
protected:
  void SetUp() override {
    file = sample("snippets");
    map = map_of(file, "loads_constants");
    ASSERT_EQ(map.obstacle, "");
  }

  /// Of the n-th instruction of the function.
  std::vector<Mutant> constants(size_t n) const {
    std::vector<Mutant> out;
    for (Mutant& m : mutants_of(map.instructions.at(n), map))
      if (m.kind == MutantKind::constant) out.push_back(std::move(m));
    return out;
  }

  std::string file;
  CodeMap map;
};

TEST_F(ConstantMutants, ThatAreFloatsChangeByAnUlpAndByAFactor) {
  const auto all = constants(0); // movaps xmm0: 1, -2.5, 0, 3e38
  ASSERT_EQ(all.size(), 8U);
  const uint64_t floats = address_of(file, "floats");
  const auto value = [](const Mutant& m) {
    uint32_t bits = 0;
    std::memcpy(&bits, m.replaced.data(), sizeof bits);
    return bits;
  };
  EXPECT_EQ(all[0].address, floats);
  EXPECT_EQ(all[0].original, std::string("\0\0\x80\x3f", 4));
  EXPECT_EQ(value(all[0]), 0x3f800001U);
  EXPECT_EQ(std::bit_cast<float>(value(all[1])), 1 + 0x1p-12F);
  EXPECT_EQ(all[2].address, floats + 4);
  EXPECT_EQ(value(all[2]), std::bit_cast<uint32_t>(-2.5F) + 1);
  EXPECT_EQ(std::bit_cast<float>(value(all[3])), -2.5F * (1 + 0x1p-12F));
  // zero: one bit
  EXPECT_EQ(value(all[4]), 1U);
  EXPECT_EQ(value(all[5]), 0x80000000U);
  EXPECT_EQ(value(all[6]), std::bit_cast<uint32_t>(3.0e38F) + 1);
  EXPECT_THAT(all[1].description, HasSubstr("lane 0 of the constant, 1 -> 1.00024"));
}

TEST_F(ConstantMutants, AreDescribedByTheirValuesNotTheirAddresses) {
  const auto text = [&](size_t n) {
    const auto all = mutants_of(map.instructions.at(n), map);
    return all.empty() ? "" : all.front().description;
  };
  EXPECT_THAT(text(0), HasSubstr("[=3f800000 c0200000 00000000 7f61b1e6]"));
  EXPECT_THAT(text(1), Not(HasSubstr("[="))) << "it may be written";
  EXPECT_THAT(text(2), HasSubstr("[=80000000 x4]"));
}

TEST_F(ConstantMutants, ThatTheLibraryMayWriteStay) {
  EXPECT_THAT(constants(1), IsEmpty());
}

TEST_F(ConstantMutants, ThatAreMasksChangeByABit) {
  const auto all = constants(2); // xorps xmm0: the sign, four times
  ASSERT_EQ(all.size(), 8U);
  EXPECT_EQ(hex(all[0].replaced), "01000080");
  EXPECT_EQ(hex(all[1].replaced), "00000000");
}

TEST_F(ConstantMutants, AreNumbersThatSteer) {
  const Numbers numbers = numbers_of(map);
  EXPECT_THAT(numbers.compared, ElementsAre(8, 17, 255, 2000));
  EXPECT_THAT(numbers.floats, Contains(std::bit_cast<uint32_t>(-2.5F)));
  EXPECT_THAT(numbers.floats, Not(Contains(std::bit_cast<uint32_t>(4.0F)))) << "it may be written";
  EXPECT_TRUE(std::is_sorted(numbers.floats.begin(), numbers.floats.end()));
  const Numbers last = numbers_of(map, map.blocks[1]);
  EXPECT_THAT(last.compared, ElementsAre(2000));
  EXPECT_THAT(last.floats, IsEmpty());
}

} // namespace
} // namespace ulna::code
