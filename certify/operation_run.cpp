#include "certify/operation_run.h"

#include "calls/kept_ranges.h"
#include "calls/layout.h"
#include "calls/shared/arena.h"
#include "cases/make_case.h"
#include "certify/literal_cases.h"
#include "certify/modes.h"
#include "judge/small_cases.h"
#include "search/hunt.h"
#include "search/shrink.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <chrono>
#include <cmath>
#include <csignal>
#include <iterator>
#include <limits>
#include <map>
#include <numeric>

namespace ulna {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kEnoughDeaths = 20;             // each costs a new worker
constexpr int kEnoughHangs = 1;               // each costs seconds
constexpr double kHunted = 0.5;               // of the time of a budget is the hunter's
constexpr uint64_t kPatienceNearBound = 1500; // rounds

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

void keep_first_of_each_kind(std::vector<Finding>& findings) {
  std::vector<FindingKind> kinds;
  std::erase_if(findings, [&](const Finding& f) {
    if (std::find(kinds.begin(), kinds.end(), f.kind) != kinds.end()) return true;
    kinds.push_back(f.kind);
    return false;
  });
}

class Stages {
public:
  explicit Stages(const OperationRun& r)
      : plan_(r.plan), cases_(r.cases), judge_(r.judge), execution_(r.execution), report_(r.report),
        op_(*r.report.operation), seconds_(r.seconds), machine_(r.machine),
        on_progress_(r.on_progress) {}

  void run() {
    if (!plan_.models_only) {
      call_in_new_processes();
      call_first();
    }
    judge_models();
    if (!plan_.models_only) {
      judge_generated();
      hunt_largest();
      judge_rests();
      judge_modes();
      judge_long_edges();
      judge_large_rests();
      judge_rare_in_long();
      judge_many_influences();
      judge_usual();
      judge_large_factors();
      judge_neighbours();
      judge_after_many();
      judge_literals();
      judge_interrupted();
      judge_storing();
      judge_large_interrupted();
      judge_together();
      judge_stepped();
      judge_processors();
      judge_beside_others();
      judge_after_changes();
      if (!judged_enough()) report_.reason = "interrupted before enough was judged";
    }
    if (plan_.patches.empty() && !plan_.only_asks) shrink_all(); // a mutant is only counted
  }

private:
  /// Whether to go on is pointless, or unwanted.
  bool cut_short() const {
    return plan_.stopped() || judge_.deaths() >= kEnoughDeaths || judge_.hangs() >= kEnoughHangs ||
           found_what_was_wanted();
  }

  bool found_what_was_wanted() const {
    if (plan_.only_asks && !report_.findings.empty()) return true;
    return plan_.until && std::any_of(report_.findings.begin(), report_.findings.end(),
                                      [&](const Finding& f) { return f.kind == *plan_.until; });
  }

  /// What the first call sets up, as tables and threads, must not keep that caller's FTZ and DAZ.
  /// The bounds of those who flush allow for the contrary, so the first call is one of them.
  void call_first() {
    const size_t enough = op_.check_whole ? 300 : 5000; // elements for a port that splits its calls
    for (uint64_t i = op_.num_edge_cases;; ++i) {
      Case c = *cases_.at(i);
      if (op_.size(c) < enough || !op_.computes(c)) continue;
      constexpr uint64_t kStream = 0x64656e6f;
      Random random(plan_.seed, kStream);
      Case next = with_denormals(c, random);
      next.flush = false;
      c.flush = true;
      machine_.among_others([&] {
        judge_.call_in_new_process(c, report_);
        judge_.check({&next, 1}, report_);
      });
      return;
    }
  }

  /// What a port remembers of no call may look like what it remembers of one: zeros, as a rule.
  void call_in_new_processes() {
    constexpr int kOfEach = 2;
    int made[2][2] = {}; // by whether there is a float that is zero, and whether one element
    int wanted = kOfEach * (op_.real ? 4 : 2);
    for (uint64_t i = 0; i < op_.num_edge_cases && wanted > 0 && !cut_short(); ++i) {
      const SharedCase shared = cases_.at(i);
      const Case& c = *shared;
      if (!is_small(c) || op_.size(c) == 0 || !op_.computes(c)) continue;
      int& alike = made[op_.real && c.real == 0][op_.size(c) == 1];
      if (alike == kOfEach) continue;
      ++alike;
      --wanted;
      machine_.among_others([&] { judge_.call_in_new_process(c, report_); });
    }
  }

  void judge_models() {
    for (const Model& model : plan_.models) {
      for (const Case& c : model.cases) {
        if (c.operation != &op_ || cut_short()) continue;
        machine_.among_others([&] {
          judge_.check({&c, 1}, report_);
          if (execution_) execution_->run({&c, 1});
        });
      }
    }
  }

  bool judged_enough() const {
    return next_ >= op_.num_edge_cases && report_.tally.elements >= op_.elements_of_quick();
  }

