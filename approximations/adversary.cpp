#include "approximations/adversary.h"

#include "search/hunt.h"
#include "search/shrink.h"

#include <algorithm>
#include <chrono>
#include <limits>

namespace ulna::approximations {
namespace {

constexpr uint64_t kScouts = 2 * kRules;
constexpr size_t kWorst = 8;              // of the scouts, which judge more
constexpr uint64_t kHuntedRounds = 48;    // under each of these, where no time is given
constexpr double kHuntedPart = 0.5;       // of the time, else
constexpr double kSecondsPerFinding = 10; // as for other findings

constexpr double kHuge = 1e9; // of the bound; what is beyond is all the same

/// An adversary, and how bad it was.
struct Scout {
  uint64_t adversary;
  double harm;
};

class Run {
public:
  Run(const AdversaryPlan& plan, OperationReport& report)
      : plan_(plan), report_(report), op_(*report.operation), next_(op_.num_edge_cases) {}

  void run() {
    stamp(report_, 0); // what was judged before, was so under adversary 0
    const uint64_t share = op_.elements_of_quick() / 2;
    const std::vector<Case> cases = fresh(share / kScouts);
    std::vector<Scout> scouts;
    for (uint64_t a = 0; a < kScouts && !over(); ++a) {
      scouts.push_back({a, judge(a, cases)});
      plan_.on_progress(0.5 * static_cast<double>(a + 1) / kScouts);
    }
    confront(scouts);
    drive(scouts, share / kWorst);
    if (plan_.stop()) report_.reason = "interrupted before enough was judged";
  }

private:
  bool over() const { return plan_.stop() || deaths_ > 0; }

  static void stamp(OperationReport& report, uint64_t adversary) {
    for (Finding& f : report.findings)
      if (!f.adversary) f.adversary = adversary;
    for (Largest& l : report.tally.largest)
      if (l.witness.operation && !l.adversary) l.adversary = adversary;
  }

  /// Random cases that nobody has seen, of so many elements in all, and those of the models.
  std::vector<Case> fresh(uint64_t elements) {
    std::vector<Case> cases = plan_.cases;
    if (!plan_.generated) return cases;
    for (uint64_t sum = 0; sum < elements;) {
      cases.push_back(op_.generate(plan_.seed, next_++));
      sum += std::max<uint64_t>(op_.size(cases.back()), 1);
    }
    return cases;
  }

  /// Judges the cases under an adversary, in a process of its own. Returns how bad that was: the
  /// sum of the largest errors of all quantities, as some have large ones whoever chooses.
  double judge(uint64_t adversary, const std::vector<Case>& cases) {
    report_.adversaries = std::max(report_.adversaries, adversary + 1);
    Judge judge(plan_.port, *plan_.installation, plan_.seed, adversary);
    judge.judge_under(plan_.profiles);
    OperationReport part;
    part.operation = &op_;
    constexpr size_t kBatch = 64;
    for (size_t i = 0; i < cases.size() && !plan_.stop() && judge.deaths() == 0; i += kBatch)
      plan_.machine->among_others([&] {
        judge.check({&cases[i], std::min(kBatch, cases.size() - i)}, part);
      });
    return account(judge, adversary, std::move(part));
  }

  /// Looks for the largest error there is under an adversary; `seconds` as HuntOptions takes them,
  /// or some rounds if there are none. Returns how bad it was.
  double hunt_under(uint64_t adversary, double seconds) {
    Judge judge(plan_.port, *plan_.installation, plan_.seed, adversary);
    judge.judge_under(plan_.profiles);
    OperationReport part;
    part.operation = &op_;
    HuntOptions options;
    options.seed = plan_.seed + adversary;
    if (seconds > 0) {
      options.seconds = seconds;
    } else {
      options.seconds = std::numeric_limits<double>::infinity();
      options.rounds = kHuntedRounds;
    }
    options.stopped = plan_.stop;
    options.run = [this](const auto& calls) { plan_.machine->among_others(calls); };
    hunt(judge, options, part);
    return account(judge, adversary, std::move(part));
  }

