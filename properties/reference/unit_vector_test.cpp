// Unit vectors: what is known of a direction, how far a port may be off, and what the judge finds.
#include "cases/make_case.h"
#include "operations/list.h"
#include "operations/shared/unit_vectors.h"
#include "operations/uniform_verts/uniform_verts.h"
#include "properties/made_up_call.h"
#include "reference/rungs.h"

#include <boost/multiprecision/cpp_bin_float.hpp>
#include <gmock/gmock.h>

#include <limits>

namespace ulna {
namespace {

using reference::Approx;
using reference::Rung;
using reference::SkinSum;
using reference::UnitVector;
using testing::HasSubstr;
using testing::IsEmpty;

// --- The reference, against arithmetic with more digits ----------------------------------------

using Long = boost::multiprecision::number<boost::multiprecision::cpp_bin_float<200>,
                                           boost::multiprecision::et_off>;
using Vector = std::array<Long, 3>;

Vector direction_of(const Vector& v) {
  const Long length = sqrt(Long(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]));
  return {Long(v[0] / length), Long(v[1] / length), Long(v[2] / length)};
}

double off(const Approx& got, const Long& exact) {
  return static_cast<double>(abs(Long(Long(got.value) + Long(got.tail) - exact)));
}

/// A vector that lies somewhere within the errors of what is known of it.
struct Known {
  std::array<Approx, 3> approx;
  Vector exact;

  Known(double error, Random& r) {
    const int exponent = r.between(-140, 120);
    for (size_t i = 0; i < 3; ++i) {
      const double size = r.one_in(8) ? 0 : r.towards_zero(20) * r.sign();
      approx[i].value = static_cast<float>(std::ldexp(size, exponent));
      approx[i].error = std::ldexp(error * r.unit(), exponent);
      exact[i] = Long(approx[i].value) + Long(approx[i].error) * Long(r.uniform(-1, 1));
    }
  }
};

/// The largest error, as a fraction of what is stated.
double audit(Rung rung, double error) {
  Random r(7, static_cast<uint64_t>(rung));
  double largest = 0;
  for (int i = 0; i < 3000; ++i) {
    const Known known(error, r);
    const UnitVector got = unit_vector(known.approx, rung);
    if (!(got.length.value > 0) || !std::isfinite(got.direction[0].error)) continue;
    const Vector exact = direction_of(known.exact);
    for (size_t c = 0; c < 3; ++c) {
      const double is = off(got.direction[c], exact[c]);
      EXPECT_LE(is, got.direction[c].error) << "vector " << i << ", component " << c;
      if (is > 0) largest = std::max(largest, is / got.direction[c].error);
    }
    const Long length =
        sqrt(Long(known.exact[0] * known.exact[0] + known.exact[1] * known.exact[1] +
                  known.exact[2] * known.exact[2]));
    EXPECT_LE(off(got.length, length), got.length.error) << "vector " << i;
  }
  EXPECT_GT(largest, 0.1);
  return largest;
}

std::string name_of(const testing::TestParamInfo<Rung>& rung) {
  return rung.param == Rung::fast ? "Fast" : rung.param == Rung::wide ? "Wide" : "Top";
}

class OnRung : public testing::TestWithParam<Rung> {};
INSTANTIATE_TEST_SUITE_P(All, OnRung, testing::Values(Rung::fast, Rung::wide, Rung::top), name_of);

TEST_P(OnRung, KeepsItsStatedErrorOfAGivenVector) {
  audit(GetParam(), 0);
}

TEST_P(OnRung, KeepsItsStatedErrorOfAVectorWithErrors) {
  audit(GetParam(), 0x1p-20);
}

TEST_P(OnRung, WhatHasNoDirectionHasNone) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  for (const double x : {0.0, kInfinity, double(NAN)}) {
    const UnitVector got = unit_vector({Approx{x}, {0}, {0}}, GetParam());
    EXPECT_TRUE(std::isnan(got.direction[0].value)) << x;
    EXPECT_FALSE(std::fabs(got.length.value - 1) <= 0.5) << x;
  }
}

TEST_P(OnRung, WhatMayBeZeroMayHaveAnyDirection) {
  const UnitVector got = unit_vector({Approx{1, 0, 0.75}, {0, 0, 0.75}, {0, 0, 0}}, GetParam());
  for (const Approx& component : got.direction) EXPECT_EQ(component.error, INFINITY);
}

// --- The bound, against what it is said to hold for ---------------------------------------------