  /// Of a port that reports every bone nothing is ever judged: findings make up for that.
  bool refuted_enough() const {
    return next_ >= op_.num_edge_cases && generated_ >= op_.elements_of_quick() &&
           !report_.findings.empty();
  }

  bool done() const {
    return (judged_enough() || refuted_enough()) &&
           seconds_since(start_) >= seconds_ * (1 - kHunted);
  }

  /// Batches of up to 64 cases and a few megabytes.
  void judge_generated() {
    constexpr size_t kMaxCases = 64;
    constexpr size_t kMaxElements = 4096;
    while (!done() && !cut_short()) {
      std::vector<SharedCase> cases; // which the batch points to
      std::vector<const Case*> batch;
      size_t elements = 0;
      while (batch.size() < kMaxCases && elements < kMaxElements) {
        cases.push_back(cases_.at(next_++));
        batch.push_back(cases.back().get());
        elements += op_.size(*batch.back());
        note_long(cases.back());
        note_widest(cases.back());
        if (is_small(*cases.back())) modes_.note(*cases.back());
        small_.note(cases.back(), next_ <= op_.num_edge_cases);
      }
      generated_ += elements;
      machine_.among_others([&] {
        judge_.check(batch, report_);
        if (execution_) execution_->run(batch);
      });
      const double by_count = static_cast<double>(report_.tally.elements) /
                              static_cast<double>(op_.elements_of_quick());
      const double by_time = seconds_ > 0 ? seconds_since(start_) / seconds_ : 1;
      on_progress_(std::min({by_count, by_time, seconds_ > 0 ? 1 - kHunted : 1.0}));
    }
  }

  void note_long(const SharedCase& c) {
    const size_t size = op_.size(*c);
    if (size == 0 || !op_.computes(*c)) return;
    longest_ = std::max(longest_, size);
    SharedCase& alike = of_each_length_[static_cast<size_t>(std::bit_width(size))];
    if (!alike || size > op_.size(*alike)) alike = c;
  }

  void note_widest(const SharedCase& c) {
    constexpr size_t kMost = 1000; // elements
    const size_t bytes = bytes_of(*c);
    if (bytes <= widest_bytes_ || op_.size(*c) > kMost || !op_.computes(*c)) return;
    widest_ = c;
    widest_bytes_ = bytes;
  }

  /// The quick budget is for what is the same each time, on every machine: so many rounds, where
  /// the largest error comes near the bound and a larger one may lie beyond.
  void hunt_largest() {
    if (cut_short()) return;
    const Case* const worst = worst_so_far();
    if (seconds_ <= 0 && !worst) return;
    HuntOptions options;
    if (seconds_ > 0) {
      options.seconds = std::max(0.0, seconds_ - seconds_since(start_));
      options.on_progress = [this](double part) { on_progress_(1 - kHunted * (1 - part)); };
    } else { // progress is at its end already
      options.seconds = std::numeric_limits<double>::infinity();
      options.patience = kPatienceNearBound;
    }
    options.begin_at = worst;
    options.seed = plan_.seed;
    options.stopped = [this] { return cut_short(); };
    options.run = [this](const auto& calls) { machine_.among_others(calls); };
    hunt(judge_, options, report_);
  }

  /// The case of the largest error, if that is near the bound.
  const Case* worst_so_far() const {
    if (!op_.has_errors()) return nullptr;
    const Largest& largest = report_.tally.largest[hunted_quantity(op_)];
    return largest.fraction > hunted_from(op_) && largest.fraction <= 1 ? &largest.witness
                                                                        : nullptr;
  }

  /// Of one element, and of a few.
  void judge_neighbours() {
    constexpr size_t kFew = 6;
    int single = 12, several = 8;
    while ((single > 0 || several > 0) && !cut_short()) {
      const SharedCase shared = cases_.at(next_++);
      const Case& c = *shared;
      const size_t size = op_.size(c);
      if (size == 0 || size > kFew || c.same_array || !op_.computes(c)) continue;
      int& wanted = size == 1 ? single : several;
      if (wanted-- <= 0) continue;
      machine_.among_others([&] { judge_.check_neighbours(c, report_); });
      if (size == 1) judge_smaller_neighbours(c);
    }
  }

  /// With fewer and fewer influences: with one alone, what was blended last is what comes next.
  void judge_smaller_neighbours(Case c) {
    constexpr int kMostSteps = 4;
    for (int step = 0; step < kMostSteps && !cut_short(); ++step) {
      const std::vector<Reduction> smaller = op_.reductions(c);
      if (smaller.empty()) return;
      c = smaller.front()();
      if (op_.computes(c)) machine_.among_others([&] { judge_.check_neighbours(c, report_); });
    }
  }

  Case first_of(const Case& c, size_t count) const {
    std::vector<size_t> kept(count);
    std::iota(kept.begin(), kept.end(), size_t{0});
    return op_.keep(c, kept);
  }

