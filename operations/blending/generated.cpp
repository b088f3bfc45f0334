// Cases for slerp_joints and lerp_joints.

#include "base/bits.h"
#include "cases/mend.h"
#include "operations/blending/blending.h"
#include "operations/blending/quaternions.h"
#include "operations/list.h"
#include "operations/shared/generate.h"
#include "operations/shared/long_cases.h"
#include "operations/shared/neighbours.h"
#include "operations/shared/place.h"
#include "operations/shared/special_values.h"

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
  const Quat a = r.one_in(4) ? r.one_in(4) ? beside_axis(r) : axis(r) : random_unit(r);
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

void set_index(Case& c, const std::vector<int32_t>& index) {
  c.arrays[kIndex].resize(index.size() * sizeof(int32_t));
  std::copy(index.begin(), index.end(), c.arrays[kIndex].as<int32_t>().begin());
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
  set_index(c, index);
}

/// What is not listed keeps any bits.
void fill_unlisted(Case& c, Bits kind, Random& r) {
  std::vector<bool> listed(c.arrays[kJoints].size() / sizeof(ulna_joint_quat));
  for (const int32_t j : c.arrays[kIndex].as<int32_t>()) listed[size_t(j)] = true;
  for (size_t word = 0; word < 8 * listed.size(); ++word)
    if (!listed[word / 8]) c.arrays[kJoints].set_word(word, word_of(kind, r));
}

void fill(Case& c, size_t joints, Values values, Order order, Random& r) {
  c.arrays[kJoints].resize(joints * sizeof(ulna_joint_quat));
  c.arrays[kBlendJoints].resize(joints * sizeof(ulna_joint_quat));
  const double drift = kDrifts[r.below(kDrifts.size())];
  for (size_t j = 0; j < joints; ++j)
    fill_joint(values, drift, r, c.arrays[kJoints].as<ulna_joint_quat>()[j],
               c.arrays[kBlendJoints].as<ulna_joint_quat>()[j]);
  fill_index(c, joints, order, r);
  if (order == Order::sparse && r.one_in(2))
    fill_unlisted(c, r.one_in(2) ? Bits::mixed : r.pick(kAllBits), r);
}

void use_one_array(Case& c) {
  c.same_array = true;
  share_array(c);
  c.places[kBlendJoints] = c.places[kJoints];
}

/// What two joints have in common. Quaternions stay as long as they were.
enum class Same {
  from,
  to,
  quaternions,
  translations,
  all_but_translation,
  all_but_part_of_translation,
  all_but_sign_of_part,
  all_but_two_parts,
  all_but_side,
  all
};
constexpr Same kAllSame[] = {Same::from,
                             Same::to,
                             Same::quaternions,
                             Same::translations,
                             Same::all_but_translation,
                             Same::all_but_part_of_translation,
                             Same::all_but_sign_of_part,
                             Same::all_but_two_parts,
                             Same::all_but_side,
                             Same::all};

void make_joint_alike(Case& c, size_t before, size_t joint, Same same, Random& r) {
  const auto froms = c.arrays[kJoints].as<ulna_joint_quat>();
  const auto tos = c.arrays[kBlendJoints].as<ulna_joint_quat>();
  const ulna_joint_quat from = froms[joint], to = tos[joint];
  froms[joint] = froms[before];
  tos[joint] = tos[before];
  ulna_joint_quat& one = r.one_in(2) ? froms[joint] : tos[joint];
  const ulna_joint_quat& own = &one == &froms[joint] ? from : to;
  const size_t part = r.below(4);
  float* const q = &one.q.x;
  switch (same) {
  case Same::from:
    tos[joint] = to;
    break;
  case Same::to:
    froms[joint] = from;
    break;
  case Same::quaternions:
    froms[joint].t = from.t;
    tos[joint].t = to.t;
    break;
  case Same::translations:
    froms[joint].q = from.q;
    tos[joint].q = to.q;
    break;
  case Same::all_but_translation:
    one.t = own.t;
    break;
  case Same::all_but_part_of_translation:
    (&one.t.x)[part] = (&own.t.x)[part];
    break;
  case Same::all_but_sign_of_part:
    q[part] = -q[part];
    break;
  case Same::all_but_two_parts:
    std::swap(q[part], q[(part + 1 + r.below(3)) % 4]);
    break;
  case Same::all_but_side:
    for (size_t i = 0; i < 4; ++i) q[i] = -q[i];
    break;
  case Same::all:
    break;
  }
}

