#include "judge/judge.h"

#include "base/error.h"
#include "calls/layout.h"
#include "cases/make_case.h"
#include "judge/small_cases.h"

#include <fmt/format.h>

#include <csignal>
#include <cstring>
#include <filesystem>
#include <numeric>
#include <optional>

namespace ulna {
namespace {

/// One in so many of the small cases, and of the others, in which alone a port may think threads of
/// its own worth while.
struct OneIn {
  size_t of_small, of_large;
  size_t operator()(const Case& c) const { return is_small(c) ? of_small : of_large; }
};
constexpr OneIn kTwiceOneIn{8, 2};    // are called twice
constexpr OneIn kVariantOneIn{8, 32}; // of those, again after a call with other values
constexpr size_t kRecent = 4;         // calls of the batch before, which a finding may need

/// What the worker was called with before a case.
using Before = std::span<const Case* const>;

/// Adds the findings to the report, the first of each kind, with the case as their witness.
void report_findings(Judgement&& judgement, const Case& c, OperationReport& report,
                     Before before = {}) {
  for (Finding& finding : judgement.findings) {
    const bool known = std::any_of(report.findings.begin(), report.findings.end(),
                                   [&](const Finding& f) { return f.kind == finding.kind; });
    if (known) continue;
    finding.witness = c;
    for (const Case* earlier : before) finding.before.push_back(*earlier);
    report.findings.push_back(std::move(finding));
  }
}

void report_finding(FindingKind kind, std::string detail, const Case& c, OperationReport& report,
                    Before before = {}) {
  Judgement judgement;
  judgement.findings.emplace_back();
  judgement.findings.back().kind = kind;
  judgement.findings.back().detail = std::move(detail);
  report_findings(std::move(judgement), c, report, before);
}

/// How a call ended that did not return.
std::string ending(const CallResult& result) {
  const std::string printed = result.printed.empty() ? "" : "; it printed: " + result.printed;
  switch (result.end) {
  case CallResult::End::died:
    return fmt::format("died of SIG{}{}", sigabbrev_np(result.signal), printed);
  case CallResult::End::exited:
    return fmt::format("ended the process with code {}{}", result.exit_code, printed);
  default:
    return "no end within the limit" + printed;
  }
}

/// All outputs, one after the other, and behind them what was returned.
Bytes copy(const Case& c, const CallResult& result, const Outputs& outputs) {
  Bytes all;
  for (const Output& output : outputs)
    all.insert(all.end(), output.bytes.begin(), output.bytes.end());
  if (c.operation->returns) {
    const auto* returned = reinterpret_cast<const std::byte*>(&result.state.returned);
    all.insert(all.end(), returned, returned + sizeof result.state.returned);
  }
  return all;
}

/// Whether two calls ran at the same time for a good part of the shorter one.
bool overlapped(const arena::State& a, const arena::State& b) {
  const uint64_t begin = std::max(a.begin, b.begin);
  const uint64_t end = std::min(a.end, b.end);
  const uint64_t shorter = std::min(a.end - a.begin, b.end - b.begin);
  return end > begin && end - begin >= shorter / 4;
}

/// Of std::byte the standard library compares one after the other.
bool are_same(const Bytes& a, const Bytes& b) {
  return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size()) == 0);
}

/// The first word in which two outputs of one case differ.
std::string first_difference(const Case& c, const Bytes& a, const Bytes& b) {
  const Operation& op = *c.operation;
  size_t at = 0; // in words
  for (size_t array = 0; array < op.arrays.size(); ++array) {
    if (!op.arrays[array].output) continue;
    const size_t words = op.arrays[array].words(c);
    for (size_t i = 0; i < c.arrays[array].words() && 4 * at < std::min(a.size(), b.size());
         ++i, ++at) {
      uint32_t x;
      uint32_t y;
      std::memcpy(&x, a.data() + 4 * at, 4);
      std::memcpy(&y, b.data() + 4 * at, 4);
      if (x != y)
        return fmt::format("{}: bits {:08x} and then {:08x}",
                           word_name(op, array, i / words, i % words), x, y);
    }
  }
  return "the values returned differ";
}

/// The same input, with something else in all that is undefined.
void leave_other(Case& c, Random& random) {
  c.leftovers = next(c.leftovers, static_cast<unsigned>(1 + random.below(kNumLeftovers - 1)));
}

/// Puts what the case has back into an element of each output.
void leave_as_it_was(const Case& c, size_t element, std::vector<Bytes>& outputs) {
  auto output = outputs.begin();
  for (size_t a = 0; a < c.arrays.size(); ++a) {
    const ArraySpec& spec = c.operation->arrays[a];
    if (!spec.output) continue;
    const size_t size = spec.element_size(c);
    std::memcpy((output++)->data() + element * size, c.arrays[a].data() + element * size, size);
  }
}

/// Puts results into the outputs of a case.
void leave_in_outputs(Case& c, const Bytes& results) {
  size_t at = 0;
  for (size_t a = 0; a < c.arrays.size(); ++a) {
    if (!c.operation->arrays[a].output) continue;
    for (std::byte& b : std::span(c.arrays[a].data(), c.arrays[a].size())) b = results[at++];
  }
}

