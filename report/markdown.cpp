#include "report/markdown.h"

#include <fmt/format.h>

namespace ulna {
namespace {

/// As it is: what would be markup, a mention or a link is a reference to a character.
std::string literal(std::string_view text) {
  constexpr std::string_view kMarkup = "\\`*_{}[]<>()#|&~@!:$\"";
  std::string out;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7f)
      out += '?';
    else if (kMarkup.find(c) != kMarkup.npos)
      out += fmt::format("&#{};", int{byte});
    else
      out += c;
  }
  return out;
}

/// Commands are quoted for a shell already; no line of theirs ends the block.
std::string block(const std::string& command) {
  return "<pre>" + literal(command) + "</pre>\n";
}

std::string row(const PortReport& port, const OperationReport& report) {
  const std::string cells =
      fmt::format("| {} | `{}` |", literal(label(port)), report.operation->name);
  if (report.verdict == Verdict::not_run)
    return fmt::format("{} not run: {} | | | | | |\n", cells, literal(report.reason));
  const char* const emphasis = report.verdict == Verdict::refuted ? "**" : "";
  std::string text =
      fmt::format("{} {}{}{} | {} |", cells, emphasis, literal(verdict_in_words(report)), emphasis,
                  grouped(report.tally.elements));
  if (report.operation->has_errors() && report.tally.words > 0) {
    const Largest& largest = report.tally.largest[shown_quantity(report)];
    text += fmt::format(" {:.4g} | {:.3e} | {} |", shown(largest).fraction, shown(largest).error,
                        grouped(largest.not_finite));
  } else {
    text += " | | |";
  }
  return text + (report.executed.instructions > 0 ? " " + percentage(report.executed) : "") +
         " |\n";
}

std::string folded(const RunReport& run, const PortReport& port, const OperationReport& report,
                   const std::string& launcher, const Folders& folders) {
  std::string text;
  for (const Finding& finding : report.findings) {
    text += fmt::format("\n<details><summary>{} {}: {}: {}</summary>\n\n{}.\n\n",
                        literal(label(port)), literal(report.operation->name), name(finding.kind),
                        literal(finding.detail), literal(meaning(finding.kind)));
    if (finding.place) text += fmt::format("In {}.\n\n", literal(finding.place->text()));
    if (!finding.repeats) text += "Not seen again when the witness ran alone.\n\n";
    const std::string command = command_for(launcher, run, port, report, finding, folders);
    text += command.empty() ? "No witness was saved.\n" : block(command);
    text += "\n</details>\n";
  }
  if (const std::string passes = suggestion(report); !passes.empty())
    text += fmt::format("\n{} {}: {}.\n", literal(label(port)), literal(report.operation->name),
                        literal(passes));
  return text;
}

} // namespace

std::string report_markdown(const RunReport& report, const std::string& launcher,
                            const Folders& folders) {
  std::string rows, findings;
  for (const PortReport& port : report.ports) {
    for (const OperationReport& r : port.operations) {
      rows += row(port, r);
      findings += folded(report, port, r, launcher, folders);
    }
    if (port.operations.empty())
      rows += fmt::format("| {} | | not run: it implements no operation | | | | | |\n",
                          literal(label(port)));
  }
  const Totals all = totals(report);
  return fmt::format("**ulna: {}**: {}, {} refuted, {} not run (seed{} {}, budget {}, {} "
                     "elements)\n\n"
                     "| port | operation | verdict | elements | of bound | largest finite error | "
                     "not finite | ran |\n"
                     "|---|---|---|--:|--:|--:|--:|--:|\n{}{}",
                     name(all.verdict), certified_of(all), all.verdicts[1], all.verdicts[2],
                     report.seeds > 1 ? "s" : "", seeds_in_words(report),
                     literal(budget_in_words(report)), grouped(all.elements), rows, findings);
}

} // namespace ulna
