// Laws of pose blending, on every built-in port that is certified and on the references.
//
// The tolerances follow from three numbers. Each component of an output is off by at most
// component() from the exact curve: the contract's 2^-21 for a port, the stated error for a
// reference. So a whole quaternion is off by at most 2 component() in the Euclidean norm. And the
// quaternions that go in are unit to |norm^2 - 1| <= s = kNormSlack, which moves the exact curve as
// each law says.
#include "cases/case_file.h"
#include "cases/make_case.h"
#include "operations/blending/arcs.h"
#include "operations/blending/blending.h"
#include "operations/list.h"
#include "properties/lacking.h"
#include "properties/laws.h"
#include "properties/ports.h"
#include "reference/dot.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <ostream>

namespace ulna {
namespace {

using blending::kBlendJoints;
using blending::kIndex;
using blending::kJoints;
using blending::kNormSlack;
using blending::kQuatBound;
using blending::kSignSlack;

using Quat = std::array<double, 4>;

Quat quat(const ulna_vec4& q) {
  return {q.x, q.y, q.z, q.w};
}

double dot(const Quat& a, const Quat& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
}

double norm(const Quat& q) {
  return std::sqrt(dot(q, q));
}

Quat combine(const Quat& a, double s, const Quat& b, double t) {
  return {a[0] * s + b[0] * t, a[1] * s + b[1] * t, a[2] * s + b[2] * t, a[3] * s + b[3] * t};
}

/// The angle between two quaternions, well conditioned everywhere.
double angle(const Quat& a, const Quat& b) {
  const Quat apart = combine(a, 1 / norm(a), b, -1 / norm(b));
  const Quat along = combine(a, 1 / norm(a), b, 1 / norm(b));
  return 2 * std::atan2(norm(apart), norm(along));
}

/// Double arithmetic on numbers up to 2, a few dozen operations at most.
constexpr double kDouble = 0x1p-46;

// --- Generators -------------------------------------------------------------------------------

/// What RapidCheck makes and shrinks: a pair of poses.
struct Pair {
  std::array<int, 4> from; ///< normalised
  std::array<int, 4> to;   ///< normalised, or the direction in which it lies
  int kind;                ///< 0: anywhere; 1: near; 2: near the antipode; 3: about a right angle
  int mantissa;            ///< of the angle, in 1/1024
  int exponent;
  std::array<int, 8> translations; ///< in 1/64, exact in float
};

Quat unit(const std::array<int, 4>& v) {
  Quat q{double(v[0]), double(v[1]), double(v[2]), double(v[3])};
  const double n = norm(q);
  return n == 0 ? Quat{0, 0, 0, 1} : combine(q, 1 / n, q, 0);
}

/// Rounding takes |norm^2 - 1| to 2^-23 at most, half of kNormSlack.
ulna_vec4 rounded(const Quat& q) {
  return {float(q[0]), float(q[1]), float(q[2]), float(q[3])};
}

std::pair<ulna_joint_quat, ulna_joint_quat> poses(const Pair& pair) {
  const Quat a = unit(pair.from);
  Quat b = unit(pair.to);
  if (pair.kind != 0) {
    Quat across = combine(b, 1, a, -dot(a, b));
    if (norm(across) < 0.01) across = {-a[1], a[0], -a[3], a[2]};
    across = combine(across, 1 / norm(across), across, 0);
    const double small = std::ldexp(pair.mantissa / 1024.0, -pair.exponent);
    const double pi = std::numbers::pi;
    const double turn = pair.kind == 1 ? small : pair.kind == 2 ? pi - small : pi / 2 - small;
    b = combine(a, std::cos(turn), across, std::sin(turn));
  }
  const auto t = [&](size_t i) { return float(pair.translations[i]) / 64; };
  return {{rounded(a), {t(0), t(1), t(2), t(3)}}, {rounded(b), {t(4), t(5), t(6), t(7)}}};
}

rc::Gen<Pair> any_pair() {
  const auto four = rc::gen::container<std::array<int, 4>>(laws::symmetric(1000));
  return rc::gen::construct<Pair>(
      four, four, rc::gen::inRange(0, 4), rc::gen::inRange(0, 1025), rc::gen::inRange(0, 40),
      rc::gen::container<std::array<int, 8>>(laws::symmetric(1 << 24))); // up to 2^18
}

/// A lerp inside (0, 1) of which 1 - t is exact: a multiple of 2^-24, also close to the ends.
rc::Gen<float> inner_lerp() {
  constexpr int one = 1 << 24;
  return rc::gen::map(rc::gen::oneOf(rc::gen::inRange(1, one), rc::gen::inRange(1, 64),
                                     rc::gen::inRange(one - 64, one)),
                      [](int i) { return float(i) * 0x1p-24f; });
}

Case case_of(const Operation& op, const std::vector<Pair>& pairs, float lerp) {
  Case c = make_case(op);
  std::vector<ulna_joint_quat> from, to;
  for (const Pair& pair : pairs) {
    from.push_back(poses(pair).first);
    to.push_back(poses(pair).second);
  }
  std::vector<int32_t> index(pairs.size());
  std::iota(index.begin(), index.end(), 0);
  laws::put(c.arrays[kJoints], from);
  laws::put(c.arrays[kBlendJoints], to);
  laws::put(c.arrays[kIndex], index);
  c.real = lerp;
  validate(c);
  return c;
}

std::ostream& operator<<(std::ostream& out, const Pair& pair) {
  return out << write_case(case_of(slerp_joints(), {pair}, 0.5f));
}

/// Whether the contract leaves no choice of sign.
bool sign_is_certain(const ulna_vec4& a, const ulna_vec4& b) {
  const reference::DotProduct c = reference::dot(a, b);
  return std::fabs(c.hi + c.lo) > kSignSlack;
}

// --- Blending ---------------------------------------------------------------------------------

struct Blended {
  Quat q;
  std::array<double, 4> t;
  std::array<double, 4> t_bound;
  bool sign_is_certain; // else neither is q
};

constexpr std::string_view kReference = "reference";

class Blender {
public:
  Blender(const char* port, const Operation& op) : port_(port), op_(op) {}

