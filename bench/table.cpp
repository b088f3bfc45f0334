#include "bench/markdown.h"
#include "bench/report.h"

#include "base/text.h"
#include "report/table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace ulna::bench {
namespace {

using Row = std::vector<std::string>;

constexpr size_t kLongLine = 1000; // of what may hold names of strangers

std::string error_cell(const Accuracy* a) {
  if (!a) return "";
  if (a->ended) return "-";
  if (a->is_nan) return "**NaN**";
  const std::string text = !a->operation->has_errors() ? (a->is_wrong() ? "wrong" : "right")
                           : a->family->absolute       ? fmt::format("{:.2e}", a->error)
                                                       : fmt::format("{:.3f}", a->fraction);
  return a->is_wrong() ? "**" + text + "**" : text;
}

std::string cycles(double cycles) {
  return fmt::format("{:.{}f}", cycles, cycles < 100 ? 2 : 0);
}

/// The one whose data comes from memory, if there is one.
const Group* from_memory(const std::vector<const Group*>& groups) {
  const auto found = std::ranges::find(groups, Level::memory, &Group::level);
  return found == groups.end() ? nullptr : *found;
}

/// The fewest elements that a port was judged on whose calls all came back; 0 if there is none.
uint64_t fewest_judged(const Report& report) {
  uint64_t fewest = 0;
  for (const Accuracy& a : report.accuracies)
    if (!a.ended && (fewest == 0 || a.elements < fewest)) fewest = a.elements;
  return fewest;
}

/// Those that were judged.
std::span<const Family> families(const Report& report, const Operation& op) {
  if (fewest_judged(report) == 0) return {};
  return workload_of(op).families;
}

std::string speed_cell(const Report& report, const Group& group, const Speed& speed) {
  const double times = report.times_as_fast(group, speed);
  return fmt::format("{} ±{:.0f}%{}", cycles(speed.nanoseconds * group.clock),
                     std::ceil(100 * speed.spread),
                     std::isnan(times) ? "" : fmt::format(" ({:.1f}x)", times));
}

Row row_of(const Report& report, const Operation& op, const std::vector<const Group*>& groups,
           size_t library) {
  Row row{printable(report.libraries[library].name)};
  for (const Group* group : groups) {
    const Speed* speed = group->of(library);
    row.push_back(speed ? speed_cell(report, *group, *speed) : "");
  }
  if (const Group* group = from_memory(groups)) {
    const Speed* speed = group->of(library);
    row.push_back(speed ? fmt::format("{:.2f}", speed->nanoseconds / group->memory_limit()) : "");
  }
  for (const Family& family : families(report, op))
    row.push_back(error_cell(report.accuracy(op, family, library)));
  return row;
}

Row limit_row(const char* name, const std::vector<const Group*>& groups,
              double (Group::*limit)() const) {
  Row row{name};
  for (const Group* group : groups) {
    const double nanoseconds = (group->*limit)();
    row.push_back(nanoseconds > 0 ? cycles(nanoseconds * group->clock) : "-");
  }
  return row;
}

std::string size_text(size_t bytes) {
  return bytes >= size_t{1} << 20 ? fmt::format("{} MiB", bytes >> 20)
                                  : fmt::format("{} KiB", bytes >> 10);
}

} // namespace

const Accuracy* Report::accuracy(const Operation& op, const Family& family, size_t library) const {
  const auto found = std::ranges::find_if(accuracies, [&](const Accuracy& a) {
    return a.operation == &op && a.family == &family && a.library == library;
  });
  return found == accuracies.end() ? nullptr : &*found;
}

double Report::times_as_fast(const Group& group, const Speed& speed) const {
  for (const Speed& other : group.speeds)
    if (libraries[other.library].kind == Kind::baseline)
      return other.nanoseconds / speed.nanoseconds;
  return NAN;
}

