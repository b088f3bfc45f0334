// The references against things that they share no code with, and against each other's rungs.
#include "base/random.h"
#include "cases/make_case.h"
#include "operations/list.h"
#include "operations/skinning/skinning.h"
#include "properties/laws.h"
#include "reference/drifted.h"
#include "reference/lerp.h"
#include "reference/skinning.h"

#include <boost/multiprecision/cpp_int.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ulna {
namespace {

using namespace reference;
using boost::multiprecision::cpp_int;

constexpr Rung kRungs[] = {Rung::fast, Rung::wide, Rung::top};
constexpr long double kPi = std::numbers::pi_v<long double>;

/// Closed forms are computed in long double, with at most 16 roundings of 2^-64 at values up to 1.
constexpr long double kClosedForm = 0x1p-60L;

long double value_of(const Approx& a) {
  return static_cast<long double>(a.value) + a.tail;
}

ApproxQuat slerp_on(Rung rung, const ulna_vec4& q0, const ulna_vec4& q1, float t, bool flip) {
  return rung == Rung::fast   ? slerp<Fast>(q0, q1, t, flip)
         : rung == Rung::wide ? slerp<Wide>(q0, q1, t, flip)
                              : slerp<Top>(q0, q1, t, flip);
}

ApproxQuat lerp_on(Rung rung, const ulna_vec4& q0, const ulna_vec4& q1, float t, bool flip) {
  return rung == Rung::fast   ? lerp<Fast>(q0, q1, t, flip)
         : rung == Rung::wide ? lerp<Wide>(q0, q1, t, flip)
                              : lerp<Top>(q0, q1, t, flip);
}

// --- A quaternion in long double, with the algebra of the exponential map ---------------------

struct Quat {
  long double x, y, z, w;
};

Quat quat(const ulna_vec4& q) {
  return {q.x, q.y, q.z, q.w};
}

Quat operator*(const Quat& a, const Quat& b) {
  return {
      a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y, a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
      a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w, a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z};
}

Quat scaled(const Quat& q, long double s) {
  return {q.x * s, q.y * s, q.z * s, q.w * s};
}

Quat sum(const Quat& a, const Quat& b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w};
}

long double dot(const Quat& a, const Quat& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}

long double norm(const Quat& q) {
  return std::sqrt(dot(q, q));
}

/// q^t of a unit quaternion: exp(t log q).
Quat power(const Quat& q, long double t) {
  const long double sine = std::sqrt(q.x * q.x + q.y * q.y + q.z * q.z);
  const long double angle = std::atan2(sine, q.w);
  const long double scale = sine == 0 ? t : std::sin(t * angle) / sine;
  return {q.x * scale, q.y * scale, q.z * scale, std::cos(t * angle)};
}

testing::AssertionResult near(const ApproxQuat& got, const Quat& owed, long double tolerance) {
  const std::pair<Approx, long double> parts[] = {
      {got.x, owed.x}, {got.y, owed.y}, {got.z, owed.z}, {got.w, owed.w}};
  for (int i = 0; i < 4; ++i) {
    const long double off = std::fabs(value_of(parts[i].first) - parts[i].second);
    if (!(off <= parts[i].first.error + tolerance))
      return testing::AssertionFailure()
             << "component "
             << "xyzw"[i] << ": reference " << parts[i].first.value << ", owed "
             << static_cast<double>(parts[i].second) << ", off by " << static_cast<double>(off)
             << ", stated error " << parts[i].first.error << ", tolerance of the law "
             << static_cast<double>(tolerance);
  }
  return testing::AssertionSuccess();
}

// --- Inputs -----------------------------------------------------------------------------------

ulna_vec4 rounded(const Quat& q) {
  return {float(q.x), float(q.y), float(q.z), float(q.w)};
}

Quat random_unit(Random& r) {
  for (;;) {
    const Quat q{r.uniform(-1, 1), r.uniform(-1, 1), r.uniform(-1, 1), r.uniform(-1, 1)};
    const long double n = norm(q);
    if (n <= 1 && n > 0.01L) return scaled(q, 1 / n);
  }
}

/// Floats whose norm is 1 to within 2^-41: three of them at random, and the fourth, of about
/// 2^-9.5, takes up what is left.
ulna_vec4 nearly_unit(Random& r) {
  for (;;) {
    const Quat u = random_unit(r);
    const long double n = std::sqrt(u.x * u.x + u.y * u.y + u.z * u.z);
    if (n < 0.1L) continue;
    float v[4] = {};
    for (int i = 0; i < 3; ++i)
      v[i] = float((i == 0 ? u.x : i == 1 ? u.y : u.z) / n * (1 - 0x1p-20L));
    const double rest = 1 - (double(v[0]) * v[0] + double(v[1]) * v[1] + double(v[2]) * v[2]);
    if (!(rest > 0x1p-21)) continue;
    v[3] = float(r.sign() * std::sqrt(rest));
    std::rotate(v, v + r.below(4), v + 4);
    return {v[0], v[1], v[2], v[3]};
  }
}

/// A rotation about the x, y or z axis, by any half angle, that floats happen to hold with a norm
/// of 1 to within 2^-37: one in some thousands.
ulna_vec4 nearly_unit_about(int axis, Random& r) {
  for (;;) {
    const double half = r.uniform(-std::numbers::pi, std::numbers::pi);
    float v[4] = {0, 0, 0, float(std::cos(half))};
    v[axis] = float(std::sin(half));
    const double rest = double(v[3]) * v[3] + double(v[axis]) * v[axis] - 1;
    if (std::fabs(rest) <= 0x1p-36) return {v[0], v[1], v[2], v[3]};
  }
}