/// Sums that each may be off by about `error`, and no more terms than it takes.
unit_vectors::Summed summed(const std::array<double, 3>& values, double error) {
  unit_vectors::Summed s{{}, {}, 3};
  for (size_t i = 0; i < 3; ++i) {
    SkinSum& sum = s.sums[i];
    sum.value = {values[i], 0, 0};
    sum.terms = std::max(std::fabs(values[i]), error * 0x1p24 / 4);
    s.exact[i] = sum.value;
  }
  return s;
}

/// How far each component of s may be off before it is normalised, as docs/bounds.md has it.
std::array<double, 3> margins(const unit_vectors::Summed& s) {
  std::array<double, 3> margins;
  for (size_t i = 0; i < 3; ++i) {
    const double sum = bound_of_weighted_products(s.sums[i], 3, 1, {false}).value;
    margins[i] = sum + gamma(3) * (std::fabs(s.sums[i].value.value) + sum);
  }
  return margins;
}

TEST(UnitVectorBound, HoldsForEveryCornerAndIsReachedByOne) {
  Random r(7, 10);
  double largest = 0;
  for (int i = 0; i < 6000; ++i) {
    std::array<double, 3> v;
    for (double& x : v) x = r.one_in(6) ? 0 : r.towards_zero(12) * r.sign();
    const unit_vectors::Summed s = summed(v, r.towards_zero(20) * 0.1);
    Expectation e;
    unit_vectors::expect_unit_vector(s, Rung::fast, {false}, 0, e);
    if (e.clause[0] != Clause::direction) continue;
    const std::array<double, 3> margin = margins(s);
    const Vector exact = direction_of({Long(v[0]), Long(v[1]), Long(v[2])});
    for (unsigned corner = 0; corner < 8; ++corner) {
      Vector moved;
      for (size_t c = 0; c < 3; ++c)
        moved[c] = Long(v[c]) + Long(corner >> c & 1 ? margin[c] : -margin[c]);
      const Vector direction = direction_of(moved);
      for (size_t c = 0; c < 3; ++c) {
        const double is = static_cast<double>(abs(Long(direction[c] - exact[c])));
        ASSERT_LE(is, e.bound[c]) << "vector " << i << ", corner " << corner << ", component " << c;
        largest = std::max(largest, is / e.bound[c]);
      }
    }
  }
  EXPECT_GT(largest, 0.97);
}

TEST(UnitVectorBound, OfTheLengthIsThatOfTheInstructionAndAFewRoundings) {
  EXPECT_GT(unit_vectors::length_bound(), 1.5 * 0x1p-12 + 4 * 0x1p-24);
  EXPECT_LT(unit_vectors::length_bound(), 1.5 * 0x1p-12 + 6 * 0x1p-24);
}

TEST(UnitVectorBound, IsOfVectorsThatAreNeitherShortNorLongNorLost) {
  const auto clause = [](const std::array<double, 3>& v, double error) {
    Expectation e;
    unit_vectors::expect_unit_vector(summed(v, error), Rung::fast, {false}, 0, e);
    EXPECT_EQ(e.unit == Expectation::kNoUnit, e.clause[0] == Clause::unjudged);
    return e.clause[0];
  };
  EXPECT_EQ(clause({0x1p-32, 0, 0}, 0), Clause::direction);
  EXPECT_EQ(clause({0x1p-33, 0, 0}, 0), Clause::unjudged);
  EXPECT_EQ(clause({0, 0x1p32, 0}, 0), Clause::direction);
  EXPECT_EQ(clause({0, 0x1p33, 0}, 0), Clause::unjudged);
  EXPECT_EQ(clause({0, 0, 1}, 0.03), Clause::direction);
  EXPECT_EQ(clause({0, 0, 1}, 0.04), Clause::unjudged);
  EXPECT_EQ(clause({0, 0, 0}, 0), Clause::unjudged);
  EXPECT_EQ(clause({NAN, 1, 0}, 0), Clause::unjudged);
  EXPECT_EQ(clause({INFINITY, 1, 0}, 0), Clause::unjudged);
}

// --- What the judge finds -----------------------------------------------------------------------

/// One vertex with the normal (1, 2, 2) and a matrix that leaves it as it is, and what a call gave.
class OneNormal : public testing::Test {
protected:
  OneNormal() : c_(make_case(skin_aos_verts())) {
    using namespace uniform_verts;
    c_.integers[kNumInfluences] = 1;
    for (size_t a = 0; a < c_.arrays.size(); ++a)
      c_.arrays[a].resize(c_.operation->arrays[a].element_size(c_));
    for (size_t i = 0; i < kComponents; ++i) set_component(c_, 0, i, i == 3 ? 1 : 2);
    set_matrix(c_, 0, {{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}});
    c_.arrays[size_t(joint_weights_of(c_))].as<float>()[0] = 1;
  }

