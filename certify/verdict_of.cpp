#include "certify/verdict_of.h"

#include <fmt/format.h>

#include <algorithm>

namespace ulna {

void decide(OperationReport& report) {
  if (!report.findings.empty()) {
    report.verdict = Verdict::refuted;
    report.reason.clear();
  } else if (!report.reason.empty()) {
    report.verdict = Verdict::not_run;
  } else if (report.tally.elements == 0) {
    report.verdict = Verdict::not_run;
    report.reason = "no element was judged";
  } else {
    report.verdict = Verdict::certified;
  }
}

void require_full(OperationReport& report) {
  if (report.verdict != Verdict::certified || report.profiles.empty()) return;
  report.verdict = Verdict::not_run;
  report.reason = fmt::format("only certified under {}; --require full wants the whole contract",
                              names(report.profiles));
}

void add_part(OperationReport part, OperationReport& report) {
  report.tally.merge(std::move(part.tally));
  report.seconds += part.seconds;
  report.processors.merge(part.processors);
  report.adversaries = std::max(report.adversaries, part.adversaries);
  for (Finding& finding : part.findings)
    if (std::ranges::find(report.findings, finding.kind, &Finding::kind) == report.findings.end())
      report.findings.push_back(std::move(finding));
}

} // namespace ulna
