#include "mutants/trial.h"

#include "base/error.h"
#include "base/random.h"
#include "certify/arguments.h"
#include "certify/certify.h"
#include "code/equivalence.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <exception>
#include <iterator>
#include <mutex>
#include <set>
#include <thread>

namespace ulna::mutants {
namespace {

/// Nothing that a mutant does to a few elements takes longer, unless it never ends.
constexpr double kCallSeconds = 0.25;

/// All outputs of a call, one after the other, and behind them what was returned.
std::string bits_of(const Case& c, const CallResult& result, const Outputs& outputs) {
  std::string bits;
  for (const Output& output : outputs)
    bits.append(reinterpret_cast<const char*>(output.bytes.data()), output.bytes.size());
  if (c.operation->returns)
    bits.append(reinterpret_cast<const char*>(&result.state.returned),
                sizeof result.state.returned);
  return bits;
}

/// The cases of a quick run, and what the port as it is makes of them.
class Cases {
public:
  Cases(const Plan& plan, Session& session, Execution& execution) {
    const Operation& op = *plan.operation;
    uint64_t elements = 0;
    for (uint64_t i = 0; i < op.num_edge_cases || elements < op.quick_elements; ++i) {
      cases_.push_back(op.generate(plan.seed, i));
      elements += op.size(cases_.back());
    }
    bits_.resize(cases_.size());
    for (size_t begin = 0; begin < size(); begin = end_of_batch(begin)) {
      const size_t end = end_of_batch(begin);
      call(session, begin, end, [&](size_t i, const CallResult& result, const Outputs& outputs) {
        if (result.end == CallResult::End::returned) bits_[i] = bits_of(cases_[i], result, outputs);
      });
      execution.run(std::span(cases_).subspan(begin, end - begin));
    }
  }

  size_t size() const { return cases_.size(); }
  const Case& operator[](size_t i) const { return cases_[i]; }
  const std::string& bits(size_t i) const { return bits_[i]; }

  /// Few at first, as most mutants fall to the first ones; then as many as an exchange holds.
  size_t end_of_batch(size_t begin) const {
    constexpr size_t kFirst = 16, kMost = 64, kMaxElements = 4096;
    size_t end = begin, elements = 0;
    while (end < size() && end - begin < (begin == 0 ? kFirst : kMost) && elements < kMaxElements)
      elements += cases_[end].operation->size(cases_[end]), ++end;
    return end;
  }

  template <class OnResult>
  void call(Session& session, size_t begin, size_t end, const OnResult& on_result) const {
    std::vector<const Case*> calls;
    for (size_t i = begin; i < end; ++i) calls.push_back(&cases_[i]);
    session.run(calls, [&](size_t i, const CallResult& result, const Outputs& outputs) {
      on_result(begin + i, result, outputs);
    });
  }

private:
  std::vector<Case> cases_;
  std::vector<std::string> bits_; ///< of the port as it is
};

FindingKind ending(const CallResult& result) {
  return result.end == CallResult::End::hung     ? FindingKind::hung
         : result.end == CallResult::End::exited ? FindingKind::exited
                                                 : FindingKind::crashed;
}

/// The first finding of all that certify does: pairs of calls, second calls, calls after many
/// others. The cases that are made from numbers in the code are made from those of the port as it
/// is, which are near to a mutant's.
std::optional<Finding> first_finding(const Plan& plan, const Installation& installation,
                                     const code::Literals* literals,
                                     const std::vector<Session::Patch>& patches) {
  ulna::Plan all;
  all.ports = {plan.port};
  all.operations = {plan.operation};
  all.budget = parse_budget("quick");
  all.seed = plan.seed;
  all.only_asks = true;
  all.patches = patches;
  all.literals = literals;
  Progress progress(-1);
  RunReport report = certify(all, installation, progress);
  OperationReport& operation = report.ports.at(0).operations.at(0);
  if (operation.findings.empty()) return {};
  return std::move(operation.findings.front());
}

/// The first finding of a mutant, in one session that is used for many.
class Trial {
public:
  Trial(const Plan& plan, const Installation& installation, const Cases& cases,
        const code::Literals& literals)
      : plan_(plan), installation_(installation), cases_(cases), literals_(literals),
        session_(plan.port, installation.worker), random_(plan.seed, 0x6d757461) {
    session_.limit_calls(kCallSeconds);
  }

  void run(Outcome& outcome) {
    patches_ = {{outcome.mutant.address, outcome.mutant.replaced}};
    session_.patch(patches_);
    try {
      for (size_t begin = 0; begin < cases_.size() && !outcome.killed_by;
           begin = cases_.end_of_batch(begin)) {
        const size_t end = cases_.end_of_batch(begin);
        cases_.call(session_, begin, end,
                    [&](size_t i, const CallResult& result, const Outputs& outputs) {
                      if (outcome.killed_by) return;
                      outcome.killed_by = look(i, result, outputs, outcome);
                      outcome.cases = i + 1;
                    });
      }
    } catch (const LoadCrash& crash) {
      outcome.killed_by =
          crash.end == CallResult::End::hung ? FindingKind::hung : FindingKind::crashed;
    } catch (const Unjudged&) { // it took the memory: nobody certifies it
      outcome.killed_by = FindingKind::crashed;
    }
    if (outcome.killed_by) return;
    if (const auto finding = first_finding(plan_, installation_, &literals_, patches_))
      outcome.killed_by = finding->kind;
  }

private:
  /// What the same bits cost is only a comparison: the port as it is was judged before.
  std::optional<FindingKind> look(size_t i, const CallResult& result, const Outputs& outputs,
                                  Outcome& outcome) {
    if (result.end != CallResult::End::returned) return ending(result);
    const Case& c = cases_[i];
    const bool same = bits_of(c, result, outputs) == cases_.bits(i);
    outcome.same_bits = outcome.same_bits && same;
    Tally tally;
    const Judgement judgement =
        same ? judge_call(c, result, outputs) : judge_outputs(c, result, outputs, tally, random_);
    if (judgement.findings.empty()) return {};
    return judgement.findings.front().kind;
  }

