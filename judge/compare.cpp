#include "judge/compare.h"

#include "base/error.h"
#include "base/exceeds.h"
#include "reference/unit_vector.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <csignal>
#include <cstring>
#include <optional>

namespace ulna {

using reference::Approx;
using reference::Rung;
using End = CallResult::End;

std::string word_name(const Operation& op, size_t array, size_t element, size_t word) {
  const ArraySpec& spec = op.arrays[array];
  std::string_view members = spec.members;
  if (members == "4x4")
    return fmt::format("{}[{}][{}][{}]", spec.name, element, word / 4, word % 4);
  size_t at = word;
  while (!members.empty()) {
    const std::string_view member = members.substr(0, members.find(' '));
    members.remove_prefix(std::min(members.size(), member.size() + 1));
    const size_t dot = member.find('.');
    const size_t words = dot == member.npos ? 1 : member.size() - dot - 1;
    if (at < words)
      return dot == member.npos ? fmt::format("{}[{}].{}", spec.name, element, member)
                                : fmt::format("{}[{}].{}.{}", spec.name, element,
                                              member.substr(0, dot), member[dot + 1 + at]);
    at -= words;
  }
  return fmt::format("{}[{}], byte {}", spec.name, element, 4 * word);
}

std::string vector_name(const Operation& op, size_t array, size_t element, size_t word) {
  const std::string first = word_name(op, array, element, word);
  return first.substr(0, first.rfind('.'));
}

std::string name_of(const Operation& op, const Mismatch& word) {
  return word.is_length ? "length of " + vector_name(op, word.array, word.element, word.word)
                        : word_name(op, word.array, word.element, word.word);
}

std::string array_name(const Case& c, size_t array) {
  const Operation& op = *c.operation;
  if (array < op.arrays.size()) return op.arrays[array].name;
  return op.records(c).at(array - op.arrays.size()).name;
}

namespace {

constexpr size_t kTopSample = 1000; // one element in so many is decided again on the top rung

bool has(const Judgement& judgement, FindingKind kind) {
  return std::any_of(judgement.findings.begin(), judgement.findings.end(),
                     [kind](const Finding& f) { return f.kind == kind; });
}

/// Adds a finding unless the judgement has one of its kind.
void add(Judgement& judgement, FindingKind kind, std::string detail) {
  if (has(judgement, kind)) return;
  Finding finding;
  finding.kind = kind;
  finding.detail = std::move(detail);
  judgement.findings.push_back(std::move(finding));
}

// --- What the port did to the machine
// --------------------------------------------------------------

void judge_state(const Case& c, const CallResult& result, Judgement& judgement) {
  const arena::State& state = result.state;
  const arena::Convention& convention = *result.convention;
  std::string changed;
  for (uint32_t i = 0; i < convention.num_registers; ++i)
    if (state.registers >> i & 1) changed += fmt::format(" {}", convention.registers[i]);
  if (!changed.empty())
    add(judgement, FindingKind::changed_registers,
        fmt::format("came back with a changed{}", changed));
  if (state.stack != 0)
    add(judgement, FindingKind::changed_stack,
        fmt::format("came back with {} off by {} bytes", convention.stack_pointer, state.stack));
  if (state.frame != 0)
    add(judgement, FindingKind::wrote_outside,
        fmt::format("wrote {} words of {}", state.frame, convention.frame));
  const uint32_t sign = state.returned < 0 ? UINT32_MAX : 0;
  if (convention.extends_results && c.operation->returns && state.returned_above != sign)
    add(judgement, FindingKind::wrong_return,
        fmt::format("returned {} without its sign in the upper half of the register, which holds "
                    "{:#010x}",
                    state.returned, state.returned_above));
  for (size_t i = 0; i < convention.num_controls; ++i) {
    const arena::ControlWord& control = convention.controls[i];
    const uint32_t holds = state.controls[i] & control.mask;
    const uint32_t owed = convention.owed(i, c.flush);
    if (holds != owed)
      add(judgement, control.kind,
          fmt::format("came back with {}",
                      fmt::format(fmt::runtime(control.changed), holds, owed)));
  }
}

/// A fault is told by what the port did, and where, seen from the nearest array.
std::string behind(int64_t bytes, const char* array) {
  return bytes == 0 ? fmt::format("just behind the end of {}", array)
                    : fmt::format("{} bytes behind the end of {}", bytes, array);
}

void judge_death(const Case& c, const CallResult& result, Judgement& judgement) {
  const arena::Fault& fault = result.fault;
  const std::string signal = fmt::format("SIG{}", sigabbrev_np(result.signal));
  const bool page_fault = result.signal == SIGSEGV && fault.signal == SIGSEGV &&
                          (fault.code == SEGV_MAPERR || fault.code == SEGV_ACCERR);
  if (!page_fault) {
    const bool general = result.signal == SIGSEGV && fault.signal == SIGSEGV;
    const bool confined = result.signal == SIGSYS;
    const bool emulated = result.convention != &arena::kOwnConvention;
    add(judgement, FindingKind::crashed,
        fmt::format("died of {}{}", signal,
                    general    ? " (an aligned access to unaligned data, or a jump to nowhere?)"
                    : confined ? " (a system call that no kernel needs)"
                    : emulated && result.signal == SIGILL
                        ? " (an instruction that cpu_features does not declare, or that there is "
                          "none of)"
                        : ""));
    return;
  }
  constexpr int64_t kNearStack = 1 << 16;
  if (fault.array < 0 && fault.from_stack > -kNearStack && fault.from_stack < kNearStack) {
    add(judgement, FindingKind::crashed, "ran out of stack");
    return;
  }
  std::string where = fmt::format("address {:#x}, in no array", fault.address);
  FindingKind kind = fault.write ? FindingKind::wrote_outside : FindingKind::read_outside;
  const auto array = size_t(fault.array);
  if (fault.array >= 0 && array < c.arrays.size()) {
    const ArraySpec& spec = c.operation->arrays[array];
    const auto size = static_cast<int64_t>(spec.size_in_memory(c.arrays[array].size()));
    if (fault.offset < 0) {
      where = fmt::format("{} bytes before {}", -fault.offset, spec.name);
    } else if (fault.offset >= size) {
      where = behind(fault.offset - size, spec.name);
    } else {
      where = fmt::format("{}, element {}", spec.name,
                          size_t(fault.offset) / spec.size_in_memory(spec.element_size(c)));
      if (fault.write) kind = FindingKind::wrote_input;
      if (fault.write && spec.output) where += ", in a call that is to write nothing";
    }
  }
  const bool record = c.operation->records && fault.array >= 0 && array >= c.arrays.size() &&
                      array - c.arrays.size() < c.operation->records(c).size();
  if (record) where = fmt::format("byte {} of {}", fault.offset, array_name(c, array));
  add(judgement, kind, fmt::format("{} {}", fault.write ? "wrote" : "read", where));
}

// --- What the port wrote
// ---------------------------------------------------------------------------

enum class Decision { inside, outside, open };

Decision decide(const Approx& distance, double bound) {
  if (distance.value + distance.error <= bound) return Decision::inside;
  if (exceeds(distance.value - distance.error, bound)) return Decision::outside;
  return Decision::open;
}

class Comparison {
public:
  Comparison(const Case& c, const Outputs& outputs, Tally& tally, Random& random,
             Judgement& judgement, ElementErrors* errors, size_t on_top)
      : case_(c), op_(*c.operation), outputs_(outputs), tally_(tally), random_(random),
        judgement_(judgement), evaluator_(op_.evaluate(c)), errors_(errors),
        on_top_(std::min(on_top, kMaxMismatches)) {}

