#include "report/table.h"

#include "base/exceeds.h"
#include "calls/targets.h"
#include "report/out_folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <functional>
#include <utility>

namespace ulna {

std::string grouped(uint64_t n) {
  if (n < 1000) return fmt::format("{}", n);
  return fmt::format("{},{:03}", grouped(n / 1000), n % 1000);
}

namespace {

constexpr size_t kTerminal = 80; // columns
constexpr size_t kWideTerminal = 110;
constexpr size_t kShortestPort = 17; // of a longer name so much is shown in any case
constexpr size_t kSpace = 2;
enum Column {
  kPort,
  kOperation,
  kVerdict,
  kElements,
  kFound,
  kPossible,
  kGap,
  kError,
  kRan,
  kTime,
  kColumns
};
using Row = std::array<std::string, kColumns>;

/// What a table shows, and how wide it may be.
struct Shape {
  std::vector<Column> columns;
  size_t width = 0;
};

Shape shape(bool wide) {
  if (!wide) return {{kPort, kOperation, kVerdict, kElements, kFound, kRan}, kTerminal};
  return {{kPort, kOperation, kVerdict, kElements, kFound, kPossible, kGap, kError, kRan, kTime},
          kWideTerminal};
}

/// A line of the table. A reason takes the place of the numbers.
struct Line {
  Row cells;
  Verdict verdict{};
  std::string reason;
};

/// Names come from strangers' ports: none of their bytes may steer the terminal or break a line.
std::string clean(std::string text) {
  for (char& c : text) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = '?';
  }
  return text;
}

bool starts_character(char c) {
  return (static_cast<unsigned char>(c) & 0xc0) != 0x80;
}

size_t columns(std::string_view text) {
  return static_cast<size_t>(std::count_if(text.begin(), text.end(), starts_character));
}

/// The text, or its beginning and "..." where it is wider than `width`.
std::string cut(const std::string& text, size_t width) {
  if (columns(text) <= width) return text;
  const size_t keep = width > 3 ? width - 3 : 0;
  size_t end = 0, used = 0;
  while (end < text.size() && (used += starts_character(text[end])) <= keep) {
    end++;
  }
  return text.substr(0, end) + std::string(std::min<size_t>(width, 3), '.');
}

/// At most eleven columns; the certificate has every digit.
std::string count(uint64_t n) {
  return n < 1'000'000'000 ? grouped(n) : fmt::format("{:.2f}e9", static_cast<double>(n) * 1e-9);
}

/// At most seven columns, rounded down.
std::string short_count(uint64_t n) {
  if (n < 10'000) return grouped(n);
  if (n < 1'000'000) return fmt::format("{}k", n / 1000);
  const uint64_t unit = n < 1'000'000'000 ? 1'000'000 : 1'000'000'000;
  if (n / unit >= 1000) return fmt::format("{:.0e}", static_cast<double>(n));
  return fmt::format("{}.{:02}{}", n / unit, n % unit / (unit / 100),
                     unit == 1'000'000 ? 'M' : 'G');
}

/// A whole number of per cent, and 100 only of all.
std::string short_percentage(const Executed& executed) {
  if (executed.instructions == 0) return "-";
  return fmt::format("{}%", 100 * executed.ran / executed.instructions);
}

std::string fraction(double x) {
  const bool plain = x == 0 || (x >= 0.001 && x < 10000);
  const std::string text = plain ? fmt::format("{:.4f}", x) : fmt::format("{:.2e}", x);
  // What rounds to one must still say on which side of it the error lies.
  if (text == "1.0000" && x != 1) return x < 1 ? "< 1" : "> 1";
  return text;
}

/// Of a quantity of which no error is a finite number there is none to show.
bool shows_none(const Largest& largest) {
  return largest.not_finite > 0 && largest.finite.fraction == 0;
}

/// How many times as large as what was found the error may be.
std::string gap(const std::optional<Possible>& possible, double found) {
  if (!possible || !(found > 0)) return "-";
  return fmt::format("{:.2f}", possible->fraction / found);
}

std::string duration(double seconds) {
  if (seconds < 100) {
    return fmt::format("{:.2f} s", seconds);
  }
  if (seconds < 6000) {
    return fmt::format("{:.1f} min", seconds / 60);
  }
  return fmt::format("{:.1f} h", seconds / 3600);
}

std::string coloured(const std::string& text, Verdict verdict, bool colour) {
  if (!colour) return text;
  const int code = verdict == Verdict::certified ? 32 : verdict == Verdict::refuted ? 31 : 33;
  return fmt::format("\x1b[{}m{}\x1b[0m", code, text);
}

/// Short enough for a table: of the machine what tells it from others of its kind.
std::string cell_of(const PortReport& port) {
  const size_t variant = port.machine.rfind('/') + 1;
  const std::string machine = port.machine.empty() ? "" : " " + port.machine.substr(variant);
  const std::string file = port.told_by.empty() ? "" : fmt::format(" ({})", port.told_by);
  return clean(port.name + machine + file);
}

/// The sets of profiles that verdicts are under, each once: tables have their numbers, from 1 on.
std::vector<Profiles> numbered_profiles(const RunReport& report) {
  std::vector<Profiles> all;
  for (const PortReport& port : report.ports)
    for (const OperationReport& r : port.operations)
      if (!r.profiles.empty() && std::ranges::find(all, r.profiles) == all.end())
        all.push_back(r.profiles);
  return all;
}

std::string verdict_cell(const OperationReport& r, const std::vector<Profiles>& numbered) {
  if (r.profiles.empty()) return name(r.verdict);
  const auto at = std::ranges::find(numbered, r.profiles) - numbered.begin();
  return fmt::format("{} [{}]", name(r.verdict), at + 1);
}

std::vector<Line> table_lines(const RunReport& report, bool wide) {
  const std::vector<Profiles> profiles = numbered_profiles(report);
  std::vector<Line> lines;
  for (const PortReport& port : report.ports) {
    for (const OperationReport& r : port.operations) {
      const Tally& tally = r.tally;
      Line line;
      line.verdict = r.verdict;
      line.cells = {cell_of(port), r.operation->name, verdict_cell(r, profiles)};
      if (r.verdict == Verdict::not_run) {
        line.reason = clean(r.reason);
      } else {
        const size_t q = shown_quantity(r);
        const Largest& largest = tally.largest[q];
        line.cells[kElements] = wide ? count(tally.elements) : short_count(tally.elements);
        const bool none = tally.words == 0 || shows_none(largest);
        line.cells[kFound] = none ? "-" : fraction(shown(largest).fraction);
        line.cells[kPossible] = r.possible[q] ? fraction(r.possible[q]->fraction) : "-";
        line.cells[kGap] = gap(r.possible[q], largest.fraction);
        line.cells[kError] = none ? "-" : fmt::format("{:.3e}", shown(largest).error);
        line.cells[kRan] = wide ? percentage(r.executed) : short_percentage(r.executed);
        line.cells[kTime] = duration(r.seconds);
      }
      lines.push_back(std::move(line));
    }
    if (port.operations.empty()) {
      lines.push_back({{cell_of(port), "-", name(Verdict::not_run)},
                       Verdict::not_run,
                       "it implements no operation; set members of ulna_port"});
    }
  }
  return lines;
}

std::array<size_t, kColumns> column_widths(const Shape& shape, const Row& header,
                                           const std::vector<Line>& lines) {
  std::array<size_t, kColumns> widths{};
  size_t others = 0;
  for (const Column c : shape.columns) {
    widths[c] = columns(header[c]);
    for (const Line& line : lines) widths[c] = std::max(widths[c], columns(line.cells[c]));
    if (c != kPort) others += kSpace + widths[c];
  }
  // Only the port's name may have any length. Ports of one family begin alike, so not too little.
  const size_t left = others < shape.width ? shape.width - others : 0;
  widths[kPort] = std::min(widths[kPort], std::max(left, kShortestPort));
  return widths;
}

std::string table_line(const Shape& shape, const Row& cells,
                       const std::array<size_t, kColumns>& widths, const Line* line, bool colour) {
  std::string text;
  size_t used = 0;
  for (const Column c : shape.columns) {
    if (c > 0) {
      text.append(kSpace, ' ');
      used += kSpace;
    }
    if (c == kElements && line && !line->reason.empty()) {
      return text + cut(line->reason, shape.width - std::min(used, shape.width)) + '\n';
    }
    const std::string cell = cut(cells[c], widths[c]);
    const std::string padding(widths[c] - columns(cell), ' ');
    const std::string shown = c == kVerdict && line ? coloured(cell, line->verdict, colour) : cell;
    text += c < kElements ? shown + padding : padding + shown;
    used += widths[c];
  }
  return text + '\n';
}

/// Cleaned, in lines that a terminal shows whole, broken at spaces; all but the first are set in.
std::string wrapped(std::string line) {
  line = clean(std::move(line));
  std::string_view text = line;
  constexpr std::string_view kSetIn = "    ";
  std::string lines;
  size_t used = 0;
  while (!text.empty()) {
    const std::string_view word = text.substr(0, text.find(' '));
    text.remove_prefix(std::min(text.size(), word.size() + 1));
    if (used > 0 && used + 1 + columns(word) > kTerminal) {
      lines += fmt::format("\n{}{}", kSetIn, word);
      used = kSetIn.size() + columns(word);
    } else {
      lines += fmt::format("{}{}", used > 0 ? " " : "", word);
      used += (used > 0) + columns(word);
    }
  }
  return lines + '\n';
}

std::string finding_lines(const std::string& launcher, const RunReport& run, const PortReport& port,
                          const OperationReport& report, const Finding& finding,
                          const Folders& folders) {
  std::string text = fmt::format("{} {}: {}: {}", label(port), report.operation->name,
                                 name(finding.kind), finding.detail);
  const bool says_where = finding.kind == FindingKind::undeclared_feature;
  if (finding.place && !finding.place->file.empty() && !says_where)
    text += "; in " + finding.place->text();
  if (!finding.repeats) text += " (not seen again when run alone)";
  const std::string command = command_for(launcher, run, port, report, finding, folders);
  if (command.empty()) text += "; no witness was saved";
  text = wrapped(text);
  return command.empty() ? text : text + clean("    " + command) + '\n';
}

/// Which words are NaN or infinite, or nothing.
std::string not_finite_line(const PortReport& port, const OperationReport& report) {
  std::string line;
  for (size_t q = 0; q < report.operation->quantities.size(); q++)
    if (const uint64_t words = report.tally.largest[q].not_finite; words > 0)
      line += fmt::format("{}{} word{} of {}", line.empty() ? "" : ", ", grouped(words),
                          words == 1 ? "" : "s", report.operation->quantities[q]);
  if (line.empty()) return line;
  return wrapped(fmt::format("{} {}: {}", label(port), report.operation->name, line));
}

std::string drift_line(const PortReport& port, const OperationReport& report) {
  std::string line = fmt::format("{} {}, measured, not judged: |norm^2 - 1| near", label(port),
                                 report.operation->name);
  for (size_t i = 0; i < kDrifts.size(); i++) {
    line +=
        fmt::format("{} {:.0e}: {}", i ? "," : "", kDrifts[i],
                    report.tally.drift_words[i] ? fmt::format("{:.2e}", report.tally.drift_error[i])
                                                : "nothing");
  }
  return wrapped(line);
}

std::string quality_line(const PortReport& port, const OperationReport& report) {
  const Quality& q = report.tally.quality;
  return wrapped(fmt::format(
      "{} {}, not judged: {} subsets in {} conversions (proved: not below {}), {} vertices for {}, "
      "weight lost {:.4g} (at most {:.4g} of a vertex)",
      label(port), report.operation->name, count(q.subsets), count(q.conversions),
      count(q.lower_bound), count(q.vertices_out), count(q.vertices_in), q.weight_lost,
      q.worst_weight_lost));
}

/// Where instructions are that never ran.
std::string never_ran_line(const PortReport& port, const OperationReport& report) {
  const Executed& executed = report.executed;
  std::string text = fmt::format("{} {}: ", label(port), report.operation->name);
  if (executed.instructions == 0) return wrapped(text + executed.why);
  constexpr size_t kMost = 3;
  const auto& ranges = executed.never_ran;
  for (size_t i = 0; i < std::min(kMost, ranges.size()); ++i)
    text += fmt::format("{}{} at {}", i == 0 ? "" : ", ", ranges[i].instructions, ranges[i].place);
  if (ranges.size() > kMost) text += fmt::format(" and {} more places", ranges.size() - kMost);
  if (!executed.why.empty())
    text += fmt::format("{}not followed: {}", ranges.empty() ? "" : "; ", executed.why);
  return wrapped(text);
}

/// What stands under the table: `line` for every port and operation, set off if there is any.
template <class Write>
std::string below(const RunReport& report, const char* title, const Write& write) {
  std::string text;
  for (const PortReport& port : report.ports) {
    for (const OperationReport& operation : port.operations) text += write(port, operation);
  }
  return text.empty() ? text : fmt::format("\n{}:\n{}", title, text);
}

std::string profile_lines(const RunReport& report) {
  std::string text;
  size_t number = 0;
  for (const Profiles& profiles : numbered_profiles(report))
    text += wrapped(fmt::format("[{}] {}", ++number, names(profiles)));
  return text.empty() ? text
                      : "\nunder profiles, which promise less than the contract (ulna contract "
                        "--profile):\n" +
                            text;
}

std::string verdict_lines(const RunReport& report, bool colour) {
  const Totals all = totals(report);
  const std::string end = fmt::format("{}: {}, {} refuted, {} not run\n",
                                      coloured(name(all.verdict), all.verdict, colour),
                                      certified_of(all), all.verdicts[1], all.verdicts[2]);
  return end + wrapped(fmt::format("seed{} {}, budget {}, {} model{}; {} cases, {} elements, {}",
                                   report.seeds > 1 ? "s" : "", seeds_in_words(report),
                                   budget_in_words(report), report.models.size(),
                                   report.models.size() == 1 ? "" : "s", count(all.cases),
                                   count(all.elements), duration(report.seconds)));
}

} // namespace

std::string quoted(const std::string& text) {
  const auto plain = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) ||
           std::string_view("_./:,@%=-+").find(c) != std::string_view::npos;
  };
  if (!text.empty() && std::all_of(text.begin(), text.end(), plain)) return text;
  std::string result = "'";
  for (const char c : text) c == '\'' ? result += "'\\''" : result += c;
  return result + "'";
}