  const Operation& op() const { return op_; }
  bool is_reference() const { return port_ == kReference; }

  /// How far a component of q may be from the exact curve.
  double component() const {
    if (!is_reference()) return kQuatBound;
    const bool slerps = op_.member == slerp_joints().member || op_.member == slerp().member;
    return (slerps ? 45 : 20) * reference::kRoundoff<reference::Fast>;
  }

  /// The joints, or single quaternions, after the call; all that the contract judges.
  std::vector<Blended> operator()(const Case& c) const {
    const auto owed = laws::expectations(c);
    const size_t words = op_.arrays[size_t(op_.output)].words(c);
    const Array output = is_reference() ? Array() : laws::port(port_).output(c);
    if (!is_reference()) RC_ASSERT(output.words() == owed.size() * words);
    std::vector<Blended> all(owed.size());
    for (size_t j = 0; j < owed.size(); ++j) {
      for (size_t w = 0; w < words; ++w) {
        const bool bounded = owed[j].clause[w] == Clause::bounded;
        double value = is_reference() ? owed[j].exact[w].value
                                      : std::bit_cast<float>(output.word(words * j + w));
        if (is_reference() && owed[j].clause[w] == Clause::untouched)
          value = std::bit_cast<float>(c.arrays[kJoints].word(8 * j + w));
        (w < 4 ? all[j].q[w] : all[j].t[w - 4]) = value;
        if (w >= 4) all[j].t_bound[w - 4] = bounded ? owed[j].bound[w] : 0;
      }
      all[j].sign_is_certain = !owed[j].two_branches;
    }
    return all;
  }