  void run(int32_t returned) {
    if (op_.returns) {
      const std::string owed = evaluator_->returned(returned);
      // Which outputs are owed depends on it.
      if (!owed.empty()) return add(judgement_, FindingKind::wrong_return, owed);
    }
    for (size_t a = 0, o = 0; a < op_.arrays.size(); ++a)
      if (op_.arrays[a].output) compare_array(a, outputs_[o++]);
    // Only the case with the largest error so far is worth keeping.
    for (size_t i = 0; i < holds_largest_.size(); ++i)
      if (holds_largest_[i]) tally_.largest[i].witness = case_;
  }

private:
  void compare_array(size_t array, const Output& output) {
    array_ = array;
    stride_ = op_.arrays[array].words(case_);
    words_ = std::min(stride_, kMaxWords);
    before_ = &case_.arrays[array];
    const size_t elements = before_->words() / stride_;
    for (size_t e = 0; e < elements; ++e) compare_element(e, output);
  }

  void compare_element(size_t element, const Output& output) {
    element_ = element;
    evaluator_->expect(array_, element, Rung::fast, expected_);
    wide_.reset();
    top_.reset();
    std::memcpy(got_.data(), output.bytes.data() + 4 * stride_ * element, 4 * words_);
    if (expected_.two_branches) choose_branch();
    bool judged = false;
    for (size_t w = 0; w < words_; ++w) {
      switch (expected_.clause[w]) {
      case Clause::untouched:
        judge_bits(element, w, got_[w], before_->word(element * stride_ + w),
                   FindingKind::wrote_outside);
        break;
      case Clause::copied:
        judge_bits(element, w, got_[w], expected_.bits[w], FindingKind::wrong_copy);
        ++tally_.words;
        judged = true;
        break;
      case Clause::bounded:
        judge_bounded(element, w);
        ++tally_.words;
        judged = true;
        break;
      case Clause::direction:
        if (w == expected_.unit) judge_length(element);
        judge_direction(element, w);
        ++tally_.words;
        judged = true;
        break;
      case Clause::measured:
        measure(element, w);
        break;
      case Clause::unjudged:
        ++tally_.unjudged;
        break;
      }
    }
    if (stride_ > words_) judge_gap(element, output);
    if (!judged) return;
    if (int(array_) == op_.output) ++tally_.elements;
    if (random_.one_in(kTopSample)) check_rungs(element);
  }

