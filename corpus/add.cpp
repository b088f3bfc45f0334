#include "corpus/add.h"

#include "base/error.h"
#include "cases/case_file.h"
#include "certify/certify.h"
#include "certify/port_names.h"
#include "corpus/watch.h"
#include "search/shrink.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <optional>

namespace ulna::corpus {
namespace {

constexpr double kSecondsToShrink = 10; // of one finding; far more than it takes on an idle machine

/// One thing that a case shows on a port, which the corpus keeps one witness of.
struct Subject {
  const Operation* op;
  Port* port;
  Shelf shelf;
  size_t what; ///< FindingKind, or index of the quantity

  auto key() const { return std::tuple(std::string_view(op->name), port->word(), shelf, what); }
  bool operator<(const Subject& other) const { return key() < other.key(); }

  std::string text() const {
    return shelf == Shelf::worst
               ? fmt::format("{} of {}", op->quantities[what], port->word())
               : fmt::format("{} by {}", ulna::name(FindingKind(what)), port->word());
  }
  /// Whether an entry is a witness of the same.
  bool is_of(const Entry& e, const std::string& tables) const {
    if (e.input.operation != op || e.from.shelf != shelf || e.from.port != port->word())
      return false;
    if (shelf == Shelf::regressions) return e.from.finding == FindingKind(what);
    return e.from.quantity == what && (!may_use_tables(e.from.port) || e.from.tables == tables);
  }
};

/// The candidate that shows a subject best: the smallest of a finding, the largest of an error.
struct Best {
  size_t candidate = 0;
  Finding finding;
  Largest largest;
};

class Adder {
public:
  Adder(const AddPlan& plan, std::span<const Entry> known, const Installation& installation)
      : plan_(plan), known_(known), installation_(installation), outcomes_(plan.candidates.size()) {
  }

  Added run() {
    for (size_t i = 0; i < plan_.candidates.size(); ++i) {
      show(0.5 * double(i) / double(plan_.candidates.size()), plan_.candidates[i].path);
      look(i);
    }
    size_t done = 0;
    for (auto& [subject, best] : best_) {
      show(0.5 + 0.5 * double(done++) / double(best_.size()),
           plan_.candidates[best.candidate].path);
      subject.shelf == Shelf::worst ? keep_error(subject, best) : keep_finding(subject, best);
    }
    for (size_t i = 0; i < plan_.candidates.size(); ++i) conclude(i);
    return std::move(added_);
  }

private:
  struct Outcome {
    std::vector<std::string> news; ///< what was kept
    std::string known;             ///< what the corpus, or another candidate, shows as well
    std::string too_large;         ///< what would have been kept
    std::vector<std::string> ports;
  };

  void show(double part, const std::string& what) const {
    if (plan_.on_progress) plan_.on_progress(part, what);
  }

  Port& port(const std::string& path) {
    std::unique_ptr<Port>& port = ports_[path];
    if (!port) port = std::make_unique<Port>(path, installation_);
    return *port;
  }

  /// The ports to call for a candidate.
  std::vector<Port*> ports_for(const Candidate& c) {
    const Operation& op = *c.input.operation;
    if (!plan_.port.empty()) {
      Port& one = port(plan_.port);
      if (!one.implements(op))
        throw BadInput(fmt::format("{}: the port does not implement {}, the operation of {}",
                                   plan_.port, op.name, c.path));
      if (const std::string missing = one.missing(); !missing.empty())
        throw BadInput(
            fmt::format("{}: this CPU lacks {}; take one that has it", plan_.port, missing));
      return {&one};
    }
    std::vector<Port*> all;
    std::vector<Port*> named;
    for (const std::string& name : builtin_ports(installation_)) {
      Port& p = port(port_path(name, installation_));
      if (!p.implements(op) || !p.missing().empty()) continue;
      all.push_back(&p);
      if (names(c.input, name)) named.push_back(&p);
    }
    if (all.empty())
      throw BadInput(
          fmt::format("{}: no built-in port runs {} here; name one with --port", c.path, op.name));
    return named.empty() ? all : named;
  }

  /// Whether a note says that the port showed it: as provenance does, or as `ulna certify` does.
  static bool names(const Case& c, const std::string& port) {
    if (const auto from = provenance_of(c)) return from->port == port;
    return c.note.find(fmt::format(" by {}: ", port)) != c.note.npos ||
           c.note.find(fmt::format("error of {} in ", port)) != c.note.npos;
  }

