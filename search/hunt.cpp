#include "search/hunt.h"

#include "cases/objective.h"

#include <chrono>
#include <cmath>

namespace ulna {
namespace {

using Clock = std::chrono::steady_clock;

constexpr size_t kClimbers = 6;
constexpr size_t kElementsEach = 128; ///< steps of a climber in a round
constexpr size_t kScattered = 512;    ///< elements of a round
constexpr int kPatience = 150;        ///< rounds without a larger error, until it begins elsewhere
constexpr double kMore = 1 + 0x1p-7;  ///< by which it is, or a climb creeps on with the exact value
constexpr int kPatienceWithBest = 4 * kPatience;
constexpr size_t kKept = 16;      ///< places to begin at, of a kind
constexpr size_t kMostCases = 64; ///< of one climber in a round, where each has one element

/// One element, alone in its case, and its error in units of the bound.
struct Element {
  Case c;
  double error = -1;
};

/// The worst element of a climb so far.
struct Climber {
  Element best;
  int idle = 0;       ///< rounds since an error that was larger by kMore
  double counted = 0; ///< that error
};

/// What was scattered of one kind.
struct Scattered {
  Element fresh;            ///< the worst since a climb began there
  std::vector<Element> all; ///< the worst of all, some
};

/// Whose step a case is, or what it was scattered of: one of the two.
struct Origin {
  Climber* climber;
  Scattered* kind;
};

class Hunt {
public:
  Hunt(Judge& judge, const HuntOptions& options, OperationReport& report)
      : judge_(judge), options_(options), report_(report), op_(*report.operation),
        objective_(options.uniform ? uniform_objective_of(op_) : objective_of(op_)),
        random_(options.seed, 0x68756e74), climbers_(kClimbers), scattered_(objective_.kinds) {}

  void run() {
    const auto start = Clock::now();
    const int deaths = judge_.deaths();
    const double& largest = report_.tally.largest[objective_.quantity].fraction;
    uint64_t rounds = 0, idle = 0;
    if (options_.begin_at) begin_at(*options_.begin_at);
    for (double part = 0; part < 1 && rounds < options_.rounds && idle < options_.patience &&
                          !options_.stopped() && judge_.deaths() == deaths &&
                          !std::isinf(largest);) {
      const double before = largest;
      round();
      ++rounds;
      idle = largest > before ? 0 : idle + 1;
      part = std::chrono::duration<double>(Clock::now() - start).count() / options_.seconds;
      options_.on_progress(std::min(part, 1.0));
    }
  }

private:
  void round() {
    std::vector<Case> cases;
    std::vector<Origin> origins; // of each case
    for (Climber& climber : climbers_) {
      if (!objective_.vary || !climber.best.c.operation) continue;
      size_t elements = 0;
      for (size_t n = 0; n < kMostCases && elements < kElementsEach; ++n) {
        cases.push_back(judge_.within(objective_.vary(climber.best.c, random_)));
        origins.push_back({&climber, nullptr});
        elements += std::max<size_t>(op_.size(cases.back()), 1);
      }
      ++climber.idle;
    }
    for (size_t elements = 0; elements < kScattered;) {
      const size_t kind = next_scattered_++ % objective_.kinds;
      cases.push_back(judge_.within(objective_.scatter(op_, kind, random_)));
      origins.push_back({nullptr, &scattered_[kind]});
      elements += std::max<size_t>(op_.size(cases.back()), 1);
    }
    options_.run([&] { judge_.measure(cases, objective_.quantity, report_, errors_); });
    for (size_t i = 0; i < cases.size(); ++i) {
      const auto [climber, kind] = origins[i];
      if (kind) {
        keep(cases[i], errors_[i], *kind);
      } else if (take(cases[i], errors_[i], climber->best) &&
                 climber->best.error > climber->counted * kMore) {
        climber->idle = 0;
        climber->counted = climber->best.error;
      }
    }
    for (Climber& climber : climbers_)
      if (!climber.best.c.operation || spent(climber)) begin(climber);
  }

  /// The worst element of a case, if it is no better than `best`: whether it is worse. One as bad
  /// is taken too: errors are multiples of roundings, and steps on the flat lead somewhere.
  bool take(const Case& c, const std::vector<double>& errors, Element& best) const {
    const auto worst = std::max_element(errors.begin(), errors.end());
    if (worst == errors.end() || !(*worst >= best.error)) return false;
    const bool worse = *worst > best.error;
    const size_t place = op_.place_of(c, static_cast<size_t>(worst - errors.begin()));
    best = {judge_.within(op_.keep(c, {&place, 1})), *worst};
    return worse;
  }

  void keep(const Case& c, const std::vector<double>& errors, Scattered& kind) const {
    take(c, errors, kind.fresh);
    const auto least = std::min_element(kind.all.begin(), kind.all.end(), by_error);
    Element found{{}, kind.all.size() < kKept ? 0 : least->error};
    if (!take(c, errors, found) || found.error == 0) return;
    if (kind.all.size() < kKept) {
      kind.all.push_back(std::move(found));
    } else {
      *least = std::move(found);
    }
  }

  /// At the worst places of all, where the summits are nearer than anywhere, and at others, as the
  /// worst beginning does not lead highest.
  void begin(Climber& climber) {
    Scattered& from = scattered_[next_begun_++ % scattered_.size()];
    if (random_.one_in(2) && !from.all.empty()) {
      climber = {from.all[random_.below(from.all.size())]};
    } else if (from.fresh.error > 0) {
      climber = {std::exchange(from.fresh, {})};
    }
  }

  /// By value: the case may be the report's own, which measuring it may replace.
  void begin_at(Case c) {
    options_.run([&] { judge_.measure({&c, 1}, objective_.quantity, report_, errors_); });
    if (!errors_.empty()) take(c, errors_.front(), climbers_.front().best);
  }

  /// What found the worst of all may go on longer.
  bool spent(const Climber& climber) const {
    const auto best = std::max_element(
        climbers_.begin(), climbers_.end(),
        [](const Climber& a, const Climber& b) { return by_error(a.best, b.best); });
    return climber.idle > (&climber == &*best ? kPatienceWithBest : kPatience);
  }

  static bool by_error(const Element& a, const Element& b) { return a.error < b.error; }

  Judge& judge_;
  const HuntOptions& options_;
  OperationReport& report_;
  const Operation& op_;
  const Objective& objective_;
  Random random_;
  std::vector<Climber> climbers_;
  std::vector<Scattered> scattered_; ///< of each kind
  size_t next_scattered_ = 0, next_begun_ = 0;
  std::vector<std::vector<double>> errors_;
};

} // namespace

size_t hunted_quantity(const Operation& op) {
  return objective_of(op).quantity;
}

double hunted_from(const Operation& op) {
  return objective_of(op).near_bound;
}

void hunt(Judge& judge, const HuntOptions& options, OperationReport& report) {
  if (report.operation->has_errors()) Hunt(judge, options, report).run();
}

} // namespace ulna
