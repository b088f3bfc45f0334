// Which features of the CPU instructions need, and which features stand for others.
#include "code/features.h"
#include "properties/code/code_samples.h"

#include <gmock/gmock.h>

namespace ulna::code {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> features(std::initializer_list<unsigned> bytes) {
  const Needs needs = needs_of(instruction(bytes));
  EXPECT_EQ(needs.unknown, "");
  return needs.features;
}

TEST(Features, AreNoneOfWhatEveryCpuHas) {
  EXPECT_THAT(features({0x01, 0xc8}), IsEmpty());                   // add eax, ecx
  EXPECT_THAT(features({0x0f, 0x58, 0xca}), IsEmpty());             // addps xmm1, xmm2
  EXPECT_THAT(features({0x66, 0x0f, 0xfe, 0xca}), IsEmpty());       // paddd xmm1, xmm2
  EXPECT_THAT(features({0x0f, 0xfe, 0xca}), IsEmpty());             // paddd mm1, mm2
  EXPECT_THAT(features({0x0f, 0x44, 0xc1}), IsEmpty());             // cmove eax, ecx
  EXPECT_THAT(features({0xd9, 0xe8}), IsEmpty());                   // fld1
  EXPECT_THAT(features({0x0f, 0xae, 0x5c, 0x24, 0x04}), IsEmpty()); // stmxcsr [rsp+4]
  EXPECT_THAT(features({0x0f, 0x05}), IsEmpty());                   // syscall
}

TEST(Features, AreNoneOfHints) {
  EXPECT_THAT(features({0xf3, 0x0f, 0x1e, 0xfa}), IsEmpty());       // endbr64
  EXPECT_THAT(features({0xf3, 0x90}), IsEmpty());                   // pause
  EXPECT_THAT(features({0x0f, 0x1f, 0x44, 0x00, 0x00}), IsEmpty()); // nop
  EXPECT_THAT(features({0x0f, 0x18, 0x08}), IsEmpty());             // prefetcht0 [rax]
  EXPECT_THAT(features({0x0f, 0x0d, 0x08}), IsEmpty());             // prefetchw [rax]
  EXPECT_THAT(features({0xf3, 0x0f, 0xbc, 0xc1}), IsEmpty());       // tzcnt eax, ecx
}

TEST(Features, AreSpelledAsTheKernelDoes) {
  EXPECT_THAT(features({0xf2, 0x0f, 0x7c, 0xc1}), ElementsAre("pni"));          // haddps
  EXPECT_THAT(features({0x66, 0x0f, 0x38, 0x00, 0xc1}), ElementsAre("ssse3"));  // pshufb
  EXPECT_THAT(features({0x66, 0x0f, 0x38, 0x40, 0xc1}), ElementsAre("sse4_1")); // pmulld
  EXPECT_THAT(features({0x66, 0x0f, 0x38, 0x37, 0xc1}), ElementsAre("sse4_2")); // pcmpgtq
  EXPECT_THAT(features({0xf3, 0x0f, 0xb8, 0xc1}), ElementsAre("popcnt"));       // popcnt
  EXPECT_THAT(features({0xf3, 0x0f, 0xbd, 0xc1}), ElementsAre("abm"));          // lzcnt
  EXPECT_THAT(features({0x0f, 0x38, 0xf0, 0x01}), ElementsAre("movbe"));        // movbe
  EXPECT_THAT(features({0xc5, 0xe8, 0x58, 0xcb}), ElementsAre("avx"));          // vaddps
  EXPECT_THAT(features({0xc4, 0xe2, 0x79, 0x13, 0xca}), ElementsAre("f16c"));   // vcvtph2ps
  EXPECT_THAT(features({0xc4, 0xe2, 0x69, 0xb8, 0xcb}), ElementsAre("fma"));    // vfmadd231ps
  EXPECT_THAT(features({0xc5, 0xed, 0xfe, 0xcb}), ElementsAre("avx2"));         // vpaddd ymm
  EXPECT_THAT(features({0xc4, 0xe2, 0x70, 0xf2, 0xc2}), ElementsAre("bmi1"));   // andn
  EXPECT_THAT(features({0xc4, 0xe2, 0x71, 0xf7, 0xc2}), ElementsAre("bmi2"));   // shlx
  EXPECT_THAT(features({0x62, 0xf1, 0x6c, 0x48, 0x58, 0xcb}), ElementsAre("avx512f")); // zmm
}

TEST(Features, OfShortVectorsInEvexAreTwo) {
  EXPECT_THAT(features({0x62, 0xf1, 0x6c, 0x28, 0x58, 0xcb}),
              ElementsAre("avx512f", "avx512vl")); // vaddps ymm with EVEX
  EXPECT_THAT(features({0x62, 0xf1, 0x6c, 0x28, 0x54, 0xcb}),
              ElementsAre("avx512dq", "avx512vl")); // vandps ymm with EVEX
}

TEST(Features, ThatAreNotKnownAreSaid) {
  EXPECT_EQ(needs_of(instruction({0x0f, 0x01, 0xc1})).unknown, "VTX"); // vmcall
  EXPECT_EQ(needs_of(instruction({0x06})).unknown, "no instruction");
}

TEST(Features, CoverThemselvesAndWhatTheyImply) {
  EXPECT_TRUE(covers("avx2", "avx2"));
  EXPECT_TRUE(covers("avx2", "avx"));
  EXPECT_TRUE(covers("avx2", "sse4_2"));
  EXPECT_TRUE(covers("avx2", "pni"));
  EXPECT_TRUE(covers("avx2", "popcnt"));
  EXPECT_TRUE(covers("avx512vl", "fma"));
  EXPECT_TRUE(covers("pni, fma", "ssse3"));
  EXPECT_TRUE(covers("pni avx512bw", "f16c"));
}

TEST(Features, CoverNothingElse) {
  EXPECT_FALSE(covers("", "pni"));
  EXPECT_FALSE(covers("avx2", "fma"));
  EXPECT_FALSE(covers("fma", "avx2"));
  EXPECT_FALSE(covers("avx2,fma", "bmi1"));
  EXPECT_FALSE(covers("avx512f", "avx512vl"));
  EXPECT_FALSE(covers("sse4_1", "popcnt"));
  EXPECT_FALSE(covers("avx512", "avx512f"));
}

} // namespace
} // namespace ulna::code