/// The half angle of a rotation about one axis.
long double half_angle(const ulna_vec4& q, int axis) {
  const long double sine = (&q.x)[axis];
  return std::atan2(sine, static_cast<long double>(q.w));
}

/// The 24 unit quaternions that floats hold exactly: the axes, and all halves.
std::vector<ulna_vec4> exact_units() {
  std::vector<ulna_vec4> units;
  for (int i = 0; i < 4; ++i) {
    for (const float s : {1.0f, -1.0f}) {
      float v[4] = {};
      v[i] = s;
      units.push_back({v[0], v[1], v[2], v[3]});
    }
  }
  for (int i = 0; i < 16; ++i) {
    const auto half = [i](int bit) { return i >> bit & 1 ? 0.5f : -0.5f; };
    units.push_back({half(0), half(1), half(2), half(3)});
  }
  return units;
}

/// Unit as floats are unit, at every angle, densest where slerp is delicate: cosines near 1, a
/// little above 1, and near 0.
void hard_pair(Random& r, ulna_vec4& q0, ulna_vec4& q1) {
  const Quat a = random_unit(r);
  const Quat p = random_unit(r);
  Quat o = sum(p, scaled(a, -dot(p, a)));
  o = scaled(o, 1 / norm(o));
  const double pi = std::numbers::pi;
  double angle = 0;
  switch (r.below(6)) {
  case 0:
    angle = r.uniform(0, pi);
    break;
  case 1:
    angle = std::ldexp(r.unit(), -r.between(0, 40));
    break;
  case 2:
    angle = pi - std::ldexp(r.unit(), -r.between(0, 40));
    break;
  case 3:
    angle = pi / 2 + r.scaled(-50, -10);
    break;
  case 4: // about the switch of the series, 1 - c = 2^-8
    angle = std::acos(1 - 0x1p-8) * (1 + r.scaled(-30, -4));
    break;
  default:
    break;
  }
  const Quat b = sum(scaled(a, std::cos(angle)), scaled(o, std::sin(angle)));
  // A quarter have norms off by up to the 1.5e-4 that is measured.
  const double slack = r.one_in(4) ? r.scaled(-24, -14) : 0;
  q0 = rounded(scaled(a, 1 + slack));
  q1 = rounded(scaled(b, 1 + slack));
}

constexpr float kTs[] = {0x1p-149f, 0x1p-126f, 0x1p-24f, 0.25f, 1.0f / 3, 0.5f, 0.8f, 1 - 0x1p-24f};

float hard_t(Random& r) {
  switch (r.below(4)) {
  case 0:
    return std::max(float(std::ldexp(r.unit(), -r.between(0, 148))), 0x1p-149f);
  case 1:
    return std::min(1 - float(std::ldexp(r.unit(), -r.between(0, 24))), 1 - 0x1p-24f);
  case 2:
    return r.pick(kTs);
  default:
    return std::clamp(float(r.unit()), 0x1p-149f, 1 - 0x1p-24f);
  }
}

/// How far norms that are not quite 1 move a slerp from that of the unit quaternions: no scale
/// moves faster than the cosine (a law below), the cosine moves by |n0 n1 - 1| at most, and the
/// scales are at most 1.
long double norm_term(const ulna_vec4& q0, const ulna_vec4& q1) {
  const long double n0 = norm(quat(q0));
  const long double n1 = norm(quat(q1));
  return 2 * std::fabs(n0 * n1 - 1) + std::fabs(n0 - 1) + std::fabs(n1 - 1);
}

// --- Slerp against closed forms ---------------------------------------------------------------

TEST(SlerpReference, FollowsTheCircleBetweenUnitQuaternionsThatFloatsHoldExactly) {
  const auto units = exact_units();
  const ulna_vec4& q0 = units[17];
  for (const ulna_vec4& q1 : units) {
    const long double c = dot(quat(q0), quat(q1)); // 0, +-1/2 or +-1
    for (const bool flip : {false, true}) {
      if (c != 0 && flip != (c < 0)) continue;
      const long double angle = c == 0 ? kPi / 2 : std::fabs(c) == 0.5L ? kPi / 3 : 0;
      for (const float t : kTs) {
        // The unit vector orthogonal to q0 in the plane of both.
        const Quat to = scaled(quat(q1), flip ? -1 : 1);
        Quat across = sum(to, scaled(quat(q0), -std::fabs(c)));
        if (angle != 0) across = scaled(across, 1 / std::sin(angle));
        const Quat owed =
            sum(scaled(quat(q0), std::cos(t * angle)), scaled(across, std::sin(t * angle)));
        for (const Rung rung : kRungs)
          ASSERT_TRUE(near(slerp_on(rung, q0, q1, t, flip), owed, kClosedForm))
              << "rung " << int(rung) << ", c = " << double(c) << ", t = " << t;
      }
    }
  }
}