  float got(size_t w) const { return std::bit_cast<float>(got_[w]); }

  /// Where both signs are right, judges against the set of values of which the output's farthest
  /// word is nearer: if one of the two sets has all words within the bound, so has that one.
  void choose_branch() {
    double first = 0;
    double second = 0;
    for (size_t w = 0; w < words_; ++w) {
      if (!expected_.branch[w]) continue;
      const auto off = [&](const Approx& exact) {
        return distance(got(w), exact).value - expected_.width[w];
      };
      first = std::max(first, off(expected_.exact[w]));
      second = std::max(second, off(expected_.other[w]));
    }
    other_branch_ = second < first;
    if (other_branch_) use_other_branch(expected_);
  }

  void use_other_branch(Expectation& e) const {
    for (size_t w = 0; w < words_; ++w)
      if (e.branch[w]) e.exact[w] = e.other[w];
  }

  /// The expectation of the element that is compared now on another rung, on the branch chosen
  /// before. Its words share what it takes, which is much where there are many influences.
  const Expectation& on_rung(Rung rung) {
    std::optional<Expectation>& kept = rung == Rung::top ? top_ : wide_;
    if (!kept) {
      evaluator_->expect(array_, element_, rung, kept.emplace());
      if (kept->two_branches && other_branch_) use_other_branch(*kept);
    }
    return *kept;
  }

  bool holds(size_t element, size_t w) const {
    return got_[w] == before_->word(element * stride_ + w);
  }

  /// A zero, which many a port writes over another, only where the whole element is as it was, and
  /// not all of it zero.
  bool is_as_before(size_t element, size_t w) const {
    if (!holds(element, w)) return false;
    if (got_[w] << 1 != 0) return true;
    bool others = false;
    for (size_t i = 0; i < words_; ++i) {
      if (!holds(element, i)) return false;
      others = others || got_[i] << 1 != 0;
    }
    return others;
  }

  /// Behind a finding of `count` words that the port may not have written at all. What the array
  /// held has no meaning, and must not be taken for a result.
  const char* if_as_before(size_t element, size_t w, size_t count = 1) const {
    for (size_t i = 0; i < count; ++i)
      if (!is_as_before(element, w + i)) return "";
    return kNeverWritten;
  }

  /// Words beyond those that any operation writes: there may be thousands.
  void judge_gap(size_t element, const Output& output) {
    const size_t first = element * stride_;
    const std::byte* const got = output.bytes.data() + 4 * first;
    const std::byte* const owed = before_->data() + 4 * first;
    if (std::memcmp(got + 4 * words_, owed + 4 * words_, 4 * (stride_ - words_)) == 0) return;
    for (size_t w = words_; w < stride_; ++w) {
      uint32_t word;
      std::memcpy(&word, got + 4 * w, sizeof word);
      judge_bits(element, w, word, before_->word(first + w), FindingKind::wrote_outside);
    }
  }

