#include "operations/blending/blending.h"

#include "base/error.h"
#include "operations/shared/bounds.h"
#include "operations/shared/mend.h"
#include "operations/shared/reduce.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

namespace ulna::blending {
namespace {

using reference::Rung;

std::span<const ulna_joint_quat> joints_of(const Case& c) {
  return c.arrays[kJoints].as<ulna_joint_quat>();
}
std::span<const ulna_joint_quat> blend_joints_of(const Case& c) {
  return c.arrays[kBlendJoints].as<ulna_joint_quat>();
}
std::span<const int32_t> index_of(const Case& c) {
  return c.arrays[kIndex].as<int32_t>();
}

/// Whether results at 0 and 1 are those of any other t.
bool blends_at_ends(const Case& c) {
  return c.profiles.has(Profile::t_in_0_1) && (c.real == 0 || c.real == 1);
}

bool may_write(const Case& c) {
  return (!(c.real <= 0) || blends_at_ends(c)) && !index_of(c).empty();
}

class Blended : public Evaluator {
public:
  Blended(const Case& c, Curve curve, Range range)
      : joints_(joints_of(c)), blend_joints_(blend_joints_of(c)), t_(c.real), flush_(c.flush),
        blends_at_ends_(blends_at_ends(c)), w_is_padding_(c.profiles.has(Profile::w_is_padding)),
        blend_(t_, curve, range, kDriftedQ), listed_(joints_.size()) {
    for (const int32_t j : index_of(c)) listed_[size_t(j)] = true;
  }

  void expect(size_t /*array*/, size_t joint, Rung rung, Expectation& e) const override {
    e.two_branches = false;
    const bool blends = blends_at_ends_ || (t_ > 0 && t_ < 1);
    if (!listed_[joint] || (t_ <= 0 && !blends)) {
      e.clause.fill(Clause::untouched);
      return;
    }
    if (blends) {
      blend_.expect(joints_[joint].q, blend_joints_[joint].q, rung, e, blends_at_ends_);
      expect_translation(&joints_[joint].t.x, &blend_joints_[joint].t.x, rung, e);
    } else if (t_ >= 1) {
      e.clause.fill(Clause::copied);
      std::memcpy(e.bits.data(), &blend_joints_[joint], sizeof(ulna_joint_quat));
    } else { // a NaN
      e.clause.fill(Clause::unjudged);
    }
    if (w_is_padding_) e.clause[kWOfTranslation] = Clause::unjudged;
  }

private:
  static constexpr size_t kWOfTranslation = 7;

  void expect_translation(const float* a, const float* b, Rung rung, Expectation& e) const {
    using namespace reference;
    for (size_t i = 0; i < 4; ++i) {
      const bool inside = std::fabs(double(a[i])) + std::fabs(double(b[i])) < kSumLimit;
      e.clause[4 + i] = inside ? Clause::bounded : Clause::unjudged;
      e.branch[4 + i] = false;
      if (!inside) continue;
      e.exact[4 + i] = rung == Rung::fast   ? lerp_scalar<Fast>(a[i], b[i], t_)
                       : rung == Rung::wide ? lerp_scalar<Wide>(a[i], b[i], t_)
                                            : lerp_scalar<Top>(a[i], b[i], t_);
      const Bound bound = bound_of_lerp(a[i], b[i], t_, flush_);
      e.bound[4 + i] = bound.value;
      e.quantity[4 + i] = bound.underflow ? kTInUnderflow : kT;
    }
  }