/// The bytes of some elements of an array, one behind the other.
Bytes gathered(std::span<const std::byte> bytes, size_t element_size,
               std::span<const size_t> elements) {
  Bytes all;
  for (const size_t i : elements) {
    const auto element = bytes.subspan(i * element_size, element_size);
    all.insert(all.end(), element.begin(), element.end());
  }
  return all;
}

/// Of elements that repeat the first ones: those, and the first of each that differ from them in
/// the bits that a call gave; one more than `most` where there are more.
std::vector<size_t> different_elements(const Case& c, const Outputs& outputs, size_t count,
                                       size_t period, size_t most) {
  std::vector<size_t> sizes;
  for (const ArraySpec& spec : c.operation->arrays)
    if (spec.output) sizes.push_back(spec.element_size(c));
  const auto same = [&](size_t i, size_t j) {
    for (size_t o = 0; o < outputs.size(); ++o) {
      const std::byte* const bytes = outputs[o].bytes.data();
      if (!outputs[o].bytes.empty() &&
          std::memcmp(bytes + i * sizes[o], bytes + j * sizes[o], sizes[o]) != 0)
        return false;
    }
    return true;
  };
  std::vector<size_t> different(period);
  std::iota(different.begin(), different.end(), size_t{0});
  for (size_t i = period; i < count && different.size() <= most; ++i)
    if (!same(i, i - period) && std::ranges::none_of(different, [&](size_t earlier) {
          return earlier % period == i % period && same(i, earlier);
        }))
      different.push_back(i);
  return different;
}

/// Every array at any alignment that the contract allows.
void shift_arrays(Case& c, Random& random) {
  for (size_t a = 0; a < c.places.size(); ++a) {
    const size_t alignment = c.operation->arrays[a].alignment;
    c.places[a].shift = static_cast<uint8_t>(random.below(64 / alignment) * alignment);
  }
}

/// A later call of a case that returned `first` before owes the same bits.
void judge_again(const Case& c, const CallResult& result, const Outputs& outputs,
                 const Bytes& first, const char* when, OperationReport& report,
                 Before before = {}) {
  if (result.end != CallResult::End::returned) {
    report_finding(FindingKind::not_repeatable, fmt::format("{}a later call did not return", when),
                   c, report, before);
  } else if (!are_same(copy(c, result, outputs), first)) {
    report_finding(FindingKind::not_repeatable,
                   when + first_difference(c, first, copy(c, result, outputs)), c, report, before);
  }
}

} // namespace

Installation find_installation() {
  std::error_code error;
  const auto self = std::filesystem::read_symlink("/proc/self/exe", error);
  if (error) throw BadInput("cannot read /proc/self/exe; mount /proc");
  // Fuzzing services want all in one folder.
  const auto own = self.parent_path();
  const auto beside = own / ULNA_PRIVATE_DIR;
  const auto lib = self.filename() == "ulna-tools"          ? own
                   : std::filesystem::exists(beside, error) ? beside
                                                            : own.parent_path() / ULNA_PRIVATE_DIR;
  return {Workers(lib / "ulna-worker"), lib / "ulna-import", lib / "ports", lib / "ulna-tools"};
}

Judge::Judge(const std::string& port_path, const Installation& installation, uint64_t seed,
             std::optional<uint64_t> adversary)
    : Judge(std::make_unique<Session>(port_path, installation.worker, adversary), seed) {}

Judge::Judge(std::unique_ptr<Caller> caller, uint64_t seed)
    : caller_(std::move(caller)), profiles_(caller_->port().profiles), random_(seed, 0x6a756467),
      random_of_one_(seed, 0x6a756468) {}

Case Judge::within(Case c) const {
  enter(profiles_, c);
  return c;
}

void Judge::count(const Case& c, const CallResult& result) {
  if (c.profiles != (profiles_ & profiles_of(*c.operation)))
    throw InternalError(fmt::format("{}: a case was called that is not of the profiles {}",
                                    c.operation->name, names(profiles_)));
  if (result.end == CallResult::End::hung) ++hangs_;
  if (result.end != CallResult::End::returned) ++deaths_;
}

void Judge::note_storing(const Case& c, const CallResult& result) {
  constexpr size_t kKept = 8;
  if (!result.stored || !is_small(c) || !c.operation->computes(c)) return;
  // Apart from random_: what else is drawn is the same whether the port stores or not.
  ++num_storing_;
  const size_t place = Random(num_storing_, 0x73746f72).below(num_storing_);
  if (storing_.size() < kKept) {
    storing_.push_back(c);
  } else if (place < kKept) {
    storing_[place] = c;
  }
}