  /// The first elements of a case that is not much longer: what is left out may still cost memory
  /// and time.
  Case of_length(size_t count) const {
    const auto enough = std::ranges::find_if(
        of_each_length_, [&](const SharedCase& c) { return c && op_.size(*c) >= count; });
    return first_of(**enough, count);
  }

  /// So many or a few more, so that groups of 2, 4 and up to 64 all leave as many as they can.
  static constexpr size_t with_all_rests(size_t count) { return count | 63; }

  /// Multiples of large powers of two: of 2^15 with every rest modulo 8, too. Descending.
  static std::vector<size_t> large_counts() {
    constexpr size_t kLarge = 3 << 15; // no power of two itself
    std::vector<size_t> counts{with_all_rests(2 << 16), 2 << 16};
    for (size_t rest = 8; rest-- > 0;) counts.push_back(kLarge + rest);
    counts.push_back(1 << 16);
    return counts;
  }

  /// Every rest that 16 elements at a time leave, and 8 in calls that take long, where a kernel may
  /// work otherwise than below; and the large counts, where no mode has them.
  void judge_rests() {
    constexpr size_t kLong = 20'000;
    std::vector<size_t> counts;
    if (!has_modes()) counts = large_counts();
    for (size_t rest = 16; rest-- > 0;) counts.push_back(kLong + rest);
    judge_counts(std::move(counts));
  }

  /// The first elements of one case, so many of them; descending. Those that no case has are left
  /// out.
  void judge_counts(std::vector<size_t> counts) {
    constexpr uint64_t kFewElements = 1'000'000; // of operations whose elements take longest
    constexpr size_t kFewMost = 40'000;
    const size_t most = op_.quick_elements < kFewElements ? std::min(kFewMost, longest_) : longest_;
    std::erase_if(counts, [&](size_t count) { return count > most; });
    if (op_.check_whole || counts.empty() || cut_short()) return;
    const Case c = of_length(counts.front());
    machine_.among_others([&] { judge_.check_shorter(c, std::span(counts).subspan(1), report_); });
  }

  bool has_modes() const { return !op_.check_whole && !op_.element_at; }

  /// Whether a large case may be the elements of a small one over and over.
  bool repeats_few() const { return has_modes() && !op_.returns; }

  /// Large counts in each mode that calls are often made in, where a port may have code of its own.
  void judge_modes() {
    constexpr size_t kMost = 20, kMostJudged = 2; // where each element is judged
    if (!has_modes()) return;
    const std::vector<Case> all = modes_.most_frequent(op_.returns ? kMostJudged : kMost);
    if (all.empty()) return; // where the budget is small
    std::vector<size_t> counts = large_counts();
    std::ranges::reverse(counts);
    const size_t calls = op_.returns ? all.size() : std::max(all.size(), counts.size());
    for (size_t i = 0; i < calls && !cut_short(); ++i)
      machine_.among_others(
          [&] { judge_.check_repeated(all[i % all.size()], counts[i % counts.size()], report_); });
  }

