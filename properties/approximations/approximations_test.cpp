// What the disassembly of a port says of its approximation instructions, and what the header that
// replaces them gives instead.
#include "approximations/examine.h"
#include "calls/shared/chooser.h"
#include "properties/code/library_files.h"

#include <gmock/gmock.h>
#include <ulna/approximations.h>

#include <bit>
#include <cmath>
#include <cstdlib>
#include <limits>

namespace ulna::approximations {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using Use = Approximations::Use;

/// nops.so with these bytes in the middle of its nops.
std::string with_code(std::string_view code) {
  std::string file = library("nops");
  const size_t at = file.find(std::string(64, '\x90'));
  EXPECT_NE(at, file.npos);
  return file.replace(at + 16, code.size(), code);
}

using Bytes = std::string;
struct Encoding {
  const char* name;
  Bytes bytes;
};
Bytes bytes(std::initializer_list<int> all) {
  Bytes out;
  for (const int b : all) out += static_cast<char>(b);
  return out;
}

TEST(Examine, FindsEachInstruction) {
  const Encoding encodings[] = {
      {"rsqrtps", bytes({0x0f, 0x52, 0xc1})},
      {"rsqrtss", bytes({0xf3, 0x0f, 0x52, 0xc1})},
      {"rcpps", bytes({0x44, 0x0f, 0x53, 0xc1})},
      {"rcpss", bytes({0xf3, 0x0f, 0x53, 0xc1})},
      {"vrsqrtps", bytes({0xc5, 0xfc, 0x52, 0xc1})},
      {"vrcpss", bytes({0xc4, 0xc1, 0x72, 0x53, 0xc1})},
      {"vrsqrt14ps", bytes({0x62, 0xf2, 0x7d, 0x48, 0x4e, 0xc1})},
      {"vrcp14ss", bytes({0x62, 0xf2, 0x75, 0x08, 0x4d, 0xc1})},
      {"vrcp14pd", bytes({0x62, 0xf2, 0xfd, 0x48, 0x4c, 0xc1})},
      {"vrsqrt28ps", bytes({0x62, 0xf2, 0x7d, 0x48, 0xcc, 0xc1})},
      {"vrcp28ps", bytes({0x62, 0xf2, 0x7d, 0x48, 0xca, 0xc1})},
      {"vrsqrtph", bytes({0x62, 0xf6, 0x7d, 0x48, 0x4e, 0xc1})},
      {"vrcpph", bytes({0x62, 0xf6, 0x7d, 0x48, 0x4c, 0xc1})},
      {"pfrcp", bytes({0x0f, 0x0f, 0xc1, 0x96})},
      {"pfsqrt", bytes({0x0f, 0x0f, 0xc1, 0x97})}, // pfrsqrt, as Zydis spells it
      {"fsin", bytes({0xd9, 0xfe})},
  };
  for (const Encoding& e : encodings) {
    const Approximations a = examine(with_code(e.bytes));
    EXPECT_EQ(a.use, Use::used) << e.name << ": " << a.why;
    EXPECT_THAT(a.instructions, ElementsAre(e.name));
    // Nobody says where the code begins: never `none`.
    EXPECT_NE(examine(without_sections(with_code(e.bytes))).use, Use::none) << e.name;
  }
}

TEST(Examine, SaysNoneWhereNoByteBeginsOne) {
  EXPECT_EQ(examine(library("nops")).use, Use::none);
  EXPECT_EQ(examine(without_sections(library("nops"))).use, Use::none);
  // No instruction, but none of those either.
  EXPECT_EQ(examine(with_code("\x06\x06")).use, Use::none);
  // sqrtps and divps are exact to the bit.
  EXPECT_EQ(examine(with_code("\x0f\x51\xc1\x0f\x5e\xc1")).use, Use::none);
}

TEST(Examine, ReadsInstructionsWhereOneIsInsideAnother) {
  const Approximations a = examine(with_code("\xb8\x0f\x53\xc1\x90")); // mov eax, 0x90c1530f
  EXPECT_EQ(a.use, Use::none);
  EXPECT_THAT(a.why, HasSubstr("one place looks like one"));
}

TEST(Examine, DoesNotGuessWhereCodeAndDataMix) {
  const Approximations a = examine(library("data_in_text"));
  EXPECT_EQ(a.use, Use::unknown);
  EXPECT_THAT(a.why, HasSubstr("jump"));
  // The same bytes beside something that cannot be read.
  const Approximations b = examine(with_code("\x0f\x53\xc1\x06"));
  EXPECT_EQ(b.use, Use::unknown);
  EXPECT_THAT(b.why, HasSubstr("no instruction"));
}

TEST(Examine, DoesNotReadOverAnAddressInsideAnInstruction) {
  // mov rax, with rsqrtss and ret in its constant, behind lea rcx of an address in it.
  const auto hidden = [](int distance) {
    return bytes({0x48, 0x8d, 0x0d, distance, 0, 0, 0,                  //
                  0x48, 0xb8, 0xf3, 0x0f, 0x52, 0xc1, 0xc3, 0x90, 0x90, //
                  0x90});
  };
  const Approximations inside = examine(with_code(hidden(2)));
  EXPECT_EQ(inside.use, Use::unknown);
  EXPECT_THAT(inside.why, HasSubstr("an address that is taken at"));
  EXPECT_EQ(examine(with_code(hidden(0))).use, Use::none);

  const Approximations data = examine(library("address_inside"));
  EXPECT_EQ(data.use, Use::unknown);
  EXPECT_THAT(data.why, HasSubstr("an address in its data at"));
}

TEST(Examine, DoesNotVouchForCodeThatIsNotInTheFile) {
  EXPECT_THAT(examine(library("loads_code")).why, HasSubstr("dlopen"));
  EXPECT_EQ(examine(library("loads_code")).use, Use::unknown);
  EXPECT_THAT(examine(with_code("\x0f\x05")).why, HasSubstr("syscall"));
  EXPECT_THAT(examine(with_code("\x0f\xa2")).why, HasSubstr("cpuid"));
  EXPECT_EQ(examine(with_code("\x0f\xa2")).use, Use::unknown);

  std::string other = library("right_two_steps");
  const size_t at = other.find("libm.so.6");
  ASSERT_NE(at, other.npos);
  other[at + 3] = 'x';
  EXPECT_THAT(examine(other).why, HasSubstr("libx.so.6"));

  const std::string writable = with_segments(library("nops"), [](Elf64_Phdr& s) {
    if (s.p_type == PT_LOAD && s.p_flags & PF_X) s.p_flags |= PF_W;
  });
  EXPECT_EQ(examine(writable).use, Use::unknown);
  EXPECT_THAT(examine(writable).why, HasSubstr("writable and executable"));

  const std::string stack = with_segments(library("nops"), [](Elf64_Phdr& s) {
    if (s.p_type == PT_GNU_STACK) s.p_flags |= PF_X;
  });
  EXPECT_THAT(examine(stack).why, HasSubstr("executable stack"));
}

TEST(Examine, SaysUnknownOfWhatIsNoLibrary) {
  EXPECT_EQ(examine("").use, Use::unknown);
  EXPECT_EQ(examine("#!/bin/sh").use, Use::unknown);
  const std::string whole = library("nops");
  for (size_t size = 0; size < whole.size(); size += 1 + size / 64)
    EXPECT_EQ(examine(whole.substr(0, size)).use, Use::unknown) << size;
}

TEST(Examine, KnowsPortsThatAreBuiltWithTheHeader) {
  EXPECT_EQ(examine(library("right_two_steps")).use, Use::replaced);
  EXPECT_THAT(examine(library("right_two_steps")).instructions, IsEmpty());
  EXPECT_EQ(examine(library("published")).use, Use::replaced);
  EXPECT_THAT(examine(library("right_two_steps_machine")).instructions, ElementsAre("rsqrtss"));
  EXPECT_THAT(examine(library("assembly_left")).instructions, ElementsAre("rsqrtss"));
  EXPECT_EQ(examine(library("assembly_left")).use, Use::used);
}

std::string with_text(std::string file, const std::string& text, const std::string& other) {
  EXPECT_EQ(text.size(), other.size());
  EXPECT_NE(file.find(text), file.npos);
  for (size_t at = 0; (at = file.find(text, at)) != file.npos;)
    file.replace(at, text.size(), other);
  return file;
}

TEST(Examine, DoesNotVouchForPartsThatAreBuiltWithTheOldHeader) {
  const Approximations a = examine(with_text(library("right_two_steps"), kSymbol, kOldSymbol));
  EXPECT_EQ(a.use, Use::unknown);
  EXPECT_THAT(a.why, HasSubstr("older ulna/approximations.h"));
}

TEST(Examine, DoesNotTakeAHiddenHeaderForNoApproximations) {
  const std::string hidden(std::string(kSymbol).size(), 'x');
  const Approximations a = examine(with_text(library("right_two_steps"), kSymbol, hidden));
  EXPECT_EQ(a.use, Use::unknown);
  EXPECT_THAT(a.why, HasSubstr("hides ulna_approximations_v2"));
}

// --- The header ---------------------------------------------------------------------------------

void choose(uint64_t adversary) {
  ulna_approximations_v2 = {sizeof(ulna_approximations), 1, adversary};
}

constexpr uint64_t kAdversaries[] = {0, 9, 18, 27, 36, 45, 54, 63, 64, 65, 1000, UINT64_MAX};
constexpr uint32_t kStep = 104729; // a prime: every mantissa bit varies

using Function = uint32_t (*)(uint32_t, int);

/// How far the result is from the exact value, relative, for normal x and results.
long double relative_error(uint32_t x_bits, uint32_t r_bits, int function) {
  const long double x = std::bit_cast<float>(x_bits), r = std::bit_cast<float>(r_bits);
  return function == ulna_is_rcp_ ? r * x - 1 : r * std::sqrt(x) - 1;
}

void check_interval(Function approximate, long double bound, uint32_t first, uint32_t last) {
  for (const uint64_t adversary : kAdversaries) {
    choose(adversary);
    for (const int function : {ulna_is_rsqrt_, ulna_is_rcp_})
      for (uint32_t x = first; x < last; x += kStep) {
        const uint32_t r = approximate(x, function);
        ASSERT_LE(std::fabs(relative_error(x, r, function)), bound)
            << std::hex << x << ' ' << function << ' ' << adversary;
        ASSERT_EQ(approximate(x, function), r);
      }
  }
}

// 2^126 has a reciprocal that is still normal.
constexpr uint32_t kFirstNormal = 0x00800000, kLastInverted = 0x7e800000;

TEST(Approximations, AskTheEnvironmentOnce) {
  static_assert(sizeof(Chooser) == sizeof(ulna_approximations) &&
                offsetof(Chooser, chosen) == offsetof(ulna_approximations, chosen) &&
                offsetof(Chooser, adversary) == offsetof(ulna_approximations, adversary));
  const auto adversary_of = [](const char* variable) {
    ulna_approximations_v2.chosen = 0;
    if (variable) {
      setenv(kVariable, variable, 1);
    } else {
      unsetenv(kVariable);
    }
    return ulna_adversary_();
  };
  EXPECT_EQ(adversary_of("18446744073709551615"), UINT64_MAX);
  EXPECT_EQ(adversary_of("9"), 9U);
  setenv(kVariable, "18", 1);
  EXPECT_EQ(ulna_adversary_(), 9U) << "it has been asked for";
  EXPECT_EQ(adversary_of("9x"), 0U);
  EXPECT_EQ(adversary_of(""), 0U);
  EXPECT_EQ(adversary_of(nullptr), 0U);
}

TEST(Approximations, StayInsideTheInterval) {
  check_interval(ulna_approximate_12_, 1.5L / 4096, kFirstNormal, 0x7e7fe800);
  check_interval(ulna_approximate_14_, 1.0L / 16384, kFirstNormal, kLastInverted);
}

TEST(Approximations, ReachBothEnds) {
  for (uint32_t x = kFirstNormal; x < 0x7e000000; x += kStep)
    for (const int function : {ulna_is_rsqrt_, ulna_is_rcp_}) {
      const long double bound = 1.5L / 4096;
      choose(9); // the largest of both
      const uint32_t high = ulna_approximate_12_(x, function);
      ASSERT_GT(relative_error(x, high + 1, function), bound * (1 - 0x1p-35L)) << std::hex << x;
      choose(18); // the smallest
      const uint32_t low = ulna_approximate_12_(x, function);
      ASSERT_LT(relative_error(x, low - 1, function), -bound * (1 - 0x1p-35L)) << std::hex << x;
      choose(0);
      const uint32_t nearest = ulna_approximate_12_(x, function);
      ASSERT_LE(std::fabs(relative_error(x, nearest, function)), 0x1.001p-24L) << std::hex << x;
    }
}

TEST(Approximations, DrawMostlyEnds) {
  choose(64);
  int high = 0, low = 0, inside = 0;
  for (uint32_t x = 0x3f800000; x < 0x40800000; x += 1009) {
    const double place = ulna_place_(x, ulna_is_rcp_);
    ++(place == 1 ? high : place == -1 ? low : inside);
  }
  const int all = high + low + inside;
  EXPECT_NEAR(high, all * 7 / 16, all / 50);
  EXPECT_NEAR(low, all * 7 / 16, all / 50);
  EXPECT_NEAR(inside, all / 8, all / 50);
}

TEST(Approximations, OfThe14BitFormsAreExactForPowersOfTwo) {
  for (const uint64_t adversary : kAdversaries) {
    choose(adversary);
    for (int e = -127; e <= 127; ++e) {
      const auto x = std::bit_cast<uint32_t>(std::ldexp(1.0f, e));
      EXPECT_EQ(ulna_approximate_14_(x, ulna_is_rcp_),
                std::bit_cast<uint32_t>(std::ldexp(1.0f, -e)));
      if (e % 2 == 0) {
        EXPECT_EQ(ulna_approximate_14_(x, ulna_is_rsqrt_),
                  std::bit_cast<uint32_t>(std::ldexp(1.0f, -e / 2)));
      }
    }
  }
}

/// What is no number, or has no finite result, leaves an adversary no choice.
constexpr uint32_t kSpecial[] = {0x00000000, 0x80000000, 0x00000001, 0x80000001, 0x007fffff,
                                 0x807fffff, 0x7f800000, 0xff800000, 0x7fc00000, 0xffc00001,
                                 0x7f800001, 0xff923456, 0xbf800000, 0xff7fffff, 0x7f7fffff,
                                 0x7f000000, 0x7e800c01};

uint32_t of_processor(uint32_t bits, int function) {
  float x = std::bit_cast<float>(bits), r = 0;
  if (function == ulna_is_rsqrt_) {
    asm("rsqrtss %1, %0" : "+x"(r) : "x"(x));
  } else {
    asm("rcpss %1, %0" : "+x"(r) : "x"(x));
  }
  return std::bit_cast<uint32_t>(r);
}

uint32_t of_processor_14(uint32_t bits, int function) {
  float x = std::bit_cast<float>(bits), r = 0;
  if (function == ulna_is_rsqrt_) {
    asm("vrsqrt14ss %1, %0, %0" : "+x"(r) : "x"(x));
  } else {
    asm("vrcp14ss %1, %0, %0" : "+x"(r) : "x"(x));
  }
  return std::bit_cast<uint32_t>(r);
}

/// Whether the manual leaves open what comes out.
bool is_open(uint32_t bits, int function, bool of_14) {
  const uint32_t size = bits & 0x7fffffff;
  const bool negative = bits >> 31;
  if (function == ulna_is_rsqrt_)
    return !negative && size >= (of_14 ? 1u : 0x00800000u) && size < 0x7f800000;
  return of_14 ? size > 0x00200000 && size < 0x7f800000 : size >= 0x00800000 && size < 0x7e800c01;
}

TEST(Approximations, GiveSpecialValuesAsThisProcessorDoes) {
  for (const uint64_t adversary : kAdversaries) {
    choose(adversary);
    for (const uint32_t x : kSpecial)
      for (const int function : {ulna_is_rsqrt_, ulna_is_rcp_})
        if (!is_open(x, function, false)) {
          EXPECT_EQ(ulna_approximate_12_(x, function), of_processor(x, function))
              << std::hex << x << ' ' << function;
        }
  }
}

TEST(Approximations, GiveSpecialValuesOfThe14BitFormsAsThisProcessorDoes) {
  if (!__builtin_cpu_supports("avx512f")) GTEST_SKIP() << "this CPU lacks avx512f";
  for (const uint64_t adversary : kAdversaries) {
    choose(adversary);
    for (const uint32_t x : kSpecial)
      for (const int function : {ulna_is_rsqrt_, ulna_is_rcp_})
        if (!is_open(x, function, true)) {
          EXPECT_EQ(ulna_approximate_14_(x, function), of_processor_14(x, function))
              << std::hex << x << ' ' << function;
        }
  }
}

TEST(Approximations, OfThe14BitFormsFollowFtzAndDaz) {
  choose(0);
  const uint32_t denormal = 0x00400000, large = 0x7f000000; // 2^-127 and 2^127
  EXPECT_EQ(ulna_approximate_14_(denormal, ulna_is_rcp_), large);
  EXPECT_EQ(ulna_approximate_14_(large, ulna_is_rcp_), denormal);
  const unsigned before = _mm_getcsr();
  _mm_setcsr(before | 0x8040);
  const uint32_t of_denormal = ulna_approximate_14_(denormal, ulna_is_rcp_);
  const uint32_t of_large = ulna_approximate_14_(large, ulna_is_rcp_);
  const uint32_t root = ulna_approximate_14_(denormal, ulna_is_rsqrt_);
  _mm_setcsr(before);
  EXPECT_EQ(of_denormal, 0x7f800000u);
  EXPECT_EQ(of_large, 0u);
  EXPECT_EQ(root, 0x7f800000u);
}

TEST(Approximations, OfThisProcessorKeepWhatIsPromised) {
  for (uint32_t x = kFirstNormal; x < 0x7e7fe800; x += kStep)
    for (const int function : {ulna_is_rsqrt_, ulna_is_rcp_})
      ASSERT_LE(std::fabs(relative_error(x, of_processor(x, function), function)), 1.5L / 4096)
          << std::hex << x;
}

TEST(Approximations, ReplaceTheIntrinsicsLaneByLane) {
  choose(64);
  const float in[4] = {1.5f, -2.25f, 3.75f, 0.0f};
  float out[4];
  const auto expect = [&](__m128 got, Function approximate, int function, int lanes) {
    _mm_storeu_ps(out, got);
    for (int i = 0; i < 4; ++i)
      EXPECT_EQ(std::bit_cast<uint32_t>(out[i]),
                i < lanes ? approximate(std::bit_cast<uint32_t>(in[i]), function)
                          : std::bit_cast<uint32_t>(in[i]))
          << i;
  };
  const __m128 x = _mm_loadu_ps(in);
  expect(_mm_rsqrt_ps(x), ulna_approximate_12_, ulna_is_rsqrt_, 4);
  expect(_mm_rcp_ps(x), ulna_approximate_12_, ulna_is_rcp_, 4);
  expect(_mm_rsqrt_ss(x), ulna_approximate_12_, ulna_is_rsqrt_, 1);
  expect(_mm_rcp_ss(x), ulna_approximate_12_, ulna_is_rcp_, 1);
  expect(_mm_rsqrt14_ps(x), ulna_approximate_14_, ulna_is_rsqrt_, 4);
  expect(_mm_rcp14_ss(x, x), ulna_approximate_14_, ulna_is_rcp_, 1);
}

} // namespace
} // namespace ulna::approximations