/// Joints become alike that follow each other in the arrays, and others that do in the index.
void make_joints_alike(Case& c, Random& r) {
  const size_t joints = c.arrays[kJoints].size() / sizeof(ulna_joint_quat);
  const size_t one_in = alike_one_in(r);
  constexpr size_t kMost = 256;
  for (size_t j = 1; j < std::min(joints, kMost); ++j)
    if (r.one_in(one_in)) make_joint_alike(c, j - 1, j, r.pick(kAllSame), r);
  const auto index = c.arrays[kIndex].as<int32_t>();
  for (size_t i = 1; i < std::min(index.size(), kMost); ++i)
    if (r.one_in(2 * one_in))
      make_joint_alike(c, size_t(index[i - 1]), size_t(index[i]), r.pick(kAllSame), r);
}

constexpr size_t kMaxSmall = 40;
constexpr uint64_t kNumCounts = 2 * 4 * (kMaxSmall + 1);  // side, order, count
constexpr uint64_t kNumLerps = 2 * 2 * std::size(kLerps); // side, flush, lerp
constexpr int kMostPower = 24;
constexpr uint64_t kNumBeside = 2 * 3 * kMostPower; // side of it, centre, power
constexpr uint64_t kNumShifts = 2 * 16;             // side, shift
constexpr uint64_t kNumSame = 8;
constexpr uint64_t kNumDrifted = 24;
constexpr float kKeptLerps[] = {0.3f, 1.0f, 2.5f};
constexpr uint64_t kNumKept = 2 * std::size(kAllBits) * std::size(kKeptLerps);
constexpr uint64_t kNumAlike = 4 * 6; // order
constexpr uint64_t kNumLarge = 2;
constexpr uint64_t kNumChained = 24;
constexpr size_t kNearlyCounts[] = {4, 5, 7, 8, 9, 15, 16, 17, 24, 32, 33, 64, 1000};
constexpr uint64_t kNearlyOfEach = 64;
constexpr uint64_t kNumNearly = std::size(kNearlyCounts) * kNearlyOfEach;
constexpr uint64_t kNumFarOff = 18;
constexpr uint64_t kNumRuns = 960;
constexpr size_t kBehind[] = {16, 32, 40, 136}; // joints that are listed before
constexpr int32_t kLongestBehind = 32;
constexpr uint64_t kNumBehind = std::size(kBehind) * kLongestBehind * 2; // which one, instead of it
constexpr uint64_t kNumNans = 8 * 2 * kNumLeftovers;                     // list, number of joints
constexpr uint64_t kNumTaken = 7 * 2 * 4;                                // list, joints before it
constexpr uint64_t kNumCut = 3 * 2;                                      // list, joints before it
constexpr uint64_t kNumEdges = kNumCounts + kNumLerps + kNumBeside + kNumShifts + kNumSame +
                               kNumDrifted + kNumKept + kNumAlike + kNumLarge + kNumChained +
                               kNumNearly + kNumFarOff + kNumRuns + kNumBehind + kNumNans +
                               kNumTaken + kNumCut;

/// Of each count some are copied: who copies may do so by other code than who blends.
void count_edge(Case& c, uint64_t i, Random& r) {
  const size_t count = i / 8;
  const auto order = static_cast<Order>(i / 2 % 4);
  fill(c, order == Order::sparse ? 2 * count : count, Values::pose, order, r);
  c.real = static_cast<float>(r.unit());
  if (i % 8 == 2) c.real = 1;
  if (i % 8 == 7) c.real = 2.5f;
  put_all(c, static_cast<Side>(i % 2), 0);
}

void lerp_edge(Case& c, uint64_t i, Random& r) {
  fill(c, 13, i / 4 % 2 ? Values::special : Values::pose, Order::sparse, r);
  c.real = kLerps[i / 4];
  c.flush = i / 2 % 2;
  put_all(c, static_cast<Side>(i % 2), 0);
}

/// t next to 0, 1/2 and 1: what takes it for these is wrong by more than the bound allows.
void beside_edge(Case& c, uint64_t i, Random& r) {
  fill(c, 13, Values::pose, Order::all, r);
  const double side = i % 2 ? 1 : -1;
  c.real = static_cast<float>(0.5 * double(i / 2 % 3) + std::ldexp(side, -1 - int(i / 6)));
}