TEST(SlerpReference, TurnsAboutOneAxisByTheInterpolatedHalfAngle) {
  Random r(1, 1);
  for (int i = 0; i < 300; ++i) {
    const int axis = r.between(0, 2);
    const ulna_vec4 q0 = nearly_unit_about(axis, r);
    const ulna_vec4 q1 = nearly_unit_about(axis, r);
    const float t = i % 3 == 0 ? 0.5f : hard_t(r);
    const long double from = half_angle(q0, axis);
    long double turn = half_angle(q1, axis) - from;
    turn -= kPi * std::round(turn / kPi); // q1 and -q1 are one rotation: the nearer of them
    const long double half = from + t * turn;
    Quat owed{0, 0, 0, std::cos(half)};
    (&owed.x)[axis] = std::sin(half);
    const bool flip = dot(quat(q0), quat(q1)) < 0;
    const Rung rung = kRungs[i % 3];
    ASSERT_TRUE(near(slerp_on(rung, q0, q1, t, flip), owed, kClosedForm + norm_term(q0, q1)))
        << "rung " << int(rung) << ", t = " << t << ", turn " << double(turn);
  }
}

TEST(SlerpReference, IsTheNormalisedSumHalfway) {
  // sin(a/2) / sin(a) = 1 / sqrt(2 (1 + cos a)), for any norms.
  Random r(1, 2);
  for (int i = 0; i < 3000; ++i) {
    ulna_vec4 q0, q1;
    hard_pair(r, q0, q1);
    const long double c = dot(quat(q0), quat(q1));
    const bool flip = c < 0;
    const Quat owed = scaled(sum(quat(q0), scaled(quat(q1), flip ? -1 : 1)),
                             1 / std::sqrt(2 * (1 + std::fabs(c))));
    const Rung rung = i % 10 ? Rung::fast : kRungs[1 + i / 10 % 2];
    ASSERT_TRUE(near(slerp_on(rung, q0, q1, 0.5f, flip), owed, kClosedForm))
        << "rung " << int(rung) << ", c = " << double(c);
  }
}

TEST(SlerpReference, AgreesWithTheExponentialMap) {
  Random r(1, 3);
  for (int i = 0; i < 3000; ++i) {
    const ulna_vec4 q0 = nearly_unit(r);
    ulna_vec4 q1 = nearly_unit(r);
    if (i % 4 == 0) { // close together, and close to the antipode
      q1 = q0;
      const double s = i % 8 == 0 ? 1 : -1;
      const double step = r.scaled(-20, -2);
      const Quat near_q0 = sum(quat(q0), scaled(random_unit(r), step));
      q1 = rounded(scaled(near_q0, s / norm(near_q0)));
    }
    const float t = hard_t(r);
    const Quat u0 = scaled(quat(q0), 1 / norm(quat(q0)));
    Quat u1 = scaled(quat(q1), 1 / norm(quat(q1)));
    const bool flip = dot(u0, u1) < 0;
    if (flip) u1 = scaled(u1, -1);
    const Quat inverse{-u0.x, -u0.y, -u0.z, u0.w};
    const Quat owed = u0 * power(inverse * u1, t);
    const Rung rung = i % 10 ? Rung::fast : kRungs[1 + i / 10 % 2];
    ASSERT_TRUE(near(slerp_on(rung, q0, q1, t, flip), owed, kClosedForm + norm_term(q0, q1)))
        << "rung " << int(rung) << ", t = " << t << ", c = " << double(dot(u0, u1));
  }
}

TEST(SlerpReference, ContinuesAnalyticallyAboveACosineOfOne) {
  // There sin becomes sinh. The angle comes from the versine, for which asinh is well conditioned.
  Random r(1, 4);
  for (int i = 0; i < 2000; ++i) {
    const Quat u = random_unit(r);
    const double above = r.scaled(-24, -14);
    const ulna_vec4 q0 = rounded(scaled(u, 1 + std::fabs(above)));
    const ulna_vec4 q1 = i % 2 ? q0 : rounded(scaled(u, 1 + std::fabs(above) * r.unit()));
    const long double c = dot(quat(q0), quat(q1));
    if (!(c > 1)) continue;
    const float t = hard_t(r);
    const long double angle = 2 * std::asinh(std::sqrt((c - 1) / 2));
    const auto scale = [&](long double s) { return std::sinh(s * angle) / std::sinh(angle); };
    const Quat owed =
        sum(scaled(quat(q0), scale(1 - static_cast<long double>(t))), scaled(quat(q1), scale(t)));
    const Rung rung = i % 10 ? Rung::fast : kRungs[1 + i / 10 % 2];
    ASSERT_TRUE(near(slerp_on(rung, q0, q1, t, false), owed, kClosedForm))
        << "rung " << int(rung) << ", c - 1 = " << double(c - 1) << ", t = " << t;
  }
}

TEST(SlerpReference, NoScaleMovesFasterThanTheCosine) {
  // Its error bound and the sensitivity to norms both stand on this.
  Random r(1, 5);
  const auto scales = [](double c, double t) { return slerp_scales<Wide>(Wide(c), Wide(t)); };
  for (int i = 0; i < 20000; ++i) {
    const double t = r.unit();
    const double c = r.one_in(2) ? r.unit() : 1 + r.scaled(-40, -13);
    const double d = std::max(0.0, c - std::ldexp(1 + r.unit(), -r.between(1, 40)));
    const auto at_c = scales(c, t);
    const auto at_d = scales(d, t);
    const Wide step = Wide(c) - Wide(d);
    ASSERT_LE(static_cast<double>(abs(at_c.from - at_d.from)), static_cast<double>(step) + 1e-45)
        << "from " << d << " to " << c << ", t = " << t;
    ASSERT_LE(static_cast<double>(abs(at_c.to - at_d.to)), static_cast<double>(step) + 1e-45)
        << "from " << d << " to " << c << ", t = " << t;
  }
}

