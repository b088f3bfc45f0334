#include "search/shrink.h"

#include <fmt/format.h>

#include <bit>
#include <chrono>
#include <cmath>
#include <numeric>
#include <tuple>
#include <utility>

namespace ulna {
namespace {

using Clock = std::chrono::steady_clock;

Clock::duration as_duration(double seconds) {
  return std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
}

const Finding* find(const Judgement& judgement, FindingKind kind) {
  for (const Finding& f : judgement.findings)
    if (f.kind == kind) return &f;
  return nullptr;
}

/// Findings that one call alone cannot show.
bool needs_replay(FindingKind kind) {
  return kind == FindingKind::not_repeatable || kind == FindingKind::not_reentrant;
}

/// The place of an output element, alone and with its neighbours in groups as kernels form them.
std::vector<std::vector<size_t>> windows(const Case& c, size_t element) {
  const Operation& op = *c.operation;
  const size_t place = op.place_of(c, element);
  std::vector<std::vector<size_t>> out;
  if (place >= op.size(c)) return out;
  for (const size_t group : {1, 4, 8, 16, 64}) {
    const size_t first = place / group * group;
    std::vector<size_t> window(std::min(group, op.size(c) - first));
    std::iota(window.begin(), window.end(), first);
    out.push_back(std::move(window));
  }
  return out;
}

class Shrinker {
public:
  Shrinker(Judge& judge, Finding& finding, double seconds)
      : judge_(judge), finding_(finding), hangs_(judge.hangs()),
        patience_(as_duration(seconds / 5)), end_(Clock::now() + as_duration(seconds)) {}

  void run() {
    if (is_race()) {
      company_ = Company::interrupting;
      if (!shows(finding_.witness, kRaces)) company_ = Company::all;
    }
    cut_down();
    if (is_race()) return_to_one_that_shows_it();
    on_top_ = kMaxMismatches;
    if (finding_.kind == FindingKind::out_of_bound) shows(finding_.witness, 1);
  }

private:
  static constexpr int kEnoughHangs = 2; // each costs seconds

  static constexpr int kRaces = 3; // in a row, before a smaller witness of a race is taken

  void cut_down() {
    jump();
    if (finding_.kind == FindingKind::hung) return; // each try takes seconds
    take_reductions();
    while (drop_elements() + take_reductions() > 0) {
    }
    plain_placement();
    round_numbers();
  }

  bool is_race() const { return finding_.kind == FindingKind::not_reentrant; }

  /// Of many that show a race now and then, some show it three times in a row by luck. Where there
  /// is no time to try, the witness is the one that was found.
  void return_to_one_that_shows_it() {
    constexpr int kForSure = 8;
    for (size_t steps = 1; !earlier_.empty() && !shows(finding_.witness, kForSure); steps *= 2) {
      if (out_of_time()) steps = earlier_.size();
      earlier_.resize(earlier_.size() - std::min(steps, earlier_.size()) + 1);
      std::tie(finding_.witness, finding_.detail) = std::move(earlier_.back());
      earlier_.pop_back();
    }
  }

  /// Whether the case shows the finding so many times in a row. Takes its detail.
  bool shows(const Case& c, int times) {
    for (int i = 0; i < times; ++i) {
      Tally tally;
      const Judgement judgement = needs_replay(finding_.kind) ? judge_.replay(c, tally, company_)
                                                              : judge_.once(c, tally, on_top_);
      const Finding* shown = find(judgement, finding_.kind);
      if (!shown) return false;
      finding_.detail = shown->detail;
    }
    return true;
  }

  /// Of a long case each try takes long, and there are as many as it has elements.
  bool out_of_time() const {
    const Clock::time_point now = Clock::now();
    return now > end_ || now > smaller_ + patience_ || judge_.hangs() - hangs_ >= kEnoughHangs;
  }

  /// Makes the case the witness if it shows the finding too.
  bool accept(Case given) {
    Case candidate = judge_.within(std::move(given));
    if (out_of_time() || same_input(candidate, finding_.witness)) return false;
    const std::string detail = finding_.detail;
    if (!shows(candidate, is_race() ? kRaces : 1)) {
      finding_.detail = detail;
      return false;
    }
    if (is_race()) earlier_.emplace_back(std::move(finding_.witness), detail);
    finding_.witness = std::move(candidate);
    smaller_ = Clock::now();
    return true;
  }

  const Operation& op() const { return *finding_.witness.operation; }
  size_t size() const { return op().size(finding_.witness); }