void Judge::check(std::span<const Case* const> given, OperationReport& report) {
  const AllWithin all(profiles_, given);
  const std::span<const Case* const> cases = all.pointers();
  std::vector<const Case*> calls(cases.begin(), cases.end());
  // The second calls come after all the first ones, so that a port which remembers shows it.
  std::vector<size_t> twice;
  for (size_t i = 0; i < cases.size(); ++i)
    if (random_.one_in(kTwiceOneIn(*cases[i]))) twice.push_back(i);
  std::vector<Case> again;
  again.reserve(twice.size());
  for (const size_t i : twice) {
    again.push_back(*cases[i]);
    leave_other(again.back(), random_);
    calls.push_back(&again.back());
  }
  std::vector<std::optional<Bytes>> first(cases.size()); // of the cases called twice that returned
  std::vector<const Case*> history;
  for (const Case& c : recent_) history.push_back(&c);
  const size_t earlier = history.size();
  history.insert(history.end(), calls.begin(), calls.end());

  caller_->run(calls, [&](size_t i, const CallResult& result, const Outputs& outputs) {
    count(*calls[i], result);
    const bool returned = result.end == CallResult::End::returned;
    const size_t number = i < cases.size() ? i : twice[i - cases.size()];
    const Case& c = *cases[number];
    if (i < cases.size()) {
      note_storing(c, result);
      report_findings(judge_outputs(c, result, outputs, report.tally, random_), c, report,
                      Before(history).first(earlier + i));
      if (returned && std::binary_search(twice.begin(), twice.end(), i))
        first[i] = copy(c, result, outputs);
    } else if (first[number]) {
      judge_again(*calls[i], result, outputs, *first[number],
                  "called again, with other values in undefined registers, ", report,
                  Before(history).first(earlier + i));
    }
  });
  for (const size_t i : twice)
    if (first[i] && random_.one_in(kVariantOneIn(*cases[i])))
      check_after_variant(*cases[i], *first[i], random_.pick(kAllChanges), report, history);
  std::swap(random_, random_of_one_); // what else is drawn does not depend on these
  for (const size_t i : twice)
    if (first[i] && cases[i]->operation->size(*cases[i]) == 1)
      for (const Case& other : variants_by_array(*cases[i], random_))
        check_after(*cases[i], *first[i], other, report, history);
  std::swap(random_, random_of_one_);
  std::vector<Case> recent;
  for (const Case* c : calls.size() > kRecent ? Before(calls).last(kRecent) : Before(calls))
    if (is_small(*c)) recent.push_back(*c);
  recent_ = std::move(recent);
}

void Judge::measure(std::span<const Case> cases, size_t quantity, OperationReport& report,
                    std::vector<std::vector<double>>& errors, bool drifted) {
  const AllWithin all(profiles_, pointers_to(cases));
  const std::span<const Case* const> calls = all.pointers();
  errors.resize(cases.size());
  for (std::vector<double>& each : errors) each.clear(); // nothing is called behind a hang
  caller_->run(calls, [&](size_t i, const CallResult& result, const Outputs& outputs) {
    count(*calls[i], result);
    ElementErrors each{quantity, drifted, std::move(errors[i])};
    report_findings(judge_outputs(*calls[i], result, outputs, report.tally, random_, &each, 1),
                    *calls[i], report, calls.first(i));
    errors[i] = std::move(each.of);
  });
}

void Judge::check_after_variant(const Case& c, const Bytes& alone, Change change,
                                OperationReport& report, const std::vector<const Case*>& before) {
  check_after(c, alone, variant(c, change, random_), report, before);
}

void Judge::check_after(const Case& c, const Bytes& alone, const Case& given_other,
                        OperationReport& report, std::vector<const Case*> before) {
  const Within within_other(profiles_, given_other);
  const Case& other = within_other;
  const auto call = [&](const Case& what, const auto& on_result) {
    const Case* const one[] = {&what};
    caller_->run(one, [&](size_t, const CallResult& result, const Outputs& outputs) {
      count(what, result);
      on_result(result, outputs);
    });
  };
  // Each run begins with the same slot, so both lie at the same addresses.
  bool returned = true;
  call(other, [&](const CallResult& result, const Outputs& outputs) {
    returned = result.end == CallResult::End::returned;
    // What is remembered of the case may be kept for good, and be wrong here only.
    if (other.operation == c.operation)
      report_findings(judge_outputs(other, result, outputs, report.tally, random_), other, report,
                      before);
  });
  if (!returned) return;
  before.push_back(&other);
  const std::string when =
      other.operation != c.operation ? fmt::format("after a call of {}, ", other.operation->name)
      : other.flush != c.flush       ? "after a call with the other setting of FTZ and DAZ, "
                                     : "after a call with other values at the same addresses, ";
  call(c, [&](const CallResult& result, const Outputs& outputs) {
    judge_again(c, result, outputs, alone, when.c_str(), report, before);
  });
}

void Judge::check_beside(const Case& given, const Case& other, OperationReport& report) {
  const Within within(profiles_, given);
  const Case& c = within;
  const std::optional<Bytes> alone = bits_of(c, report);
  if (!alone) return;
  check_after(c, *alone, other, report, {&c});
  check_interrupted(c, other, Interrupted::small_call, report);
}