namespace {

/// What follows --port. The name of a stranger's port may be that of a built-in one. Its path is
/// never mistaken.
std::string which(const PortReport& port, const Folders& folders) {
  namespace fs = std::filesystem;
  const fs::path path = port.path;
  const bool built_in = path.empty() || (!folders.ports.empty() && path.stem() == port.name &&
                                         path.parent_path() == fs::path(folders.ports));
  return quoted(built_in ? port.name : port.path);
}

std::string under_profile(const RunReport& run) {
  return run.profile.empty() ? std::string() : " --profile " + quoted(run.profile);
}

std::string on_machine(const PortReport& port) {
  return port.machine.empty() ? std::string() : " --machine " + quoted(port.machine);
}

std::string replay_of(const std::string& launcher, const PortReport& port,
                      std::vector<std::string> cases, const Folders& folders) {
  for (std::string& path : cases)
    path = quoted((std::filesystem::path(folders.out) / path).string());
  return fmt::format("{} replay {} --port {}{}", launcher, fmt::join(cases, " "),
                     which(port, folders), on_machine(port));
}

/// Of a port for another machine: what ran it, and what was not looked at.
std::string elsewhere_line(const PortReport& port) {
  const Target* const target = target_of_machine(port.machine);
  return fmt::format("{}: {}; not looked at: which instructions ran, and whether they are "
                     "approximations{} (docs/machines.md)",
                     label(port), port.emulator.empty() ? "on the hardware" : "by " + port.emulator,
                     !target                ? ""
                     : !target->has_threads ? "; calls in two threads; speed"
                     : !target->has_steps   ? "; stores in the middle of a call; speed"
                                            : "");
}

/// By name where it lacks a few; the verdicts say what a port has that lacks most.
std::string not_offered_by(const PortReport& port) {
  constexpr size_t kFew = 12;
  const size_t count = port.not_offered.size();
  return count <= kFew ? fmt::format("{}", fmt::join(port.not_offered, ", "))
                       : fmt::format("{} of {} operations; the certificate names them", count,
                                     count + port.operations.size());
}

} // namespace

