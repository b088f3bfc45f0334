#include "report/differences.h"

#include "base/text.h"
#include "report/table.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <tuple>

namespace ulna {
namespace {

class Comparison {
public:
  explicit Comparison(Alike alike) : alike_(alike) {}

  std::vector<Difference> of(const RunReport& before, const RunReport& after) {
    run(before, after);
    for (const PortPair& pair : paired_ports(before, after)) {
      port_ = label(pair.before ? *pair.before : *pair.after);
      if (!pair.after) {
        gone(*pair.before);
      } else if (pair.before) {
        port(*pair.before, *pair.after);
      } else {
        for (const OperationReport& report : pair.after->operations) is_new(report);
      }
    }
    return std::move(differences_);
  }

private:
  void add(const std::string& operation, const std::string& what, const std::string& old,
           const std::string& now, bool worse = false) {
    differences_.push_back({port_, operation, what, old, now, worse});
  }

  void differs(const std::string& operation, const std::string& what, const std::string& old,
               const std::string& now) {
    if (old != now) add(operation, what, old, now);
  }

  /// What explains differences of everything below.
  void run(const RunReport& before, const RunReport& after) {
    differs("", "seed", seeds_in_words(before), seeds_in_words(after));
    differs("", "budget", budget_in_words(before), budget_in_words(after));
    differs("", "profile", before.profile, after.profile);
    differs("", "models", fmt::format("{}", fmt::join(before.models, ", ")),
            fmt::format("{}", fmt::join(after.models, ", ")));
    differs("", "processor", processors_in_words(before), processors_in_words(after));
    differs("", "its rsqrtps and rcpps", before.machine.fingerprint, after.machine.fingerprint);
  }

  void gone(const PortReport& old) {
    for (const OperationReport& report : old.operations) is_gone(report);
    if (old.operations.empty()) add("", "port", "not run", "not judged");
  }

  void is_gone(const OperationReport& old) {
    add(old.operation->name, "verdict", verdict_in_words(old), "not judged",
        old.verdict == Verdict::certified);
  }

  void is_new(const OperationReport& now) {
    add(now.operation->name, "verdict", "not judged", verdict_in_words(now));
  }

  void port(const PortReport& old, const PortReport& now) {
    differs("", "library", old.sha256.substr(0, 12), now.sha256.substr(0, 12));
    differs("", "cpu_features", old.cpu_features, now.cpu_features);
    for (const OperationReport& was : old.operations) {
      const auto is = same(now.operations, was);
      if (is == now.operations.end()) {
        is_gone(was);
      } else {
        operation(was, *is);
      }
    }
    for (const OperationReport& is : now.operations)
      if (same(old.operations, is) == old.operations.end()) is_new(is);
  }

  static std::vector<OperationReport>::const_iterator
  same(const std::vector<OperationReport>& reports, const OperationReport& as) {
    return std::ranges::find(reports, as.operation, &OperationReport::operation);
  }

  void operation(const OperationReport& old, const OperationReport& now) {
    const std::string operation_name = now.operation->name;
    if (verdict_in_words(old) != verdict_in_words(now))
      add(operation_name, "verdict", verdict_in_words(old), verdict_in_words(now),
          is_worse(old, now));
    for (const Finding& finding : now.findings)
      if (!has(old, finding.kind)) add(operation_name, name(finding.kind), "", finding.detail);
    for (const Finding& finding : old.findings)
      if (!has(now, finding.kind)) add(operation_name, name(finding.kind), finding.detail, "");
    for (size_t q = 0; q < now.operation->quantities.size(); ++q) error(old, now, q);
    if (alike_ == Alike::exactly) counts(old, now);
    const auto ran = [](const OperationReport& report) { return percentage(report.executed); };
    differs(operation_name, "ran", ran(old), ran(now));
  }

  /// A port that is certified under another profile does not hold what it held.
  static bool is_worse(const OperationReport& old, const OperationReport& now) {
    if (old.verdict != Verdict::certified)
      return old.verdict == Verdict::not_run && now.verdict == Verdict::refuted;
    return now.verdict != Verdict::certified || (now.profiles & old.profiles) != now.profiles;
  }

  void counts(const OperationReport& old, const OperationReport& now) {
    const Tally &was = old.tally, &is = now.tally;
    for (const auto& [what, before, after] :
         {std::tuple("cases", was.cases, is.cases),
          {"elements", was.elements, is.elements},
          {"words", was.words, is.words},
          {"words outside the domain", was.unjudged, is.unjudged}})
      differs(now.operation->name, what, grouped(before), grouped(after));
  }

  static bool has(const OperationReport& report, FindingKind kind) {
    return std::ranges::find(report.findings, kind, &Finding::kind) != report.findings.end();
  }

  void error(const OperationReport& old, const OperationReport& now, size_t q) {
    const double alike_within = alike_ == Alike::exactly ? 0 : 1e-3;
    if (old.tally.words == 0 || now.tally.words == 0) return;
    const Largest &was = old.tally.largest[q], &is = now.tally.largest[q];
    // Certificates have no NaN and no infinity: either is told as the other.
    const auto alike = [&](double a, double b) {
      return a == b || std::fabs(a - b) <= alike_within * a ||
             (!std::isfinite(a) && !std::isfinite(b));
    };
    const auto all_alike = [&](const ErrorInBounds& a, const ErrorInBounds& b) {
      return alike_ == Alike::nearly || (alike(a.error, b.error) && alike(a.bound, b.bound));
    };
    if (alike(was.fraction, is.fraction) && was.not_finite == is.not_finite && all_alike(was, is) &&
        (is.not_finite == 0 || all_alike(was.finite, is.finite)))
      return;
    add(now.operation->name, fmt::format("largest error of {}", now.operation->quantities[q]),
        describe(was), describe(is));
  }

  Alike alike_;
  std::string port_;
  std::vector<Difference> differences_;
};

std::string line(const Difference& difference) {
  constexpr size_t kLong = 200;
  const auto shown = [](const std::string& text) {
    return text.empty() ? std::string("none") : printable(text, kLong);
  };
  std::string who = printable(difference.port);
  if (!difference.operation.empty()) who += (who.empty() ? "" : " ") + difference.operation;
  return fmt::format("{}{}{}: {} -> {}{}\n", who, who.empty() ? "" : ": ", difference.what,
                     shown(difference.before), shown(difference.after),
                     difference.worse ? " (worse)" : "");
}

} // namespace

std::vector<PortPair> paired_ports(const RunReport& before, const RunReport& after) {
  std::vector<PortPair> pairs;
  std::vector<const PortReport*> left;
  for (const PortReport& port : after.ports) left.push_back(&port);
  for (const PortReport& old : before.ports) {
    const auto same = std::ranges::find_if(
        left, [&](const PortReport* port) { return identity(*port) == identity(old); });
    pairs.push_back({&old, same == left.end() ? nullptr : *same});
    if (same != left.end()) left.erase(same);
  }
  for (const PortReport* port : left) pairs.push_back({nullptr, port});
  return pairs;
}

std::vector<Difference> differences_between(const RunReport& before, const RunReport& after,
                                            Alike alike) {
  return Comparison(alike).of(before, after);
}

std::string differences_text(const std::vector<Difference>& differences) {
  if (differences.empty()) return "nothing changed\n";
  std::string text;
  for (const Difference& difference : differences) text += line(difference);
  const auto worse = std::ranges::count_if(differences, &Difference::worse);
  return text + fmt::format("\n{} differences, {} for the worse\n", differences.size(), worse);
}

} // namespace ulna