template <class Real>
void series_and_sines_agree() {
  // From the switch on slerp_scales takes the sines, and the series still converges. The sines are
  // off by at most 16u and the series by 2u in relative terms, as slerp.h says.
  Random r(1, 6);
  for (int i = 0; i < 2000; ++i) {
    const double versine = 0x1p-8 * (i % 2 ? 1 + std::ldexp(r.unit(), -r.between(0, 44)) : 1);
    const Real c = 1 - Real(versine); // exact: a multiple of 2^-52
    const Real t = Real(hard_t(r));
    const Scales<Real> sines = slerp_scales<Real>(c, t);
    const Real series = slerp_scale_series<Real>(t, Real((1 - c) / 2));
    const double off = static_cast<double>(Real(sines.to - series));
    ASSERT_LE(std::fabs(off), 18 * kRoundoff<Real> * static_cast<double>(series))
        << "t = " << static_cast<double>(t) << ", 1 - c = " << versine;
  }
}

TEST(SlerpReference, TheSeriesAndTheSinesAgreeAtTheSwitchInDouble) {
  series_and_sines_agree<Fast>();
}

TEST(SlerpReference, TheSeriesAndTheSinesAgreeAtTheSwitchInMpfr) {
  series_and_sines_agree<Wide>();
}

TEST(SlerpReference, TheSeriesAndTheSinesAgreeAtTheSwitchOnTheTopRung) {
  series_and_sines_agree<Top>();
}

// --- Lerp against closed forms ----------------------------------------------------------------

TEST(LerpReference, IsTheNormalisedSumHalfway) {
  Random r(2, 1);
  for (int i = 0; i < 3000; ++i) {
    ulna_vec4 q0, q1;
    hard_pair(r, q0, q1);
    const bool flip = dot(quat(q0), quat(q1)) < 0;
    const Quat both = sum(quat(q0), scaled(quat(q1), flip ? -1 : 1));
    const Rung rung = kRungs[i % 3];
    ASSERT_TRUE(near(lerp_on(rung, q0, q1, 0.5f, flip), scaled(both, 1 / norm(both)), kClosedForm))
        << "rung " << int(rung);
  }
}

TEST(LerpReference, TurnsAboutOneAxisByTheAngleOfTheChord) {
  // On the chord from the angle 0 to a, the point t lies at atan(t sin a / (1 - t + t cos a)).
  Random r(2, 2);
  for (int i = 0; i < 300; ++i) {
    const int axis = r.between(0, 2);
    const ulna_vec4 q0 = nearly_unit_about(axis, r);
    const ulna_vec4 q1 = nearly_unit_about(axis, r);
    const long double t = hard_t(r);
    const long double from = half_angle(q0, axis);
    long double turn = half_angle(q1, axis) - from;
    turn -= kPi * std::round(turn / kPi);
    const long double half = from + std::atan2(t * std::sin(turn), 1 - t + t * std::cos(turn));
    Quat owed{0, 0, 0, std::cos(half)};
    (&owed.x)[axis] = std::sin(half);
    // The chord's point moves by no more than the larger norm's slack, and lies at least
    // 1/sqrt(2) from the origin; normalising at most doubles a relative change.
    const long double slack =
        std::max(std::fabs(norm(quat(q0)) - 1), std::fabs(norm(quat(q1)) - 1));
    const bool flip = dot(quat(q0), quat(q1)) < 0;
    const Rung rung = kRungs[i % 3];
    ASSERT_TRUE(near(lerp_on(rung, q0, q1, float(t), flip), owed,
                     kClosedForm + 2 * std::numbers::sqrt2_v<long double> * slack))
        << "rung " << int(rung) << ", t = " << double(t) << ", turn " << double(turn);
  }
}

TEST(LerpReference, ATranslationIsALineBetweenItsEnds) {
  for (const Rung rung : kRungs) {
    const auto line = [&](float a, float b, float t) {
      return rung == Rung::fast   ? lerp_scalar<Fast>(a, b, t)
             : rung == Rung::wide ? lerp_scalar<Wide>(a, b, t)
                                  : lerp_scalar<Top>(a, b, t);
    };
    EXPECT_EQ(line(8, 16, 0.25f).value, 10);
    EXPECT_EQ(line(-3, 5, 0.5f).value, 1);
    EXPECT_EQ(line(0x1p-149f, -0x1p-149f, 0.75f).value, -0x1p-150);
    EXPECT_EQ(line(0x1p120f, -0x1p120f, 0.5f).value, 0);
    EXPECT_EQ(line(7, 7, 0x1p-149f).value, 7);
  }
}

// --- Dot product ------------------------------------------------------------------------------

/// x in units of 2^-298, of which every product of floats, and every sum of them, is a multiple.
cpp_int in_units(double x) {
  return cpp_int(std::ldexp(x, 298));
}

cpp_int exact_dot(const ulna_vec4& a, const ulna_vec4& b) {
  cpp_int exact = 0;
  for (int i = 0; i < 4; ++i) {
    // A float is an integer in units of 2^-149.
    exact +=
        cpp_int(std::ldexp(double((&a.x)[i]), 149)) * cpp_int(std::ldexp(double((&b.x)[i]), 149));
  }
  return exact;
}