  bool keep(std::span<const size_t> elements) {
    return accept(op().keep(finding_.witness, elements));
  }

  /// Most witnesses need no element, one at an end, or the one that is wrong and its neighbours.
  void jump() {
    const size_t n = size();
    if (n == 0 || keep({})) return;
    const size_t ends[] = {0, n - 1};
    for (const size_t& e : ends)
      if (keep({&e, 1})) return;
    if (finding_.kind != FindingKind::out_of_bound && finding_.kind != FindingKind::wrong_copy)
      return;
    Tally tally;
    const Judgement judgement = judge_.once(finding_.witness, tally, on_top_);
    for (const Mismatch& m : judgement.mismatches) {
      for (const auto& window : windows(finding_.witness, m.element))
        if (keep(window)) return;
    }
  }

  /// Removes runs of elements, long ones first, down to single ones. Their lengths are powers of
  /// two, as the steps of kernels are, so that a count keeps what it leaves to the tail.
  int drop_elements() {
    int accepted = 0;
    for (size_t run = std::bit_floor(size()); run > 0; run /= 2) {
      for (size_t first = 0; first < size() && !out_of_time();) {
        std::vector<size_t> rest;
        for (size_t i = 0; i < size(); ++i)
          if (i < first || i >= first + run) rest.push_back(i);
        if (keep(rest)) {
          ++accepted;
        } else {
          first += run;
        }
      }
      if (run == 1) break;
    }
    return accepted;
  }

  int take_reductions() {
    int accepted = 0;
    for (bool again = true; again && !out_of_time();) {
      again = false;
      for (const Reduction& smaller : op().reductions(finding_.witness)) {
        if (!accept(smaller())) continue;
        ++accepted;
        again = true;
        break;
      }
    }
    return accepted;
  }

  void plain_placement() {
    Case plain = finding_.witness;
    plain.flush = false;
    plain.leftovers = Leftovers::mixed;
    plain.processors = 0;
    plain.order = 0;
    plain.places.assign(plain.places.size(), Placement{});
    if (accept(plain)) return;
    for (size_t i = 0; i < plain.places.size(); ++i) {
      plain = finding_.witness;
      plain.places[i] = Placement{};
      accept(plain);
    }
    plain = finding_.witness;
    plain.flush = false;
    accept(plain);
    plain = finding_.witness;
    plain.leftovers = Leftovers::mixed;
    accept(plain);
    plain = finding_.witness;
    plain.processors = 0;
    accept(plain);
    plain = finding_.witness;
    plain.order = 0;
    accept(plain);
  }

  void round_numbers() {
    constexpr size_t kMaxWordsToRound = 600;
    if (op().real) {
      for (const float simple : rounder(finding_.witness.real)) {
        Case candidate = finding_.witness;
        candidate.real = simple;
        if (accept(std::move(candidate))) break;
      }
    }
    for (size_t a = 0; a < finding_.witness.arrays.size(); ++a) {
      const ArraySpec& spec = op().arrays[a];
      const size_t words = finding_.witness.arrays[a].words();
      if (words == 0 || words > kMaxWordsToRound || !spec.has(finding_.witness, "f")) continue;
      // Zeros, or other round numbers, would be taken for what the port wrote.
      if (spec.output && finding_.detail.ends_with(kNeverWritten)) continue;
      if (all_zero(a)) continue;
      for (size_t w = 0; w < words && !out_of_time(); ++w)
        if (spec.letter(finding_.witness, w) == 'f') round_word(a, w);
    }
  }

  /// Where two arrays are one, what changed in either changes in both.
  void keep_same(Case& candidate, size_t array) const {
    if (!candidate.same_array) return;
    candidate.arrays[size_t(op().same_array)] = candidate.arrays[size_t(op().output)] =
        Array(candidate.arrays[array]);
  }

  /// Tries zeros for the whole array.
  bool all_zero(size_t array) {
    const ArraySpec& spec = op().arrays[array];
    Case candidate = finding_.witness;
    for (size_t w = 0; w < candidate.arrays[array].words(); ++w)
      if (spec.letter(candidate, w) == 'f') candidate.arrays[array].set_word(w, 0);
    keep_same(candidate, array);
    return accept(std::move(candidate));
  }

  void round_word(size_t array, size_t word) {
    const float now = std::bit_cast<float>(finding_.witness.arrays[array].word(word));
    for (const float simple : rounder(now)) {
      Case candidate = finding_.witness;
      candidate.arrays[array].set_word(word, std::bit_cast<uint32_t>(simple));
      keep_same(candidate, array);
      if (accept(std::move(candidate))) return;
    }
  }