std::optional<Bytes> Judge::judge_alone(const Case& given, OperationReport& report) {
  const Within within(profiles_, given);
  const Case& c = within;
  std::optional<Bytes> owed;
  const Case* const one[] = {&c};
  caller_->run(one, [&](size_t, const CallResult& result, const Outputs& outputs) {
    count(c, result);
    Judgement judgement = judge_outputs(c, result, outputs, report.tally, random_);
    if (judgement.findings.empty()) owed = copy(c, result, outputs);
    report_findings(std::move(judgement), c, report);
  });
  return owed;
}

std::optional<Bytes> Judge::bits_of(const Case& c, OperationReport& report) {
  const Random before = random_; // chooses the same with this call as without
  std::optional<Bytes> bits = judge_alone(c, report);
  random_ = before;
  return bits;
}

void Judge::judge_in_turn(const Case& c, const Case& given_next, OperationReport& report) {
  const Within within_next(profiles_, given_next);
  const Case& next = within_next;
  const Case* const one[] = {&c};
  report_findings(once(c, report.tally), c, report);
  report_findings(once(next, report.tally), next, report, one);
}

void Judge::check_neighbours(const Case& given, OperationReport& report) {
  const Within within(profiles_, given);
  const Case& c = within;
  constexpr int kOthers = 12;
  const std::optional<Bytes> alone = judge_alone(c, report);
  if (!alone) return;
  for (const Case& other : variants_by_array(c, random_))
    check_after(c, *alone, other, report, {&c});
  for (int i = 0; i < kOthers; ++i) judge_in_turn(c, with_special_float(c, random_), report);
  check_done_before(c, *alone, report);
  check_flushed_before(c, report);
}

void Judge::check_after_changes(const Case& given, OperationReport& report) {
  const Within within(profiles_, given);
  const Case& c = within;
  const std::optional<Bytes> alone = judge_alone(c, report);
  if (!alone) return;
  for (const Change change : kAllChanges) check_after_variant(c, *alone, change, report, {&c});
  for (const Case& other : variants_by_array(c, random_))
    check_after(c, *alone, other, report, {&c});
}

void Judge::check_done_before(const Case& given, OperationReport& report) {
  const Within within(profiles_, given);
  const Case& c = within;
  if (const std::optional<Bytes> alone = judge_alone(c, report))
    check_done_before(c, *alone, report);
}

void Judge::check_done_before(const Case& c, const Bytes& owed, OperationReport& report) {
  Case again = c;
  leave_in_outputs(again, owed);
  Case inside = variant(again, Change::inside, random_);
  leave_in_outputs(inside, owed); // a variant's are what it owes, with the sign changed alike
  // Their ends alone tell as little.
  Case ends = again;
  for (size_t a = 0; a < c.arrays.size(); ++a) {
    const size_t words = c.arrays[a].words();
    for (size_t w = words / 3; c.operation->arrays[a].output && w < 2 * words / 3; ++w)
      ends.arrays[a].set_word(w, c.arrays[a].word(w));
  }
  Case first = c;
  for (size_t a = 0; a < c.arrays.size(); ++a) {
    const size_t words = std::min(c.arrays[a].words(), c.operation->arrays[a].words(c));
    for (size_t w = 0; c.operation->arrays[a].output && w < words; ++w)
      first.arrays[a].set_word(w, again.arrays[a].word(w));
  }
  for (const Case& next : {again, inside, ends, first}) judge_in_turn(c, next, report);
}

void Judge::check_flushed_before(const Case& c, OperationReport& report) {
  constexpr int kOthers = 4;
  for (int i = 0; i < kOthers; ++i) {
    Case kept = with_denormals(c, random_);
    kept.flush = false;
    kept = within(std::move(kept));
    Case flushed = kept;
    flushed.flush = true;
    const std::optional<Bytes> bits = judge_alone(kept, report);
    if (!bits) return;
    report_findings(once(c, report.tally), c, report);
    check_after(kept, *bits, flushed, report, {&kept, &c});
  }
}

void Judge::check_repeated(const Case& given, size_t wanted, OperationReport& report) {
  constexpr size_t kManyDifferent = 100;
  const Within within_few(profiles_, given);
  const Case& few = within_few;
  const Operation& op = *few.operation;
  const size_t period = op.size(few);
  if (period == 0) return; // none of them is in the profile
  // What fills counts up would be the last element again, and not the next one.
  const size_t multiple = few.profiles.count_multiple();
  const size_t count = (wanted + multiple - 1) / multiple * multiple;
  const Case many = within(repeated(few, count));
  const Case* const call[] = {&many};
  caller_->run(call, [&](size_t, const CallResult& result, const Outputs& outputs) {
    this->count(many, result);
    Judgement judgement = judge_call(many, result, outputs);
    const bool returned = result.end == CallResult::End::returned;
    std::vector<size_t> different;
    if (returned) different = different_elements(many, outputs, count, period, kManyDifferent);
    // What is returned counts all of them.
    if (op.returns || different.size() > kManyDifferent) {
      judgement = judge_outputs(many, result, outputs, report.tally, random_);
    } else if (returned && judgement.findings.empty()) {
      std::vector<Bytes> bytes;
      for (const Output& output : outputs)
        bytes.push_back(gathered(output.bytes, output.bytes.size() / count, different));
      Outputs of_few;
      for (const Bytes& b : bytes) of_few.push_back({b, {}, {}});
      for (size_t& i : different) i %= period;
      // In the words of the whole case, which is the witness.
      if (!judge_outputs(op.keep(few, different), result, of_few, report.tally, random_)
               .findings.empty())
        judgement = judge_outputs(many, result, outputs, report.tally, random_);
    }
    report_findings(std::move(judgement), many, report);
  });
}