TEST(DotReference, IsExactWhereEverythingCancels) {
  const float e = 0x1p-23f;
  const struct {
    ulna_vec4 a, b;
    double owed;
  } cases[] = {
      {{1, 1, 1, 1}, {3, -3, 5, -5}, 0},
      {{1 + e, 1, 0, 0}, {1 - e, -1, 0, 0}, -0x1p-46},
      {{0x1p60f, 1, -0x1p60f, 0}, {0x1p60f, 0x1p-60f, 0x1p60f, 0}, 0x1p-60},
      {{0x1p60f, 0x1p-30f, -0x1p60f, 0x1p-30f}, {1, 1, 1, -1}, 0},
      {{0x1p-149f, 1, 1, 1}, {0x1p-149f, 1, -1, 0}, 0x1p-298},
      {{0x1p120f, 0x1p-100f, -0x1p120f, 0}, {0x1p120f, 0x1p-100f, 0x1p120f, 0}, 0x1p-200},
      {{1 + e, -1, -e, 0}, {1 + e, 1, 1, 0}, 0x1p-23 + 0x1p-46},
  };
  for (const auto& c : cases) {
    const DotProduct d = reference::dot(c.a, c.b);
    EXPECT_EQ(d.hi + d.lo, c.owed);
    EXPECT_EQ(in_units(d.hi) + in_units(d.lo), exact_dot(c.a, c.b)) << c.owed;
  }
}

TEST(DotReference, IsWithinItsStatedErrorOfIntegerArithmetic) {
  Random r(3, 1);
  cpp_int largest = 0; // of error * 2^110 / sum of the absolute terms
  for (int i = 0; i < 20000; ++i) {
    ulna_vec4 a, b;
    if (i % 2) {
      hard_pair(r, a, b);
    } else {
      for (float* v : {&a.x, &b.x})
        for (int k = 0; k < 4; ++k) v[k] = float(r.scaled(-60, 60));
      if (r.one_in(2)) { // the second half takes back the first, but for an ulp
        a.z = a.x, a.w = a.y;
        b.z = -b.x, b.w = -std::nextafter(b.y, 0.0f);
      }
    }
    const DotProduct d = reference::dot(a, b);
    cpp_int terms = 0;
    for (int k = 0; k < 4; ++k) terms += in_units(std::fabs(double((&a.x)[k]) * (&b.x)[k]));
    const cpp_int off = abs(in_units(d.hi) + in_units(d.lo) - exact_dot(a, b));
    ASSERT_LE(off << 100, terms);
    if (terms != 0) largest = std::max(largest, cpp_int((off << 110) / terms));
  }
  std::cout << "largest error of dot: " << largest << " / 1024 of the stated 2^-100\n";
}

TEST(DotReference, TheTopRungIsExactForQuaternions) {
  Random r(3, 2);
  for (int i = 0; i < 2000; ++i) {
    ulna_vec4 a, b;
    hard_pair(r, a, b);
    if (i % 4 == 0) b.w = 0x1p-149f;
    Top rest = dot_as<Top>(a, b);
    cpp_int sum = 0;
    for (double most = double(rest); most != 0; most = double(rest -= most)) sum += in_units(most);
    ASSERT_EQ(sum, exact_dot(a, b));
  }
}

// --- Skinning by hand -------------------------------------------------------------------------

ulna_joint_mat translation(float x, float y, float z) {
  return {{1, 0, 0, x, 0, 1, 0, y, 0, 0, 1, z}};
}

struct Influence {
  float weight;
  int joint;
};

/// One vertex. The base vectors are one for each influence, or three.
Case skin(const Operation& op, const std::vector<ulna_joint_mat>& joints,
          const std::vector<Influence>& influences, const std::vector<ulna_vec4>& base) {
  Case c = make_case(op);
  laws::put(c.arrays[skinning::kVerts], std::vector<ulna_vertex>(1));
  laws::put(c.arrays[skinning::kJoints], joints);
  laws::put(c.arrays[skinning::kBase], base);
  std::vector<ulna_joint_weight> weights;
  for (size_t i = 0; i < influences.size(); ++i)
    weights.push_back({influences[i].weight, influences[i].joint * 48,
                       static_cast<int32_t>(influences.size() - i) * 12});
  laws::put(c.arrays[skinning::kWeights], weights);
  validate(c);
  return c;
}

/// What the contract owes for the vector: 0 position, 1 normal, 2 tangent.
void expect_vector(const Case& c, size_t vector, double x, double y, double z) {
  for (const Rung rung : kRungs) {
    const Expectation e = laws::expectations(c, rung).at(0);
    const double owed[] = {x, y, z};
    for (size_t i = 0; i < 3; ++i) {
      EXPECT_EQ(e.clause[4 * vector + i], Clause::bounded);
      EXPECT_EQ(e.exact[4 * vector + i].value, owed[i]) << "rung " << int(rung) << ", "
                                                        << "xyz"[i];
    }
    EXPECT_EQ(e.clause[4 * vector + 3], Clause::untouched);
  }
}

TEST(SkinningReference, TheTextbookExampleByPositions) {
  // The vertex in the space of each bone, times its weight; the matrices are the bones' new places.
  const Case c = skin(transform_verts(),
                      {translation(40, 40, 0), translation(35, 10, 0), translation(30, -10, 0)},
                      {{0.25f, 0}, {0.5f, 1}, {0.25f, 2}},
                      {{0.25f * (30 - 40), 0.25f * (20 - 40), 0, 0.25f},
                       {0.5f * (30 - 35), 0.5f * (20 - 10), 0, 0.5f},
                       {0.25f * (30 - 25), 0.25f * (20 - 0), 0, 0.25f}});
  expect_vector(c, 0, 31.25, 17.5, 0);
}

