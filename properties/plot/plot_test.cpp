// Pictures of errors: that what is measured is where it belongs, on ports whose bugs are somewhere
// in particular, and that what is drawn is what was measured.
#include "operations/blending/arcs.h"
#include "operations/blending/blending.h"
#include "operations/list.h"
#include "plot/blending_picture.h"
#include "plot/influences.h"
#include "plot/svg.h"
#include "properties/support.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <regex>

namespace ulna::plot {
namespace {

using testing::Each;
using testing::Gt;
using testing::HasSubstr;
using testing::Not;

std::string builtin(const char* name) {
  return test_installation().ports_dir + "/" + name + ".so";
}

std::string planted(const char* name) {
  return std::string(ULNA_PLANTED_DIR) + "/" + name + ".so";
}

BlendingMap map_of(const std::string& library, const Operation& op = slerp_joints(),
                   uint64_t seed = 1, size_t lerps = 4) {
  Judge judge(library, test_installation(), seed);
  return measure_blending(judge, op, seed, lerps, [](double) {});
}

InfluenceErrors influences_of(const std::string& library, const Operation& op = transform_verts()) {
  Judge judge(library, test_installation(), 1);
  return measure_influences(judge, op, 1, [](double) {});
}

// --- What is measured -------------------------------------------------------------------------

TEST(BlendingMap, HasAnErrorInEachCellAndStep) {
  const BlendingMap map = map_of(builtin("sse"), lerp_joints());
  ASSERT_EQ(map.cells.size(), kCells * kCells);
  EXPECT_THAT(map.cells, Each(Gt(0)));
  EXPECT_THAT(map.drift, Each(Gt(0)));
  EXPECT_GE(map.elements, kCells * kCells * 48);
  EXPECT_TRUE(map.findings.empty());
}

TEST(BlendingMap, NamesTheLargestOfAllCellsAndWhereItIs) {
  const BlendingMap map = map_of(builtin("sse"));
  EXPECT_EQ(map.peak.fraction, std::ranges::max(map.cells));
  const auto row = static_cast<size_t>(double(map.peak.t) * kCells);
  const auto column = static_cast<size_t>(map.peak.angle / std::numbers::pi * kCells);
  EXPECT_EQ(map.cells.at(row * kCells + column), map.peak.fraction);
}

TEST(BlendingMap, IsTheSameForTheSameSeedAlone) {
  const BlendingMap first = map_of(builtin("sse"), slerp_joints(), 5);
  const BlendingMap again = map_of(builtin("sse"), slerp_joints(), 5);
  EXPECT_EQ(first.cells, again.cells);
  EXPECT_EQ(first.drift, again.drift);
  EXPECT_NE(first.cells, map_of(builtin("sse"), slerp_joints(), 6).cells);
}

/// It is linear where the cosine of the nearer of q1 and -q1 is above 0.99999.
TEST(BlendingMap, ShowsABugAtSmallAnglesThereAndNowhereElse) {
  const BlendingMap map = map_of(planted("bug_linear_nearer_one"), slerp_joints(), 1, 24);
  for (size_t row = 0; row < kCells; ++row)
    for (size_t column = 0; column < kCells; ++column) {
      const bool edge = column == 0 || column + 1 == kCells;
      const double error = map.cells[row * kCells + column];
      if (!edge) {
        EXPECT_LE(error, 1) << "row " << row << ", column " << column;
      } else if (row > kCells / 4 && row < 3 * kCells / 4) {
        EXPECT_GT(error, 1) << "row " << row << ", column " << column;
      }
    }
  ASSERT_EQ(map.findings.size(), 1U);
  EXPECT_EQ(map.findings[0].kind, FindingKind::out_of_bound);
}

TEST(BlendingMap, TakesANaNForTheLargestErrorThereIs) {
  const BlendingMap map = map_of(planted("bug_acos_above_one"));
  EXPECT_TRUE(std::isinf(map.peak.fraction));
  EXPECT_TRUE(std::isinf(map.drift.back()));
}

/// Its cosine exceeds 1 there.
TEST(BlendingMap, ShowsWhatDriftDoesToThePublishedSlerp) {
  const BlendingMap map = map_of(builtin("published"));
  for (size_t step = 0; step < kDriftSteps; ++step) {
    if (drift_at(step + 1) < blending::kNormSlack) {
      EXPECT_LT(map.drift[step], 2) << step;
    }
  }
  EXPECT_GT(map.drift.back(), 100);
}

TEST(BlendingMap, EndsWithACallThatDoesNotReturn) {
  const BlendingMap map = map_of(planted("bug_aborts"));
  ASSERT_EQ(map.findings.size(), 1U);
  EXPECT_EQ(map.findings[0].kind, FindingKind::crashed);
  EXPECT_THAT(map.drift, Each(0.0));
}

TEST(Measured, AreErrorsBeyondTheDomainWhereTheyAreAskedFor) {
  Judge judge(builtin("published"), test_installation(), 1);
  const float far = 1 + 0x1p-10f; // of the norm: 2e-3 of its square
  const quaternions::Pair pairs[] = {{{far, 0, 0, 0}, {far, 0, 0, 0}},
                                     {{1, 0, 0, 0}, {0, 1, 0, 0}}};
  const Case c = quaternions::pairs_case(slerp_joints(), 0.3f, pairs);
  OperationReport report;
  std::vector<std::vector<double>> errors;
  judge.measure({&c, 1}, 0, report, errors);
  EXPECT_EQ(errors.at(0).at(0), 0);
  const double inside = errors.at(0).at(1);
  judge.measure({&c, 1}, 0, report, errors, true);
  EXPECT_GT(errors.at(0).at(0), 1);
  EXPECT_EQ(errors.at(0).at(1), inside);
}

/// At least 1 / 1.5 of the bound with one: three roundings of the four that the bound counts.
TEST(Influences, EachHaveAnErrorAndOneComesNearToItsBound) {
  const InfluenceErrors errors = influences_of(builtin("sse"));
  EXPECT_THAT(errors.largest, Each(Gt(0.25)));
  EXPECT_THAT(errors.largest, Each(testing::Le(1)));
  EXPECT_GT(errors.largest[0], 1 / 1.5);
  EXPECT_EQ(errors.largest[errors.worst() - 1], std::ranges::max(errors.largest));
  EXPECT_EQ(errors.largest, influences_of(builtin("sse")).largest);
}

TEST(Influences, EndWithACallThatDoesNotReturn) {
  const InfluenceErrors errors = influences_of(planted("bug_weights_read_past"));
  EXPECT_TRUE(
      std::ranges::any_of(errors.findings, [](const Finding& f) { return is_fatal(f.kind); }));
}

// --- What is drawn ----------------------------------------------------------------------------

/// Of "#rrggbb", as the Web Content Accessibility Guidelines define it.
double relative_luminance(std::string_view colour) {
  const auto channel = [&](size_t at) {
    const double c = std::stoi(std::string(colour.substr(at, 2)), nullptr, 16) / 255.0;
    return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
  };
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
}

TEST(Colours, GrowLighterWithTheError) {
  for (size_t i = 1; i < kColours.size(); ++i)
    EXPECT_GT(relative_luminance(kColours[i]), relative_luminance(kColours[i - 1])) << i;
}

/// The colours in which red and blue change places lie on the two sides of the bound.
TEST(Colours, ChangeAtTheBound) {
  const auto is_blue = [](double fraction) {
    const std::string_view colour = kColours.at(colour_of(fraction));
    return colour.substr(1, 2) < colour.substr(5, 2);
  };
  for (const double fraction : {0.0, 0.5, 0.99, 1.0}) EXPECT_TRUE(is_blue(fraction)) << fraction;
  for (const double fraction : {std::nextafter(1.0, 2.0), 1.2, 2.0, 1e30, double(INFINITY)})
    EXPECT_FALSE(is_blue(fraction)) << fraction;
  EXPECT_EQ(colour_of(0), 0);
  EXPECT_EQ(colour_of(INFINITY), kColours.size() - 1);
}

/// A map with nothing in it but one cell.
BlendingMap one_cell(size_t row, size_t column, double error) {
  BlendingMap map;
  map.port = "mine <1>";
  map.bound = blending::kQuatBound;
  map.cells.assign(kCells * kCells, 0);
  map.cells[row * kCells + column] = error;
  map.peak = {error, 0.1, 0.25f};
  map.drift.assign(kDriftSteps, 0.5);
  return map;
}

size_t count(const std::string& text, const std::string& what) {
  const std::regex pattern(what);
  return static_cast<size_t>(std::distance(std::sregex_iterator(text.begin(), text.end(), pattern),
                                           std::sregex_iterator()));
}

TEST(BlendingPicture, PaintsEachCellInItsPlace) {
  const BlendingMap map = one_cell(0, 3, 1.3); // t = 0 is at the bottom
  const std::string svg = blending_picture(slerp_joints(), {&map, 1});
  const std::string colour(kColours[colour_of(1.3)]);
  EXPECT_THAT(svg, HasSubstr("<path stroke=\"" + colour + "\" d=\"M3 95h1\"/>"));
  const std::regex run("M[0-9]+ [0-9]+h([0-9]+)");
  size_t cells = 0;
  for (std::sregex_iterator i(svg.begin(), svg.end(), run), end; i != end; ++i)
    cells += std::stoul((*i)[1]);
  EXPECT_EQ(cells, kCells * kCells);
}

TEST(BlendingPicture, SaysWhereTheLargestErrorIs) {
  const BlendingMap map = one_cell(24, 3, 1.25);
  const std::string svg = blending_picture(slerp_joints(), {&map, 1});
  EXPECT_THAT(svg, HasSubstr(">largest 5.96e-07, 1.25 of the bound<"));
  EXPECT_THAT(svg, HasSubstr(">ring: 5.72958 degrees, t = 0.25<"));
  EXPECT_THAT(svg, HasSubstr("mine &lt;1&gt;"));
}

TEST(BlendingPicture, SaysSoWhereAnErrorIsInfinite) {
  BlendingMap map = one_cell(0, 0, INFINITY);
  map.drift.back() = INFINITY;
  const std::string svg = blending_picture(slerp_joints(), {&map, 1});
  EXPECT_THAT(svg, HasSubstr(">largest infinite or NaN<"));
  EXPECT_THAT(svg, HasSubstr(">top: infinite or NaN<"));
  EXPECT_EQ(count(svg, "[\" ,](-?inf|-?nan)[\" ,]"), 0U);
}

TEST(BlendingPicture, HasAPanelForEachPortAndOneScale) {
  const BlendingMap maps[] = {one_cell(0, 0, 0.5), one_cell(1, 1, 0.7)};
  const std::string svg = blending_picture(slerp_joints(), maps);
  EXPECT_EQ(count(svg, "class=\"cells\""), 2U);
  EXPECT_EQ(count(svg, "error / bound"), 1U);
}

TEST(Ticks, AreOneTwoOrFiveTimesAPowerOfTen) {
  EXPECT_EQ(tick_step(6, 6), 1);
  EXPECT_EQ(tick_step(6.1, 6), 2);
  EXPECT_EQ(tick_step(30, 6), 5);
  EXPECT_EQ(tick_step(30.1, 6), 10) << "beyond 5 it is the next power";
  EXPECT_DOUBLE_EQ(tick_step(0.0055, 1), 0.01);
}

TEST(InfluencesPicture, SaysEachErrorAndNamesTheWorst) {
  InfluenceErrors errors;
  errors.port = "mine";
  errors.largest = {0.5, 0.625, INFINITY, 0.25};
  const std::string svg = influences_picture(transform_verts(), {&errors, 1});
  for (const char* text : {">0.5<", ">0.625<", ">inf or NaN<", ">0.25<", ">with 3 influences<"})
    EXPECT_THAT(svg, HasSubstr(text));
  EXPECT_THAT(svg, Not(HasSubstr("nan")));
}

} // namespace
} // namespace ulna::plot
