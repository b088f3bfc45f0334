// Sweeps of pieces, on ports that are wrong in one place, and on small domains: what is found,
// where, and that nothing is left out.
#include "base/error.h"
#include "certify/certify.h"
#include "certify/port_names.h"
#include "properties/support.h"
#include "reference/pieces.h"
#include "sweep/report.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <bit>
#include <cmath>
#include <limits>
#include <numeric>
#include <set>

namespace ulna::sweep {
namespace {

using testing::Each;
using testing::HasSubstr;
using testing::SizeIs;

constexpr uint64_t kOne = 0x3f800000;

std::string planted(const std::string& name) {
  return std::string(ULNA_PLANTED_DIR) + "/" + name + ".so";
}

std::string builtin(const std::string& name) {
  return port_path(name, test_installation());
}

/// The piece with other segments.
Piece on(const Piece& piece, std::vector<Segment> segments) {
  Piece small = piece;
  small.segments = std::move(segments);
  return small;
}

Result sweep(const Piece& piece, const std::string& port, unsigned threads = 2,
             size_t length = 8191) {
  Plan plan;
  plan.piece = &piece;
  plan.port_path = port;
  plan.worker = test_installation().worker;
  plan.threads = threads;
  plan.length = length;
  return run(plan);
}

uint64_t histogram_sum(const Tally& tally) {
  return std::accumulate(tally.histogram.begin(), tally.histogram.end(), uint64_t{0});
}

// --- What is swept
// --------------------------------------------------------------------------------

TEST(Segments, OfOneArgumentAreAllFloatsOnceAndInOrder) {
  for (const Piece* piece : {&reciprocal_sqrt(), &sin_zero_half_pi()}) {
    uint64_t next = 0;
    for (const Segment& s : piece->segments) {
      EXPECT_EQ(s.first, next) << s.name;
      next += s.count;
    }
    EXPECT_EQ(next, uint64_t{1} << 32) << piece->operation->name;
    EXPECT_EQ(piece->count(), uint64_t{1} << 32);
  }
}

TEST(Segments, JudgeTheWholeDomainAndNothingElse) {
  EXPECT_EQ(reciprocal_sqrt().judged(), uint64_t{254} << 23);
  for (const Segment& s : reciprocal_sqrt().segments)
    for (const uint64_t number : {s.first, s.first + s.count - 1}) {
      const auto x = std::bit_cast<float>(uint32_t(number));
      EXPECT_EQ(s.judged, std::isnormal(x) && x > 0) << s.name;
    }
  for (const Segment& s : sin_zero_half_pi().segments)
    for (const uint64_t number : {s.first, s.first + s.count - 1}) {
      const auto x = std::bit_cast<float>(uint32_t(number));
      EXPECT_EQ(s.judged, !std::signbit(x) && x <= 0x1.921fb6p+0f) << s.name;
    }
}

TEST(Segments, OfTwoArgumentsStayInTheDomainIfTheyAreJudged) {
  const Piece& piece = atan_positive();
  for (const Segment& s : piece.segments) {
    for (uint64_t i = 0; i < s.count; i += 1 + s.count / 9973) {
      float y, x;
      piece.arguments(s.first + i, {&y, 1}, {&x, 1});
      const bool inside = y >= 0 && x >= 0 && !std::signbit(x) && !std::signbit(y) &&
                          std::max(x, y) >= 0x1p-125f && std::max(x, y) <= 0x1p125f;
      ASSERT_EQ(inside, s.judged) << s.name << " " << i << ": " << y << ", " << x;
    }
  }
}

TEST(Segments, OfTwoArgumentsHaveBothOrdersZerosAndEquals) {
  const Piece& piece = atan_positive();
  std::set<std::string> seen;
  for (const Segment& s : piece.segments) {
    for (uint64_t i = 0; i < 10; ++i) {
      float y, x;
      piece.arguments(s.first + i, {&y, 1}, {&x, 1});
      if (s.judged) seen.insert(y == 0 ? "y" : x == 0 ? "x" : y == x ? "=" : y < x ? "<" : ">");
    }
  }
  EXPECT_THAT(seen, SizeIs(5));
}

// --- The references
// -------------------------------------------------------------------------------

/// Whether the value in double is within its stated error, with some places left.
void expect_near_top(const Piece& piece, float a, float b) {
  double exact;
  piece.reference({&a, 1},
                  piece.inputs() > 1 ? std::span<const float>(&b, 1) : std::span<const float>{},
                  {&exact, 1});
  const reference::Approx top = piece.top(a, b);
  EXPECT_LE(std::fabs((exact - top.value) - top.tail),
            piece.reference_error * top.value + top.error)
      << piece.operation->name << " at " << a << ", " << b;
}

TEST(References, KeepTheirStatedErrors) {
  for (const Piece* piece : pieces())
    for (const Segment& s : piece->segments) {
      if (!s.judged) continue;
      for (uint64_t i = 0; i < s.count; i += 1 + s.count / 211) {
        float a, b = 0;
        piece->arguments(s.first + i, {&a, 1},
                         piece->inputs() > 1 ? std::span(&b, 1) : std::span<float>{});
        expect_near_top(*piece, a, b);
      }
    }
}

TEST(References, KeepTheirStatedErrorsWhereTheArcTangentChangesItsPart) {
  for (int k = 0; k < 8; ++k)
    for (const float q : {(2 * k + 1) / 16.0f, std::nextafter((2 * k + 1) / 16.0f, 0.0f)}) {
      expect_near_top(atan_positive(), q, 1);
      expect_near_top(atan_positive(), 1, q);
    }
}

TEST(References, EndTheSweepWhereTheyAreWrong) {
  Piece wrong = on(sin_zero_half_pi(), {{"all", kOne - 600'000, 1'200'000, true}});
  wrong.reference = [](std::span<const float> a, std::span<const float>, std::span<double> exact) {
    for (size_t i = 0; i < a.size(); ++i)
      exact[i] = reference::sin_zero_half_pi(a[i]) * (1 + 0x1p-40);
  };
  EXPECT_THROW(sweep(wrong, builtin("scalar")), InternalError);
}

// --- Adding up
// ------------------------------------------------------------------------------------

TEST(Sums, EveryArgumentIsCountedOnceWhateverTheCallsAndThreads) {
  const Piece small = on(reciprocal_sqrt(), {{"NaN", 0x7f800001, 1234, false},
                                             {"below and above 1", kOne - 20'011, 40'000, true},
                                             {"0", 0, 1, false},
                                             {"normal", 0x00800000, 3, true}});
  const Result one = sweep(small, builtin("published"), 1);
  for (const Result& r : {sweep(small, builtin("published"), 2, 97), one}) {
    EXPECT_EQ(r.verdict(), Verdict::certified) << report_text(r);
    EXPECT_TRUE(r.complete);
    EXPECT_EQ(r.swept, 41'238u);
    EXPECT_EQ(r.tally.judged, 40'003u);
    EXPECT_EQ(histogram_sum(r.tally), 40'003u);
    EXPECT_EQ(r.tally.outcomes[0].nan, 1234u);
    EXPECT_EQ(r.tally.outcomes[2].nan, 1u) << "0 times infinity in the Newton step";
    EXPECT_EQ(r.tally.histogram, one.tally.histogram);
    EXPECT_EQ(r.tally.curve, one.tally.curve);
    EXPECT_EQ(r.tally.relative.number, one.tally.relative.number);
    EXPECT_EQ(r.tally.ulps.number, one.tally.ulps.number);
  }
}

TEST(Sums, ProgressEndsAtTheWholeAndIsNeverMore) {
  const Piece small = on(reciprocal_sqrt(), {{"some", kOne, 100'000, true}});
  std::vector<double> parts;
  Plan plan;
  plan.piece = &small;
  plan.port_path = builtin("scalar");
  plan.worker = test_installation().worker;
  plan.threads = 1;
  plan.length = 1000;
  plan.on_progress = [&](double part) { parts.push_back(part); };
  run(plan);
  EXPECT_TRUE(std::ranges::is_sorted(parts));
  ASSERT_GT(parts.size(), 2U);
  EXPECT_GT(parts.front(), 0);
  EXPECT_LT(parts.front(), 0.5);
  EXPECT_EQ(parts.back(), 1);
}

TEST(Sums, RoundedOnceIsHalfAnUlpAtMost) {
  const Result r =
      sweep(on(reciprocal_sqrt(), {{"two binades", kOne, 1 << 18, true}}), builtin("scalar"));
  EXPECT_EQ(r.tally.histogram[0], uint64_t{1} << 18);
  EXPECT_LE(r.tally.ulps.error, 0.5 + 0x1p-24);
  EXPECT_GT(r.tally.ulps.error, 0.49);
}

TEST(Sums, ErrorsAreMeasuredInTheUlpsOfTheExactValue) {
  EXPECT_EQ(ulp(1.0), 0x1p-23);
  EXPECT_EQ(ulp(std::nextafter(1.0, 0.0)), 0x1p-24);
  EXPECT_EQ(ulp(0.0), 0x1p-149);
  EXPECT_EQ(ulp(0x1p-140), 0x1p-149);
  Piece piece = on(sin_zero_half_pi(), {{"one", kOne, 1, true}});
  piece.reference = [](std::span<const float>, std::span<const float>, std::span<double> exact) {
    exact[0] = 1.5;
  };
  piece.top = [](float, float) { return reference::Approx{1.5, 0, 0}; };
  const auto class_of = [&](double ulps) {
    Tally tally(piece);
    const float a = 1, got = static_cast<float>(1.5 + ulps * 0x1p-23);
    tally.add(piece, 0, kOne, {&a, 1}, {}, {&got, 1});
    EXPECT_EQ(histogram_sum(tally), 1u);
    EXPECT_EQ(tally.ulps.error, ulps);
    return std::ranges::find(tally.histogram, 1u) - tally.histogram.begin();
  };
  EXPECT_EQ(class_of(0), 0);
  EXPECT_EQ(class_of(1), 1);
  EXPECT_EQ(class_of(2), 2);
  EXPECT_EQ(class_of(3), 3);
  EXPECT_EQ(class_of(4), 3);
  EXPECT_EQ(class_of(5), 4);
}

TEST(Sums, RelativeErrorsAreThoseOfNormalValues) {
  // sin(2^-140) by a port that flushes it, and sin(2^-100) by one that is off by a thousandth.
  Tally tally(sin_zero_half_pi());
  const float a[] = {0x1p-140f, 0x1p-100f}, got[] = {0, 0x1p-100f * 1.001f};
  for (const int i : {0, 1})
    tally.add(sin_zero_half_pi(), 0, std::bit_cast<uint32_t>(a[i]), {a + i, 1}, {}, {got + i, 1});
  EXPECT_EQ(tally.relative.a, a[1]);
  EXPECT_NEAR(tally.relative.error, 0.001, 1e-6);
}

TEST(Sums, OfTheSameErrorTheLowestArgumentIsTheWitness) {
  Worst low{true, 1.0, 7, 0, 0, 0, 0}, high{true, 1.0, 9, 0, 0, 0, 0};
  Worst a = high, b = low;
  a.take(low);
  b.take(high);
  EXPECT_EQ(a.number, 7u);
  EXPECT_EQ(b.number, 7u);
}

// --- Ports that are wrong
// -------------------------------------------------------------------------

TEST(Wrong, OneBinadeIsFoundAndNoOther) {
  // The port is wrong from 2^10 up to 2^11.
  const uint64_t from = std::bit_cast<uint32_t>(0x1p10f);
  const Piece at_border = on(reciprocal_sqrt(), {{"border", from - 10'000, 10'007, true}});
  const Result r = sweep(at_border, planted("piece_one_binade"));
  EXPECT_EQ(r.verdict(), Verdict::refuted);
  EXPECT_EQ(r.tally.out_of_bound, 7u);
  EXPECT_GE(r.tally.relative.number, from);
  EXPECT_NEAR(r.tally.relative.error, 0.001, 1e-5);
  EXPECT_THAT(report_text(r), HasSubstr("out_of_bound: 7 times a finite value"));
  const Piece before = on(reciprocal_sqrt(), {{"before", from - 10'000, 10'000, true}});
  EXPECT_EQ(sweep(before, planted("piece_one_binade")).verdict(), Verdict::certified);
}

TEST(Wrong, NanAtOneFloatIsFoundThere) {
  const uint64_t there = std::bit_cast<uint32_t>(0x1.234568p-1f);
  const Piece around = on(sin_zero_half_pi(), {{"around", there - 30'000, 70'000, true}});
  const Result r = sweep(around, planted("piece_nan_at_one"));
  EXPECT_EQ(r.verdict(), Verdict::refuted);
  EXPECT_EQ(r.tally.not_finite, 1u);
  EXPECT_EQ(r.tally.first_not_finite.number, there);
  EXPECT_EQ(histogram_sum(r.tally), 69'999u);
  EXPECT_THAT(report_text(r), HasSubstr("1 times NaN or infinite, first at 0.568888"));
}

TEST(Wrong, WhatBreaksTheCallIsNarrowedDown) {
  // The port divides by zero, in integers, where y is 0x1.8p-3.
  const uint64_t there = std::bit_cast<uint32_t>(0.1875f) - 0x3a800000;
  const Piece around = on(atan_positive(), {{"around", there - 5000, 12'000, true},
                                            {"elsewhere", there + 100'000, 60'000, true},
                                            {"last", there + 200'000, 5, false}});
  const Result r = sweep(around, planted("piece_traps"), 1);
  EXPECT_EQ(r.verdict(), Verdict::refuted);
  EXPECT_FALSE(r.complete);
  ASSERT_THAT(r.broken, SizeIs(1));
  EXPECT_EQ(r.broken[0].kind, FindingKind::crashed);
  EXPECT_EQ(r.broken[0].first, there);
  EXPECT_EQ(r.broken[0].count, 1u);
  EXPECT_THAT(report_text(r), HasSubstr("crashed: died of SIGFPE; at y = 0.1875"));
  EXPECT_THAT(report_text(r), HasSubstr("stopped there"));
  EXPECT_THAT(report_text(r), HasSubstr("  5  beyond the domain: not reached\n"));
}

TEST(Wrong, TheLowestCallOfAKindIsTheWitness) {
  // At 1.25 the port leaves the process, which is narrowed down to a trap; it has trapped at 1.5
  // before, in a call that was made together with that one.
  const uint64_t first = std::bit_cast<uint32_t>(1.25f), second = std::bit_cast<uint32_t>(1.5f);
  const Piece both = on(reciprocal_sqrt(), {{"at 1.25", first - 300, 1000, true},
                                            {"at 1.5", second - 300, 1000, true}});
  const Result r = sweep(both, planted("piece_ends_in_two_ways"), 1, 1000);
  EXPECT_EQ(r.verdict(), Verdict::refuted);
  ASSERT_THAT(r.broken, SizeIs(1));
  EXPECT_EQ(r.broken[0].kind, FindingKind::crashed);
  EXPECT_EQ(r.broken[0].segment, 0U);
  EXPECT_EQ(r.broken[0].first, first);
  EXPECT_EQ(r.broken[0].count, 1U);
}

TEST(Wrong, AnElementThatIsForgottenAndOneTooManyAreFound) {
  const Piece small = on(reciprocal_sqrt(), {{"some", kOne, 500, true}});
  const Result forgets = sweep(small, planted("piece_tail_forgotten"), 1, 7);
  EXPECT_EQ(forgets.verdict(), Verdict::refuted);
  EXPECT_GT(forgets.tally.not_finite, 0u);
  const Result beyond = sweep(small, planted("piece_tail_rounded_up"), 1, 7);
  EXPECT_EQ(beyond.verdict(), Verdict::refuted);
  ASSERT_FALSE(beyond.broken.empty());
  EXPECT_THAT(report_text(beyond), HasSubstr("behind the end of"));
}

TEST(NotSwept, WhatAPortDoesNotOffer) {
  const Result r = sweep(sin_zero_half_pi(), builtin("asm"));
  EXPECT_EQ(r.verdict(), Verdict::not_run);
  EXPECT_EQ(r.swept, 0u);
  EXPECT_EQ(report_text(r), "sin_zero_half_pi of asm: not run, the port does not implement it\n");
}

TEST(NotSwept, WhatWasInterrupted) {
  Result r(reciprocal_sqrt());
  r.port.name = "mine";
  r.swept = 5;
  EXPECT_EQ(report_text(r),
            "reciprocal_sqrt of mine: not run, interrupted after 5 of 4,294,967,296 "
            "arguments, of which none broke the bound\n");
  const auto json = nlohmann::json::parse(report_json(r, Machine{}));
  EXPECT_EQ(json["verdict"], "not run");
  EXPECT_EQ(json["reason"],
            "interrupted after 5 of 4,294,967,296 arguments, of which none broke the bound");
}

// --- Our own ports, on a sample of every segment; the whole takes a minute
// ---------------------------------------------------------------------------

TEST(OwnPorts, AreWithinTheBoundsOnASample) {
  for (const Piece* piece : pieces()) {
    std::vector<Segment> sample;
    for (const Segment& s : piece->segments)
      for (const uint64_t part : {0, 1, 2, 3}) {
        const uint64_t count = std::min<uint64_t>(s.count, 20'000);
        sample.push_back({s.name, s.first + (s.count - count) / 3 * part, count, s.judged});
      }
    for (const char* port : {"published", "scalar"}) {
      const Result r = sweep(on(*piece, sample), builtin(port));
      EXPECT_EQ(r.verdict(), Verdict::certified) << report_text(r);
      EXPECT_GT(r.tally.ulps.error, 0.4);
    }
  }
}

// --- Reports
// ------------------------------------------------------------------------------------

TEST(Reports, JsonSaysWhatWasSweptAndFound) {
  const Piece small =
      on(reciprocal_sqrt(), {{"-1", 0xbf800000, 1, false}, {"some", kOne, 500, true}});
  const auto json =
      nlohmann::json::parse(report_json(sweep(small, builtin("published"), 1), Machine{}));
  EXPECT_EQ(json["verdict"], "certified");
  EXPECT_EQ(json["judged"], 500);
  EXPECT_EQ(json["swept"], 501);
  EXPECT_EQ(json["segments"][0]["came_back"]["nan"], 1);
  uint64_t sum = 0;
  for (const auto& row : json["ulp_histogram"]) sum += row["count"].get<uint64_t>();
  EXPECT_EQ(sum, 500u);
  const auto& worst = json["largest_errors"]["relative"];
  EXPECT_EQ(worst["arguments"][0]["bits"].get<std::string>().substr(0, 5), "0x3f8");
}

TEST(Reports, SayWhatComesBackBeyondTheDomain) {
  // The largest float, infinity and two NaNs.
  const Piece small = on(reciprocal_sqrt(), {{"some", kOne, 500, true},
                                             {"NaN", 0x7f800001, 1234, false},
                                             {"mixed", 0x7f7fffff, 4, false}});
  const Result r = sweep(small, builtin("scalar"), 1);
  const std::string text = report_text(r);
  EXPECT_THAT(text, HasSubstr("  500  judged\n"));
  EXPECT_THAT(text, HasSubstr("1,234  beyond the domain: all NaN\n"));
  EXPECT_THAT(text, HasSubstr("  4  beyond the domain: 1 finite, 1 zero, 2 NaN\n"));
}

TEST(Reports, JsonHasBothArgumentsAndWhatBroke) {
  const uint64_t there = std::bit_cast<uint32_t>(0.1875f) - 0x3a800000;
  const Piece around = on(atan_positive(), {{"around", there - 5000, 12'000, true}});
  const auto json =
      nlohmann::json::parse(report_json(sweep(around, planted("piece_traps"), 1, 1000), Machine{}));
  EXPECT_EQ(json["verdict"], "refuted");
  ASSERT_THAT(json["findings"], SizeIs(1));
  EXPECT_EQ(json["findings"][0], (nlohmann::json{{"kind", "crashed"},
                                                 {"detail", "died of SIGFPE"},
                                                 {"segment", "around"},
                                                 {"first", there},
                                                 {"count", 1}}));
  const auto& arguments = json["largest_errors"]["relative"]["arguments"];
  ASSERT_THAT(arguments, SizeIs(2)) << "y and x";
  for (const auto& argument : arguments) {
    const auto value = argument["value"].get<float>();
    EXPECT_EQ(argument["bits"], fmt::format("0x{:08x}", std::bit_cast<uint32_t>(value)));
  }
}

TEST(Reports, PictureNamesAxesAndBoundInBothColourSchemes) {
  const Piece small = on(sin_zero_half_pi(), {{"some", kOne, 500, true}});
  Result r = sweep(small, builtin("published"), 1);
  r.port.name = "a<b&\"c\x1b";
  const std::string svg = report_svg(r);
  EXPECT_THAT(svg, HasSubstr("prefers-color-scheme: dark"));
  EXPECT_THAT(svg, HasSubstr("argument, radians"));
  EXPECT_THAT(svg, HasSubstr("absolute error"));
  EXPECT_THAT(svg, HasSubstr("bound 2.2e-07"));
  EXPECT_THAT(svg, HasSubstr("a&lt;b&amp;&quot;c?"));
}

} // namespace
} // namespace ulna::sweep