TEST(SkinningReference, TheTextbookExampleByWeightedMatrices) {
  // The vertex in the space of the model; the matrices say how far each bone has moved.
  const Case c =
      skin(transform_verts_and_tangents(),
           {translation(0, 0, 0), translation(0, 0, 0), translation(30 - 25, -10 - 0, 0)},
           {{0.25f, 0}, {0.5f, 1}, {0.25f, 2}}, {{30, 20, 0, 1}, {0, 1, 0, 0}, {1, 0, 0, 0}});
  expect_vector(c, 0, 31.25, 17.5, 0);
  expect_vector(c, 1, 0, 1, 0);
  expect_vector(c, 2, 1, 0, 0);
}

TEST(SkinningReference, TheTextbookExampleBeforeTheBoneMoves) {
  const Case c = skin(transform_verts(),
                      {translation(40, 40, 0), translation(35, 10, 0), translation(25, 0, 0)},
                      {{0.25f, 0}, {0.5f, 1}, {0.25f, 2}},
                      {{0.25f * (30 - 40), 0.25f * (20 - 40), 0, 0.25f},
                       {0.5f * (30 - 35), 0.5f * (20 - 10), 0, 0.5f},
                       {0.25f * (30 - 25), 0.25f * (20 - 0), 0, 0.25f}});
  expect_vector(c, 0, 30, 20, 0);
}

TEST(SkinningReference, AnIdentityPaletteChangesNothing) {
  const std::vector<ulna_joint_mat> palette(3, translation(0, 0, 0));
  const std::vector<Influence> influences{{0.25f, 2}, {0.5f, 0}, {0.25f, 1}};
  expect_vector(skin(transform_verts_and_tangents(), palette, influences,
                     {{5, -6, 7, 1}, {0.5f, 0.25f, -1, 0}, {1e-3f, 2, 3e30f, 0}}),
                1, 0.5, 0.25, -1);
  const float x = 1e-3f;
  const float z = 3e30f;
  expect_vector(skin(transform_verts_and_tangents(), palette, influences,
                     {{x, -6, z, 1}, {0, 0, 1, 0}, {1, 0, 0, 0}}),
                0, x, -6, z);
  expect_vector(skin(transform_verts(), palette, {{1, 1}}, {{x, -6, z, 1}}), 0, x, -6, z);
}

TEST(SkinningReference, KnownMatricesByHand) {
  const ulna_joint_mat quarter_turn_about_z{{0, -1, 0, 1, 1, 0, 0, 2, 0, 0, 1, 3}};
  const ulna_joint_mat stretch{{2, 0, 0, 0, 0, 4, 0, 0, 0, 0, 8, -1}};
  // A position is moved and turned, a normal turned only.
  const Case turned = skin(transform_verts_and_tangents(), {quarter_turn_about_z}, {{1, 0}},
                           {{1, 0, 0, 1}, {1, 0, 0, 0}, {0, 1, 0, 0}});
  expect_vector(turned, 0, 1, 3, 3);
  expect_vector(turned, 1, 0, 1, 0);
  expect_vector(turned, 2, -1, 0, 0);
  expect_vector(skin(transform_verts(), {quarter_turn_about_z}, {{1, 0}}, {{1, 0, 0, 1}}), 0, 1, 3,
                3);
  // Half of each; weights that do not add up to one are taken as they are.
  const Case mixed = skin(transform_verts_and_tangents(), {quarter_turn_about_z, stretch},
                          {{0.5f, 0}, {-2, 1}}, {{3, 5, 7, 1}, {0, 0, 0, 0}, {0, 0, 1, 0}});
  expect_vector(mixed, 0, 0.5 * (-5 + 1) - 2 * 6, 0.5 * (3 + 2) - 2 * 20,
                0.5 * (7 + 3) - 2 * (56 - 1));
  expect_vector(mixed, 2, 0, 0, 0.5 - 16);
  // The fourth component of a tangent takes the translation along.
  const Case leaking = skin(transform_verts_and_tangents(), {quarter_turn_about_z}, {{1, 0}},
                            {{0, 0, 0, 1}, {0, 0, 0, -1}, {1, 0, 0, -1}});
  expect_vector(leaking, 1, -1, -2, -3);
  expect_vector(leaking, 2, 0 - 1, 1 - 2, -3);
}

TEST(SkinningReference, ADistantModelMovesWithItsFirstJoints) {
  const ulna_joint_mat quarter_turn_about_z{{0, -1, 0, 1, 1, 0, 0, 2, 0, 0, 1, 3}};
  ulna_joint_mat unused;
  std::fill_n(unused.m, 12, NAN);
  const Case c = skin(transform_verts_and_tangents_lod(), {unused, quarter_turn_about_z},
                      {{-0.25f, 1}, {INFINITY, 0}}, {{1, 0, 0, 1}, {1, 0, 0, 0}, {0, 1, 0, -1}});
  expect_vector(c, 0, 1, 3, 3);
  expect_vector(c, 1, 0, 1, 0);
  expect_vector(c, 2, -1 - 1, 0 - 2, -3);
}