  /// Adds what was found under an adversary to the report. Returns how bad it was.
  double account(Judge& judge, uint64_t adversary, OperationReport part) {
    deaths_ += judge.deaths();
    stamp(part, adversary);
    double sum = 0;
    for (size_t q = 0; q < op_.quantities.size(); ++q) {
      Largest& largest = part.tally.largest[q];
      sum += largest.fraction < kHuge ? largest.fraction : kHuge; // NaN is as bad as can be
      if (!largest.witness.operation || judge.deaths() > 0) continue;
      shrink_largest(judge, largest, q); // all adversaries will judge it
      witnesses_.push_back(largest.witness);
    }
    for (Finding& finding : part.findings) add(judge, std::move(finding));
    report_.tally.merge(std::move(part.tally));
    return sum;
  }

  /// The first of each kind, cut down under its own adversary.
  void add(Judge& judge, Finding finding) {
    for (const Finding& f : report_.findings)
      if (f.kind == finding.kind) return;
    shrink(judge, finding, kSecondsPerFinding);
    report_.findings.push_back(std::move(finding));
  }

  static void sort(std::vector<Scout>& scouts) {
    std::stable_sort(scouts.begin(), scouts.end(),
                     [](const Scout& a, const Scout& b) { return a.harm > b.harm; });
  }

  /// The worst cases of each under all of them: what is bad with one table may be worse with
  /// another.
  void confront(std::vector<Scout>& scouts) {
    const std::vector<Case> worst = std::move(witnesses_);
    witnesses_.clear();
    for (Scout& scout : scouts) {
      if (over()) return;
      scout.harm = std::max(scout.harm, judge(scout.adversary, worst));
    }
    plan_.on_progress(0.7);
  }

  /// More cases, the edge cases, and the hunter, under those that caused the largest errors; in the
  /// time that is left also cases under adversaries that nobody has tried.
  void drive(std::vector<Scout>& scouts, uint64_t elements) {
    const auto seconds = [&, start = plan_.clock()] { return plan_.clock() - start; };
    sort(scouts);
    std::vector<Case> edges;
    for (uint64_t i = 0; plan_.generated && i < op_.num_edge_cases; ++i)
      edges.push_back(op_.generate(plan_.seed, i));
    const size_t count = std::min(kWorst, scouts.size());
    for (size_t i = 0; i < count && !over(); ++i) {
      judge(scouts[i].adversary, edges);
      judge(scouts[i].adversary, fresh(elements / 2));
      if (plan_.seconds <= 0) hunt_under(scouts[i].adversary, 0);
      plan_.on_progress(0.7 + 0.3 * static_cast<double>(i + 1) / static_cast<double>(count));
    }
    const double scouting = plan_.seconds * (1 - kHuntedPart);
    for (uint64_t a = kScouts; seconds() < scouting && !over(); ++a) {
      scouts.push_back({a, judge(a, fresh(elements / 16))});
      sort(scouts);
      judge(scouts.front().adversary, fresh(elements / 16));
      if (witnesses_.size() > 1000) witnesses_.clear();
    }
    for (size_t i = 0; i < count && seconds() < plan_.seconds && !over(); ++i)
      hunt_under(scouts[i].adversary, (plan_.seconds - seconds()) / double(count - i));
  }

  const AdversaryPlan& plan_;
  OperationReport& report_;
  const Operation& op_;
  uint64_t next_;  ///< generated case
  int deaths_ = 0; ///< one is enough, and has refuted the port
  std::vector<Case> witnesses_;
};

} // namespace

double steady_seconds() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration<double>(now).count();
}

void judge_adversaries(const AdversaryPlan& plan, OperationReport& report) {
  Run(plan, report).run();
}

} // namespace ulna::approximations