  void judge_bits(size_t element, size_t w, uint32_t got, uint32_t owed, FindingKind kind) {
    if (got == owed) return;
    mismatch({array_, element, w, got, {std::bit_cast<float>(owed), 0, 0}, NAN, 0});
    if (has(judgement_, kind)) return;
    add(judgement_, kind,
        fmt::format("{}{}: got bits {:08x}, must be {:08x}{}", word_name(op_, array_, element, w),
                    kind == FindingKind::wrong_copy ? "" : ", which is not to be written", got,
                    owed, kind == FindingKind::wrong_copy ? if_as_before(element, w) : ""));
  }

  /// What is compared with a bound: a word, or the length of the unit vector that begins there.
  struct Compared {
    size_t element, word;
    double bound;
    size_t quantity;
    bool is_length = false;
  };

  /// What is owed, and how far from it the port is.
  struct Gap {
    Approx exact;
    Approx distance;
  };

  /// Judges the distance that `at` gives on a rung. `tell` makes the text of a finding of it.
  template <class At, class Tell>
  void judge_distance(const Compared& what, uint32_t got, const At& at, const Tell& tell) {
    Gap gap = at(Rung::fast);
    Decision decision = decide(gap.distance, what.bound);
    if (decision == Decision::open) {
      ++tally_.wide;
      gap = at(Rung::wide);
      decision = decide(gap.distance, what.bound);
    }
    if (decision == Decision::outside && judgement_.mismatches.size() < on_top_) {
      // A witness is decided on the top rung; a disagreement is ulna's own fault.
      ++tally_.top;
      gap = at(Rung::top);
      if (decide(gap.distance, what.bound) == Decision::inside)
        throw InternalError(fmt::format("{}: the rungs of the reference disagree on {} ({})",
                                        op_.name, word_name(op_, array_, what.element, what.word),
                                        case_.note));
    }
    const Mismatch beside{array_,    what.element,       what.word,  got,
                          gap.exact, gap.distance.value, what.bound, what.is_length};
    note_error(beside, what.quantity);
    if (decision != Decision::outside) return;
    mismatch(beside);
    if (has(judgement_, FindingKind::out_of_bound)) return; // a text for each word takes long
    add(judgement_, FindingKind::out_of_bound, tell(gap));
  }

  Approx exact_on(Rung rung, size_t w) {
    return rung == Rung::fast ? expected_.exact[w] : on_rung(rung).exact[w];
  }

  Compared compared(size_t element, size_t w) const {
    return {element, w, expected_.bound[w], expected_.quantity[w]};
  }

  /// The gap to the nearest of all values that are right. A NaN is as far away as before.
  Gap to_nearest(Gap gap, size_t w) const {
    const double width = expected_.width[w];
    if (gap.distance.value <= width)
      return {{got(w), 0, gap.exact.error}, {0, 0, gap.distance.error}};
    gap.exact.value += got(w) < gap.exact.value ? -width : width;
    gap.distance.value -= width;
    return gap;
  }

  void judge_bounded(size_t element, size_t w) {
    const auto at = [&](Rung rung) -> Gap {
      const Approx exact = exact_on(rung, w);
      const Gap gap{exact, distance(got(w), exact)};
      return expected_.width[w] == 0 ? gap : to_nearest(gap, w);
    };
    judge_distance(compared(element, w), got_[w], at, [&](const Gap& gap) {
      return fmt::format("{}: got {:.9g}, exact {:.9g}, error {:.4g}, bound {:.4g}{}",
                         word_name(op_, array_, element, w), got(w), gap.exact.value,
                         gap.distance.value, expected_.bound[w], if_as_before(element, w));
    });
  }

  /// The three words of the unit vector as they are.
  reference::UnitVector unit_of_got(Rung rung) const {
    const size_t first = expected_.unit;
    return reference::unit_vector({Approx{got(first)}, {got(first + 1)}, {got(first + 2)}}, rung);
  }

  void judge_direction(size_t element, size_t w) {
    const auto at = [&](Rung rung) -> Gap {
      const Approx exact = exact_on(rung, w);
      return {exact, distance(unit_of_got(rung).direction[w - expected_.unit], exact)};
    };
    judge_distance(compared(element, w), got_[w], at, [&](const Gap& gap) {
      return fmt::format("{}: got {:.9g} in a vector of length {:.4g}, exact direction {:.9g}, "
                         "error {:.4g}, bound {:.4g}{}",
                         word_name(op_, array_, element, w), got(w),
                         unit_of_got(Rung::fast).length.value, gap.exact.value, gap.distance.value,
                         expected_.bound[w], if_as_before(element, w));
    });
  }