void shift_edge(Case& c, uint64_t i, Random& r) {
  fill(c, 11, Values::pose, Order::permuted, r);
  c.real = static_cast<float>(r.unit());
  put_all(c, static_cast<Side>(i % 2), i / 2 * 4);
}

void same_edge(Case& c, uint64_t i, Random& r) {
  fill(c, 9 + i, Values::pose, Order::permuted, r);
  c.real = i == 0 ? 1.0f : static_cast<float>(r.unit());
  use_one_array(c);
}

void drifted_edge(Case& c, uint64_t, Random& r) {
  fill(c, 400, Values::drifted, Order::all, r);
  c.real = static_cast<float>(r.unit());
}

/// What is not listed, and from a lerp of 1 on what is copied and what it is copied to, is of one
/// kind.
void kept_edge(Case& c, uint64_t i, Random& r) {
  const Bits kind = kAllBits[i / 2 % std::size(kAllBits)];
  fill(c, 37, Values::pose, Order::sparse, r);
  c.real = kKeptLerps[i / 2 / std::size(kAllBits)];
  c.flush = i % 2;
  fill_unlisted(c, kind, r);
  if (c.real < 1) return;
  for (const int a : {kJoints, kBlendJoints}) {
    Array& array = c.arrays[size_t(a)];
    for (size_t word = 0; word < array.words(); ++word) array.set_word(word, word_of(kind, r));
  }
}

/// Joints that have parts in common with the one before.
void alike_edge(Case& c, uint64_t i, Random& r) {
  fill(c, 60, Values::pose, static_cast<Order>(i % 4), r);
  c.real = static_cast<float>(r.unit());
  make_joints_alike(c, r);
}

/// The joints below `end`, and behind them those from 0 on: what adds to their numbers and loses
/// the carry takes them for joints in a row.
std::vector<int32_t> wrapped_run(int32_t end, Random& r) {
  constexpr int32_t kLength = 32;
  const int32_t below = r.between(1, 15);
  std::vector<int32_t> run(kLength);
  for (int32_t k = 0; k < kLength; ++k) run[size_t(k)] = k < below ? end - below + k : k - below;
  return run;
}

/// No count is special: thousands of joints, more than 16 bits can count. The first that are listed
/// lie on both sides of what 16 bits can count.
void large_edge(Case& c, uint64_t i, Random& r) {
  constexpr size_t kJointCounts[kNumLarge] = {4099, 70001};
  fill(c, kJointCounts[i], Values::pose, Order::permuted, r);
  c.real = static_cast<float>(r.unit());
  if (i == 0) return;
  const auto index = c.arrays[kIndex].as<int32_t>();
  const std::vector<int32_t> run = wrapped_run(1 << 16, r);
  for (size_t k = 0; k < run.size(); ++k)
    std::iter_swap(&index[k], std::find(index.begin(), index.end(), run[k]));
}

/// A few joints of a pose so large that their offsets need more than 24 bits. The others are some
/// joints over and over.
void fill_far(Case& c, Random& r) {
  constexpr size_t kListed = 300;
  const size_t joints = top24(sizeof(ulna_joint_quat)) + r.below(1000);
  fill(c, kRepeated, Values::pose, Order::all, r);
  for (const int a : {kJoints, kBlendJoints}) {
    c.arrays[size_t(a)].resize(joints * sizeof(ulna_joint_quat));
    repeat(c.arrays[size_t(a)].as<ulna_joint_quat>(), kRepeated);
  }
  std::vector<int32_t> index;
  for (size_t i = 0; i < kListed; ++i) // each in a part of its own
    index.push_back(static_cast<int32_t>(joints - 1 - i * (joints / kListed) - r.below(2)));
  r.shuffle(index);
  for (const int32_t j : index)
    fill_joint(Values::pose, 0, r, c.arrays[kJoints].as<ulna_joint_quat>()[size_t(j)],
               c.arrays[kBlendJoints].as<ulna_joint_quat>()[size_t(j)]);
  set_index(c, index);
}