  std::span<const ulna_joint_quat> joints_;
  std::span<const ulna_joint_quat> blend_joints_;
  float t_;
  bool flush_;
  bool blends_at_ends_;
  bool w_is_padding_;
  QuatBlend blend_;
  std::vector<bool> listed_;
};

void check(const Case& c) {
  const size_t num_joints = joints_of(c).size();
  if (blend_joints_of(c).size() != num_joints)
    throw BadInput("blend_joints: must have as many entries as joints");
  std::vector<bool> seen(num_joints);
  for (size_t i = 0; i < index_of(c).size(); ++i) {
    const int32_t j = index_of(c)[i];
    if (j < 0 || size_t(j) >= num_joints)
      throw BadInput(fmt::format("index: entry {} is {}, must be from 0 to {}", i, j,
                                 static_cast<int64_t>(num_joints) - 1));
    if (seen[size_t(j)]) throw BadInput(fmt::format("index: {} comes twice", j));
    seen[size_t(j)] = true;
  }
}

/// Entries that are out of range or come twice become others, those that fit stay.
void make_distinct(std::span<int32_t> index, size_t num_joints) {
  std::vector<bool> seen(num_joints);
  std::vector<size_t> bad;
  for (size_t i = 0; i < index.size(); ++i) {
    const bool fits = index[i] >= 0 && size_t(index[i]) < num_joints && !seen[size_t(index[i])];
    fits ? void(seen[size_t(index[i])] = true) : bad.push_back(i);
  }
  size_t unseen = 0;
  for (const size_t i : bad) {
    size_t j = mend::below(static_cast<uint32_t>(index[i]), num_joints);
    if (seen[j]) {
      while (seen[unseen]) ++unseen;
      j = unseen;
    }
    seen[j] = true;
    index[i] = static_cast<int32_t>(j);
  }
}

void make_valid(Case& c) {
  const size_t num_joints = joints_of(c).size();
  mend::set_count(c, kBlendJoints, num_joints);
  if (index_of(c).size() > num_joints) mend::set_count(c, kIndex, num_joints);
  make_distinct(c.arrays[kIndex].as<int32_t>(), num_joints);
}

void enter_domain(Case& c) {
  if (std::isnan(c.real) && !index_of(c).empty()) c.real = 0.5f;
  if (!c.operation->computes(c)) return; // copies have no domain
  constexpr int kExponent = 124;
  for (const int32_t j : index_of(c)) {
    ulna_joint_quat& a = c.arrays[kJoints].as<ulna_joint_quat>()[size_t(j)];
    ulna_joint_quat& b = c.arrays[kBlendJoints].as<ulna_joint_quat>()[size_t(j)];
    make_unit(a.q, kDriftSlack);
    make_unit(b.q, kDriftSlack);
    for (size_t i = 0; i < 4; ++i) {
      float& s = (&a.t.x)[i];
      float& t = (&b.t.x)[i];
      if (std::fabs(double(s)) + std::fabs(double(t)) < kSumLimit) continue;
      s = mend::tamed(s, kExponent);
      t = mend::tamed(t, kExponent);
    }
  }
}

/// Joints like the last one that is listed, behind all others.
void pad(Case& c, size_t multiple) {
  const size_t listed = index_of(c).size();
  const size_t owed = (listed + multiple - 1) / multiple * multiple;
  for (size_t i = listed; i < owed; ++i) {
    const auto last = size_t(index_of(c)[listed - 1]);
    append(c.arrays[kIndex], static_cast<int32_t>(joints_of(c).size()));
    append(c.arrays[kJoints], ulna_joint_quat(joints_of(c)[last]));
    append(c.arrays[kBlendJoints], ulna_joint_quat(blend_joints_of(c)[last]));
  }
}

Case keep(const Case& c, std::span<const size_t> places) {
  Case smaller = c;
  smaller.arrays[kIndex].resize(places.size() * sizeof(int32_t));
  const auto index = smaller.arrays[kIndex].as<int32_t>();
  for (size_t i = 0; i < places.size(); ++i) index[i] = index_of(c)[places[i]];
  return smaller;
}

/// The case with the joints for which `kept` is set; every listed joint must be.
Case with_joints(const Case& c, const std::vector<bool>& kept) {
  Case smaller = c;
  const std::vector<size_t> number = new_numbers(kept);
  const auto count = static_cast<size_t>(std::count(kept.begin(), kept.end(), true));
  for (const int a : {kJoints, kBlendJoints}) {
    Array& array = smaller.arrays[size_t(a)];
    array.resize(count * sizeof(ulna_joint_quat));
    for (size_t j = 0; j < kept.size(); ++j)
      if (kept[j])
        array.as<ulna_joint_quat>()[number[j]] = c.arrays[size_t(a)].as<ulna_joint_quat>()[j];
  }
  for (int32_t& j : smaller.arrays[kIndex].as<int32_t>())
    j = static_cast<int32_t>(number[size_t(j)]);
  return smaller;
}

std::vector<Reduction> reductions(const Case& c) {
  std::vector<bool> listed(joints_of(c).size());
  for (const int32_t j : index_of(c)) listed[size_t(j)] = true;
  std::vector<Reduction> out;
  for (const auto& kept : fewer_unused(listed))
    out.push_back([&c, kept] { return with_joints(c, kept); });
  return out;
}

} // namespace

Operation operation() {
  Operation op{};
  op.arrays = {{"joints", "ffffffff", 16, true, "q.xyzw t.xyzw"},
               {"blend_joints", "ffffffff", 16, false, "q.xyzw t.xyzw"},
               {"index", "i", 4, false}};
  op.output = kJoints;
  op.element = "joint";
  op.quantities = {"q", "t", "t in underflow", "q of drifted norms"};
  op.real = "lerp";
  op.measures_drift = true;
  op.quick_elements = 1'850'000; // and joints that are passed over
  op.same_array = kBlendJoints;
  op.arguments = [](const Case& c) -> std::vector<Argument> {
    return {{kJoints},
            {kBlendJoints},
            {Argument::kReal},
            {kIndex},
            {Argument::kInteger, static_cast<int32_t>(index_of(c).size())}};
  };
  op.may_write = may_write;
  op.computes = [](const Case& c) { return c.real > 0 && c.real < 1; };
  op.validate = check;
  op.make_valid = make_valid;
  op.enter_domain = enter_domain;
  op.keep = keep;
  op.size = [](const Case& c) { return index_of(c).size(); };
  op.place_of = [](const Case& c, size_t joint) {
    const auto index = index_of(c);
    return static_cast<size_t>(std::find(index.begin(), index.end(), static_cast<int32_t>(joint)) -
                               index.begin());
  };
  op.element_at = [](const Case& c, size_t place) {
    return static_cast<size_t>(index_of(c)[place]);
  };
  op.reductions = reductions;
  op.bounds_of_methods = {kQ, kDriftedQ};
  op.objective = &kObjective;
  op.uniform_objective = &kUniformObjective;
  op.moves = kMoves;
  op.with_cosines = with_cosines;
  op.profiles = Profile::w_is_padding | Profile::t_in_0_1;
  op.padded = pad;
  return op;
}

std::unique_ptr<Evaluator> evaluate(const Case& c, Curve curve, Range range) {
  return std::make_unique<Blended>(c, curve, range);
}

} // namespace ulna::blending