  void judge_length(size_t element) {
    const size_t first = expected_.unit;
    const double bound = expected_.length_bound;
    const auto at = [&](Rung rung) -> Gap {
      const Approx one{1, 0, 0};
      return {one, distance(unit_of_got(rung).length, one)};
    };
    const auto bits =
        std::bit_cast<uint32_t>(static_cast<float>(unit_of_got(Rung::fast).length.value));
    judge_distance(
        {element, first, bound, expected_.length_quantity, true}, bits, at, [&](const Gap& gap) {
          return fmt::format("{}: length {:.6g}, must be 1 within {:.3g}, error {:.4g}{}",
                             vector_name(op_, array_, element, first),
                             unit_of_got(Rung::fast).length.value, bound, gap.distance.value,
                             if_as_before(element, first, 3));
        });
  }

  void note_error(const Mismatch& beside, size_t quantity) {
    const size_t element = beside.element;
    const double error = beside.error, bound = beside.bound;
    note_of_element(element, quantity, error, bound);
    count_error(quantity, error, bound);
    // Few errors are the largest so far, and a product is cheaper than a quotient.
    if (error <= bound * largest_finite_[quantity] * (1 - 0x1p-50)) return;
    Largest& largest = tally_.largest[quantity];
    double fraction = error == 0 ? 0 : error / bound;
    if (!std::isfinite(error)) {
      fraction = INFINITY; // a finding, and the worst there is
      ++largest.not_finite;
    } else if (fraction > largest_finite_[quantity]) {
      largest_finite_[quantity] = fraction;
      if (fraction > largest.finite.fraction) largest.finite = {fraction, error, bound};
    }
    if (fraction > judgement_.largest_fraction[quantity]) {
      judgement_.largest_fraction[quantity] = fraction;
      judgement_.largest_element[quantity] = element;
    }
    if (!(fraction > largest.fraction)) return;
    largest.fraction = fraction;
    largest.error = error;
    largest.bound = bound;
    largest.word = beside;
    holds_largest_[quantity] = true;
  }

  void count_error(size_t quantity, double error, double bound) {
    const double part = error * kErrorParts / bound;
    // An error as large as the bound is within it; 0 of 0, too.
    const size_t i = part < kErrorParts ? static_cast<size_t>(part)
                     : error <= bound   ? error == 0 ? 0 : kErrorParts - 1
                                        : kErrorParts;
    ++tally_.errors[quantity][i];
  }

  void note_of_element(size_t element, size_t quantity, double error, double bound) {
    if (!errors_ || quantity != errors_->quantity) return;
    double& largest = errors_->of.at(element);
    if (error <= bound * largest) return; // a product is cheaper than a quotient
    const double fraction = error / bound;
    largest = std::isnan(fraction) ? INFINITY : fraction;
  }

  void measure(size_t element, size_t w) {
    const double error = distance(got(w), expected_.exact[w]).value;
    if (errors_ && errors_->drifted)
      note_of_element(element, expected_.quantity[w], error, expected_.bound[w]);
    double& largest = tally_.drift_error[expected_.drift];
    if (!(error <= largest)) largest = std::isnan(error) ? INFINITY : error;
    ++tally_.drift_words[expected_.drift];
  }

  /// Evaluates the element on the top rung too, and checks what the double rung claims of itself.
  void check_rungs(size_t element) {
    const Expectation& top = on_rung(Rung::top);
    for (size_t w = 0; w < words_; ++w) {
      if (expected_.clause[w] != Clause::bounded && expected_.clause[w] != Clause::direction)
        continue;
      ++tally_.top;
      const Approx& a = expected_.exact[w];
      const Approx& b = top.exact[w];
      if (!(std::fabs((a.value - b.value) + (a.tail - b.tail)) <=
            a.error + b.error + std::fabs(a.value) * 0x1p-105))
        throw InternalError(fmt::format("{}: the double reference of {} is {} but the exact value "
                                        "is {} ({})",
                                        op_.name, word_name(op_, array_, element, w), a.value,
                                        b.value, case_.note));
    }
  }

  void mismatch(const Mismatch& m) {
    ++judgement_.num_mismatches;
    if (judgement_.mismatches.size() < kMaxMismatches) judgement_.mismatches.push_back(m);
  }