/// The k-th long case of a seed: many joints, the most of them in order; and last a large pose.
constexpr uint64_t kNumLong = 1 + kNumLongCounts;
void long_case(Case& c, uint64_t seed, uint64_t k, Random& r) {
  constexpr uint64_t kBlended = 6; // the longest, but for one of 17 bits
  const bool copied =
      k + 2 == kNumLongCounts || ((k + seed) % 3 == 0 && k + kBlended < kNumLongCounts);
  c.real = copied ? 1 : static_cast<float>(r.unit());
  c.flush = r.one_in(4);
  if (k == kNumLongCounts) return fill_far(c, r);
  const auto order = k + 1 == kNumLongCounts || r.one_in(2) ? Order::all : Order::permuted;
  fill(c, long_count(seed, k, kTop18), Values::pose, order, r);
}

void chained_edge(Case& c, uint64_t i, Random& r) {
  fill(c, 400, Values::chained, Order::all, r);
  c.real = i % 2 ? random_lerp(r) : static_cast<float>(r.unit());
  c.flush = i % 8 == 7;
}

/// Lists that are joints in a row, up or down, but for one entry, or for two that leave the sum of
/// all what it is, or for a gap: who looks at some of the entries takes them for a row.
void nearly_edge(Case& c, uint64_t i, Random& r) {
  const size_t count = kNearlyCounts[i / kNearlyOfEach];
  const auto n = static_cast<int32_t>(count);
  fill(c, 3 * count, Values::pose, Order::all, r);
  c.real = i % 8 == 7 ? 1 : static_cast<float>(r.unit());
  std::vector<int32_t> index(count);
  const bool from_zero = r.one_in(2);
  std::iota(index.begin(), index.end(), from_zero ? 0 : n);
  const size_t at = i % kNearlyOfEach * count / kNearlyOfEach; // each, where there are so few
  const size_t other = (at + 1 + r.below(count - 1)) % count;
  if (r.one_in(4)) {
    for (size_t k = at; k < count; ++k) ++index[k];
  } else if (from_zero || r.one_in(2)) {
    index[at] = r.one_in(2) ? 2 * n : n + (from_zero ? n / 2 : -1);
  } else {
    index[at] += n;
    index[other] -= n;
  }
  if (r.one_in(3)) std::reverse(index.begin(), index.end());
  set_index(c, index);
  put_all(c, static_cast<Side>(i % 2), 0);
}

/// Norms as far off as the domain has them; a third of the joints are copied.
void far_off_edge(Case& c, uint64_t i, Random& r) {
  fill(c, 60, Values::pose, Order::all, r);
  for (const int a : {kJoints, kBlendJoints})
    for (ulna_joint_quat& joint : c.arrays[size_t(a)].as<ulna_joint_quat>()) {
      const double squared = 1 + r.sign() * blending::kDriftSlack * r.uniform(0.8, 0.99);
      const ulna_vec4& q = joint.q;
      joint.q = rounded(scaled({{q.x, q.y, q.z, q.w}}, std::sqrt(squared)));
    }
  c.real = i % 3 == 0 ? 1 : i % 3 == 1 ? random_lerp(r) : static_cast<float>(r.unit());
  c.flush = i % 2;
}

/// Appends the joints from `first` on.
void add_row(std::vector<int32_t>& index, int32_t first, int32_t length) {
  for (int32_t k = 0; k < length; ++k) index.push_back(first + k);
}

/// Lists of runs of joints in a row, of as many as registers hold, one behind, before or far from
/// the other: who finds a run by its ends takes another list for one, where he looks for its next
/// part in the wrong place.
void runs_edge(Case& c, uint64_t i, Random& r) {
  constexpr size_t kCounts[] = {16, 24, 32, 40, 48, 64};
  constexpr int32_t kLengths[] = {4, 8, 8, 16, 16, 32};
  constexpr int32_t kGaps[] = {1, 2, 4, 7, 8, 9, 12, 16, 17, 24, 32, 33};
  if (i % 32 == 31) {
    fill(c, 300, Values::pose, Order::all, r);
    c.real = static_cast<float>(r.unit());
    return set_index(c, wrapped_run(1 << 8, r));
  }
  const size_t count = kCounts[i % std::size(kCounts)];
  const auto n = static_cast<int32_t>(count);
  const int32_t firsts[] = {0, 7, 8, 9, 15, 16, 17, 24, 32, n, n + 1};
  fill(c, 3 * count, Values::pose, Order::all, r);
  c.real = i % 16 == 15 ? 1 : static_cast<float>(r.unit());

  std::vector<bool> listed(3 * count);
  std::vector<int32_t> index;
  while (index.size() < count) {
    const int32_t length = std::min(r.pick(kLengths), n - static_cast<int32_t>(index.size()));
    const int32_t first = index.empty() || r.one_in(4) ? r.pick(firsts)
                          : r.one_in(3)                ? r.between(0, 3 * n - 1)
                                        : index.back() + 1 + int32_t(r.sign()) * r.pick(kGaps);
    const int32_t end = first + length;
    if (first < 0 || end > 3 * n) continue;
    const auto begin = listed.begin() + first;
    if (std::find(begin, begin + length, true) != begin + length) {
      // Where there is no room for runs, at last some joint that is left.
      if (!r.one_in(16)) continue;
      const auto free = std::find(listed.begin(), listed.end(), false);
      *free = true;
      index.push_back(static_cast<int32_t>(free - listed.begin()));
      continue;
    }
    std::fill(begin, begin + length, true);
    add_row(index, first, length);
  }
  set_index(c, index);
  put_all(c, static_cast<Side>(i % 2), 0);
}