TEST(SkinningReference, ANanOrInfinitySpoilsOnlyItsOwnRow) {
  ulna_joint_mat m = translation(1, 2, 3);
  m.m[1] = NAN;
  m.m[6] = INFINITY;
  const Expectation e =
      laws::expectations(skin(transform_verts(), {m}, {{1, 0}}, {{1, 1, 1, 1}})).at(0);
  EXPECT_EQ(e.clause[0], Clause::unjudged);
  EXPECT_EQ(e.clause[1], Clause::unjudged);
  EXPECT_EQ(e.clause[2], Clause::bounded);
  EXPECT_EQ(e.exact[2].value, 4);
}

TEST(SkinningReference, TheSumsOfAbsoluteValuesAreSums) {
  const float m[] = {1, -2, 3, -4};
  const float b[] = {-5, 6, 0x1p-140f, 8};
  const WeightedRow row{-0.5f, m, b};
  const SkinSum s = skin_sum<Fast>({&row, 1});
  EXPECT_EQ(s.terms, 0.5 * (5 + 12 + 3 * 0x1p-140 + 32));
  EXPECT_EQ(s.wm, 0.5 * 10);
  EXPECT_EQ(s.mb, 5 + 12 + 32 + 3 * 0x1p-140);
  EXPECT_EQ(s.wb, 0.5 * (19 + 0x1p-140));
  EXPECT_EQ(s.factors, 4 * 0.5 + 10 + 19 + 0x1p-140);
  EXPECT_EQ(s.denormal, 0.5 * 3 * 0x1p-140);
  EXPECT_EQ(s.value.value, -0.5 * (-5 - 12 - 32));
}

TEST(Distance, KnowsItsOwnError) {
  const Approx third{1.0 / 3, 0x1p-56, 0x1p-60};
  const Approx d = distance(0.25f, third);
  const long double exact = static_cast<long double>(1.0 / 3) + 0x1p-56L - 0.25L;
  EXPECT_LE(std::fabs(d.value - exact) + 0x1p-60L, d.error + 0x1p-63L);
  EXPECT_TRUE(std::isnan(distance(NAN, third).value));
  EXPECT_TRUE(std::isinf(distance(INFINITY, third).value));
}

// --- The audit of the rungs -------------------------------------------------------------------

constexpr int kAudited = 20000;

/// The largest |lower - top| as a fraction of what the two rungs state.
class Audit {
public:
  /// False if the rungs contradict each other.
  bool add(const Approx& lower, const Approx& top) {
    const double off = std::fabs((lower.value - top.value) + (lower.tail - top.tail));
    const double stated = lower.error + top.error;
    if (!(off <= stated)) return false;
    if (stated > 0) largest_ = std::max(largest_, off / stated);
    return true;
  }
  bool add(const ApproxQuat& lower, const ApproxQuat& top) {
    return add(lower.x, top.x) && add(lower.y, top.y) && add(lower.z, top.z) && add(lower.w, top.w);
  }
  void print(const char* what) const {
    std::cout << "largest error of " << what << ": " << largest_ << " of what it states\n";
    testing::Test::RecordProperty("largest_fraction", std::to_string(largest_));
  }

private:
  double largest_ = 0;
};

TEST(Rungs, SlerpInDoubleKeepsItsStatedError) {
  Random r(4, 1);
  Audit audit;
  for (int i = 0; i < kAudited; ++i) {
    ulna_vec4 q0, q1;
    hard_pair(r, q0, q1);
    const float t = hard_t(r);
    const DotProduct c = reference::dot(q0, q1);
    const bool flip = (c.hi < 0) != (std::fabs(c.hi) <= 0x1p-22 && r.one_in(2));
    ASSERT_TRUE(audit.add(slerp<Fast>(q0, q1, t, flip), slerp<Top>(q0, q1, t, flip)))
        << "element " << i << ", c = " << c.hi << ", t = " << t;
  }
  audit.print("slerp in double");
}

TEST(Rungs, SlerpInMpfrKeepsItsStatedError) {
  Random r(4, 2);
  Audit audit;
  for (int i = 0; i < 2000; ++i) {
    ulna_vec4 q0, q1;
    hard_pair(r, q0, q1);
    const float t = hard_t(r);
    const bool flip = reference::dot(q0, q1).hi < 0;
    ASSERT_TRUE(audit.add(slerp<Wide>(q0, q1, t, flip), slerp<Top>(q0, q1, t, flip)))
        << "element " << i << ", t = " << t;
  }
}

TEST(Rungs, LerpInDoubleKeepsItsStatedError) {
  Random r(4, 3);
  Audit audit;
  for (int i = 0; i < kAudited; ++i) {
    ulna_vec4 q0, q1;
    hard_pair(r, q0, q1);
    const float t = hard_t(r);
    const DotProduct c = reference::dot(q0, q1);
    const bool flip = (c.hi < 0) != (std::fabs(c.hi) <= 0x1p-22 && r.one_in(2));
    const ApproxQuat top = lerp<Top>(q0, q1, t, flip);
    ASSERT_TRUE(audit.add(lerp<Fast>(q0, q1, t, flip), top)) << "element " << i << ", t = " << t;
    Audit wide;
    ASSERT_TRUE(wide.add(lerp<Wide>(q0, q1, t, flip), top)) << "element " << i << ", t = " << t;
  }
  audit.print("lerp in double");
}

