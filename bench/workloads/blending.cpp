// Poses on their way to other ones: unit quaternions that have nothing to do with each other,
// translations of human size, the joints in order.

#include "operations/blending/blending.h"
#include "bench/workloads/workload.h"
#include "cases/objective.h"
#include "operations/blending/arcs.h"
#include "operations/list.h"
#include "operations/shared/place.h"

#include <cmath>
#include <numbers>

namespace ulna::bench {
namespace {

Case make(const Operation& op, size_t elements, Random& random) {
  std::vector<quaternions::Pair> pairs(elements);
  for (quaternions::Pair& pair : pairs) {
    pair.from = quaternions::rounded(quaternions::random_unit(random));
    pair.to = quaternions::rounded(quaternions::random_unit(random));
  }
  Case c = quaternions::pairs_case(op, 0.3f, pairs);
  if (!op.takes_one_element)
    for (const int array : {blending::kJoints, blending::kBlendJoints})
      for (ulna_joint_quat& joint : c.arrays[size_t(array)].as<ulna_joint_quat>())
        for (float* t : {&joint.t.x, &joint.t.y, &joint.t.z, &joint.t.w})
          *t = float(random.uniform(-2, 2));
  place(c, random);
  return c;
}

// --- Least cost ---------------------------------------------------------------------------------

constexpr double kBlended = 4 * 3; // components, each the sum of two products

/// Of the dot product, the scales and the components. A scale of slerp is a polynomial of degree 8;
/// lerp has the components' length, a Newton step for its inverse, and the components times that.
constexpr double flops_of(bool is_slerp) {
  constexpr double kScales = 2 * 8 * 2;
  return kDot + kBlended + (is_slerp ? kScales : kDot + kNewtonStep + 4);
}

template <bool IsSlerp>
Cost of_joints(bool /*whole_lines*/) { // in place: what is written was read
  return {.bytes = 3 * sizeof(ulna_joint_quat) + sizeof(int32_t),
          .flops = flops_of(IsSlerp) + kBlended};
}

template <bool IsSlerp>
Cost of_single(bool whole_lines) {
  return {.bytes = kVec4 * (whole_lines ? 4 : 3), .flops = flops_of(IsSlerp)};
}

// --- Families -----------------------------------------------------------------------------------

/// Pairs at these angles, and a t for all of them.
template <class Angle>
Case arcs(const Operation& op, Random& random, Angle angle) {
  const auto t = static_cast<float>(random.unit());
  std::vector<quaternions::Pair> pairs(kFamilyElements);
  for (quaternions::Pair& pair : pairs) {
    const quaternions::Arc arc = quaternions::arc(quaternions::kAnywhere, angle(), random);
    pair = {quaternions::rounded(arc.from), quaternions::rounded(arc.to)};
  }
  return quaternions::pairs_case(op, t, pairs);
}

/// 2^-24 to 2^-3, every order of magnitude as likely.
double small_angle(Random& random) {
  return std::fabs(random.scaled(-24, -4));
}

Case uniform_pairs(const Operation& op, size_t /*i*/, Random& random) {
  return uniform_objective_of(op).scatter(op, 0, random);
}

Case small_angles(const Operation& op, size_t /*i*/, Random& random) {
  return arcs(op, random, [&] { return small_angle(random); });
}

/// As small an angle from 90 degrees between them, which is half a turn of what they rotate; or
/// from opposite, which is none.
Case half_turns(const Operation& op, size_t /*i*/, Random& random) {
  return arcs(op, random, [&] {
    using std::numbers::pi;
    const double off = small_angle(random);
    if (random.one_in(2)) return pi - off;
    return pi / 2 + random.sign() * off;
  });
}

constexpr Family kFamilies[] = {{"uniform pairs", uniform_pairs, nullptr, true},
                                {"small angles", small_angles, nullptr, true},
                                {"half turns", half_turns, nullptr, true}};

} // namespace

std::vector<Workload> blending_workloads() {
  using blending::kBlendJoints;
  return {{&slerp_joints(), make, of_joints<true>, kFamilies, kBlendJoints},
          {&lerp_joints(), make, of_joints<false>, kFamilies, kBlendJoints},
          {&slerp(), make, of_single<true>, kFamilies},
          {&nlerp(), make, of_single<false>, kFamilies}};
}

} // namespace ulna::bench