/// Behind other joints a row but for one, in the place of which the joint behind the row is listed,
/// or that of the number of those before: what is left from these may be taken for what it should
/// be.
void behind_edge(Case& c, uint64_t i, Random& r) {
  const size_t before = kBehind[i % std::size(kBehind)];
  const auto at = static_cast<int32_t>(i / std::size(kBehind) % kLongestBehind);
  const bool by_count = i / std::size(kBehind) / kLongestBehind != 0;
  const int32_t n = at < 16 && r.one_in(3) ? 16 : kLongestBehind;
  const int32_t first = r.one_in(4) ? 16 : 0;
  fill(c, 400, Values::pose, Order::all, r);
  c.real = static_cast<float>(r.unit());
  std::vector<int32_t> index(before);
  std::iota(index.begin(), index.end(), 200);
  if (r.one_in(2)) std::reverse(index.begin(), index.end());
  if (r.one_in(4)) r.shuffle(index);
  add_row(index, first, n);
  const int32_t behind = first + n, count = static_cast<int32_t>(before);
  index[before + size_t(at)] = by_count && count >= behind ? count : behind;
  set_index(c, index);
  put_all(c, static_cast<Side>(r.below(2)), 0);
}

/// NaNs in both quaternions of a joint. Which of two comes through depends on the code that a joint
/// gets to, and that must not depend on what registers happen to hold.
void nan_edge(Case& c, uint64_t i, Random& r) {
  constexpr uint32_t kNan = 0x7fc00000;
  constexpr int32_t kBetween = kAlike;
  const int32_t count = i / 8 % 2 ? 24 : 8;
  const int32_t joints = kBetween + 4 * count;
  fill(c, size_t(joints), Values::pose, Order::all, r);
  c.real = static_cast<float>(r.unit());
  for (const int a : {kJoints, kBlendJoints})
    for (size_t word = 0; word < c.arrays[size_t(a)].size() / 4; ++word)
      if (word % 8 < 4 && r.one_in(2))
        c.arrays[size_t(a)].set_word(word, kNan | (uint32_t(r.next()) & 0x803fffff));
  std::vector<int32_t> index;
  if (i % 8 < 3) add_row(index, 0, count);
  if (i % 8 == 1) index.back() = 2 * count;      // no row, by its end
  if (i % 8 == 2) std::swap(index[1], index[2]); // by what is between its ends
  if (i % 8 == 3 || i % 8 == 6)                  // no rows but the second eight
    for (int32_t k = 0; k < count; ++k)
      index.push_back(k / 8 != 1   ? joints - 1 - 2 * (k < 8 ? k : k - 8)
                      : i % 8 == 3 ? k
                                   : kBetween + k - 8);
  if (i % 8 == 4) add_row(index, kBetween, count);         // where registers hold its first
  if (i % 8 == 5) add_row(index, kBetween + 1 - 8, count); // or the last of its first eight
  if (i % 8 == 7) add_row(index, kBetween + 1 - count, count);
  c.leftovers = static_cast<Leftovers>(i / 16);
  set_index(c, index);
}