void Judge::check_shorter(const Case& given, std::span<const size_t> counts,
                          OperationReport& report) {
  const Within within_given(profiles_, given);
  const Case& c = within_given;
  const Operation& op = *c.operation;
  std::vector<Bytes> owed; // of each output array
  auto returned = arena::State{}.returned;
  std::vector<size_t> kept(op.size(c));
  std::iota(kept.begin(), kept.end(), size_t{0});
  const size_t longest = kept.size();
  // Elements lie where they lay, and are the same but for those that are left out.
  const auto are_known = [&](const CallResult& result, const Outputs& outputs) {
    if (owed.empty() || result.end != CallResult::End::returned) return false;
    for (size_t o = 0; o < outputs.size(); ++o) {
      const std::span<const std::byte> bytes = outputs[o].bytes;
      const bool fits = op.element_at ? bytes.size() == owed[o].size()
                                      : bytes.size() * longest == owed[o].size() * kept.size();
      if (!fits) return false;
      if (!bytes.empty() && std::memcmp(bytes.data(), owed[o].data(), bytes.size()) != 0)
        return false;
    }
    return !op.returns || result.state.returned == returned;
  };
  const auto judge = [&](const Case& shorter) {
    const Case* const call[] = {&shorter};
    bool going = true;
    caller_->run(call, [&](size_t, const CallResult& result, const Outputs& outputs) {
      count(shorter, result);
      Judgement judgement = are_known(result, outputs)
                                ? judge_call(shorter, result, outputs)
                                : judge_outputs(shorter, result, outputs, report.tally, random_);
      going = judgement.findings.empty();
      report_findings(std::move(judgement), shorter, report);
      if (!owed.empty() || !going) return;
      returned = result.state.returned;
      for (const Output& output : outputs)
        owed.emplace_back(output.bytes.begin(), output.bytes.end());
    });
    return going;
  };
  if (!judge(c)) return;
  for (const size_t wanted : counts) {
    const size_t count = wanted / c.profiles.count_multiple() * c.profiles.count_multiple();
    while (kept.size() > count) {
      kept.pop_back();
      if (op.element_at) leave_as_it_was(c, op.element_at(c, kept.size()), owed);
    }
    Case shorter = op.keep(c, kept);
    if (!c.same_array) shift_arrays(shorter, random_);
    if (!judge(within(std::move(shorter)))) return;
  }
}

void Judge::check_after_many(const Case& given, const Case& given_filler, OperationReport& report) {
  const Within within_given(profiles_, given), within_filler(profiles_, given_filler);
  const Case &c = within_given, &filler = within_filler;
  const Case other = within(variant(c, false));
  bool going = true;
  const auto judge = [&](const Case& what, const CallResult& result, const Outputs& outputs) {
    count(what, result);
    going = going && result.end == CallResult::End::returned;
    report_findings(judge_outputs(what, result, outputs, report.tally, random_), what, report);
  };
  const Case* const one[] = {&other};
  Bytes alone;
  caller_->run(one, [&](size_t, const CallResult& result, const Outputs& outputs) {
    judge(other, result, outputs);
    alone = copy(other, result, outputs);
  });
  const std::optional<Bytes> of_filler = bits_of(filler, report);
  if (!of_filler) return;
  for (const uint32_t calls : {255u, 256u, 65535u, 65536u}) {
    if (!going) return;
    // Both begin with the same slot: what differs lies at the same addresses.
    caller_->run_often(
        c, filler, calls - 1, [&](size_t i, const CallResult& result, const Outputs& outputs) {
          if (i == 0) return judge(c, result, outputs);
          count(filler, result);
          going = going && result.end == CallResult::End::returned &&
                  copy(filler, result, outputs) == *of_filler;
          judge_again(filler, result, outputs, *of_filler, "in one of 65,536 calls, ", report);
        });
    if (!going) return;
    const std::string when =
        fmt::format("{} calls after one with other values at the same addresses, ", calls);
    caller_->run(one, [&](size_t, const CallResult& result, const Outputs& outputs) {
      count(other, result);
      judge_again(other, result, outputs, alone, when.c_str(), report);
    });
  }
}