  void look(size_t i) {
    const Candidate& c = plan_.candidates[i];
    for (Port* p : ports_for(c)) {
      outcomes_[i].ports.push_back(p->word());
      Shown shown = p->thoroughly(c.input);
      const Operation* op = c.input.operation;
      for (Finding& f : shown.findings) {
        f.witness = c.input;
        offer_finding({op, p, Shelf::regressions, size_t(f.kind)}, i, std::move(f));
      }
      // A bug's error says nothing about how good the port is without it.
      if (!shown.findings.empty() && !p->is_published()) continue;
      for (size_t q = 0; q < op->quantities.size(); ++q)
        offer_error({op, p, Shelf::worst, q}, i, std::move(shown.largest[q]));
    }
  }

  void offer_finding(const Subject& subject, size_t i, Finding finding) {
    const auto [at, first] = best_.try_emplace(subject);
    Best& best = at->second;
    const auto size = [&](const Case& c) { return c.operation->size(c); };
    if (!first) {
      const bool smaller = size(finding.witness) < size(best.finding.witness);
      const size_t other = smaller ? best.candidate : i;
      outcomes_[other].known = fmt::format("{}, as {} shows it too", subject.text(),
                                           plan_.candidates[smaller ? i : best.candidate].path);
      if (!smaller) return;
    }
    best.candidate = i;
    best.finding = std::move(finding);
  }

  void offer_error(const Subject& subject, size_t i, Largest largest) {
    if (!largest.witness.operation || !std::isfinite(largest.fraction) || largest.fraction == 0)
      return;
    const auto [at, first] = best_.try_emplace(subject);
    if (!first && !(largest.fraction > at->second.largest.fraction)) return;
    at->second.candidate = i;
    at->second.largest = std::move(largest);
  }

  void keep_finding(const Subject& subject, Best& best) {
    Outcome& outcome = outcomes_[best.candidate];
    for (const Entry& e : known_) {
      if (!subject.is_of(e, plan_.tables)) continue;
      // An entry that the port passes today was another bug.
      if (!subject.port->again(e.input, e.from).find(best.finding.kind)) continue;
      outcome.known = fmt::format("{}, as {} shows it", subject.text(), e.path);
      return;
    }
    shrink(subject.port->judge(), best.finding, kSecondsToShrink);
    if (!best.finding.repeats || !best.finding.before.empty()) return; // earlier calls mattered
    Provenance from = provenance(subject, best.candidate);
    from.finding = best.finding.kind;
    keep(subject, best.candidate, make_entry(std::move(best.finding.witness), std::move(from)),
         subject.text());
  }

  void keep_error(const Subject& subject, Best& best) {
    Outcome& outcome = outcomes_[best.candidate];
    const size_t q = subject.what;
    double was = 0;
    bool again = false;    // the best is what the corpus has, of another error or contract
    bool recorded = false; // … and with the same
    std::optional<Largest> outgrown; // what an entry shows now, above what it records
    std::vector<std::string> smaller;
    for (const Entry& e : known_) {
      if (!subject.is_of(e, plan_.tables)) continue;
      Largest now = subject.port->once(e.input).largest[q];
      was = std::max(was, now.fraction);
      smaller.push_back(e.path);
      if (same_input(e.input, best.largest.witness)) {
        recorded = e.from.contract == subject.op->contract.version &&
                   change(e.from.fraction, now.fraction) == Change::same;
        again = !recorded;
      }
      if (change(e.from.fraction, now.fraction) == Change::worse && now.fraction == was)
        outgrown = std::move(now);
    }
    if (!recorded && outgrown && !(best.largest.fraction > was)) {
      best.largest = std::move(*outgrown);
      again = true;
    }
    if (recorded) outcome.known = fmt::format("{}, as recorded", subject.text());
    if (recorded || (change(was, best.largest.fraction) != Change::worse && !again)) return;
    shrink_largest(subject.port->judge(), best.largest, q);
    const Largest now = subject.port->once(best.largest.witness).largest[q];
    Provenance from = provenance(subject, best.candidate);
    from.quantity = q;
    from.fraction = now.fraction;
    from.error = now.error;
    from.contract = subject.op->contract.version;
    const std::string before = smaller.empty() ? "" : fmt::format(", {:.6g} before", was);
    if (keep(subject, best.candidate, make_entry(std::move(best.largest.witness), std::move(from)),
             fmt::format("{}: {:.6g} of the bound{}", subject.text(), now.fraction, before)))
      added_.changes.remove.insert(added_.changes.remove.end(), smaller.begin(), smaller.end());
  }

