// What the composed bound on slerp_joints is made of: the exact scales, the probe that shows a
// port's scales, and the three steps that join the errors.
#include "reference/slerp.h"
#include "sweep/exact_scales.h"
#include "sweep/slerp_bound.h"
#include "sweep/slerp_pairs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace ulna::sweep {
namespace {

using reference::Wide;

/// The dot products of two quaternions that ports come to: in every order, one after the other and
/// by pairs, plain and fused.
std::vector<float> all_dot_products(const ulna_vec4& a, const ulna_vec4& b) {
  const std::array<float, 4> p{a.x, a.y, a.z, a.w};
  const std::array<float, 4> q{b.x, b.y, b.z, b.w};
  std::array<size_t, 4> i{0, 1, 2, 3};
  std::vector<float> all;
  const auto product = [&](size_t k) { return p[i[k]] * q[i[k]]; };
  const auto fused = [&](size_t k, float sum) { return std::fma(p[i[k]], q[i[k]], sum); };
  do {
    all.push_back(((product(0) + product(1)) + product(2)) + product(3));
    all.push_back((product(0) + product(1)) + (product(2) + product(3)));
    all.push_back(fused(3, fused(2, fused(1, product(0)))));
    all.push_back(fused(3, fused(2, fused(1, fused(0, 0.0f)))));
    all.push_back(fused(1, product(0)) + fused(3, product(2)));
  } while (std::next_permutation(i.begin(), i.end()));
  return all;
}

/// What ports make of two products, plain and fused.
std::array<float, 3> all_sums(float s, float a, float t, float b) {
  return {s * a + t * b, std::fma(s, a, t * b), std::fma(t, b, s * a)};
}

TEST(SlerpProbe, HasTheCosineAsDotProductInEveryOrder) {
  Random random(1, 0);
  for (int i = 0; i < 2000; ++i) {
    const float c = static_cast<float>(random.sign() * random.towards_zero(140));
    for (const float dot : all_dot_products({1, 0, 1, 0}, {c, 1, 0, 0})) ASSERT_EQ(dot, c);
  }
}

TEST(SlerpProbe, ShowsBothScalesToTheBit) {
  Random random(2, 0);
  for (int i = 0; i < 2000; ++i) {
    const float from = static_cast<float>(random.sign() * random.towards_zero(140));
    const float to = static_cast<float>(random.sign() * random.towards_zero(140));
    for (const float y : all_sums(from, 0, to, 1)) ASSERT_EQ(y, to);
    for (const float z : all_sums(from, 1, to, 0)) ASSERT_EQ(z, from);
    for (const float w : all_sums(from, 0, to, 0)) ASSERT_EQ(w, 0);
  }
}

TEST(ExactScales, AreNoFartherFromTheReferenceThanTheySay) {
  Random random(3, 0);
  for (const float low :
       {0.0f, 0x1p-20f, 0x1p-12f, 0.25f, 0.5f, 0.9f, 1 - 0x1.1p-8f, 1 - 0x1p-13f}) {
    for (int k = 0; k < 20; ++k) {
      const float t = static_cast<float>(k < 4 ? random.towards_zero(24) : random.unit());
      std::vector<float> cosines;
      for (int i = 0; i < 50; ++i)
        cosines.push_back(low + static_cast<float>(kCubicWidth * 0.999 * random.unit()));
      cosines.push_back(-cosines.back());
      std::vector<double> from(cosines.size()), to(cosines.size());
      exact_scales(cosines, t, from, to);
      for (size_t i = 0; i < cosines.size(); ++i) {
        const auto exact = reference::slerp_scales<Wide>(Wide(std::fabs(cosines[i])), Wide(t));
        ASSERT_LE(std::fabs(static_cast<double>(exact.from - Wide(from[i]))), kExactError);
        ASSERT_LE(std::fabs(static_cast<double>(exact.to - Wide(to[i]))), kExactError);
      }
    }
  }
}

TEST(ExactScales, AreThoseOfTheReferenceWhereCosinesLieApart) {
  const std::vector<float> cosines{0, 0x1p-126f, 0.3f, -0.7f, 1, 1 + 0x1p-21f};
  std::vector<double> from(cosines.size()), to(cosines.size());
  exact_scales(cosines, 0.3f, from, to);
  for (size_t i = 0; i < cosines.size(); ++i) {
    const auto exact = reference::slerp_scales<Wide>(Wide(std::fabs(cosines[i])), Wide(0.3f));
    EXPECT_NEAR(from[i], static_cast<double>(exact.from), kExactError);
    EXPECT_NEAR(to[i], static_cast<double>(exact.to), kExactError);
  }
}

double random_cosine(Random& random) {
  const size_t kind = random.below(3);
  return kind == 0   ? random.unit()
         : kind == 1 ? 1 - random.towards_zero(26)
                     : random.towards_zero(20);
}

TEST(CosineError, IsNotExceededInAnyOrder) {
  Random random(4, 0);
  double largest = 0;
  for (int i = 0; i < 20'000; ++i) {
    const SlerpProbe::Pair pair = pair_at(random_cosine(random), random);
    const reference::DotProduct exact = reference::dot(pair.from, pair.to);
    for (const float y : all_dot_products(pair.from, pair.to)) {
      const double error = std::fabs((double(y) - exact.hi) - exact.lo);
      ASSERT_LE(error, cosine_error(std::fabs(y))) << y;
      largest = std::max(largest, error / cosine_error(std::fabs(y)));
    }
  }
  EXPECT_GT(largest, 0.5); // the bound is about this, not about something else
}

TEST(CombinationError, IsNotExceeded) {
  Random random(5, 0);
  double largest = 0;
  for (int i = 0; i < 200'000; ++i) {
    const double c = random_cosine(random);
    const auto exact = reference::slerp_scales<double>(c, random.unit());
    const float from = static_cast<float>(exact.from);
    const float to = static_cast<float>(exact.to);
    const double a = random.uniform(-1, 1);
    const double b = random.uniform(-1, 1);
    const SlerpProbe::Pair pair = pair_at(c, a, b, random);
    const double bound = combination_error(from * (1 + 0x1p-23), to * (1 + 0x1p-23), 1 + 0x1p-22);
    for (size_t k = 0; k < 4; ++k) {
      const float q0 = (&pair.from.x)[k];
      const float q1 = (&pair.to.x)[k];
      for (const float got : all_sums(from, q0, to, q1)) {
        const double error = std::fabs(got - (double(from) * q0 + double(to) * q1));
        ASSERT_LE(error, bound);
        largest = std::max(largest, error / bound);
      }
    }
  }
  EXPECT_GT(largest, 0.5);
}

TEST(CombinationError, IsTheSumOfHalfUlps) {
  const double sum = 1 + 0x1p-22; // half an ulp above 1 is u
  EXPECT_EQ(combination_error(0.9, 0.4, sum), (0.5 + 0.25 + 1) * kUnit);
  EXPECT_EQ(combination_error(0.7, 0.7, sum), (0.5 + 0.5 + 1) * kUnit);
  EXPECT_EQ(combination_error(0.25, 0.125, sum), (0.125 + 0.0625 + 0.25) * kUnit);
}

TEST(Composition, IsNoLessWhereScalesAreWorse) {
  Random random(6, 0);
  for (int i = 0; i < 20'000; ++i) {
    const double y = static_cast<float>(random_cosine(random));
    const Composition composition(y, y, static_cast<float>(random.unit()));
    const double from = random.uniform(0, 1e-6);
    const double to = random.uniform(0, 1e-6);
    const double s = composition.stages(y, from, to);
    ASSERT_LE(s, composition.stages(y, from * 1.1, to));
    ASSERT_LE(s, composition.stages(y, from, to * 1.1));
    ASSERT_LE(s, composition.stages_at_most(y, from, to) * (1 + 0x1p-40));
    ASSERT_LE(composition.stages(y, from, -to), composition.stages_at_most(y, from, to));
    ASSERT_LE(composition.combination(s), composition.combination(s * 1.1));
  }
}

TEST(Composition, IsNoLessInAWiderRange) {
  for (const float t : {0.1f, 0.5f, 0.9f}) {
    const Composition narrow(0.4, 0.41, t);
    const Composition wide(0.3, 0.6, t);
    EXPECT_LT(narrow.stages(0.4, 1e-7, 1e-7), wide.stages(0.4, 1e-7, 1e-7));
  }
}

TEST(Composition, CoversAllThatTheCosinesRoundingDoesToTheScales) {
  Random random(7, 0);
  for (int i = 0; i < 20'000; ++i) {
    const double y = random_cosine(random);
    const double t = static_cast<float>(random.unit());
    const double c = std::clamp(y + random.uniform(-1, 1) * cosine_error(y), 0.0, 1 + 0x1p-22);
    const auto computed = reference::slerp_scales<double>(y, t);
    const auto exact = reference::slerp_scales<double>(c, t);
    const double d0 = computed.from - exact.from;
    const double d1 = computed.to - exact.to;
    const double norm = std::sqrt(d0 * d0 + d1 * d1 + 2 * d0 * d1 * c);
    const Composition composition(y, y, static_cast<float>(t));
    ASSERT_LE(norm, composition.stages(y, 0, 0)) << y << ' ' << t;
  }
}

TEST(Composition, IsInfiniteForWhatIsNoNumber) {
  const Composition composition(0.5, 0.5, 0.5f);
  EXPECT_EQ(composition.stages(0.5, NAN, 0), INFINITY);
  EXPECT_EQ(composition.stages(0.5, 0, INFINITY), INFINITY);
  EXPECT_EQ(composition.combination(INFINITY), INFINITY);
}

TEST(PairAt, HasTheCosineAndTheComponent) {
  Random random(8, 0);
  for (int i = 0; i < 10'000; ++i) {
    const double c = random.uniform(-1, 1);
    const SlerpProbe::Pair pair = pair_at(c, random);
    ASSERT_NEAR(reference::dot(pair.from, pair.to).hi, c, 4e-7);
    ASSERT_NEAR(reference::dot(pair.from, pair.from).hi, 1, 0x1p-22);
    ASSERT_NEAR(reference::dot(pair.to, pair.to).hi, 1, 0x1p-22);
    // (a, b) of a direction in the plane of both can be had to the last bit.
    const double d0 = random.uniform(-1, 1);
    const double d1 = random.uniform(-1, 1);
    const double norm = std::sqrt(d0 * d0 + d1 * d1 + 2 * d0 * d1 * c);
    if (norm < 0.1) continue;
    const double a = (d0 + d1 * c) / norm;
    const double b = (d0 * c + d1) / norm;
    const SlerpProbe::Pair along = pair_at(c, a, b, random);
    double nearest = INFINITY;
    for (size_t k = 0; k < 4; ++k)
      for (const double sign : {-1.0, 1.0})
        nearest = std::min(nearest,
                           std::hypot(sign * (&along.from.x)[k] - a, sign * (&along.to.x)[k] - b));
    ASSERT_LT(nearest, 1e-6);
  }
}

} // namespace
} // namespace ulna::sweep