void Judge::check_after_same(const Case& given, const Case& given_filler, OperationReport& report) {
  const Within within_given(profiles_, given), within_filler(profiles_, given_filler);
  const Case &c = within_given, &filler = within_filler;
  constexpr uint32_t kTimes = 1000;
  const std::optional<Bytes> of_c = bits_of(c, report);
  if (!of_c) return;
  for (const Case& changed : variants_by_array(c, random_)) {
    const Within within_other(profiles_, changed);
    const Case& other = within_other;
    bool going = true;
    // The second of a batch lies where the second of the next one does.
    caller_->run_often(filler, c, kTimes,
                       [&](size_t i, const CallResult& result, const Outputs& o) {
                         count(i == 0 ? filler : c, result);
                         going = going && result.end == CallResult::End::returned;
                         if (i == 0)
                           return report_findings(judge_call(filler, result, o), c, report);
                         judge_again(c, result, o, *of_c, "in one of a thousand calls, ", report);
                       });
    if (!going) return;
    Bytes of_other;
    const Case* const batch[] = {&filler, &other};
    caller_->run(batch, [&](size_t i, const CallResult& result, const Outputs& outputs) {
      count(*batch[i], result);
      const Case* const before[] = {&c, &filler};
      report_findings(judge_outputs(*batch[i], result, outputs, report.tally, random_), *batch[i],
                      report, before);
      if (i == 1) of_other = copy(other, result, outputs);
    });
    // What was kept at one of those calls may be found again at one of these.
    caller_->run_often(filler, other, kTimes,
                       [&](size_t i, const CallResult& result, const Outputs& outputs) {
                         count(i == 0 ? filler : other, result);
                         const Case* const before[] = {&c, &filler};
                         if (i == 1)
                           judge_again(other, result, outputs, of_other,
                                       "in one of a thousand calls, ", report, before);
                       });
  }
}

std::optional<Judge::PairBytes> Judge::call_pair(const Case& a, const Case& b, bool judged,
                                                 OperationReport& report) {
  const Case* const cases[] = {&a, &b};
  PairBytes alone;
  bool going = true;
  caller_->run(cases, [&](size_t i, const CallResult& result, const Outputs& outputs) {
    count(*cases[i], result);
    going = going && result.end == CallResult::End::returned;
    alone[i] = copy(*cases[i], result, outputs);
    if (a.operation != b.operation) return; // each has a verdict of its own
    report_findings(judged ? judge_outputs(*cases[i], result, outputs, report.tally, random_)
                           : judge_call(*cases[i], result, outputs),
                    *cases[i], report, Before(cases).first(i));
  });
  return going ? std::optional(std::move(alone)) : std::nullopt;
}

bool Judge::judge_of_pair(const Case& c, const Case& other, const CallResult& result,
                          const Outputs& outputs, const Bytes& owed, const char* when,
                          OperationReport& report) {
  const bool returned = result.end == CallResult::End::returned;
  const Bytes got = copy(c, result, outputs);
  std::string what = when;
  const bool of_two = c.operation != other.operation;
  if (of_two) what = fmt::format("{}, {}of {}, ", c.operation->name, when, other.operation->name);
  // A report tells of its own operation's cases, whichever of two the other disturbs.
  const bool is_others = of_two && report.operation == other.operation;
  const Case* const others[] = {is_others ? &c : &other};
  const Case& witness = is_others ? other : c;
  if (returned && are_same(got, owed)) {
    for (const Finding& f : judge_call(c, result, outputs).findings) {
      if (f.kind != FindingKind::changed_mxcsr && f.kind != FindingKind::changed_control) continue;
      report_finding(f.kind, what + f.detail, witness, report, others);
      return false;
    }
    return true;
  }
  report_finding(FindingKind::not_reentrant,
                 returned ? what + first_difference(c, owed, got)
                          : fmt::format("{}it did not return: {}", what, ending(result)),
                 witness, report, others);
  return false;
}

int Judge::check_together(const Case& one, const Case& another, int wanted, int tries,
                          OperationReport& report, bool judged) {
  if (!caller_->takes_pairs()) return 0;
  const Within within_one(profiles_, one), within_another(profiles_, another);
  const Case &a = within_one, &b = within_another;
  const Case* const cases[] = {&a, &b};
  const std::optional<PairBytes> alone = call_pair(a, b, judged, report);
  bool going = alone.has_value();
  int overlaps = 0;
  for (int i = 0; i < tries && overlaps < wanted && going; ++i) {
    arena::State states[2];
    caller_->run_together(a, b, [&](size_t n, const CallResult& result, const Outputs& outputs) {
      count(*cases[n], result);
      states[n] = result.state;
      going &= judge_of_pair(*cases[n], *cases[1 - n], result, outputs, (*alone)[n],
                             "with another thread on other data, ", report);
    });
    overlaps += overlapped(states[0], states[1]);
  }
  return overlaps;
}

constexpr const char* kInTheMiddle = "with another thread's call on other data in the middle, ";