  /// Rounder numbers than x, the roundest first, nothing if x is one of them.
  static std::vector<float> rounder(float x) {
    std::vector<float> out;
    for (const float simple : {0.0f, 1.0f, -1.0f}) {
      if (x == simple) return out;
      out.push_back(simple);
    }
    if (!std::isfinite(x)) return out;
    for (const int digits : {1, 2, 4}) {
      const float simple = std::strtof(fmt::format("{:.{}e}", x, digits - 1).c_str(), nullptr);
      if (x == simple) return out;
      out.push_back(simple);
    }
    return out;
  }

  Judge& judge_;
  Finding& finding_;
  int hangs_; ///< of the judge before
  Company company_ = Company::none;
  size_t on_top_ = 0;        ///< the top rung takes long, and only the smallest witness is shown
  Clock::duration patience_; ///< without a smaller witness
  Clock::time_point end_;
  /// Witnesses of a race and their details, each larger than the next.
  std::vector<std::pair<Case, std::string>> earlier_;
  Clock::time_point smaller_ = Clock::now(); ///< when the witness last became smaller
};

/// Drops calls before the witness, long runs of them first, for as long as the others show the
/// finding. Returns whether they do.
bool shrink_before(Judge& judge, Finding& finding, double seconds) {
  const auto start = Clock::now();
  const int hangs = judge.hangs();
  const auto take = [&](std::vector<Case> before) {
    Tally tally;
    const Judgement behind = judge.replay_behind(before, finding.witness, tally);
    const Finding* shown = find(behind, finding.kind);
    if (!shown) shown = find(behind, FindingKind::not_repeatable);
    if (!shown) return false;
    finding.kind = shown->kind;
    finding.detail = shown->detail;
    finding.before = std::move(before);
    return true;
  };
  if (finding.before.empty() || !take(finding.before)) return false;
  const auto going = [&] {
    return judge.hangs() == hangs &&
           std::chrono::duration<double>(Clock::now() - start).count() < seconds;
  };
  for (size_t run = std::bit_floor(finding.before.size()); run > 0; run /= 2) {
    for (size_t first = 0; first < finding.before.size() && going();) {
      std::vector<Case> rest;
      for (size_t i = 0; i < finding.before.size(); ++i)
        if (i < first || i >= first + run) rest.push_back(finding.before[i]);
      if (!take(std::move(rest))) first += run;
    }
  }
  return take(finding.before);
}

} // namespace

void shrink(Judge& judge, Finding& finding, double seconds) {
  Tally tally;
  const Judgement alone = judge.replay(finding.witness, tally);
  const Finding* shown = find(alone, finding.kind);
  // What an earlier call of another case brought about, more calls of this one may show.
  if (!shown) shown = find(alone, FindingKind::not_repeatable);
  if (!shown) {
    finding.repeats = shrink_before(judge, finding, seconds);
    if (!finding.repeats) finding.before.clear();
    return;
  }
  finding.repeats = true;
  finding.before.clear();
  finding.kind = shown->kind;
  finding.detail = shown->detail;
  Shrinker(judge, finding, seconds).run();
}

void shrink_largest(Judge& judge, Largest& largest, size_t quantity) {
  if (!largest.witness.operation) return;
  const Operation& op = *largest.witness.operation;
  Tally whole;
  const Judgement all = judge.once(largest.witness, whole);
  const int hangs = judge.hangs();
  const auto take = [&](Case given) {
    const Case candidate = judge.within(std::move(given));
    if (judge.hangs() > hangs || same_input(candidate, largest.witness)) return false;
    Tally alone;
    judge.once(candidate, alone);
    // Another rung may have computed it, which differs in the last digits.
    constexpr double kSame = 1 - 0x1p-30;
    if (!(alone.largest[quantity].fraction >= largest.fraction * kSame)) return false;
    largest.witness = candidate;
    largest.word = alone.largest[quantity].word;
    return true;
  };
  const Case original = largest.witness;
  bool smaller = false;
  for (const auto& window : windows(original, all.largest_element[quantity]))
    if (!smaller) smaller = take(op.keep(original, window));
  constexpr double kSeconds = 2;
  const Clock::time_point end = Clock::now() + as_duration(kSeconds);
  for (bool again = true; again && Clock::now() < end;) {
    again = false;
    for (const Reduction& reduction : op.reductions(largest.witness)) {
      again = Clock::now() < end && take(reduction());
      if (again) break; // the others are of the case before
    }
  }
}

} // namespace ulna