std::string certified_of(const Totals& all) {
  return fmt::format("{} certified{}", all.verdicts[0],
                     all.under_profiles == 0 ? ""
                     : all.under_profiles == all.verdicts[0]
                         ? " under profiles"
                         : fmt::format(" ({} under profiles)", all.under_profiles));
}

std::string verdict_in_words(const OperationReport& report) {
  if (report.verdict == Verdict::not_run) return "not run: " + report.reason;
  return report.profiles.empty()
             ? name(report.verdict)
             : fmt::format("{} under {}", name(report.verdict), names(report.profiles));
}

std::string operation_in_words(const OperationReport& report) {
  const char* const operation = report.operation->name;
  return report.profiles.empty() ? operation
                                 : fmt::format("{} under {}", operation, names(report.profiles));
}

std::string suggestion(const OperationReport& report) {
  if (report.right_by_columns)
    return "its results are right where matrices are stored by columns, and ulna/port.h has them "
           "by "
           "rows: transpose them, or declare the layout (docs/adapters.md)";
  if (report.would_pass_under.empty()) return {};
  return fmt::format("a quick run certifies it under {}: if callers keep to that, say so in "
                     "`profiles` of the ulna_port",
                     names(report.would_pass_under));
}

std::string replay_command(const std::string& launcher, const PortReport& port,
                           const std::string& witness, const Folders& folders) {
  return witness.empty() ? std::string() : replay_of(launcher, port, {witness}, folders);
}

