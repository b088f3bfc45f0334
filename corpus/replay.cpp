#include "corpus/replay.h"

#include "corpus/watch.h"
#include "report/table.h"

#include <fmt/format.h>

#include <algorithm>

namespace ulna::corpus {
namespace {

/// One port and all entries.
class PortRun {
public:
  PortRun(std::span<const Entry> entries, const std::string& path, const std::string& tables,
          const Installation& installation, Replay& replay)
      : entries_(entries), tables_(tables), port_(path, installation), replay_(replay) {
    result_.port = port_.word();
    result_.path = path;
  }

  void run(const std::function<void(double)>& on_progress) {
    const std::string missing = port_.missing();
    if (!missing.empty()) {
      result_.not_run = "this CPU lacks " + missing;
    } else {
      for (size_t i = 0; i < entries_.size() && result_.not_run.empty(); ++i) {
        const Entry& entry = entries_[i];
        if (!port_.implements(*entry.input.operation)) continue;
        if (!is_within(port_.judge().profiles(), entry.input)) {
          ++result_.outside;
          continue;
        }
        run(entry);
        on_progress(static_cast<double>(i + 1) / static_cast<double>(entries_.size()));
        if (port_.hopeless()) result_.not_run = "given up after many hangs or crashes";
      }
    }
    replay_.ports.push_back(std::move(result_));
  }

private:
  void run(const Entry& entry) {
    ++result_.cases;
    const Shown shown = port_.again(entry.input, entry.from);
    for (const Finding& f : shown.findings) {
      if (is_expected(entry, f.kind)) {
        ++result_.expected;
      } else {
        remark(Remark::Kind::finding, entry, fmt::format("{}: {}", ulna::name(f.kind), f.detail));
      }
    }
    if (entry.from.port != port_.word()) return;
    if (entry.from.shelf == Shelf::worst) compare(entry, shown);
    if (entry.from.shelf == Shelf::regressions && port_.is_published()) expect(entry, shown);
  }

  bool has_other_tables(const Entry& entry) const {
    return may_use_tables(port_.word()) && entry.from.tables != tables_;
  }

  /// The clauses that `published` breaks are those the corpus has a witness for.
  bool is_expected(const Entry& entry, FindingKind kind) const {
    return port_.is_published() &&
           std::any_of(entries_.begin(), entries_.end(), [&](const Entry& known) {
             return known.from.shelf == Shelf::regressions && known.from.finding == kind &&
                    known.from.port == port_.word() &&
                    known.input.operation == entry.input.operation;
           });
  }

  void expect(const Entry& entry, const Shown& shown) {
    if (shown.find(entry.from.finding)) return;
    if (has_other_tables(entry)) {
      ++result_.other_tables;
    } else {
      remark(Remark::Kind::lost, entry,
             fmt::format("no {} any more: the port was changed, or the judge is blind",
                         ulna::name(entry.from.finding)));
    }
  }

  void compare(const Entry& entry, const Shown& shown) {
    const Provenance& from = entry.from;
    if (has_other_tables(entry)) {
      ++result_.other_tables;
      return;
    }
    if (from.contract != entry.input.operation->contract.version) {
      ++result_.other_contract;
      return;
    }
    const double now = shown.largest[from.quantity].fraction;
    const Change what = change(from.fraction, now);
    if (what == Change::same) {
      ++result_.same;
      return;
    }
    ++(what == Change::worse ? result_.worse : result_.better);
    remark(what == Change::worse ? Remark::Kind::worse : Remark::Kind::better, entry,
           fmt::format("{} is at {:.6g} of the bound, {:.6g} was the largest known",
                       entry.input.operation->quantities[from.quantity], now, from.fraction));
  }

  void remark(Remark::Kind kind, const Entry& entry, std::string text) {
    replay_.remarks.push_back({kind, &entry, port_.word(), result_.path, std::move(text)});
  }

  std::span<const Entry> entries_;
  const std::string& tables_;
  Port port_;
  Replay& replay_;
  PortReplay result_;
};

const char* word(Remark::Kind kind) {
  switch (kind) {
  case Remark::Kind::finding:
    return "finding";
  case Remark::Kind::lost:
    return "lost";
  case Remark::Kind::worse:
    return "worse";
  case Remark::Kind::better:
    return "better";
  }
  return "unknown";
}

/// The command that shows a remark again, or takes a record back.
std::string command(const Remark& remark, const std::string& launcher,
                    const std::string& ports_dir) {
  PortReport port;
  port.path = remark.path;
  port.name = remark.port;
  std::string command =
      replay_command(launcher, port, remark.entry->path, {.out = "", .ports = ports_dir});
  constexpr std::string_view kVerb = " replay ";
  if (remark.kind == Remark::Kind::better)
    command.replace(launcher.size(), kVerb.size(), " corpus add ");
  return command;
}

} // namespace

Replay replay(std::span<const Entry> entries, std::span<const std::string> port_paths,
              const std::string& tables, const Installation& installation, Progress& progress) {
  Replay result;
  for (size_t i = 0; i < port_paths.size(); ++i) {
    PortRun run(entries, port_paths[i], tables, installation, result);
    run.run([&](double fraction) {
      progress.update((static_cast<double>(i) + fraction) / static_cast<double>(port_paths.size()),
                      port_paths[i]);
    });
  }
  return result;
}

int exit_code(const Replay& replay) {
  uint64_t cases = 0;
  bool all_run = true;
  for (const PortReplay& port : replay.ports) {
    cases += port.cases;
    all_run = all_run && port.not_run.empty();
  }
  for (const Remark& remark : replay.remarks)
    if (remark.kind != Remark::Kind::better) return 1;
  return all_run && cases > 0 ? 0 : 3;
}

std::string replay_table(const Replay& replay, size_t entries, const std::string& launcher,
                         const std::string& ports_dir) {
  std::string out = fmt::format("{:14} {:>6} {:>9} {:>6} {:>7} {:>6} {:>13}\n", "port", "cases",
                                "expected", "same", "better", "worse", "not compared");
  const auto line = [&out](std::string text) { out += text + "\n"; };
  uint64_t tables = 0;
  uint64_t contract = 0;
  uint64_t outside = 0;
  for (const PortReplay& p : replay.ports) {
    line(fmt::format("{:14} {:>6} {:>9} {:>6} {:>7} {:>6} {:>13}{}", p.port, p.cases, p.expected,
                     p.same, p.better, p.worse, p.other_tables + p.other_contract,
                     p.not_run.empty() ? "" : "  not run: " + p.not_run));
    tables += p.other_tables;
    contract += p.other_contract;
    outside += p.outside;
  }
  for (const Remark& remark : replay.remarks) {
    line(fmt::format("{}: {}: {}", word(remark.kind), remark.port, remark.text));
    if (!remark.entry->path.empty()) line("  " + command(remark, launcher, ports_dir));
  }
  if (tables > 0)
    line(fmt::format("{} records have other tables (rsqrtps, rcpps): not compared", tables));
  if (contract > 0)
    line(fmt::format("{} records have another contract: not compared; add them again", contract));
  if (outside > 0)
    line(fmt::format("{} cases are outside the profiles that their port declares: not called",
                     outside));
  const int code = exit_code(replay);
  const char* verdict = code == 0   ? "nothing came back, nothing got worse"
                        : code == 3 ? "not all of it was run"
                                    : "see above";
  line(fmt::format("corpus: {} entries on {} ports: {}", entries, replay.ports.size(), verdict));
  return out;
}

} // namespace ulna::corpus
