#include "sweep/slerp_probe.h"

#include "cases/make_case.h"
#include "cases/operation.h"
#include "judge/compare.h"
#include "operations/blending/blending.h"
#include "operations/list.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace ulna::sweep {
namespace {

using blending::kBlendJoints;
using blending::kIndex;
using blending::kJoints;

Case case_of(size_t joints) {
  Case c = make_case(slerp_joints());
  c.arrays[kJoints].resize(joints * sizeof(ulna_joint_quat));
  c.arrays[kBlendJoints].resize(joints * sizeof(ulna_joint_quat));
  c.arrays[kIndex].resize(joints * sizeof(int32_t));
  const auto index = c.arrays[kIndex].as<int32_t>();
  for (size_t i = 0; i < joints; ++i) index[i] = static_cast<int32_t>(i);
  return c;
}

Case probes(size_t joints) {
  Case c = case_of(joints);
  for (ulna_joint_quat& joint : c.arrays[kJoints].as<ulna_joint_quat>()) joint.q = {1, 0, 1, 0};
  for (ulna_joint_quat& joint : c.arrays[kBlendJoints].as<ulna_joint_quat>())
    joint.q = {0, 1, 0, 0};
  return c;
}

} // namespace

SlerpProbe::SlerpProbe(const std::string& port_path, const Workers& workers)
    : session_(port_path, workers) {}

void SlerpProbe::run(float t, std::span<const Case* const> cases, const OnResults& on_results) {
  size_t first = 0;
  std::string failure;
  session_.run(cases, [&](size_t i, const CallResult& result, const Outputs& outputs) {
    if (!failure.empty()) return;
    const auto before = cases[i]->arrays[kBlendJoints].as<ulna_joint_quat>();
    const Judgement judgement = judge_call(*cases[i], result, outputs);
    if (!judgement.findings.empty()) {
      const Finding& finding = judgement.findings.front();
      failure = fmt::format("{}: {}, in a call of {} joints with t = {}, q1.x from {} to {}; `ulna "
                            "certify --op slerp_joints` looks for a witness",
                            name(finding.kind), finding.detail, before.size(), t,
                            before.front().q.x, before.back().q.x);
      return;
    }
    const std::span<const std::byte> bytes = outputs[kJoints].bytes;
    on_results(first, {reinterpret_cast<const ulna_joint_quat*>(bytes.data()), before.size()});
    first += before.size();
  });
  if (!failure.empty()) throw PortFailed(failure);
}

void SlerpProbe::scales(float t, std::span<const float> cosines, const OnResults& on_results) {
  if (cases_.empty()) cases_.assign(arena::kSmallSlots, probes(kProbeBlock));
  size_t done = 0;
  while (done < cosines.size()) {
    std::vector<const Case*> batch;
    std::vector<Case> rest;
    rest.reserve(1);
    size_t laid = done;
    while (laid < cosines.size() && batch.size() < cases_.size()) {
      const size_t count = std::min(kProbeBlock, cosines.size() - laid);
      if (count < kProbeBlock) rest.push_back(probes(count));
      Case& c = count < kProbeBlock ? rest.back() : cases_[batch.size()];
      c.real = t;
      const auto joints = c.arrays[kBlendJoints].as<ulna_joint_quat>();
      for (size_t i = 0; i < count; ++i) joints[i].q.x = cosines[laid + i];
      batch.push_back(&c);
      laid += count;
    }
    run(t, batch, [&](size_t first, std::span<const ulna_joint_quat> results) {
      on_results(done + first, results);
    });
    done = laid;
  }
}

std::vector<ulna_vec4> SlerpProbe::blend(float t, std::span<const Pair> pairs, size_t per_call) {
  std::vector<Case> cases;
  for (size_t i = 0; i < pairs.size(); i += per_call) {
    const size_t count = std::min(per_call, pairs.size() - i);
    Case c = case_of(count);
    c.real = t;
    for (size_t k = 0; k < count; ++k) {
      c.arrays[kJoints].as<ulna_joint_quat>()[k].q = pairs[i + k].from;
      c.arrays[kBlendJoints].as<ulna_joint_quat>()[k].q = pairs[i + k].to;
    }
    cases.push_back(std::move(c));
  }
  std::vector<const Case*> all;
  for (const Case& c : cases) all.push_back(&c);
  std::vector<ulna_vec4> results;
  results.reserve(pairs.size());
  run(t, all, [&](size_t, std::span<const ulna_joint_quat> joints) {
    for (const ulna_joint_quat& joint : joints) results.push_back(joint.q);
  });
  return results;
}

} // namespace ulna::sweep