namespace {

/// Some of the numbers from 1 on, as many as may be, ascending, each as likely as any other.
std::vector<uint32_t> some_places(uint32_t of, size_t most, Random& random) {
  std::vector<uint32_t> places;
  for (uint32_t i = 1; i <= of; ++i)
    if (random.below(of - i + 1) < most - std::min(most, places.size())) places.push_back(i);
  return places;
}

/// The farther, the rarer.
std::vector<uint32_t> places_anywhere(Random& random) {
  constexpr size_t kPlaces = 10;
  constexpr uint32_t kFarthest = 2'000;
  std::vector<uint32_t> places;
  for (uint32_t at = 0; places.size() < kPlaces; places.push_back(at))
    if ((at += 1 + static_cast<uint32_t>(random.below(at + 8))) > kFarthest) break;
  return places;
}

arena::Interruptions interruptions(arena::Interruptions::Behind behind,
                                   std::span<const uint32_t> places) {
  arena::Interruptions where{behind};
  where.num_places = static_cast<uint32_t>(std::min<size_t>(places.size(), where.kMost));
  std::ranges::copy(places.first(where.num_places), where.places);
  return where;
}

} // namespace

void Judge::check_interrupted(const Case& one, const Case& another, Interrupted which,
                              OperationReport& report) {
  if (!caller_->takes_steps()) return;
  const Within within_one(profiles_, one), within_another(profiles_, another);
  const Case &a = within_one, &b = within_another;
  using Behind = arena::Interruptions::Behind;
  const bool first = which == Interrupted::first_call;
  const Case* const cases[] = {&a, &b};
  const bool large = which == Interrupted::large_call;
  const std::optional<PairBytes> alone = call_pair(a, b, !large, report);
  bool going = alone.has_value();
  const auto interrupt = [&](Behind behind, std::span<const uint32_t> at,
                             const Caller::OnResult& on_result) {
    if (first) {
      caller_->restart();
      recent_.clear();
    }
    caller_->run_interrupted(a, b, interruptions(behind, at), on_result);
  };
  const auto judge = [&](Behind behind, std::span<const uint32_t> at) {
    if (!going) return;
    interrupt(behind, at, [&](size_t n, const CallResult& result, const Outputs& outputs) {
      count(*cases[n], result);
      going &= judge_of_pair(*cases[n], *cases[1 - n], result, outputs, (*alone)[n], kInTheMiddle,
                             report);
    });
  };
  if (!going) return;
  // Nothing comes into the middle here: what goes wrong is of the watch. The kernel may not store
  // in what is watched.
  uint32_t stores = 0;
  interrupt(Behind::stores, {}, [&](size_t n, const CallResult& result, const Outputs& outputs) {
    count(*cases[n], result);
    const bool returned = result.end == CallResult::End::returned;
    if (n == 0 && returned && copy(a, result, outputs) == alone->front()) stores = result.counted;
  });
  constexpr size_t kPlaces = 12;
  const std::vector<uint32_t> behind = some_places(stores, kPlaces, random_);
  // The first of all calls is made once in a process. Elsewhere what one interruption mends the
  // next could not show.
  if (!behind.empty() && !first) judge(Behind::stores, behind);
  std::vector<uint32_t> alone_at = behind;
  if (!first && !behind.empty()) alone_at = {behind[random_.below(behind.size())]};
  for (const uint32_t at : alone_at) judge(Behind::stores, std::span(&at, 1));
  if (!first && !large && a.operation == b.operation)
    judge(Behind::instructions, places_anywhere(random_));
}

bool Judge::check_stepped(const Case& given, Stepped where, OperationReport& report) {
  const Within within(profiles_, given);
  const Case& c = within;
  if (!caller_->takes_steps()) return true;
  bool stepped = true;
  caller_->run_stepped(c, where, [&](size_t, const CallResult& result, const Outputs& outputs) {
    // A port that traps does so in other calls, too.
    stepped = result.end != CallResult::End::died || result.signal != SIGTRAP;
    if (!stepped) return;
    count(c, result);
    Judgement judgement = judge_outputs(c, result, outputs, report.tally, random_);
    for (Finding& f : judgement.findings)
      f.detail = (f.kind == FindingKind::wrote_outside
                      ? "stored again what it held, so that another thread's write is lost: "
                      : "called one instruction at a time, ") +
                 f.detail;
    report_findings(std::move(judgement), c, report);
  });
  return stepped;
}

void Judge::call_in_new_process(const Case& c, OperationReport& report) {
  caller_->restart();
  recent_.clear();
  call_first(c, report);
}

void Judge::call_first(const Case& given, OperationReport& report) {
  const Within within(profiles_, given);
  const Case& c = within;
  const Random before = random_; // chooses the same with this call as without
  Tally uncounted;
  report_findings(once(c, uncounted), c, report);
  if (is_small(c)) recent_ = {c};
  random_ = before;
}

Judgement Judge::once(const Case& given, Tally& tally, size_t on_top) {
  const Within within(profiles_, given);
  const Case& c = within;
  const Case* const call[] = {&c};
  Judgement judgement;
  caller_->run(call, [&](size_t, const CallResult& result, const Outputs& outputs) {
    count(c, result);
    judgement = judge_outputs(c, result, outputs, tally, random_, nullptr, on_top);
  });
  return judgement;
}

