#include "certify/profile_trial.h"

#include "base/error.h"
#include "certify/operation_run.h"

#include <algorithm>

namespace ulna {

Profiles ProfileTrial::enough_for(const OperationReport& report) const {
  const Operation& op = *report.operation;
  // No profile changes which instructions there are.
  const bool is_of_code = std::ranges::any_of(report.findings, [](const Finding& f) {
    return f.kind == FindingKind::undeclared_feature || !f.witness.operation;
  });
  const Profiles all = profiles_of(op) | report.profiles;
  if (is_of_code || all == report.profiles || !passes(op, all)) return {};
  for (const Profile p : all.list())
    if (!report.profiles.has(p) && passes(op, report.profiles | p)) return report.profiles | p;
  Profiles enough = all;
  for (const Profile p : all.list())
    if (!report.profiles.has(p) && passes(op, enough.without(p))) enough = enough.without(p);
  return enough;
}

bool ProfileTrial::passes(const Operation& op, Profiles profiles) const {
  if (plan.stopped()) return false;
  Plan quick;
  quick.seed = plan.seed;
  quick.stop = plan.stop;
  quick.only_asks = true;
  GeneratedCases cases(op, plan.seed, false);
  OperationReport report;
  report.operation = &op;
  try {
    auto session = std::make_unique<Session>(port, installation.worker);
    session->stop_when(plan.stop);
    Judge judge(std::move(session), plan.seed);
    judge.judge_under(profiles);
    judge_operation({quick, cases, judge, nullptr, report, 0, machine, [](double) {}});
  } catch (const LoadCrash&) {
    return false;
  } catch (const Unjudged&) {
    return false;
  }
  return report.findings.empty() && report.reason.empty() && report.tally.elements > 0;
}

} // namespace ulna
