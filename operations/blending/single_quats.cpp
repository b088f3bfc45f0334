#include "operations/blending/single_quats.h"

#include "cases/make_case.h"
#include "operations/blending/blending.h"
#include "operations/elementwise/elementwise.h"
#include "operations/shared/generate.h"
#include "operations/shared/mend.h"

namespace ulna::blending {
namespace {

enum : uint8_t { kQOfSingle, kDriftedQOfSingle }; // the order of Operation::quantities

/// Not of a NaN.
bool is_between(float t) {
  return t >= 0 && t <= 1;
}

class Single : public Evaluator {
public:
  Single(const Case& c, Curve curve, Range range)
      : a_(c.arrays[kA].as<ulna_vec4>()), b_(c.arrays[kB].as<ulna_vec4>()),
        judged_(is_between(c.real)), blend_(c.real, curve, range, kDriftedQOfSingle) {}

  void expect(size_t /*array*/, size_t quat, reference::Rung rung, Expectation& e) const override {
    e.two_branches = false;
    if (judged_)
      blend_.expect(a_[quat], b_[quat], rung, e);
    else
      e.clause.fill(Clause::unjudged);
  }

private:
  std::span<const ulna_vec4> a_, b_;
  bool judged_;
  QuatBlend blend_;
};

void enter_domain(Case& c) {
  if (mend::count_of(c, kA) > 0 && !is_between(c.real)) c.real = 0.5f;
  for (const int array : {c.same_array ? kOut : kA, kB})
    for (ulna_vec4& q : c.arrays[size_t(array)].as<ulna_vec4>()) make_unit(q, kDriftSlack);
}

/// Of quaternions that are the same on both sides half of the calls name one array twice, as
/// slerp(q, q, t, out) does.
bool is_blended_with_itself(const Case& c) {
  return !c.same_array && c.order % 2 == 1 && c.arrays[kA] == c.arrays[kB];
}

/// On the same side, at more addresses: single quaternions need no alignment.
Placement less_aligned(Placement of_joints, Random& random) {
  constexpr unsigned kFloats = 16;
  if (random.one_in(2)) of_joints.shift = static_cast<uint8_t>(4 * random.below(kFloats));
  return of_joints;
}

} // namespace

Operation single_quats() {
  Operation op = elementwise::operation();
  op.arrays = {{"out", "ffff", 4, true, "x y z w"},
               {"a", "ffff", 4, false, "x y z w"},
               {"b", "ffff", 4, false, "x y z w"}};
  for (ArraySpec& array : op.arrays) array.quaternions = true;
  op.element = "quaternion";
  op.quantities = {"q", "q of drifted norms"};
  op.real = "t";
  op.measures_drift = true;
  op.same_array = kA;
  op.takes_one_element = true;
  op.arguments = [](const Case& c) -> std::vector<Argument> {
    return {{kA}, {is_blended_with_itself(c) ? kA : kB}, {Argument::kReal}, {kOut}};
  };
  op.computes = [](const Case& c) { return is_between(c.real); };
  op.enter_domain = enter_domain;
  op.num_edge_cases = num_blending_edge_cases();
  op.bounds_of_methods = {kQOfSingle, kDriftedQOfSingle};
  op.objective = &kObjective;
  op.uniform_objective = &kUniformObjective;
  op.moves = kMoves;
  op.with_cosines = with_cosines;
  return op;
}

Case single_quats_case(const Operation& op, const Case& joints) {
  Case c = make_case(op);
  c.note = joints.note;
  c.leftovers = joints.leftovers;
  c.flush = joints.flush;
  c.real = joints.real;
  const auto index = joints.arrays[kIndex].as<int32_t>();
  for (Array& array : c.arrays) array.resize(index.size() * sizeof(ulna_vec4));
  const auto from = joints.arrays[kJoints].as<ulna_joint_quat>();
  const auto to = joints.arrays[kBlendJoints].as<ulna_joint_quat>();
  for (size_t i = 0; i < index.size(); ++i) {
    const auto joint = size_t(index[i]);
    c.arrays[kOut].as<ulna_vec4>()[i] = from[joint].t; // any floats
    c.arrays[kA].as<ulna_vec4>()[i] = from[joint].q;
    c.arrays[kB].as<ulna_vec4>()[i] = to[joint].q;
  }
  Random random(index.size(), static_cast<uint64_t>(c.leftovers));
  c.places[kOut] = less_aligned(joints.places[kIndex], random);
  c.places[kA] = less_aligned(joints.places[kJoints], random);
  c.places[kB] = less_aligned(joints.places[kBlendJoints], random);
  c.same_array = random.one_in(8); // q = slerp(q, aim, t)
  if (!c.same_array) return c;
  c.places[kA] = c.places[kOut];
  c.arrays[kOut] = c.arrays[kA];
  return c;
}

std::unique_ptr<Evaluator> evaluate_single_quats(const Case& c, Curve curve, Range range) {
  return std::make_unique<Single>(c, curve, range);
}

} // namespace ulna::blending