namespace {

/// How a call is interrupted that is not the first of a process.
Judge::Interrupted in_middle_of(const Case& c) {
  return is_small(c) ? Judge::Interrupted::small_call : Judge::Interrupted::large_call;
}

} // namespace

Judgement Judge::replay(const Case& given, Tally& tally, Company company) {
  const Within within(profiles_, given);
  const Case& c = within;
  caller_->restart();
  Judgement judgement = once(c, tally);
  const bool fatal = std::any_of(judgement.findings.begin(), judgement.findings.end(),
                                 [](const Finding& f) { return is_fatal(f.kind); });
  if (fatal) return judgement;
  constexpr int kInterrupted = 2;
  const int rounds = company == Company::interrupting ? kInterrupted : 20;
  OperationReport report;
  report.findings = std::move(judgement.findings);
  Bytes first;
  Case other = c;
  for (int i = 0; i < rounds && report.findings.empty(); ++i) {
    other.leftovers = next(other.leftovers);
    const std::string when =
        fmt::format("with {} in undefined registers, ", kLeftoverNames[size_t(other.leftovers)]);
    const Case* const thrice[] = {&c, &c, &other};
    caller_->run(thrice, [&](size_t n, const CallResult& result, const Outputs& outputs) {
      if (n == 0 && result.end == CallResult::End::returned) {
        first = copy(c, result, outputs);
      } else {
        judge_again(c, result, outputs, first, n == 1 ? "" : when.c_str(), report);
      }
    });
    const Change change = kAllChanges[size_t(i) % std::size(kAllChanges)];
    if (report.findings.empty()) check_after_variant(c, first, change, report);
    constexpr int kOverlaps = 4;
    constexpr int kTries = 40;
    if (company == Company::none || !report.findings.empty()) continue;
    if (i < kInterrupted) check_interrupted(c, variant(c, true), in_middle_of(c), report);
    if (company == Company::all) check_together(c, variant(c, true), kOverlaps, kTries, report);
  }
  if (report.findings.empty() && company != Company::interrupting && !c.flush) {
    caller_->restart();
    check_after_variant(c, first, Change::flush, report);
  }
  for (const Stepped where : {Stepped::from_the_start, Stepped::at_the_end})
    if (company == Company::all && report.findings.empty()) check_stepped(c, where, report);
  // The partner of a pair is judged by the way; only what the case itself shows counts.
  std::erase_if(report.findings, [&](const Finding& f) {
    return f.witness.operation && !same_but_leftovers(f.witness, c);
  });
  judgement.findings = std::move(report.findings);
  return judgement;
}

Judgement Judge::judge_last(std::span<const Case* const> calls, bool same_place, Tally& tally) {
  const Case& c = *calls.back();
  Judgement judgement;
  std::optional<Bytes> first;
  const auto on_result = [&](size_t i, const CallResult& result, const Outputs& outputs) {
    count(*calls[i], result);
    if (i + 1 < calls.size()) {
      const bool returned = result.end == CallResult::End::returned;
      if (!first && returned && same_but_leftovers(*calls[i], c)) first = copy(c, result, outputs);
      return;
    }
    judgement = judge_outputs(c, result, outputs, tally, random_);
    if (!first) return;
    OperationReport report;
    report.findings = std::move(judgement.findings);
    judge_again(c, result, outputs, *first, "after the calls before it, ", report);
    judgement.findings = std::move(report.findings);
  };
  caller_->restart();
  if (!same_place) {
    caller_->run(calls, on_result);
  } else {
    // Each run begins with the same slot.
    for (size_t i = 0; i < calls.size(); ++i)
      caller_->run(calls.subspan(i, 1), [&](size_t, const CallResult& result, const Outputs& o) {
        on_result(i, result, o);
      });
  }
  return judgement;
}

Judgement Judge::replay_behind(std::span<const Case> before, const Case& given, Tally& tally) {
  std::vector<const Case*> all_given = pointers_to(before);
  all_given.push_back(&given);
  const AllWithin within(profiles_, all_given);
  const std::span<const Case* const> calls = within.pointers();
  const Case& c = *calls.back();
  Judgement judgement = judge_last(calls, false, tally);
  Tally uncounted;
  if (judgement.findings.empty()) judgement = judge_last(calls, true, uncounted);
  constexpr int kRounds = 20;
  constexpr int kOverlaps = 4;
  constexpr int kTries = 40;
  OperationReport report;
  for (int i = 0; i < kRounds && before.size() == 1 && judgement.findings.empty(); ++i) {
    constexpr int kInterrupted = 2;
    for (const auto which : {in_middle_of(c), Interrupted::first_call}) {
      if (i >= kInterrupted) break;
      check_interrupted(before.front(), c, which, report);
      check_interrupted(c, before.front(), which, report);
    }
    check_together(before.front(), c, kOverlaps, kTries, report);
    // Either of the two may show a race; anything else of the other is not asked.
    std::erase_if(report.findings, [&](const Finding& f) {
      return f.kind != FindingKind::not_reentrant && !same_input(f.witness, c);
    });
    judgement.findings = report.findings;
  }
  return judgement;
}

} // namespace ulna