std::string command_for(const std::string& launcher, const RunReport& run, const PortReport& port,
                        const OperationReport& report, const Finding& finding,
                        const Folders& folders) {
  if (finding.path.empty()) return {};
  if (finding.repeats) {
    constexpr size_t kMostNamed = 8;
    const bool named = finding.before_paths.size() <= kMostNamed ||
                       finding.before_paths.front() != path_before(finding.path, 1);
    std::vector<std::string> cases;
    if (named) cases = finding.before_paths;
    cases.push_back(finding.path);
    std::string command = replay_of(launcher, port, std::move(cases), folders);
    if (!named) command += " --calls-before";
    if (finding.adversary) command += fmt::format(" --approximations {}", *finding.adversary);
    return command + under_profile(run);
  }
  std::string command =
      fmt::format("{} certify --port {}{} --op {} --seed {}", launcher, which(port, folders),
                  on_machine(port), report.operation->name, run.seed);
  if (run.seeds > 1) command += fmt::format(" --seeds {}", run.seeds);
  if (run.budget != "quick") command += " --budget " + quoted(run.budget);
  for (const std::string& model : run.models) command += " --model " + quoted(model);
  if (finding.adversary) command += " --approximations adversarial";
  return command + under_profile(run);
}

const ErrorInBounds& shown(const Largest& largest) {
  return largest.not_finite > 0 ? largest.finite : largest;
}