  /// What small cases hold, over and over in calls for which a port may have other code: beyond
  /// what its caches hold, or where threads are worth it.
  void judge_long_edges() {
    constexpr std::array<size_t, 7> kCounts{34'003, 34'816, 131'101, 34'003, 34'816, 7'001, 32'768};
    constexpr size_t kCases = 56, kWide = 8;
    if (!repeats_few() || small_.empty()) return;
    constexpr uint64_t kStream = 0x6c6f6e67;
    Random random(plan_.seed, kStream);
    for (size_t i = 0; i < kCases + kWide && !cut_short(); ++i) {
      const bool is_wide = widest_ && i < kWide;
      const Case some = neighbours_in(is_wide ? *widest_ : small_.some(random), random);
      judge_long(some, is_wide ? kCounts[0] : kCounts[i % kCounts.size()], i, random);
    }
  }

  /// As they are, or with what is rare among them: one after the other.
  void judge_long(const Case& some, size_t count, size_t kind, Random& random) {
    switch (kind % 8) {
    case 0: {
      Case few = random.one_in(2) ? with_denormals(some, random) : with_tiny_factor(some, random);
      few.flush = true;
      // A thread that lives on may keep what its first caller had. Each process costs some calls.
      if (kind % 24 == 0) judge_.start_anew();
      check_long(few, count);
      few.flush = false;
      return check_long(few, count);
    }
    case 1:
    case 5:
      return check_long(with_some_not_finite(some, random), count);
    case 2:
      return check_long(with_near_neighbours(some, random), count);
    case 3:
    case 7:
      check_long(some, count);
      return check_long(variant(some, Change::inside, random), count);
    case 4:
      check_long(some, count);
      return check_long(variant(some, Change::one_float, random), count);
    default:
      return check_long(some, count);
    }
  }

  /// So many elements, or fewer where they are large.
  void check_long(const Case& few, size_t count) {
    constexpr size_t kLeast = 2000;
    count = std::min(count, beyond_caches(few));
    if (count < kLeast || !op_.computes(few) || cut_short()) return;
    machine_.among_others([&] { judge_.check_repeated(few, count, report_); });
  }

  /// So many elements that they are more than a second-level cache holds.
  size_t beyond_caches(const Case& few) const {
    constexpr size_t kBytes = 6'500'000;
    const size_t size = op_.size(few);
    const size_t bytes = bytes_of(repeated(few, 2 * size)) - bytes_of(few);
    return kBytes * size / std::max<size_t>(bytes, 1);
  }

  /// Every rest that 16 elements leave beyond the caches, where each array begins with a line of
  /// them: a port may store past the caches there, and only whole lines.
  void judge_large_rests() {
    constexpr size_t kLines = 16, kMost = 131'104; // elements
    if (!repeats_few() || small_.empty()) return;
    constexpr uint64_t kStream = 0x6c696e65;
    Random random(plan_.seed, kStream);
    for (size_t rest = 0; rest < kLines && !cut_short(); ++rest) {
      Case few = small_.some(random);
      if (op_.size(few) == 0) continue;
      for (Placement& place : few.places) place = {Side::before, 0};
      check_long(few, std::min(kMost, beyond_caches(few)) / kLines * kLines - rest);
    }
  }

  /// The same of operations whose calls cannot be made long by repeating elements: what is rare, in
  /// cases of some thousand elements.
  void judge_rare_in_long() {
    if (op_.check_whole || longest_ == 0 || small_.empty() || repeats_few()) return;
    constexpr std::array<size_t, 3> kCounts{17'011, 6'007, 3'001};
    const int of_each = op_.returns ? 6 : 4;
    constexpr uint64_t kStream = 0x72617265;
    Random random(plan_.seed, kStream);
    for (const size_t count : kCounts) {
      const Case c = of_length(std::min(count, longest_));
      for (int i = 0; i < of_each && !cut_short(); ++i) {
        Case rare = op_.returns  ? with_some_not_finite(c, random)
                    : i % 2 == 0 ? with_special_float(c, random)
                                 : with_denormals(c, random);
        rare.flush = false;
        if (op_.real)
          rare.real =
              i % 2 == 0 ? std::ldexp(1.0f, -20 - int(random.below(20))) : small_.some(random).real;
        machine_.among_others([&] { judge_.check({&rare, 1}, report_); });
      }
    }
  }

  /// What is rare in vertices of many influences.
  void judge_many_influences() {
    constexpr std::array<size_t, 3> kCounts{307, 521, 1'031};
    constexpr int kOfEach = 4;
    if (!op_.with_influences) return;
    constexpr uint64_t kStream = 0x6d616e79;
    Random random(plan_.seed, kStream);
    std::vector<Case> cases;
    for (int i = 0; i < kOfEach; ++i) {
      const Case c = op_.with_influences(kCounts, plan_.seed, uint64_t(i));
      cases.push_back(with_denormals(c, random));
      cases.push_back(with_simple_floats(c, random));
      cases.push_back(with_special_float(c, random));
      cases.push_back(with_tiny_factor(c, random));
    }
    for (Case& c : cases) c.flush = false;
    machine_.among_others([&] { judge_.check(cases, report_); });
  }

  /// Where one factor is near the largest float, sums of factors overflow and products do not.
  void judge_large_factors() {
    constexpr size_t kCases = 96;
    if (op_.check_whole || op_.measures_drift || small_.empty() || cut_short()) return;
    constexpr uint64_t kStream = 0x66616374;
    Random random(plan_.seed, kStream);
    std::vector<Case> cases;
    while (cases.size() < kCases) cases.push_back(with_large_factor(small_.some(random), random));
    machine_.among_others([&] { judge_.check(cases, report_); });
  }

  /// What the code compares with, and what never ran, leads to where it behaves otherwise.
  void judge_literals() {
    if (cut_short()) return;
    const code::Literals literals = execution_       ? execution_->literals()
                                    : plan_.literals ? *plan_.literals
                                                     : code::Literals();
    if (literals.empty()) return;
    judge_literal_counts(literals);
    judge_counts(literal_rests(literals));
    judge_in_batches(at_literal_influences(op_, literals, plan_.seed));
    constexpr uint64_t kStream = 0x6c697465;
    Random random(plan_.seed, kStream);
    judge_literal_values(literals, random);
    judge_in_batches(at_literal_cosines(op_, literals, random));
  }

  /// One element less and one more, too, and some more, which all groups leave rests of.
  void judge_literal_counts(const code::Literals& literals) {
    if (longest_ == 0) return;
    constexpr size_t kAllAreMet = 39;
    const size_t most = op_.check_whole ? 400 : 400'000; // elements of one
    size_t left = op_.check_whole ? 4'000 : 600'000;     // of all
    for (const size_t count :
         literal_counts(literals, op_, kAllAreMet, std::min(most, longest_ - 1))) {
      if (cut_short()) return;
      if (count > left) continue;
      left -= count;
      const size_t beyond = op_.check_whole ? count + 1 : with_all_rests(count + 1);
      const Case more = of_length(std::min(beyond, longest_));
      if (op_.check_whole) {
        judge_in_batches({more, first_of(more, count), first_of(more, count - 1)});
        continue;
      }
      machine_.among_others([&] {
        judge_.check_shorter(more, std::array{count + 1, count, count - 1}, report_);
        if (!execution_ || execution_->all_ran()) return;
        const Case c = first_of(more, count);
        execution_->run({&c, 1});
      });
    }
  }

  /// In many small cases, and in some with many joints.
  void judge_literal_values(const code::Literals& literals, Random& random) {
    constexpr size_t kSmall = 300; // elements
    constexpr int kCases = 160, kWide = 4;
    std::vector<Case> cases;
    Case one;
    const uint64_t known = next_ - op_.num_edge_cases;
    for (int tries = 0; cases.size() < kCases && tries < 4 * kCases; ++tries) {
      const SharedCase shared = cases_.at(op_.num_edge_cases + random.below(known));
      const Case& c = *shared;
      if (op_.size(c) == 0 || op_.size(c) > kSmall || !op_.computes(c)) continue;
      if (is_small(c)) one = c;
      cases.push_back(with_literals(c, literals, random));
    }
    for (int i = 0; i < kWide && widest_; ++i)
      cases.push_back(with_literals(*widest_, literals, random));
    judge_in_batches(cases);
    if (one.operation) judge_in_batches(at_literal_reals(one, literals, random));
  }

  void judge_in_batches(const std::vector<Case>& cases) {
    constexpr size_t kBatch = 32;
    for (size_t first = 0; first < cases.size() && !cut_short(); first += kBatch) {
      const auto batch = std::span(cases).subspan(first, std::min(kBatch, cases.size() - first));
      machine_.among_others([&] {
        judge_.check(batch, report_);
        if (execution_) execution_->run(batch);
      });
    }
  }

  /// What is remembered for as many calls as 8 or 16 bits count.
  void judge_after_many() {
    if (cut_short()) return;
    constexpr size_t kEnough = 8;
    constexpr size_t kFew = 64; // of a case that is called a thousand times
    const auto next_case = [&](size_t most) {
      for (;;) {
        Case c = *cases_.at(next_++);
        const size_t size = op_.size(c);
        if (size >= kEnough && size <= most && is_small(c) && op_.computes(c)) return c;
      }
    };
    const Case c = next_case(SIZE_MAX);
    // Some elements at the end, but one where others depend on those before them.
    std::vector<size_t> kept(op_.returns ? 1 : 3);
    std::iota(kept.begin(), kept.end(), op_.size(c) - kept.size());
    const Case filler = op_.keep(c, kept);
    machine_.among_others([&] { judge_.check_after_many(c, filler, report_); });
    // What is kept of calls for one element may be kept of no others.
    const Case first = first_of(c, 1);
    const size_t end = op_.size(c) - 1;
    const Case last = op_.keep(c, {&end, 1});
    if (!op_.check_whole && op_.computes(first) && op_.computes(last))
      machine_.among_others([&] { judge_.check_after_many(first, last, report_); });
    machine_.among_others([&] { judge_.check_after_same(next_case(kFew), filler, report_); });
  }

  /// Who splits its work by the number of processors splits it otherwise on other machines.
  void judge_processors() {
    constexpr std::array<uint32_t, 7> kNumbers{1, 3, 6, 8, 20, 64, 96};
    if (!judge_.asked_for_processors()) return;
    for (const uint32_t number : kNumbers) {
      if (cut_short() || !can_have_threads(number)) return;
      judge_small_on(number);
      judge_large_on(number);
      report_.processors.insert(number);
    }
  }

  void judge_small_on(uint32_t processors) {
    constexpr size_t kSmall = 12;
    if (small_.empty()) return;
    Random random(plan_.seed, processors);
    std::vector<Case> cases;
    while (cases.size() < kSmall) {
      cases.push_back(small_.some(random));
      cases.back().processors = processors;
    }
    machine_.among_others([&] { judge_.check(cases, report_); });
  }

  /// Counts from those that few threads are worth to those that are worth many, with a rest.
  void judge_large_on(uint32_t processors) {
    constexpr std::array<size_t, 4> kCounts{70'001, 20'003, 5'009, 1'031};
    if (has_modes()) {
      for (Case few : modes_.most_frequent(2)) {
        few.processors = processors;
        for (const size_t count : kCounts)
          if (!cut_short())
            machine_.among_others([&] { judge_.check_repeated(few, count, report_); });
      }
      return;
    }
    const size_t most = op_.check_whole ? 3'000 : 20'003; // elements of what is judged one by one
    Case c = of_length(std::min(most, longest_));
    c.processors = processors;
    if (op_.check_whole) return judge_in_batches({c});
    std::vector<size_t> shorter(kCounts.begin(), kCounts.end());
    std::erase_if(shorter, [&](size_t count) { return count >= op_.size(c); });
    machine_.among_others([&] { judge_.check_shorter(c, shorter, report_); });
  }

  /// Small cases, as each instruction costs microseconds: half of them by all their instructions. A
  /// conversion of more faces is not stepped to its end.
  void judge_stepped() {
    const size_t most = op_.check_whole ? 2 : 12; // elements
    constexpr int kTries = 3;
    for (int left = op_.check_whole ? 6 : 16; left > 0 && !cut_short();) {
      const SharedCase shared = cases_.at(next_++);
      const Case& c = *shared;
      if (op_.size(c) == 0 || op_.size(c) > most || !is_small(c) || !op_.computes(c)) continue;
      --left;
      const Stepped how = left % 2 == 1 ? Stepped::from_the_start : Stepped::touches;
      bool stepped = false;
      for (int tries = 0; tries < kTries && !stepped && !cut_short(); ++tries)
        machine_.among_others([&] { stepped = judge_.check_stepped(c, how, report_); });
      if (!stepped && !cut_short() && report_.findings.empty())
        report_.reason = "calls by single steps died of SIGTRAP: is it under a debugger?";
    }
    judge_stepped_left_out();
    judge_stepped_at_end();
  }

  /// Some more elements than a kernel does at a time, between others that are not to be written.
  void judge_stepped_left_out() {
    constexpr size_t kLeast = 33, kMost = 48; // elements
    constexpr int kTries = 500;
    if (op_.check_whole || op_.output < 0 || small_.empty()) return;
    constexpr uint64_t kStream = 0x6c656674;
    Random random(plan_.seed, kStream);
    bool odd = false;
    for (int i = 0, left = 2; i < kTries && left > 0 && !cut_short(); ++i) {
      const Case& c = small_.some(random);
      const size_t size = op_.size(c);
      if (size < kLeast || size > kMost || size % 2 == odd || !leaves_out(c)) continue;
      machine_.among_others([&] { judge_.check_stepped(c, Stepped::touches, report_); });
      odd = size % 2;
      --left;
    }
  }

  /// Whether there is a whole element between others that is not to be written.
  bool leaves_out(const Case& c) const {
    const size_t element = op_.arrays[size_t(op_.output)].element_size(c);
    const std::vector<arena::KeptRange> kept = kept_ranges(c, Stepped::from_the_start);
    if (kept.size() <= 2) return false;
    return std::any_of(kept.begin() + 1, kept.end() - 1,
                       [&](const arena::KeptRange& range) { return range.size >= element; });
  }

  /// Large calls are stepped where the last page of their outputs begins: through whole groups of
  /// elements and the rest behind them.
  void judge_stepped_at_end() {
    using arena::kPage;
    constexpr size_t kOnLastPage = 20; // elements
    const bool repeats = repeats_few();
    const bool has_strides =
        std::ranges::any_of(op_.arrays, [](const ArraySpec& a) { return a.stride >= 0; });
    if (op_.check_whole || op_.output < 0 || longest_ == 0 || small_.empty()) return;
    constexpr uint64_t kStream = 0x656e64;
    Random random(plan_.seed, kStream);
    std::vector<Case> few;
    constexpr size_t kStepped = 3; // by more than their touches
    for (size_t i = 0; i < kStepped; ++i)
      few.push_back(repeats ? small_.some(random) : of_length(1));
    if (repeats) few[1] = some_lean(random);
    constexpr size_t kLengths = 8;
    if (has_strides && repeats) std::ranges::move(with_gaps(kLengths), std::back_inserter(few));
    constexpr size_t kCache = 1'100'000; // bytes: half of what a processor has for itself
    for (size_t i = 0; i < few.size(); ++i) {
      const Case& some = few[i];
      const size_t element = op_.arrays[size_t(op_.output)].element_size(some);
      const size_t pages = 1 + (i == 1 ? kCache : i % 3 == 0 ? 1'000 * element : element) / kPage;
      size_t count = pages * kPage / element + kOnLastPage + i; // odd and even ones
      if (i == 2) count |= 31;                                  // one less than whole groups
      if ((!repeats && count > longest_) || cut_short()) continue;
      Case c = repeats ? repeated(some, count) : of_length(count);
      for (size_t a = 0; a < c.arrays.size(); ++a)
        if (op_.arrays[a].output) c.places[a] = {Side::before, 0};
      const Stepped how = i < kStepped ? Stepped::at_the_end : Stepped::touches;
      machine_.among_others([&] { judge_.check_stepped(c, how, report_); });
    }
  }

  /// Of some small cases one whose elements take least: the steps that a page has go farther.
  Case some_lean(Random& random) const {
    constexpr int kTries = 32;
    const auto bytes = [&](const Case& c) { return bytes_of(c) / op_.size(c); };
    const Case* leanest = &small_.some(random);
    for (int i = 1; i < kTries; ++i)
      if (const Case& other = small_.some(random); bytes(other) < bytes(*leanest)) leanest = &other;
    return *leanest;
  }

  /// Edge cases of three elements with bytes between them, each of another length, or with another
  /// gap, the shortest first.
  std::vector<Case> with_gaps(size_t most) {
    constexpr size_t kLongest = 48; // bytes: a vertex with its normal, and as much again
    std::map<std::pair<size_t, size_t>, Case> by_length;
    for (uint64_t i = 0; i < op_.num_edge_cases; ++i) {
      const SharedCase edge = cases_.at(i);
      const size_t length = op_.arrays[size_t(op_.output)].element_size(*edge);
      if (op_.size(*edge) < 3 || !is_small(*edge) || length > kLongest) continue;
      Case three = first_of(*edge, 3);
      const std::vector<arena::KeptRange> kept = kept_ranges(three, Stepped::from_the_start);
      constexpr size_t kAround = 2; // ranges before and behind the elements
      if (kept.size() > kAround) by_length.try_emplace({length, kept[1].size}, std::move(three));
    }
    std::vector<Case> all;
    for (auto& [length_and_gap, three] : by_length)
      if (all.size() < most) all.push_back(std::move(three));
    return all;
  }

  /// What engines hold: identities, axes, right angles. Kernels have short cuts for them, of one
  /// element more than of many.
  void judge_usual() {
    constexpr size_t kCases = 3'000, kFew = 3; // elements, mostly one
    if (op_.check_whole || small_.empty() || cut_short()) return;
    constexpr uint64_t kStream = 0x757375616c;
    Random random(plan_.seed, kStream);
    std::vector<Case> cases;
    for (size_t i = 0; i < kCases; ++i) {
      const Case& some = small_.some(random);
      const size_t few =
          std::min<size_t>(op_.size(some), random.one_in(2) ? 1 : 1 + random.below(kFew));
      Case usual = with_usual_values(first_of(some, few), random);
      if (op_.computes(usual)) cases.push_back(std::move(usual));
    }
    machine_.among_others([&] { judge_.check(cases, report_); });
    judge_done_before(cases);
  }

  /// Outputs that hold the results already, as far as a port may look, of usual values and of more
  /// elements.
  void judge_done_before(std::vector<Case> cases) {
    constexpr size_t kCases = 60, kMany = 1'031;
    std::erase_if(cases, [&](const Case& c) { return op_.size(c) < 2 || c.same_array; });
    if (cases.size() > kCases) cases.resize(kCases);
    if (longest_ > 0) cases.push_back(of_length(std::min(kMany, longest_)));
    for (const Case& c : cases)
      if (!cut_short() && !c.same_array)
        machine_.among_others([&] { judge_.check_done_before(c, report_); });
  }

  /// A call in the middle of another, and of the first of all.
  void judge_interrupted() {
    constexpr size_t kLeast = 4, kMost = 5; // elements
    judge_pairs(kLeast, kMost, 2, [&](const Case& a, Case b) {
      b.flush = !a.flush;
      for (const auto which : {Judge::Interrupted::small_call, Judge::Interrupted::first_call})
        machine_.among_others([&] { judge_.check_interrupted(a, b, which, report_); });
    });
  }

  /// Large calls may store where no small one does, at their end above all.
  void judge_large_interrupted() {
    constexpr std::array<size_t, 3> kCounts{1'031, 5'009, 20'003};
    if (op_.check_whole || longest_ == 0) return;
    const bool repeats = repeats_few();
    const std::vector<Case> few =
        repeats ? modes_.most_frequent(kCounts.size()) : std::vector<Case>{};
    for (size_t i = 0; i < kCounts.size() && !cut_short(); ++i) {
      const size_t count = std::min(kCounts[i], longest_);
      const Case c = repeats ? repeated(few[i % few.size()], count) : of_length(count);
      Case other = variant(c, true);
      other.flush = !c.flush;
      machine_.among_others(
          [&] { judge_.check_interrupted(c, other, Judge::Interrupted::large_call, report_); });
    }
  }

  /// Another call in the middle of those that store in the port's library, which may be seldom.
  void judge_storing() {
    const std::vector<Case> all = judge_.storing();
    for (size_t i = 0; i < all.size(); ++i) {
      const Case& c = all[i];
      std::vector<size_t> reversed(op_.size(c));
      std::iota(reversed.rbegin(), reversed.rend(), size_t{0});
      std::vector<Case> others{variant(c, true), all[(i + 1) % all.size()]};
      others.front().flush = !c.flush;
      const bool depend = op_.returns; // elements on those before them, as bones on their parents
      if (!depend && !c.same_array) others.push_back(op_.keep(c, reversed));
      for (const Case& other : others) {
        if (cut_short()) return;
        machine_.among_others(
            [&] { judge_.check_interrupted(c, other, Judge::Interrupted::small_call, report_); });
      }
    }
  }

  /// What an operation leaves behind, or shares with another one: a call of each that the port has,
  /// before this one's and in the middle of it.
  void judge_beside_others() {
    constexpr size_t kLeast = 4; // elements
    constexpr size_t kCases = 2;
    std::vector<SharedCase> own;
    while (own.size() < kCases && !cut_short())
      if (SharedCase c = cases_.at(next_++); is_some_small(*c, kLeast)) own.push_back(std::move(c));
    for (const Operation* other : operations()) {
      if (other == &op_ || !judge_.port().implements(*other) || cut_short()) continue;
      GeneratedCases cases(*other, plan_.seed, false);
      uint64_t i = other->num_edge_cases;
      for (const SharedCase& c : own) {
        SharedCase beside = cases.at(i++);
        while (!is_some_small(*beside, kLeast)) beside = cases.at(i++);
        machine_.among_others([&] { judge_.check_beside(*c, *beside, report_); });
      }
    }
  }

  /// Random choice has few small cases behind one that differs in what a port may not look at.
  void judge_after_changes() {
    constexpr size_t kCases = 32;
    if (small_.empty()) return;
    constexpr uint64_t kStream = 0x6368616e6765;
    Random random(plan_.seed, kStream);
    for (size_t i = 0; i < kCases && !cut_short(); ++i)
      machine_.among_others([&] { judge_.check_after_changes(small_.some(random), report_); });
  }

  static bool is_some_small(const Case& c, size_t least) {
    return is_small(c) && c.operation->size(c) >= least && c.operation->computes(c);
  }

  /// Pairs of calls in two threads, which are long enough to meet where there are two processors.
  void judge_together() {
    if (cut_short()) return;
    constexpr int kPairs = 6;
    constexpr int kOverlaps = 4; // of each pair
    constexpr int kTries = 40;
    // The other lanes stand still for a moment.
    machine_.alone([&] {
      judge_pairs(300, 5000, kPairs, [&](const Case& a, const Case& b) {
        judge_.check_together(a, b, kOverlaps, kTries, report_);
      });
      // Where calls are large a port may have scratch, locks and threads that others have not.
      constexpr size_t kLarge = 70'000;
      if (op_.check_whole || longest_ == 0 || cut_short()) return;
      const Case large = of_length(std::min(kLarge, longest_));
      judge_.check_together(large, variant(large, true), kOverlaps, 2 * kOverlaps, report_, false);
      judge_modes_together();
    });
  }

  /// The same in each of the most frequent modes: in that of the largest case two calls may not
  /// differ in what they share.
  void judge_modes_together() {
    constexpr size_t kModes = 4, kLong = 5000;
    constexpr int kOverlaps = 2, kTries = 6;
    if (!repeats_few()) return;
    for (const Case& few : modes_.most_frequent(kModes)) {
      if (cut_short()) return;
      const Case many = repeated(few, kLong);
      judge_.check_together(many, variant(many, true), kOverlaps, kTries, report_, false);
    }
  }

  template <class Check>
  void judge_pairs(size_t min_elements, size_t max_elements, int pairs, const Check& check) {
    Case previous;
    while (pairs > 0 && !cut_short()) {
      Case c = *cases_.at(next_++);
      const size_t size = op_.size(c);
      if (size < min_elements || size > max_elements || !op_.computes(c)) continue;
      if (previous.operation) {
        check(previous, c);
        --pairs;
      }
      previous = std::move(c);
    }
  }

  void shrink_all() {
    for (Finding& finding : report_.findings) shrink(judge_, finding, plan_.shrink_seconds);
    keep_first_of_each_kind(report_.findings); // shrinking may show another kind
    for (Finding& f : report_.findings)
      if (const uint32_t number = f.witness.processors)
        f.detail =
            fmt::format("told of {} processor{}: {}", number, number == 1 ? "" : "s", f.detail);
    // The kernel of the system kills whom it likes when memory runs out.
    const auto killed_from_outside = [](const Finding& f) {
      return f.kind == FindingKind::crashed && f.signal == SIGKILL && !f.repeats;
    };
    if (std::erase_if(report_.findings, killed_from_outside) > 0)
      report_.reason = "a worker was killed, and the case passes alone: out of memory?";
    for (size_t q = 0; q < op_.quantities.size(); ++q)
      shrink_largest(judge_, report_.tally.largest[q], q);
  }

  const Plan& plan_;
  GeneratedCases& cases_;
  Judge& judge_;
  Execution* execution_; ///< null: not wanted
  OperationReport& report_;
  const Operation& op_;
  double seconds_;
  MachineLock& machine_;
  const std::function<void(double)>& on_progress_;
  Modes modes_{plan_.seed};
  SmallCases small_{plan_.seed};
  size_t longest_ = 0; ///< elements of a case generated so far that computes
  std::array<SharedCase, 65>
      of_each_length_{}; ///< of those, the longest with so many bits in its length
  SharedCase widest_;    ///< the one of few elements whose arrays have the most bytes
  size_t widest_bytes_ = 0;
  uint64_t next_ = 0;
  uint64_t generated_ = 0; ///< elements, judged or not
  Clock::time_point start_ = Clock::now();
};

} // namespace

void judge_operation(const OperationRun& run) {
  Stages(run).run();
}

} // namespace ulna
