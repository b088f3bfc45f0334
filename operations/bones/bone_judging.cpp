#include "operations/bones/bone_judging.h"

#include "reference/skinning.h"

namespace ulna::bones {

Ruling rule_on_local(const ulna_mat44& local, bool flush) {
  for (const float x : local.m)
    if (!std::isfinite(x)) return {Report::must, "a local matrix that is not finite"};
  Ruling ruling{Report::must_not, ""};
  for (size_t row = 0; row < 4; ++row) {
    const float x = local.m[4 * row + 3];
    const float owed = row == 3 ? 1.0f : 0.0f;
    if (x == owed) continue;
    if (!(flush && owed == 0 && reference::is_denormal(x)))
      return {Report::must, "a local matrix that is not affine"};
    ruling.report = Report::may; // it counts as zero
  }
  if (!reference::is_singular(local)) return ruling;
  if (shows_singular(local, flush)) return {Report::must, "a singular local matrix"};
  return {Report::may, ""};
}

Bone judge_bone(const Bone* parent, const ulna_mat44& local, Report ruling, bool flush) {
  Bone bone;
  bone.chain = extend(parent ? parent->chain : Chain{}, local);
  // What column 3 does to the rest is nobody's business.
  if (ruling != Report::must_not) bone.chain.peak = INFINITY;
  if (!in_domain(bone.chain)) return bone;

  Judged& combined = bone.combined;
  combined.judged = true;
  combined.value = reference::affine<double>(local);
  if (parent) combined.value = reference::multiply(combined.value, parent->combined.value);
  const CombinedBound bound = bound_of_combined(bone.chain, flush);
  combined.bound = bound.value;
  bone.underflow = bound.underflow;

  Judged& offset = bone.offset;
  const double det = reference::determinant(combined.value.data());
  offset.value = reference::inverse(combined.value, det);
  const InverseBound inverse =
      bound_of_inverse(combined.value, combined.bound, offset.value, det, flush);
  offset.judged = inverse.judged;
  offset.bound = inverse.value;
  if (inverse.far_from_singular && (!parent || far_from_singular(local)))
    bone.report = Report::must_not;
  return bone;
}

} // namespace ulna::bones