  /// One pair of quaternions.
  Quat operator()(const ulna_vec4& a, const ulna_vec4& b, float t) const {
    const quaternions::Pair pair{a, b};
    return (*this)(quaternions::pairs_case(op_, t, {&pair, 1})).at(0).q;
  }

private:
  std::string port_;
  const Operation& op_;
};

void assert_near(const Quat& a, const Quat& b, double tolerance) {
  for (size_t i = 0; i < 4; ++i) RC_ASSERT(std::fabs(a[i] - b[i]) <= tolerance);
}

Quat negated(const Quat& q) {
  return combine(q, -1, q, 0);
}

ulna_vec4 negated(const ulna_vec4& q) {
  return {-q.x, -q.y, -q.z, -q.w};
}

using Parameters = std::tuple<const char*, const char*>;

/// The reference runs on any CPU.
void skip_if_lacking_blender(std::string_view port) {
  if (port != kReference) skip_if_lacking(std::string(port));
}

class BothBlends : public testing::TestWithParam<Parameters> {
protected:
  void SetUp() override { skip_if_lacking_blender(std::get<0>(GetParam())); }
  Blender blend() const {
    return {std::get<0>(GetParam()), operation_named(std::get<1>(GetParam()))};
  }
};

class Slerp : public BothBlends {};
class Lerp : public BothBlends {};

/// Runs a law on a pair of quaternions whose order of signs the contract settles.
template <class Law>
void for_pairs(Law law) {
  laws::check([law] {
    const Pair pair = *any_pair();
    const auto [a, b] = poses(pair);
    RC_PRE(sign_is_certain(a.q, b.q));
    law(a.q, b.q, *inner_lerp());
  });
}

// --- Slerp ------------------------------------------------------------------------------------

TEST_P(Slerp, IsSymmetric) {
  // slerp(a, b, t) = s slerp(b, a, 1-t) with s the sign of a.b, exactly; 1-t is exact.
  for_pairs([slerp = blend()](const ulna_vec4& a, const ulna_vec4& b, float t) {
    const Quat there = slerp(a, b, t);
    const Quat back = slerp(b, a, 1 - t);
    const bool flip = dot(quat(a), quat(b)) < 0;
    assert_near(there, flip ? negated(back) : back, 2 * slerp.component());
  });
}

TEST_P(Slerp, IsOfUnitNorm) {
  // The exact curve has |q|^2 - 1 = from^2 (|a|^2 - 1) + to^2 (|b|^2 - 1) for its two scales, whose
  // squares add up to at most 1 where the cosine is not negative: at most s, so |q| is off by s/2.
  for_pairs([slerp = blend()](const ulna_vec4& a, const ulna_vec4& b, float t) {
    const double off = std::fabs(norm(slerp(a, b, t)) - 1);
    RC_ASSERT(off <= 2 * slerp.component() + kNormSlack / 2 * (1 + kNormSlack) + kDouble);
  });
}

TEST_P(Slerp, TakesTheShorterArc) {
  // a.q = from |a|^2 + to |a.b| for scales that are not negative: cos(t angle) but for the norm,
  // which adds at most s, and so no less than cos(angle) = |a.b|, or than 1 where rounding has
  // taken that above 1. Never farther than a right angle, that is.
  for_pairs([slerp = blend()](const ulna_vec4& a, const ulna_vec4& b, float t) {
    const double cosine = std::min(1.0, std::fabs(dot(quat(a), quat(b))));
    const double reached = dot(quat(a), slerp(a, b, t));
    RC_ASSERT(reached >= cosine - 2 * slerp.component() * (1 + kNormSlack) - kNormSlack - kDouble);
    RC_ASSERT(reached >= -(2 * slerp.component() * (1 + kNormSlack)) - kDouble);
  });
}

TEST_P(Slerp, TurnsAtConstantSpeed) {
  // The angle from a is t times the whole angle. For norms that are not quite 1 the exact curve
  // moves by at most 2 |n0 n1 - 1| + |n0 - 1| + |n1 - 1| <= 3 s (1 + s) (no scale moves faster than
  // the cosine, see reference_test), and an angle by at most asin of what a unit vector moves.
  for_pairs([slerp = blend()](const ulna_vec4& a, const ulna_vec4& b, float t) {
    const bool flip = dot(quat(a), quat(b)) < 0;
    const double whole = angle(quat(a), flip ? negated(quat(b)) : quat(b));
    const double part = angle(quat(a), slerp(a, b, t));
    const double moved = 2 * slerp.component() + 3 * kNormSlack * (1 + kNormSlack);
    RC_ASSERT(std::fabs(part - t * whole) <= std::asin(moved) + kDouble);
  });
}

TEST_P(Slerp, OppositeQuaternionsAreOneRotation) {
  for_pairs([slerp = blend()](const ulna_vec4& a, const ulna_vec4& b, float t) {
    const Quat q = slerp(a, b, t);
    assert_near(q, slerp(a, negated(b), t), 2 * slerp.component());
    assert_near(q, negated(slerp(negated(a), b, t)), 2 * slerp.component());
    assert_near(q, negated(slerp(negated(a), negated(b), t)), 2 * slerp.component());
  });
}

TEST_P(Slerp, BlendingAPoseWithItselfKeepsIt) {
  // The scales add up to 1 where a.b = 1, and |a|^2 - 1 <= s moves each by at most s.
  for_pairs([slerp = blend()](const ulna_vec4& a, const ulna_vec4&, float t) {
    assert_near(quat(a), slerp(a, a, t), slerp.component() + 2 * kNormSlack * (1 + kNormSlack));
  });
}

// --- Lerp -------------------------------------------------------------------------------------

TEST_P(Lerp, IsOfUnitNorm) {
  for_pairs([lerp = blend()](const ulna_vec4& a, const ulna_vec4& b, float t) {
    RC_ASSERT(std::fabs(norm(lerp(a, b, t)) - 1) <= 2 * lerp.component() + kDouble);
  });
}

TEST_P(Lerp, IsSymmetric) {
  for_pairs([lerp = blend()](const ulna_vec4& a, const ulna_vec4& b, float t) {
    const Quat there = lerp(a, b, t);
    const Quat back = lerp(b, a, 1 - t);
    const bool flip = dot(quat(a), quat(b)) < 0;
    assert_near(there, flip ? negated(back) : back, 2 * lerp.component());
  });
}

TEST_P(Lerp, TakesTheShorterArc) {
  // With v = (1-t) a + t s b, a.v >= 0 and |v| > 0.
  for_pairs([lerp = blend()](const ulna_vec4& a, const ulna_vec4& b, float t) {
    const double reached = dot(quat(a), lerp(a, b, t));
    RC_ASSERT(reached >= -2 * lerp.component() * (1 + kNormSlack) - kDouble);
  });
}

TEST_P(Lerp, OppositeQuaternionsAreOneRotation) {
  for_pairs([lerp = blend()](const ulna_vec4& a, const ulna_vec4& b, float t) {
    const Quat q = lerp(a, b, t);
    assert_near(q, lerp(a, negated(b), t), 2 * lerp.component());
    assert_near(q, negated(lerp(negated(a), b, t)), 2 * lerp.component());
  });
}

TEST_P(Lerp, AgreesWithSlerpHalfway) {
  // Both are (a + s b) / sqrt(2 + 2 |a.b|), but lerp divides by sqrt(|a|^2 + |b|^2 + 2 |a.b|): the
  // ratio is off by at most 2 s / (2 (2 + 2 |a.b|)) <= s / 2, times a component of at most 1. The
  // exact slerp is the reference's, to within its stated error.
  const Blender slerp(kReference.data(), slerp_joints());
  for_pairs([lerp = blend(), slerp](const ulna_vec4& a, const ulna_vec4& b, float) {
    assert_near(lerp(a, b, 0.5f), slerp(a, b, 0.5f),
                lerp.component() + slerp.component() + kNormSlack / 2 * (1 + 2 * kNormSlack));
  });
}

TEST_P(Lerp, TracesTheSameCurveAsSlerp) {
  // The exact lerp is a positive combination of a and s b of unit length: the point of the arc at
  // its own angle from a, which slerp reaches at u, that angle's share of the whole. An output is 2
  // component() off that point at most, and so its angle asin of as much; u is a float; and the
  // norms move slerp's curve as in TurnsAtConstantSpeed.
  const Blender slerp(kReference.data(), slerp_joints());
  for_pairs([lerp = blend(), slerp](const ulna_vec4& a, const ulna_vec4& b, float t) {
    const Quat q = lerp(a, b, t);
    const Quat end = dot(quat(a), quat(b)) < 0 ? negated(quat(b)) : quat(b);
    const double whole = angle(quat(a), end);
    const double share = whole > 0 ? std::clamp(angle(quat(a), q) / whole, 0.0, 1.0) : 0;
    const auto u = static_cast<float>(share);
    const Quat on_curve = u <= 0 ? quat(a) : u >= 1 ? end : slerp(a, b, u);
    const double off = 2 * lerp.component();
    const double moved = 2 * slerp.component() + 3 * kNormSlack * (1 + kNormSlack);
    RC_ASSERT(norm(combine(q, 1, on_curve, -1)) <=
              off + std::asin(off) + moved + std::fabs(u - share) * whole + kDouble);
  });
}

// --- Both -------------------------------------------------------------------------------------

std::vector<Pair> some_pairs(size_t least = 0) {
  const size_t count = *rc::gen::inRange<size_t>(least, 40);
  return *rc::gen::container<std::vector<Pair>>(count, any_pair());
}

/// All joints in some order.
std::vector<int32_t> some_order(size_t count) {
  std::vector<int32_t> order(count);
  std::iota(order.begin(), order.end(), 0);
  for (size_t i = count; i > 1; --i)
    std::swap(order[i - 1], order[*rc::gen::inRange<size_t>(0, i)]);
  return order;
}

void assert_same(const Blender& blend, const std::vector<Blended>& a,
                 const std::vector<Blended>& b) {
  RC_ASSERT(a.size() == b.size());
  for (size_t j = 0; j < a.size(); ++j) {
    if (a[j].sign_is_certain) assert_near(a[j].q, b[j].q, 2 * blend.component());
    for (size_t i = 0; i < 4; ++i)
      RC_ASSERT(std::fabs(a[j].t[i] - b[j].t[i]) <= a[j].t_bound[i] + b[j].t_bound[i]);
  }
}

TEST_P(BothBlends, PermutingIndexPermutesNothing) {
  laws::check([blend = blend()] {
    const auto pairs = some_pairs();
    Case c = case_of(blend.op(), pairs, *inner_lerp());
    const auto sorted = blend(c);
    laws::put(c.arrays[kIndex], some_order(pairs.size()));
    assert_same(blend, sorted, blend(c));
  });
}

TEST_P(BothBlends, SplittingACallInTwoGivesTheSame) {
  laws::check([blend = blend()] {
    const auto pairs = some_pairs();
    Case c = case_of(blend.op(), pairs, *inner_lerp());
    const auto order = some_order(pairs.size());
    const auto cut =
        order.begin() + static_cast<ptrdiff_t>(*rc::gen::inRange<size_t>(0, pairs.size() + 1));
    laws::put(c.arrays[kIndex], order);
    const auto whole = blend(c);
    laws::put(c.arrays[kIndex], std::vector<int32_t>(order.begin(), cut));
    auto parts = blend(c);
    laws::put(c.arrays[kIndex], std::vector<int32_t>(cut, order.end()));
    const auto second = blend(c);
    for (auto j = cut; j != order.end(); ++j) parts[size_t(*j)] = second[size_t(*j)];
    assert_same(blend, whole, parts);
  });
}

/// The laws of copies and of bits hold for ports; a reference has no bits.
class BlendingPort : public testing::TestWithParam<Parameters> {
protected:
  void SetUp() override { skip_if_lacking(std::get<0>(GetParam())); }
  laws::Port& port() const { return laws::port(std::get<0>(GetParam())); }
  const Operation& op() const { return operation_named(std::get<1>(GetParam())); }
};

Array listed_case_output(laws::Port& port, const Operation& op, float lerp, Case& c) {
  const auto pairs = some_pairs(1);
  c = case_of(op, pairs, lerp);
  auto order = some_order(pairs.size());
  order.resize(*rc::gen::inRange<size_t>(0, order.size() + 1));
  laws::put(c.arrays[kIndex], order);
  return port.output(c);
}

bool same_bits(const Array& a, const Array& b, size_t joint) {
  const size_t size = sizeof(ulna_joint_quat);
  return std::memcmp(a.data() + joint * size, b.data() + joint * size, size) == 0;
}

TEST_P(BlendingPort, AtZeroAndBelowNothingIsWritten) {
  laws::check([this] {
    const float lerp = *rc::gen::element(0.0f, -0.0f, -0x1p-149f, -0.5f, -INFINITY);
    Case c;
    const Array output = listed_case_output(port(), op(), lerp, c);
    RC_ASSERT(output == c.arrays[kJoints]);
  });
}

TEST_P(BlendingPort, AtOneAndAboveListedJointsAreBitExactCopies) {
  laws::check([this] {
    const float lerp = *rc::gen::element(1.0f, 1 + 0x1p-23f, 2.0f, INFINITY);
    Case c;
    const Array output = listed_case_output(port(), op(), lerp, c);
    RC_ASSERT(output.size() == c.arrays[kJoints].size());
    for (const int32_t j : c.arrays[kIndex].as<int32_t>())
      RC_ASSERT(same_bits(output, c.arrays[kBlendJoints], size_t(j)));
  });
}

TEST_P(BlendingPort, JointsThatAreNotListedAreUntouched) {
  laws::check([this] {
    Case c;
    const float lerp = *rc::gen::oneOf(inner_lerp(), rc::gen::element(0.0f, 1.0f, 2.0f));
    const Array output = listed_case_output(port(), op(), lerp, c);
    RC_ASSERT(output.size() == c.arrays[kJoints].size());
    const auto index = c.arrays[kIndex].as<int32_t>();
    for (size_t j = 0; j < output.size() / sizeof(ulna_joint_quat); ++j)
      if (std::find(index.begin(), index.end(), int32_t(j)) == index.end())
        RC_ASSERT(same_bits(output, c.arrays[kJoints], j));
  });
}

TEST_P(BlendingPort, HoldsTheContract) {
  // Any bits in some of the floats, any lerp, any order, any place, both environments, one array.
  laws::check([this] {
    const auto pairs = some_pairs();
    const auto bits = rc::gen::map(rc::gen::arbitrary<uint32_t>(),
                                   [](uint32_t b) { return std::bit_cast<float>(b); });
    Case c = case_of(op(), pairs,
                     *rc::gen::oneOf(inner_lerp(), bits,
                                     rc::gen::element(0x1p-149f, 0x1p-126f, 1 - 0x1p-24f, 1.0f,
                                                      0.0f, -INFINITY, INFINITY, NAN)));
    auto order = some_order(pairs.size());
    order.resize(*rc::gen::inRange<size_t>(0, order.size() + 1));
    laws::put(c.arrays[kIndex], order);
    for (const int a : {kJoints, kBlendJoints}) {
      for (size_t n = *rc::gen::inRange<size_t>(0, 4); n > 0 && !pairs.empty(); --n) {
        const size_t word = *rc::gen::inRange<size_t>(0, 8 * pairs.size());
        c.arrays[size_t(a)].set_word(word, *rc::gen::arbitrary<uint32_t>());
      }
    }
    for (size_t a = 0; a < c.places.size(); ++a) {
      const uint32_t alignment = op().arrays[a].alignment;
      c.places[a] = {*rc::gen::element(Side::before, Side::behind),
                     static_cast<uint8_t>(alignment * *rc::gen::inRange(0u, 64 / alignment))};
    }
    c.flush = *rc::gen::arbitrary<bool>();
    if (*rc::gen::inRange(0, 8) == 0) {
      c.same_array = true;
      c.arrays[kBlendJoints] = c.arrays[kJoints];
    }
    validate(c);
    const std::string findings = port().findings(c);
    if (!findings.empty()) RC_FAIL(findings + write_case(c));
  });
}

const auto kBlends = {"slerp_joints", "lerp_joints"};

/// The ports, and the reference that they are compared with.
std::vector<Parameters> blenders(std::initializer_list<const char*> operations) {
  std::vector<Parameters> all = ports_and(operations);
  for (const char* op : operations) all.emplace_back(kReference.data(), op);
  return all;
}

INSTANTIATE_TEST_SUITE_P(Laws, Slerp, testing::ValuesIn(blenders({"slerp_joints", "slerp"})),
                         kPortAndOperation);
INSTANTIATE_TEST_SUITE_P(Laws, Lerp, testing::ValuesIn(blenders({"lerp_joints", "nlerp"})),
                         kPortAndOperation);
INSTANTIATE_TEST_SUITE_P(Laws, BothBlends, testing::ValuesIn(blenders(kBlends)), kPortAndOperation);
INSTANTIATE_TEST_SUITE_P(Ports, BlendingPort, testing::ValuesIn(ports_and(kBlends)),
                         kPortAndOperation);

} // namespace
} // namespace ulna
