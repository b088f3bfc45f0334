// Cases for slerp_joints and lerp_joints.

#include "certify/contracts/blending.h"
#include "certify/contracts/contracts.h"
#include "certify/generate/generate.h"
#include "certify/generate/place.h"
#include "certify/generate/quaternions.h"
#include "certify/generate/special_values.h"

#include <algorithm>
#include <numeric>

namespace ulna {
namespace {

using blending::kBlendJoints;
using blending::kIndex;
using blending::kJoints;
using namespace quaternions;

/// The pair of one joint, unit as floats are unit. |norm^2 - 1| of a rounded unit quaternion is
/// below 2^-23; a scale of up to 2^-24.3 more uses the rest of the domain.
void unit_pair(Random& r, ulna_vec4& q0, ulna_vec4& q1) {
  const Quat a = r.one_in(4) ? axis(r) : random_unit(r);
  Quat b;
  switch (r.below(8)) {
  case 0:
    b = r.one_in(2) ? a : scaled(a, -1);
    break;
  case 1:
    b = r.one_in(2) ? Quat{{0, 0, 0, 1}} : axis(r);
    break;
  case 2:
  case 3:
    b = random_unit(r);
    break;
  default: {
    const Quat o = r.one_in(4) ? axis(r) : orthogonal(a, r);
    const double angle = random_angle(r);
    for (int i = 0; i < 4; ++i) b.v[i] = std::cos(angle) * a.v[i] + std::sin(angle) * o.v[i];
    b = scaled(b, 1 / std::sqrt(dot(b, b)));
  }
  }
  const double slack = r.one_in(4) ? 0x1p-24 * 0.8 : 0;
  q0 = rounded(scaled(a, 1 + slack * r.uniform(-1, 1)));
  q1 = rounded(scaled(b, 1 + slack * r.uniform(-1, 1)));
}

/// What the floats of a joint are like.
enum class Values {
  pose,     ///< unit quaternions, translations of human size
  chained,  ///< what blends before this one may have left of unit quaternions
  drifted,  ///< norms off by one of kDrifts: measured, not judged
  extreme,  ///< translations of any exponent
  special,  ///< special floats in places
  any_bits, ///< random bit patterns
};
constexpr Values kAllValues[] = {Values::pose,    Values::pose,    Values::pose,    Values::chained,
                                 Values::extreme, Values::special, Values::any_bits};

/// As many blends as may come before this one. Each may be off by the bound in every component, so
/// it moves the square of the norm by up to 2^-19; one more could leave the domain.
constexpr size_t kMostBlends = 230;
static_assert((kMostBlends + 1) * 0x1p-19 < blending::kDriftSlack);

/// What so many blends leave of a quaternion. Where the exact ones would take it does not matter,
/// it began anywhere: each is off in every component, outwards, inwards or somehow, most of them by
/// all that they may be.
void blend_before(ulna_vec4& q, size_t blends, Random& r) {
  constexpr double kMost = blending::kQuatBound - 0x1p-25; // and what rounding adds to it
  const double outwards = double(r.between(-1, 1));
  const bool all = r.one_in(2);
  for (; blends > 0; --blends)
    for (float* v : {&q.x, &q.y, &q.z, &q.w}) {
      const double side = outwards == 0 ? r.sign() : std::copysign(outwards, outwards * *v);
      const double off = side * kMost * (all ? 1 : r.unit());
      *v = static_cast<float>(*v + off);
    }
}

/// A joint that comes from next to nowhere, or goes there: what a small t, or 1-t, leaves of the
/// other end is not lost in the rounding of this one.
void shrink(ulna_vec4& t, Random& r) {
  const double factor = r.one_in(2) ? 0 : std::ldexp(1, -r.between(1, 60));
  for (float* component : {&t.x, &t.y, &t.z, &t.w})
    *component = static_cast<float>(*component * factor);
}

void fill_translation(Values values, Random& r, ulna_vec4& a, ulna_vec4& b) {
  for (float* t : {&a.x, &b.x}) {
    for (int i = 0; i < 4; ++i)
      t[i] = static_cast<float>(values == Values::extreme ? r.scaled(-149, 125)
                                                          : r.uniform(-100, 100));
    if (r.one_in(16)) make_special_vector(t, r);
  }
  if (r.one_in(4)) b = a; // joints that stay where they are
  if (r.one_in(8)) shrink(r.one_in(2) ? a : b, r);
}

void sprinkle(Random& r, ulna_joint_quat& joint) {
  float* words = &joint.q.x;
  words[r.below(8)] = special_float(r);
}

void fill_joint(Values values, double drift, Random& r, ulna_joint_quat& a, ulna_joint_quat& b) {
  unit_pair(r, a.q, b.q);
  fill_translation(values, r, a.t, b.t);
  if (values == Values::chained) {
    const size_t blends = r.size(1, kMostBlends);
    blend_before(a.q, blends, r);
    if (r.one_in(2)) blend_before(b.q, r.size(1, blends), r); // a pose that was blended, too
    if (r.one_in(8)) b.q = a.q;
  }
  if (values == Values::drifted) {
    // A quarter of the rounding noise is lost in the step's own slack of one half.
    for (ulna_vec4* q : {&a.q, &b.q}) {
      const double s = 1 + drift / 2 * r.uniform(-1, 1);
      *q = rounded({{q->x * s, q->y * s, q->z * s, q->w * s}});
    }
  }
  if (values == Values::special && r.one_in(3)) sprinkle(r, r.one_in(2) ? a : b);
  if (values == Values::any_bits && r.one_in(2)) {
    for (float* words : {&a.q.x, &b.q.x})
      for (int i = 0; i < 8; ++i) words[i] = r.any_bits();
  }
}

enum class Order { all, reversed, permuted, sparse };

void fill_index(Case& c, size_t joints, Order order, Random& r) {
  std::vector<int32_t> index(joints);
  std::iota(index.begin(), index.end(), 0);
  if (order == Order::reversed) std::reverse(index.begin(), index.end());
  if (order == Order::permuted || order == Order::sparse) r.shuffle(index);
  if (order == Order::sparse) {
    index.resize((joints + 1) / 2);
    if (r.one_in(2)) std::sort(index.begin(), index.end());
  }
  c.arrays[kIndex].resize(index.size() * sizeof(int32_t));
  std::copy(index.begin(), index.end(), c.arrays[kIndex].as<int32_t>().begin());
}

void fill(Case& c, size_t joints, Values values, Order order, Random& r) {
  c.arrays[kJoints].resize(joints * sizeof(ulna_joint_quat));
  c.arrays[kBlendJoints].resize(joints * sizeof(ulna_joint_quat));
  const double drift = kDrifts[r.below(kDrifts.size())];
  for (size_t j = 0; j < joints; ++j)
    fill_joint(values, drift, r, c.arrays[kJoints].as<ulna_joint_quat>()[j],
               c.arrays[kBlendJoints].as<ulna_joint_quat>()[j]);
  fill_index(c, joints, order, r);
}

void share_array(Case& c) {
  c.same_array = true;
  c.arrays[kBlendJoints] = c.arrays[kJoints];
  c.places[kBlendJoints] = c.places[kJoints];
}

constexpr size_t kMaxSmall = 40;
constexpr uint64_t kNumCounts = 2 * 4 * (kMaxSmall + 1);  // side, order, count
constexpr uint64_t kNumLerps = 2 * 2 * std::size(kLerps); // side, flush, lerp
constexpr uint64_t kNumShifts = 2 * 16;                   // side, shift
constexpr uint64_t kNumSame = 8;
constexpr uint64_t kNumDrifted = 24;
constexpr uint64_t kNumLarge = 3;
constexpr uint64_t kNumChained = 24;
constexpr uint64_t kNumEdges =
    kNumCounts + kNumLerps + kNumShifts + kNumSame + kNumDrifted + kNumLarge + kNumChained;

void count_edge(Case& c, uint64_t i, Random& r) {
  const size_t count = i / 8;
  const auto order = static_cast<Order>(i / 2 % 4);
  fill(c, order == Order::sparse ? 2 * count : count, Values::pose, order, r);
  c.real = static_cast<float>(r.unit());
  put_all(c, static_cast<Side>(i % 2), 0);
}

void lerp_edge(Case& c, uint64_t i, Random& r) {
  fill(c, 13, i / 4 % 2 ? Values::special : Values::pose, Order::sparse, r);
  c.real = kLerps[i / 4];
  c.flush = i / 2 % 2;
  put_all(c, static_cast<Side>(i % 2), 0);
}

void shift_edge(Case& c, uint64_t i, Random& r) {
  fill(c, 11, Values::pose, Order::permuted, r);
  c.real = static_cast<float>(r.unit());
  put_all(c, static_cast<Side>(i % 2), i / 2 * 4);
}

void same_edge(Case& c, uint64_t i, Random& r) {
  fill(c, 9 + i, Values::pose, Order::permuted, r);
  c.real = i == 0 ? 1.0f : static_cast<float>(r.unit());
  share_array(c);
}

void drifted_edge(Case& c, uint64_t, Random& r) {
  fill(c, 400, Values::drifted, Order::all, r);
  c.real = static_cast<float>(r.unit());
}

/// No count is special: thousands of joints, more than 16 bits can count.
void large_edge(Case& c, uint64_t i, Random& r) {
  constexpr size_t kJointCounts[kNumLarge] = {4099, 70001, 200003};
  fill(c, kJointCounts[i], Values::pose, i == 2 ? Order::all : Order::permuted, r);
  c.real = static_cast<float>(r.unit());
}

void chained_edge(Case& c, uint64_t i, Random& r) {
  fill(c, 400, Values::chained, Order::all, r);
  c.real = i % 2 ? random_lerp(r) : static_cast<float>(r.unit());
  c.flush = i % 8 == 7;
}

Case generate(const Operation& op, uint64_t seed, uint64_t i) {
  Random r(seed, i);
  Case c = make_case(op);
  c.note = "generated, seed " + std::to_string(seed) + ", case " + std::to_string(i);
  struct Stage {
    uint64_t count;
    void (*make)(Case&, uint64_t, Random&);
  };
  static constexpr Stage kStages[] = {{kNumCounts, count_edge},    {kNumLerps, lerp_edge},
                                      {kNumShifts, shift_edge},    {kNumSame, same_edge},
                                      {kNumDrifted, drifted_edge}, {kNumLarge, large_edge},
                                      {kNumChained, chained_edge}};
  for (const Stage& stage : kStages) {
    if (i < stage.count) {
      stage.make(c, i, r);
      return c;
    }
    i -= stage.count;
  }
  const size_t joints = r.one_in(2) ? r.below(kMaxSmall + 1) : r.size(kMaxSmall, 5000);
  const auto order = static_cast<Order>(r.below(4));
  fill(c, joints, r.pick(kAllValues), order, r);
  c.real = random_lerp(r);
  place(c, r);
  if (r.one_in(16)) share_array(c);
  return c;
}

} // namespace

uint64_t num_blending_edge_cases() {
  return kNumEdges;
}

Case generate_slerp_joints(uint64_t seed, uint64_t i) {
  return generate(slerp_joints(), seed, i);
}

Case generate_lerp_joints(uint64_t seed, uint64_t i) {
  return generate(lerp_joints(), seed, i);
}

} // namespace ulna