  const Case& case_;
  const Operation& op_;
  const Outputs& outputs_;
  size_t array_ = 0;              ///< the output array that is compared now
  size_t element_ = 0;            ///< and the element of it
  size_t stride_ = 0;             ///< the words of an element of it
  size_t words_ = 0;              ///< those of them that something is expected of, word by word
  const Array* before_ = nullptr; ///< what it held
  Tally& tally_;
  Random& random_;
  Judgement& judgement_;
  std::unique_ptr<Evaluator> evaluator_;
  Expectation expected_;
  std::optional<Expectation> wide_, top_; ///< as far as the element needed them
  std::array<uint32_t, kMaxWords> got_{};
  bool other_branch_ = false;
  ElementErrors* errors_; ///< null: not wanted
  size_t on_top_;
  std::array<bool, kMaxQuantities> holds_largest_{};
  /// Of this call, in units of the bounds. One NaN must not hide what comes behind it.
  std::array<double, kMaxQuantities> largest_finite_{};
};

bool same_bytes(std::span<const std::byte> a, std::span<const std::byte> b) {
  return a.empty() || std::memcmp(a.data(), b.data(), a.size()) == 0;
}

void judge_surroundings(const char* name, const Output& output, Judgement& judgement) {
  if (same_bytes(output.before, output.owed_before) &&
      same_bytes(output.behind, output.owed_behind))
    return;
  for (size_t i = output.before.size(); i > 0; --i)
    if (output.before[i - 1] != output.owed_before[i - 1])
      return add(judgement, FindingKind::wrote_outside,
                 fmt::format("wrote {} bytes before {}", output.before.size() - i + 1, name));
  for (size_t i = 0; i < output.behind.size(); ++i)
    if (output.behind[i] != output.owed_behind[i])
      return add(judgement, FindingKind::wrote_outside,
                 "wrote " + behind(static_cast<int64_t>(i), name));
}

} // namespace

Judgement judge_call(const Case& c, const CallResult& result, const Outputs& outputs) {
  Judgement judgement;
  switch (result.end) {
  case End::died:
    judge_death(c, result, judgement);
    break;
  case End::hung:
    add(judgement, FindingKind::hung, "did not return within the limit");
    break;
  case End::exited:
    add(judgement, FindingKind::exited,
        fmt::format("ended the process with code {}", result.exit_code));
    break;
  case End::returned:
    break;
  }
  if (result.end != End::returned) {
    for (Finding& finding : judgement.findings) {
      if (result.end == End::died) finding.signal = result.signal;
      if (!result.printed.empty()) finding.detail += "; it printed: " + result.printed;
    }
    return judgement;
  }
  judge_state(c, result, judgement);
  const Operation& op = *c.operation;
  for (size_t a = 0, o = 0; a < op.arrays.size(); ++a)
    if (op.arrays[a].output) judge_surroundings(op.arrays[a].name, outputs[o++], judgement);
  if (result.changed_input >= 0)
    add(judgement, FindingKind::wrote_input,
        fmt::format("changed {}", array_name(c, size_t(result.changed_input))));
  return judgement;
}

Judgement judge_outputs(const Case& c, const CallResult& result, const Outputs& outputs,
                        Tally& tally, Random& random, ElementErrors* errors, size_t on_top) {
  if (errors) errors->of.clear(); // of a call that does not return there are none
  ++tally.cases;
  Judgement judgement = judge_call(c, result, outputs);
  const Operation& op = *c.operation;
  // Behind a call in a bad state, none was made for the elements that are left.
  const bool made_all =
      !op.takes_one_element || result.convention->is_as_owed(result.state, c.flush);
  if (result.end != End::returned || !made_all) return judgement;
  if (op.check_whole) {
    Results results{{}, result.state.returned};
    results.outputs.reserve(outputs.size());
    for (const Output& output : outputs) results.outputs.push_back(output.bytes);
    const std::string broken = op.check_whole(c, results, tally);
    if (!broken.empty()) add(judgement, FindingKind::not_valid, broken);
  } else {
    if (errors) {
      // Other outputs whose errors are told apart have as many elements.
      const auto output = static_cast<size_t>(op.output);
      errors->of.assign(c.arrays[output].words() / op.arrays[output].words(c), 0);
    }
    Comparison(c, outputs, tally, random, judgement, errors, on_top).run(result.state.returned);
  }
  return judgement;
}

} // namespace ulna