Totals totals(const RunReport& report) {
  Totals all;
  for (const PortReport& port : report.ports) {
    for (const OperationReport& operation : port.operations) {
      ++all.verdicts[static_cast<size_t>(operation.verdict)];
      all.under_profiles += operation.verdict == Verdict::certified && !operation.profiles.empty();
      all.cases += operation.tally.cases;
      all.elements += operation.tally.elements;
    }
    if (port.operations.empty()) ++all.verdicts[static_cast<size_t>(Verdict::not_run)];
  }
  const int code = exit_code(report);
  all.verdict = code == 0 ? Verdict::certified : code == 1 ? Verdict::refuted : Verdict::not_run;
  return all;
}

size_t shown_quantity(const OperationReport& report) {
  size_t worst = 0;
  for (size_t q = 1; q < report.operation->quantities.size(); q++)
    if (exceeds(report.tally.largest[q].fraction, 1) &&
        exceeds(report.tally.largest[q].fraction, report.tally.largest[worst].fraction))
      worst = q;
  return worst;
}

std::string report_table(const RunReport& report, const std::string& launcher, bool colour,
                         const Folders& folders, bool wide) {
  const Shape as = shape(wide);
  const std::vector<Line> lines = table_lines(report, wide);
  const Row header{"port",     "operation", "verdict", "elements", "of bound",
                   "possible", "gap",       "error",   "ran",      "time"};
  const auto widths = column_widths(as, header, lines);
  std::string text = table_line(as, header, widths, nullptr, false);
  for (const Line& line : lines) text += table_line(as, line.cells, widths, &line, colour);

  text += below(report, "findings", [&](const PortReport& port, const OperationReport& operation) {
    std::string found;
    for (const Finding& finding : operation.findings) {
      found += finding_lines(launcher, report, port, operation, finding, folders);
    }
    if (const std::string passes = suggestion(operation); !passes.empty())
      found += wrapped(fmt::format("{} {}: {}", label(port), operation.operation->name, passes));
    return found;
  });
  text += below(report, "NaN or infinite, and not among the errors above", not_finite_line);
  text += below(report, "drift", [](const PortReport& port, const OperationReport& operation) {
    const auto& words = operation.tally.drift_words;
    const bool measured = operation.operation->measures_drift &&
                          std::any_of(words.begin(), words.end(), std::identity());
    return measured ? drift_line(port, operation) : std::string();
  });
  text += below(report, "quality", [](const PortReport& port, const OperationReport& operation) {
    return operation.tally.quality.conversions ? quality_line(port, operation) : std::string();
  });
  // Of many ports it is in the certificate.
  if (report.ports.size() == 1)
    text += below(report, "instructions that never ran",
                  [](const PortReport& port, const OperationReport& operation) {
                    const Executed& e = operation.executed;
                    return e.never_ran.empty() && e.why.empty() ? std::string()
                                                                : never_ran_line(port, operation);
                  });
  std::string approximations;
  for (const PortReport& port : report.ports)
    if (port.approximations.use != Approximations::Use::not_examined)
      approximations += wrapped(fmt::format(
          "{}: {}", label(port),
          holds_for(port.approximations, is_adversarial(port), report.machine.fingerprint)));
  if (!approximations.empty()) text += "\napproximation instructions:\n" + approximations;
  std::string elsewhere;
  for (const PortReport& port : report.ports)
    if (!port.machine.empty()) elsewhere += wrapped(elsewhere_line(port));
  if (!elsewhere.empty()) text += "\nfor other machines:\n" + elsewhere;
  std::string not_offered;
  for (const PortReport& port : report.ports)
    if (!port.not_offered.empty())
      not_offered += wrapped(fmt::format("{}: {}", label(port), not_offered_by(port)));
  if (!not_offered.empty()) text += "\nnot offered, and so not judged:\n" + not_offered;
  text += profile_lines(report);
  return text + '\n' + verdict_lines(report, colour);
}

} // namespace ulna