std::string introduction(const Report& report) {
  std::string out = fmt::format("{}, {} processors; L1 {}, L2 {}, L3 {}; load {:.1f} before.\n",
                                report.cpu, report.processors, size_text(report.caches.bytes[0]),
                                size_text(report.caches.bytes[1]),
                                size_text(report.caches.bytes[2]), report.load_before);
  if (report.threads) return out;
  out += fmt::format(
      "Cycles of the core clock, one thread, medians of {} repetitions in random order, ± half of "
      "what the middle half of them differ\nby: what is closer than that is in no order. In "
      "brackets, how many times as fast as `baseline`: plain C, -O2, without\nvectorisation, acosf "
      "and sinf. The memory limit is a triad's on as large a working set, the arithmetic limit "
      "that of the\nwidest vectors. Errors of blends and lengths are absolute, of all others in "
      "units "
      "of the bound; **bold** is beyond it.\n",
      report.effort.repetitions);
  std::string peers;
  for (const Library& library : report.libraries)
    if (library.kind == Kind::peer && library.port)
      peers += fmt::format("{}{}", peers.empty() ? "" : ", ", library.about);
  if (!peers.empty()) out += fmt::format("Peers ({}): {}.\n", ULNA_PEER_FLAGS, peers);
  return out;
}

std::string table(const Report& report, const Operation& op) {
  std::vector<const Group*> groups;
  for (const Group& group : report.groups)
    if (group.operation == &op) groups.push_back(&group);
  Row head{fmt::format("{}, cycles a {}", op.name, op.element)};
  for (const Group* group : groups)
    head.push_back(fmt::format("{} in {}", grouped(group->elements), name(group->level)));
  if (from_memory(groups)) head.emplace_back("of the memory limit");
  for (const Family& family : families(report, op)) head.emplace_back(family.name);
  std::vector<Row> rows{head};
  std::string notes, without;
  for (size_t i = 0; i < report.libraries.size(); ++i) {
    const Library& library = report.libraries[i];
    if (!library.why.empty()) {
      rows.push_back(
          {fmt::format("{}: {}", printable(library.name), printable(library.why, kLongLine))});
    } else if (offers(library, op)) {
      rows.push_back(row_of(report, op, groups, i));
    } else {
      without += fmt::format("{}{}", without.empty() ? "Without this operation: " : ", ",
                             printable(library.name));
    }
  }
  if (!without.empty()) notes = without + ".\n";
  if (!groups.empty()) {
    rows.push_back(limit_row("memory limit", groups, &Group::memory_limit));
    rows.push_back(limit_row("arithmetic limit", groups, &Group::arithmetic_limit));
  }
  for (const Accuracy& a : report.accuracies)
    if (a.operation == &op)
      for (const std::string& finding : a.findings)
        notes += fmt::format("{}, {}: {}{}\n", printable(report.libraries[a.library].name),
                             a.family->name, printable(finding, kLongLine),
                             a.ended ? "; its speed was not measured" : "");
  return "\n" + aligned(rows) + (notes.empty() ? "" : "\n" + notes);
}

std::string closing(const Report& report) {
  std::string out = "\n";
  if (!report.groups.empty())
    out += fmt::format("The clock was at {:.2f} GHz. ", report.groups.back().clock);
  if (const uint64_t fewest = fewest_judged(report))
    out += fmt::format("Errors are the largest of at least {} elements each. ", grouped(fewest));
  return out + fmt::format("Load {:.1f} after.\n", report.load_after);
}

std::string best_behind(const Report& report, double per_cent, const Dispatched& dispatched) {
  std::string out;
  for (const Group& group : report.groups) {
    const std::string origin = dispatched.origin(*group.operation).value_or("");
    const Speed *chosen = nullptr, *fastest = nullptr;
    for (const Speed& speed : group.speeds) {
      const Library& library = report.libraries[speed.library];
      if (library.kind != Kind::built_in) continue;
      const Speed*& of_kind = library.name == "best" || library.name == origin ? chosen : fastest;
      if (!of_kind || speed.fastest < of_kind->fastest) of_kind = &speed;
    }
    if (!chosen || !fastest) continue;
    const double behind = 100 * (chosen->fastest / fastest->fastest - 1);
    if (exceeds(behind, per_cent))
      out += fmt::format("{}, {} elements: best{} takes {:.0f} % longer than {}\n",
                         group.operation->name, grouped(group.elements),
                         origin.empty() ? "" : fmt::format(" ({})", origin), behind,
                         report.libraries[fastest->library].name);
  }
  return out;
}

} // namespace ulna::bench
