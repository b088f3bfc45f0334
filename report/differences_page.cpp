#include "report/differences_page.h"

#include "report/html.h"
#include "report/table.h"

#include <fmt/format.h>

#include <algorithm>

namespace ulna {
namespace {

using html::text;

/// Of a port and an operation that at least one of the two has.
struct Pair {
  const PortReport* port;
  const OperationReport *before, *after; ///< null: not judged
};

const OperationReport* find(const PortReport* port, const Operation* op) {
  if (!port) return nullptr;
  const auto found = std::ranges::find(port->operations, op, &OperationReport::operation);
  return found == port->operations.end() ? nullptr : &*found;
}

std::vector<Pair> pairs_of(const RunReport& before, const RunReport& after) {
  std::vector<Pair> pairs;
  for (const auto& [old, now] : paired_ports(before, after)) {
    if (old)
      for (const OperationReport& report : old->operations)
        pairs.push_back({old, &report, find(now, report.operation)});
    if (now)
      for (const OperationReport& report : now->operations)
        if (!find(old, report.operation)) pairs.push_back({old ? old : now, nullptr, &report});
  }
  return pairs;
}

std::string verdict_cell(const OperationReport* report) {
  if (!report) return "<td class=\"not-run\">not judged</td>";
  return fmt::format("<td class=\"{}\">{}</td>", html::class_of(report->verdict),
                     text(verdict_in_words(*report)));
}

std::string number_cells(const OperationReport* report) {
  const bool measured = report && report->operation->has_errors() && report->tally.words > 0;
  return fmt::format(
      "<td class=\"number\">{}</td><td class=\"number\">{}</td>",
      measured
          ? fmt::format("{:.4g}", shown(report->tally.largest[shown_quantity(*report)]).fraction)
          : "",
      report && report->executed.instructions > 0 ? percentage(report->executed) : "");
}

bool is_worse(const std::vector<Difference>& all, const Pair& pair) {
  return std::ranges::any_of(all, [&](const Difference& d) {
    return d.worse && d.port == label(*pair.port) &&
           d.operation == (pair.before ? pair.before : pair.after)->operation->name;
  });
}

std::string row(const Pair& pair, bool worse) {
  return fmt::format("<tr><td>{}</td><td>{}</td>{}{}{}{}<td{}</td></tr>\n", text(label(*pair.port)),
                     (pair.before ? pair.before : pair.after)->operation->name,
                     verdict_cell(pair.before), number_cells(pair.before), verdict_cell(pair.after),
                     number_cells(pair.after), worse ? " class=\"refuted\">worse" : ">");
}

std::string difference_row(const Difference& d) {
  const auto or_none = [](const std::string& what) { return what.empty() ? "none" : text(what); };
  return fmt::format("<tr><td>{}</td><td>{}</td><td>{}{}</td><td>{}</td><td>{}</td></tr>\n",
                     text(d.port), d.operation, text(d.what), d.worse ? " (worse)" : "",
                     or_none(d.before), or_none(d.after));
}

std::string columns(std::initializer_list<const char*> names) {
  std::string cells;
  for (const char* const each : names) cells += fmt::format("<th scope=\"col\">{}</th>", each);
  return cells;
}

} // namespace

std::string differences_page(const RunReport& before, const std::string& old_name,
                             const RunReport& after, const std::string& new_name) {
  const std::vector<Difference> all = differences_between(before, after);
  const auto worse = std::ranges::count_if(all, &Difference::worse);
  const std::string verdict = all.empty()  ? "Nothing changed"
                              : worse == 0 ? "Changed, and nothing is worse"
                              : worse == 1 ? "Worse: one verdict"
                                           : fmt::format("Worse: {} verdicts", worse);
  std::string header =
      fmt::format("<h1 class=\"{}\">{}</h1>\n", worse > 0 ? "refuted" : "certified", verdict);
  header += fmt::format("<dl>\n<dt>old</dt><dd>{}, of {}</dd>\n<dt>new</dt><dd>{}, of {}</dd>\n"
                        "</dl>\n",
                        text(old_name), text(before.started), text(new_name), text(after.started));
  std::string rows, differences;
  for (const Pair& pair : pairs_of(before, after)) rows += row(pair, is_worse(all, pair));
  for (const Difference& d : all) differences += difference_row(d);
  std::string main = "<h2 id=\"verdicts\">Verdicts</h2>\n" +
                     html::table("verdicts",
                                 columns({"port", "operation", "old", "of bound", "ran", "new",
                                          "of bound", "ran", "change"}),
                                 rows);
  if (!all.empty())
    main +=
        "<h2 id=\"changes\">What changed</h2>\n" +
        html::table("changes", columns({"port", "operation", "what", "old", "new"}), differences);
  return html::document(fmt::format("ulna: {}", verdict), header, main);
}

} // namespace ulna