  void SetUp() override { ASSERT_NO_THROW(validate(c_)); }

  /// What is found of a call that gave this normal, and the right position.
  Judgement judged(float x, float y, float z) {
    const ulna_mesh_vertex vertex{{2, 2, 2}, {x, y, z}};
    const Outputs outputs{{std::as_bytes(std::span(&vertex, 1)), {}, {}}};
    Random random(1, 1);
    return judge_outputs(c_, returned(c_), outputs, tally_, random);
  }
  std::string found(float x, float y, float z) {
    const Judgement judgement = judged(x, y, z);
    if (judgement.findings.empty()) return {};
    EXPECT_EQ(judgement.findings.size(), 1u);
    EXPECT_EQ(judgement.findings[0].kind, FindingKind::out_of_bound);
    return judgement.findings[0].detail;
  }
  /// The right direction, with this length.
  std::string found_of_length(double length) {
    return found(float(length / 3), float(length * 2 / 3), float(length * 2 / 3));
  }

  Case c_;
  Tally tally_;
};

TEST_F(OneNormal, ThatIsRightPasses) {
  EXPECT_EQ(found_of_length(1), "");
  EXPECT_EQ(tally_.words, 6u);
  EXPECT_EQ(tally_.elements, 1u);
  EXPECT_LT(tally_.largest[2].fraction, 0.2) << "direction";
  EXPECT_LT(tally_.largest[3].fraction, 1e-3) << "length";
}

TEST_F(OneNormal, AsShortOrLongAsRsqrtpsMakesItPasses) {
  EXPECT_EQ(found_of_length(1 - 3.66e-4), "");
  EXPECT_EQ(found_of_length(1 + 3.66e-4), "");
  EXPECT_GT(tally_.largest[3].fraction, 0.99);
}

TEST_F(OneNormal, OfAnotherLengthIsFound) {
  EXPECT_EQ(found_of_length(1 - 4e-4),
            "dst[0].normal: length 0.9996, must be 1 within 0.000367, error 0.0004");
  EXPECT_THAT(found_of_length(1 + 4e-4), HasSubstr("length 1.0004, must be 1"));
  EXPECT_THAT(found(1, 2, 2), HasSubstr("length 3, must be 1"));
  const Judgement judgement = judged(1, 2, 2);
  ASSERT_EQ(judgement.mismatches.size(), 1u) << "the direction is right";
  EXPECT_TRUE(judgement.mismatches[0].is_length);
}

TEST_F(OneNormal, ThatIsTurnedIsFound) {
  EXPECT_THAT(
      found(1 / 3.0f + 1e-6f, 2 / 3.0f, 2 / 3.0f),
      HasSubstr("dst[0].normal.x: got 0.333334357 in a vector of length 1, exact direction"));
  EXPECT_THAT(found(1 / 3.0f, 2 / 3.0f + 1e-6f, 2 / 3.0f - 1e-6f), HasSubstr("dst[0].normal.y"));
  EXPECT_THAT(found(-1 / 3.0f, -2 / 3.0f, -2 / 3.0f), HasSubstr("exact direction 0.333333333"));
}

TEST_F(OneNormal, WithoutADirectionIsFound) {
  EXPECT_THAT(found(0, 0, 0), HasSubstr("dst[0].normal: length 0, must be 1"));
  EXPECT_THAT(found(0x1p-149f, 0x1p-148f, 0x1p-148f), HasSubstr("must be 1"));
}

TEST_F(OneNormal, ThatIsNoNumberIsFound) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  for (const float bad : {NAN, kInfinity, -kInfinity, std::numeric_limits<float>::max()}) {
    EXPECT_THAT(found(bad, 2 / 3.0f, 2 / 3.0f), HasSubstr("dst[0].normal: length ")) << bad;
    EXPECT_THAT(found(1 / 3.0f, 2 / 3.0f, bad), HasSubstr("dst[0].normal: length ")) << bad;
    EXPECT_THAT(found(bad, bad, bad), HasSubstr("dst[0].normal: length ")) << bad;
  }
}

TEST_F(OneNormal, OfWhichNothingIsLeftIsNotJudgedButItsPositionIs) {
  for (size_t i = 3; i < uniform_verts::kComponents; ++i) uniform_verts::set_component(c_, 0, i, 0);
  EXPECT_EQ(found(NAN, 7, 0), "");
  EXPECT_EQ(tally_.unjudged, 3u);
  EXPECT_EQ(tally_.words, 3u);
  uniform_verts::set_component(c_, 0, 1, 3);
  EXPECT_THAT(found(NAN, 7, 0), HasSubstr("dst[0].position.y: got 2, exact 3"));
}

} // namespace
} // namespace ulna