  const Plan& plan_;
  const Installation& installation_;
  const Cases& cases_;
  const code::Literals& literals_;
  Session session_;
  Random random_;
  std::vector<Session::Patch> patches_;
};

/// All mutants of the instructions that ran, each once. `left_out` counts those that are
/// equivalent, or with Plan::equivalent those that are not.
std::vector<Outcome> mutants_of(const Plan& plan, const Execution& execution, uint64_t& left_out) {
  const code::SourceLines lines(plan.port);
  std::vector<Outcome> all;
  const code::CodeMap& map = execution.map();
  const code::Equivalence equivalence(map);
  std::set<std::pair<uint64_t, std::string>> patches; // several instructions may read a constant
  for (const code::Instruction& instruction : map.instructions) {
    if (!execution.ran(instruction.block)) continue;
    const code::Place source = lines.at(instruction.address);
    if (source.text(instruction.address).find(plan.only) == std::string::npos) continue;
    for (code::Mutant& mutant : code::mutants_of(instruction, map)) {
      if (!patches.emplace(mutant.address, mutant.replaced).second) continue;
      if (equivalence.may_differ(mutant) == plan.equivalent) {
        ++left_out;
      } else {
        all.push_back({std::move(mutant), source});
      }
    }
  }
  return all;
}

void choose(std::vector<Outcome>& mutants, const Plan& plan) {
  if (plan.most == 0 || mutants.size() <= plan.most) return;
  Random random(plan.seed, 0x63686f73);
  random.shuffle(mutants);
  mutants.resize(plan.most);
}

void keep_stripe(std::vector<Outcome>& mutants, const Plan& plan) {
  size_t number = 0;
  std::erase_if(mutants, [&](const Outcome&) { return number++ % plan.stripes != plan.stripe; });
}

void sort_by_address(std::vector<Outcome>& outcomes) {
  std::ranges::sort(outcomes, {}, [](const Outcome& outcome) {
    return std::pair(outcome.mutant.instruction, outcome.mutant.replaced);
  });
}

} // namespace

void merge(Report& into, Report other) {
  std::ranges::move(other.killed, std::back_inserter(into.killed));
  std::ranges::move(other.survivors, std::back_inserter(into.survivors));
  sort_by_address(into.killed);
  sort_by_address(into.survivors);
  into.seconds += other.seconds;
  into.interrupted = into.interrupted || other.interrupted;
}

Report try_mutants(const Plan& plan, const Installation& installation) {
  const auto start = std::chrono::steady_clock::now();
  Report report;
  report.operation = plan.operation;
  Session session(plan.port, installation.worker);
  report.port = session.port().name;
  if (const std::string missing = lacking(session.port()); !missing.empty()) {
    report.reason = "this CPU lacks " + missing;
    return report;
  }
  if (const auto finding = first_finding(plan, installation, {}, {})) {
    report.refuted = finding->kind;
    report.reason = fmt::format("it is refuted as it is ({}); mend it first", name(finding->kind));
    return report;
  }
  Execution execution(plan.port, installation, *plan.operation);
  const Cases cases(plan, session, execution);
  report.executed = execution.executed();
  std::vector<Outcome> mutants = mutants_of(plan, execution, report.left_out);
  report.possible = mutants.size();
  if (mutants.empty()) {
    report.none_asked_for = execution.map().obstacle.empty();
    report.reason =
        report.none_asked_for ? "no instruction of it can be changed" : execution.map().obstacle;
  }
  choose(mutants, plan);
  keep_stripe(mutants, plan);
  const code::Literals literals = execution.literals();

  std::atomic<size_t> next{0}, done{0};
  std::mutex mutex;
  std::exception_ptr failure;
  const auto lane = [&] {
    try {
      Trial trial(plan, installation, cases, literals);
      for (size_t i = next++; i < mutants.size() && !plan.stopped(); i = next++) {
        Outcome& outcome = mutants[i];
        trial.run(outcome);
        const std::lock_guard lock(mutex);
        (outcome.killed_by ? report.killed : report.survivors).push_back(std::move(outcome));
        plan.on_progress(double(++done) / double(mutants.size()));
      }
    } catch (...) {
      const std::lock_guard lock(mutex);
      failure = std::current_exception();
      next = mutants.size();
    }
  };
  std::vector<std::thread> lanes;
  for (unsigned n = std::max(1u, std::thread::hardware_concurrency()); n > 0; --n)
    lanes.emplace_back(lane);
  for (std::thread& t : lanes) t.join();
  if (failure) std::rethrow_exception(failure);
  report.interrupted = plan.stopped();
  sort_by_address(report.killed);
  sort_by_address(report.survivors);
  report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return report;
}

} // namespace ulna::mutants
