#include "certify/profile_trial.h"

#include "base/error.h"
#include "certify/operation_run.h"

#include <algorithm>

namespace ulna {
namespace {

/// What no profile is about: which instructions there are, and what a caller has in its registers.
/// Where that shows in some calls alone, fewer calls would be bad advice.
bool is_of_code(const Finding& f) {
  const bool is_of_state =
      f.kind >= FindingKind::changed_registers && f.kind <= FindingKind::changed_control;
  return is_of_state || f.kind == FindingKind::undeclared_feature || !f.witness.operation;
}

} // namespace

Profiles ProfileTrial::enough_for(const OperationReport& report) const {
  const Operation& op = *report.operation;
  const Profiles now = report.profiles;
  const Profiles all = profiles_of(op) | now;
  if (std::ranges::any_of(report.findings, is_of_code) || all == now) return {};
  const auto passes = [&](Profiles profiles) {
    return hold_under(profiles, report) && is_quick_clean(op, profiles);
  };
  // What a quick run does not find it cannot be asked for.
  if (!passes(all) || is_quick_clean(op, now)) return {};
  for (const Profile p : all.list())
    if (!now.has(p) && passes(now | p)) return now | p;
  // The last of the list are promised most easily, but for one that asks for more than another.
  Profiles enough = all;
  const std::vector<Profile> each = all.list();
  for (auto p = each.rbegin(); p != each.rend(); ++p)
    if (!now.has(*p) && passes(enough.without(*p))) enough = enough.without(*p);
  return enough;
}

template <class Judging>
bool ProfileTrial::is_clean(Profiles profiles, const Judging& judging) const {
  try {
    auto session = std::make_unique<Session>(port, installation.worker);
    session->stop_when(plan.stop);
    Judge judge(std::move(session), plan.seed);
    judge.judge_under(profiles);
    return judging(judge) && !plan.stopped();
  } catch (const LoadCrash&) {
    return false;
  } catch (const Unjudged&) {
    return false;
  }
}

bool ProfileTrial::hold_under(Profiles profiles, const OperationReport& report) const {
  return is_clean(profiles, [&](Judge& judge) {
    bool clean = true;
    for (const Finding& f : report.findings)
      machine.among_others([&] {
        Tally tally;
        const Judgement judgement = f.before.empty()
                                        ? judge.replay(f.witness, tally, Company::interrupting)
                                        : judge.replay_behind(f.before, f.witness, tally);
        clean = clean && judgement.findings.empty();
      });
    return clean;
  });
}

bool ProfileTrial::is_quick_clean(const Operation& op, Profiles profiles) const {
  Plan quick;
  quick.seed = plan.seed;
  quick.stop = plan.stop;
  quick.only_asks = true;
  OperationReport report;
  report.operation = &op;
  return is_clean(profiles, [&](Judge& judge) {
    GeneratedCases cases(op, plan.seed, false);
    judge_operation({quick, cases, judge, nullptr, report, 0, machine, [](double) {}});
    return report.findings.empty() && report.reason.empty() && report.tally.elements > 0;
  });
}

} // namespace ulna