/// hard_pair with norms that have drifted.
void drifted_pair(Random& r, ulna_vec4& q0, ulna_vec4& q1) {
  hard_pair(r, q0, q1);
  for (ulna_vec4* q : {&q0, &q1}) {
    const double longer = 1 + 0x1p-12 * r.uniform(-1, 1);
    for (float* v : {&q->x, &q->y, &q->z, &q->w}) *v = static_cast<float>(*v * longer);
  }
}

/// The middle as it says, the width to 2^-45.
bool add_range(Audit& audit, const QuatRange& lower, const QuatRange& top) {
  for (size_t i = 0; i < 4; ++i)
    if (!(std::fabs(lower.width[i] - top.width[i]) <= 0x1p-45)) return false;
  return audit.add(lower.middle, top.middle);
}

TEST(Rungs, RangesOfDriftedNormsKeepTheirStatedErrors) {
  Random r(4, 6);
  Audit slerps, lerps, wide;
  for (int i = 0; i < kAudited / 8; ++i) {
    ulna_vec4 q0, q1;
    drifted_pair(r, q0, q1);
    const float t = hard_t(r);
    const bool flip = reference::dot(q0, q1).hi < 0;
    const QuatRange of_slerp = slerp_range<Top>(q0, q1, t, flip);
    const QuatRange of_lerp = lerp_range<Top>(q0, q1, t, flip);
    ASSERT_TRUE(add_range(slerps, slerp_range<Fast>(q0, q1, t, flip), of_slerp)) << i;
    ASSERT_TRUE(add_range(lerps, lerp_range<Fast>(q0, q1, t, flip), of_lerp)) << i;
    if (i % 8) continue;
    ASSERT_TRUE(add_range(wide, slerp_range<Wide>(q0, q1, t, flip), of_slerp)) << i;
    ASSERT_TRUE(add_range(wide, lerp_range<Wide>(q0, q1, t, flip), of_lerp)) << i;
  }
  slerps.print("a range of slerps in double");
  lerps.print("a range of lerps in double");
}

TEST(Rungs, ATranslationInDoubleKeepsItsStatedError) {
  Random r(4, 4);
  Audit audit;
  for (int i = 0; i < kAudited; ++i) {
    const float a = r.one_in(8) ? special_float(r) : float(r.scaled(-149, 125));
    float b = r.one_in(2) ? float(r.scaled(-149, 125)) : a * float(r.scaled(-2, 2));
    const float t = hard_t(r);
    // Where (1-t) a and t b cancel.
    if (r.one_in(4)) b = float(-a * (1 - double(t)) / t);
    if (!std::isfinite(a) || !std::isfinite(b)) continue;
    const Approx top = lerp_scalar<Top>(a, b, t);
    ASSERT_TRUE(audit.add(lerp_scalar<Fast>(a, b, t), top)) << a << " " << b << " " << t;
    Audit wide;
    ASSERT_TRUE(wide.add(lerp_scalar<Wide>(a, b, t), top)) << a << " " << b << " " << t;
  }
  audit.print("a translation in double");
}

/// The rows of one skinned component.
struct Rows {
  std::vector<std::array<float, 8>> floats;
  std::vector<WeightedRow> rows;

  Rows(Random& r, bool weighted) {
    const int kind = r.between(0, 4);
    const int influences = r.one_in(16) ? 64 : r.between(1, 8);
    const auto number = [&]() -> float {
      switch (kind) {
      case 0:
        return float(r.scaled(-3, 3));
      case 1: // products at and below the smallest normal number
        return r.one_in(4) ? std::bit_cast<float>(uint32_t(r.below(1u << 23)))
                           : float(r.scaled(-80, -30));
      case 2: // huge
        return float(r.scaled(weighted ? 20 : 40, weighted ? 40 : 60));
      default:
        return float(r.scaled(-20, 20));
      }
    };
    floats.resize(size_t(influences));
    for (size_t k = 0; k < floats.size(); ++k) {
      for (float& x : floats[k]) x = number();
      if (kind >= 3 && k % 2 == 1) { // takes back the influence before it, nearly
        floats[k] = floats[k - 1];
        for (size_t i = 4; i < 8; ++i) floats[k][i] = -floats[k][i];
        if (r.one_in(2)) floats[k][r.below(8)] *= 1 + 0x1p-23f;
      }
      const float w = !weighted ? 1 : kind >= 3 && k % 2 == 1 ? rows.back().weight : number();
      rows.push_back({w, floats[k].data(), floats[k].data() + 4});
    }
  }
};

void audit_sums(bool weighted, uint64_t stream, const char* what) {
  Random r(4, stream);
  Audit audit;
  for (int i = 0; i < kAudited; ++i) {
    const Rows rows(r, weighted);
    const SkinSum top = skin_sum<Top>(rows.rows);
    ASSERT_TRUE(audit.add(skin_sum<Fast>(rows.rows).value, top.value)) << "sum " << i;
    Audit wide;
    ASSERT_TRUE(wide.add(skin_sum<Wide>(rows.rows).value, top.value)) << "sum " << i;
  }
  audit.print(what);
}

TEST(Rungs, ASumOfProductsInDoubleKeepsItsStatedError) {
  audit_sums(false, 5, "a sum of m b in double");
}

TEST(Rungs, ASumOfWeightedProductsInDoubleKeepsItsStatedError) {
  audit_sums(true, 6, "a sum of w m b in double");
}

} // namespace
} // namespace ulna