/// Lists that are a row if what registers hold is the step from one part to the next, or the
/// numbers that the list is compared with; and one for which joints 0 and 1 hold these.
void taken_edge(Case& c, uint64_t i, Random& r) {
  constexpr auto kStep = static_cast<int32_t>(kAlike), kFirst = static_cast<int32_t>(kCountsFrom);
  fill(c, 400, Values::pose, Order::all, r);
  c.real = static_cast<float>(r.unit());
  c.leftovers = i % 7 < 3 ? Leftovers::alike : Leftovers::counting;
  std::vector<int32_t> index;
  if (i / 7 % 2) add_row(index, 200, 16 << r.below(2));
  const size_t before = index.size();
  switch (i % 7) {
  case 0:
    add_row(index, 0, 16);
    add_row(index, kStep, 16);
    break;
  case 1:
    add_row(index, 0, 16);
    add_row(index, kStep, 4);
    add_row(index, 20, 12);
    break;
  case 2:
    add_row(index, 0, 28);
    add_row(index, kStep + 12, 4);
    break;
  case 3:
    add_row(index, kFirst, 16);
    break;
  case 4:
    add_row(index, 0, 16 + 8);
    break;
  case 5:
    add_row(index, kFirst, 32);
    break;
  default: {
    constexpr int32_t kSecond = 2;
    add_row(index, kSecond, 8);
    for (int32_t k = 0; k < 8; ++k) index.push_back(60 - 3 * k);
    for (const int a : {kJoints, kBlendJoints})
      for (uint32_t word = 0; word < 16; ++word) c.arrays[size_t(a)].set_word(word, kSecond + word);
  }
  }
  // Of a row the ends stay, and one between them is another joint.
  if (i % 7 >= 3 && i % 7 <= 5) index[before + (i % 7 == 4 ? 16 : 0) + 1 + r.below(6)] = 399;
  set_index(c, index);
  put_all(c, static_cast<Side>(i / 14 % 2), 0);
}

/// Lists that are a row for who reads them a byte too late, and one whose parts begin as far from
/// each other as the bytes of its numbers.
void cut_edge(Case& c, uint64_t i, Random& r) {
  fill(c, 8300, Values::pose, Order::all, r);
  c.real = static_cast<float>(r.unit());
  std::vector<int32_t> index;
  if (i / 3 % 2) add_row(index, 8200, 16);
  if (i % 3 == 2) {
    add_row(index, 0, 16);
    add_row(index, 0xf0f, 16);
  } else {
    const int32_t whole = i % 3 == 0 ? 8 : 16;
    add_row(index, 0, whole);
    for (int32_t k = whole; k <= 2 * whole; ++k) index.push_back(k << 8); // the last for its byte
    add_row(index, 300, 7);
  }
  set_index(c, index);
  put_all(c, Side::behind, 0);
}

Case generate(const Operation& op, uint64_t seed, uint64_t i) {
  Random r(seed, i);
  Case c = begin_case(op, seed, i);
  struct Stage {
    uint64_t count;
    void (*make)(Case&, uint64_t, Random&);
  };
  static constexpr Stage kStages[] = {
      {kNumCounts, count_edge},    {kNumLerps, lerp_edge},    {kNumBeside, beside_edge},
      {kNumShifts, shift_edge},    {kNumSame, same_edge},     {kNumDrifted, drifted_edge},
      {kNumKept, kept_edge},       {kNumAlike, alike_edge},   {kNumLarge, large_edge},
      {kNumChained, chained_edge}, {kNumNearly, nearly_edge}, {kNumFarOff, far_off_edge},
      {kNumRuns, runs_edge},       {kNumBehind, behind_edge}, {kNumNans, nan_edge},
      {kNumTaken, taken_edge},     {kNumCut, cut_edge}};
  for (const Stage& stage : kStages) {
    if (i < stage.count) {
      stage.make(c, i, r);
      return c;
    }
    i -= stage.count;
  }
  if (i % kLongOneIn == kLongOneIn - 1 && i / kLongOneIn < kNumLong) {
    long_case(c, seed, i / kLongOneIn, r);
    return c;
  }
  const size_t joints = r.one_in(2) ? r.below(kMaxSmall + 1) : r.size(kMaxSmall, 5000);
  const auto order = static_cast<Order>(r.below(4));
  fill(c, joints, r.pick(kAllValues), order, r);
  c.real = random_lerp(r);
  place(c, r);
  if (r.one_in(16)) make_joints_alike(c, r);
  if (r.one_in(16)) use_one_array(c);
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