  Provenance provenance(const Subject& subject, size_t candidate) const {
    Provenance from = origin(candidate);
    from.shelf = subject.shelf;
    from.port = subject.port->word();
    from.tables = plan_.tables;
    return from;
  }

  /// Who found a candidate, and when.
  Provenance origin(size_t candidate) const {
    const Case& c = plan_.candidates[candidate].input;
    Provenance from;
    from.found = today();
    from.by = c.note;
    if (!plan_.by.empty()) from.by = c.note.empty() ? plan_.by : plan_.by + ": " + c.note;
    if (const auto before = provenance_of(c)) {
      from.found = before->found;
      from.by = plan_.by.empty() ? before->by : plan_.by;
    }
    return from;
  }

  /// The entry that calls the ports for the same input in the same way, if there is one. What
  /// `published` shows and how large errors are is of use beside it.
  const Entry* twin(const Subject& subject, const Entry& entry) const {
    if (subject.shelf == Shelf::worst || (subject.port && subject.port->is_published()))
      return nullptr;
    const auto same = [&](const Entry& e) {
      return e.from.shelf == entry.from.shelf && same_input(e.input, entry.input) &&
             needs_several_calls(e.from) == needs_several_calls(entry.from);
    };
    for (const Entry& e : known_)
      if (same(e)) return &e;
    for (const Entry& e : added_.changes.write)
      if (same(e)) return &e;
    return nullptr;
  }

  /// Whether the entry is kept; else the outcome says why not.
  bool keep(const Subject& subject, size_t candidate, Entry entry, const std::string& text) {
    Outcome& outcome = outcomes_[candidate];
    if (const Entry* same = twin(subject, entry)) {
      outcome.known = fmt::format("{}; its case is that of {}", text, file_name(*same));
      return false;
    }
    if (const size_t bytes = write_case(entry.input).size(); bytes > kMaxFileBytes) {
      outcome.too_large =
          fmt::format("{}, but takes {} bytes even when cut down, and a corpus takes "
                      "{}; keep it elsewhere",
                      text, bytes, kMaxFileBytes);
      return false;
    }
    outcome.news.push_back(fmt::format("{} ({})", file_name(entry), text));
    added_.changes.write.push_back(std::move(entry));
    return true;
  }

  /// The line of a candidate.
  void conclude(size_t i) {
    const Candidate& c = plan_.candidates[i];
    Outcome& outcome = outcomes_[i];
    const std::string nothing = fmt::format("nothing new on {}", fmt::join(outcome.ports, ", "));
    if (outcome.news.empty() && outcome.known.empty() && plan_.seed) keep_seed(i);
    if (!outcome.news.empty()) {
      line(c, fmt::format("added {}", fmt::join(outcome.news, "; ")));
    } else if (!outcome.too_large.empty()) {
      if (c.named) throw BadInput(fmt::format("{}: shows {}", c.path, outcome.too_large));
      line(c, "left out: shows " + outcome.too_large);
    } else if (!outcome.known.empty()) {
      line(c, "known: " + outcome.known);
    } else if (c.named) {
      throw BadInput(fmt::format("{}: shows {}; leave it out, or say --seed to keep it as a seed",
                                 c.path, nothing));
    } else {
      line(c, "left out: " + nothing);
    }
  }

  void keep_seed(size_t i) {
    const Subject seed{plan_.candidates[i].input.operation, nullptr, Shelf::seeds, 0};
    keep(seed, i, make_entry(plan_.candidates[i].input, origin_of_seed(i)), "a seed");
  }

  Provenance origin_of_seed(size_t i) const {
    Provenance from = origin(i);
    from.shelf = Shelf::seeds;
    return from;
  }

  void line(const Candidate& c, const std::string& text) {
    added_.lines.push_back(fmt::format("{}: {}", c.path, text));
  }

  const AddPlan& plan_;
  std::span<const Entry> known_;
  const Installation& installation_;
  std::map<std::string, std::unique_ptr<Port>> ports_;
  std::map<Subject, Best> best_;
  std::vector<Outcome> outcomes_;
  Added added_;
};

} // namespace

Added add(const AddPlan& plan, std::span<const Entry> known, const Installation& installation) {
  return Adder(plan, known, installation).run();
}

} // namespace ulna::corpus
