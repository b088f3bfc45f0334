#include "report/page.h"

#include "base/error.h"
#include "base/files.h"
#include "cases/case_file.h"
#include "report/error_chart.h"
#include "report/html.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>

namespace ulna {
namespace {

using html::class_of;
using html::element;
using html::folded_away;
using html::preformatted;
using html::text;

/// A list of names and what is said of each; an empty text is left out.
std::string facts(std::initializer_list<std::pair<const char*, std::string>> all) {
  std::string out = "<dl>\n";
  for (const auto& [name, value] : all)
    if (!value.empty()) out += fmt::format("<dt>{}</dt><dd>{}</dd>\n", name, text(value));
  return out + "</dl>\n";
}

class Page {
public:
  Page(const RunReport& run, const std::string& launcher, const Folders& folders,
       const Additions& additions)
      : run_(run), launcher_(launcher), folders_(folders), additions_(additions) {}

  std::string html(const std::vector<std::string>& remarks) const {
    const Totals all = totals(run_);
    std::string ports;
    for (size_t i = 0; i < run_.ports.size(); ++i) ports += port(i);
    return html::document(fmt::format("ulna: {}: {}", name(all.verdict), names()),
                          head(all, remarks), table() + ports + pictures() + not_checked());
  }

private:
  std::string names() const {
    std::vector<std::string> all;
    for (const PortReport& port : run_.ports) all.push_back(label(port));
    return fmt::format("{}", fmt::join(all, ", "));
  }

  std::string head(const Totals& all, const std::vector<std::string>& remarks) const {
    std::string out =
        fmt::format("<p class=\"faint\">ulna, certificate of {}</p>\n", text(run_.started));
    out += fmt::format("<h1 class=\"{}\">{}</h1>\n", class_of(all.verdict), in_words(all));
    out += fmt::format("<p>{}, {} refuted, {} not run; {} cases, {} elements.</p>\n",
                       certified_of(all), all.verdicts[1], all.verdicts[2], grouped(all.cases),
                       grouped(all.elements));
    for (const std::string& remark : remarks) out += element("p", remark);
    out += facts({{"seed", seeds_in_words(run_)},
                  {"budget", budget_in_words(run_)},
                  {"profile", run_.profile},
                  {"models", fmt::format("{}", fmt::join(run_.models, ", "))},
                  {"processor", processors_in_words(run_)},
                  {"its rsqrtps and rcpps", run_.machine.fingerprint}});
    return out;
  }

  /// Which ones are refuted, as far as a line has room.
  std::string refuted() const {
    constexpr size_t kMost = 4;
    std::vector<std::string> all;
    for (const PortReport& port : run_.ports)
      for (const OperationReport& report : port.operations)
        if (report.verdict == Verdict::refuted)
          all.push_back(fmt::format("{} of {}", report.operation->name, label(port)));
    const std::string more =
        all.size() > kMost ? fmt::format(" and {} more", all.size() - kMost) : "";
    all.resize(std::min(all.size(), kMost));
    return fmt::format("{}{}", fmt::join(all, ", "), more);
  }

  std::string in_words(const Totals& all) const {
    switch (all.verdict) {
    case Verdict::certified:
      return all.under_profiles == 0 ? "Certified: nothing was found"
                                     : "Certified, some of it under profiles";
    case Verdict::refuted:
      return "Refuted: " + text(refuted());
    case Verdict::not_run:
      break;
    }
    return "Not run: not all of it was judged";
  }

  static std::string id_of(size_t port, const OperationReport& report) {
    return fmt::format("port{}-{}", port + 1, report.operation->name);
  }

  std::string table() const {
    std::string rows;
    for (size_t i = 0; i < run_.ports.size(); ++i) {
      for (const OperationReport& report : run_.ports[i].operations) rows += row(i, report);
      if (run_.ports[i].operations.empty())
        rows += fmt::format("<tr><td>{}</td><td></td><td class=\"not-run\">not run: it implements "
                            "no operation</td><td></td><td></td><td></td></tr>\n",
                            text(label(run_.ports[i])));
    }
    return "<h2 id=\"verdicts\">Verdicts</h2>\n" +
           html::table("verdicts",
                       "<th scope=\"col\">port</th><th scope=\"col\">operation</th>"
                       "<th scope=\"col\">verdict</th>"
                       "<th scope=\"col\" class=\"number\">elements</th>"
                       "<th scope=\"col\" class=\"number\">of bound</th>"
                       "<th scope=\"col\" class=\"number\">ran</th>",
                       rows);
  }

  std::string row(size_t port, const OperationReport& report) const {
    const bool measured = report.operation->has_errors() && report.tally.words > 0;
    return fmt::format(
        "<tr><td>{}</td><td><a href=\"#{}\">{}</a></td><td class=\"{}\">{}</td>"
        "<td class=\"number\">{}</td><td class=\"number\">{}</td><td class=\"number\">{}</td></tr>"
        "\n",
        text(label(run_.ports[port])), id_of(port, report), report.operation->name,
        class_of(report.verdict), text(verdict_in_words(report)),
        report.verdict == Verdict::not_run ? "" : grouped(report.tally.elements),
        measured
            ? fmt::format("{:.4g}", shown(report.tally.largest[shown_quantity(report)]).fraction)
            : "",
        report.executed.instructions > 0 ? percentage(report.executed) : "");
  }

  std::string port(size_t i) const {
    const PortReport& port = run_.ports[i];
    std::string out = element("h2", label(port));
    out += facts(
        {{"library", port.path},
         {"SHA-256", port.sha256},
         {"needs", port.cpu_features.empty() ? "any processor of its machine" : port.cpu_features},
         {"linked to, without a hash", fmt::format("{}", fmt::join(port.linked, ", "))},
         {"machine", port.machine},
         {"emulator", port.emulator},
         {"holds for",
          holds_for(port.approximations, is_adversarial(port), run_.machine.fingerprint)},
         {"not offered", fmt::format("{}", fmt::join(port.not_offered, ", "))}});
    for (const OperationReport& report : port.operations) out += operation(i, report);
    return out;
  }

  std::string operation(size_t i, const OperationReport& report) const {
    const PortReport& port = run_.ports[i];
    std::string out = fmt::format("<section aria-labelledby=\"{0}\">\n<h3 id=\"{0}\">{1}: <span "
                                  "class=\"{2}\">{3}</span></h3>\n",
                                  id_of(i, report), report.operation->name,
                                  class_of(report.verdict), text(verdict_in_words(report)));
    if (report.verdict != Verdict::not_run || report.tally.cases > 0)
      out += fmt::format("<p>{} cases, {} elements, {} words judged; {} words outside the domain."
                         "</p>\n",
                         grouped(report.tally.cases), grouped(report.tally.elements),
                         grouped(report.tally.words), grouped(report.tally.unjudged));
    for (const Finding& each : report.findings) out += finding(port, report, each);
    if (const std::string passes = suggestion(report); !passes.empty()) out += element("p", passes);
    if (report.operation->has_errors() && report.tally.words > 0) out += errors(port, report);
    out += executed(report.executed);
    out += mutants(port, report);
    out += contract(report);
    return out + "</section>\n";
  }

  std::string finding(const PortReport& port, const OperationReport& report,
                      const Finding& found) const {
    std::string out = fmt::format("<div class=\"finding\">\n<h4>{}</h4>\n<p>{}.</p>\n",
                                  name(found.kind), text(meaning(found.kind)));
    out += preformatted(found.detail);
    if (found.place) out += place(*found.place);
    if (!found.repeats)
      out += "<p>It was not seen again when the witness ran alone: the command is that of the "
             "run.</p>\n";
    const std::string command = command_for(launcher_, run_, port, report, found, folders_);
    out += command.empty() ? "<p>No witness was saved.</p>\n"
                           : "<p>To see it again:</p>\n" + preformatted(command);
    if (!found.before_paths.empty())
      out += fmt::format("<p>{} calls come before it.</p>\n", grouped(found.before_paths.size()));
    return out + witness("the witness: what the call was given", found.witness, found.path) +
           "</div>\n";
  }

  static std::string place(const SourcePlace& place) {
    const std::string where =
        place.file.empty() ? "" : fmt::format(", {}:{}", place.file, place.line);
    std::string out =
        fmt::format("<p>In <code>{}</code>{}.</p>\n", text(place.function), text(where));
    if (place.code.empty()) return out;
    std::string lines;
    for (size_t i = 0; i < place.code.size(); ++i)
      lines += fmt::format("{} {}\n", i == place.at_fault ? "->" : "  ", place.code[i]);
    return out + preformatted(lines);
  }

  /// As much of the case as a person reads.
  std::string witness(const char* summary, const Case& known, const std::string& path) const {
    if (!known.operation && path.empty()) return {};
    try {
      const std::string file =
          known.operation ? write_case(known)
                          : write_case(load_case((std::filesystem::path(folders_.out) / path)));
      constexpr size_t kMost = 20'000; // characters
      if (file.size() <= kMost) return folded_away(summary, preformatted(file));
      return folded_away(summary, preformatted(file.substr(0, file.rfind('\n', kMost))) +
                                      fmt::format("<p>and {} characters more.</p>\n",
                                                  grouped(file.size() - kMost)));
    } catch (const BadInput& e) {
      return fmt::format("<p>The witness cannot be shown: {}</p>\n", text(e.what()));
    }
  }

  std::string errors(const PortReport& port, const OperationReport& report) const {
    std::string out = "<h4>Errors</h4>\n";
    for (size_t q = 0; q < report.operation->quantities.size(); ++q) {
      const Largest& largest = report.tally.largest[q];
      const char* const quantity = report.operation->quantities[q];
      out += fmt::format(
          "<div class=\"quantity\">\n<p><b>{}</b>: the largest error is {}{}{}.</p>\n",
          text(quantity), text(describe(largest)), word(report.largest_words[q]),
          report.possible[q]
              ? fmt::format("; no input exceeds {:.4g} of the bound ({})",
                            report.possible[q]->fraction, text(report.possible[q]->source))
              : "");
      if (is_counted(report.tally.errors[q])) out += error_chart(quantity, report.tally.errors[q]);
      const std::string command = replay_command(launcher_, port, largest.path, folders_);
      out += witness("the input with that error", largest.witness, largest.path);
      if (!command.empty()) out += preformatted(command);
      out += "</div>\n";
    }
    return out;
  }

  static std::string word(const std::optional<NamedWord>& word) {
    if (!word) return {};
    return fmt::format(", of <code>{}</code>: got {}, exact {}", text(word->name), text(word->got),
                       text(word->exact));
  }

  static std::string executed(const Executed& executed) {
    if (executed.instructions == 0)
      return executed.why.empty() ? "" : "<h4>What ran</h4>\n" + element("p", executed.why);
    std::string out =
        fmt::format("<h4>What ran</h4>\n<p>{} of {} instructions, {}.{}</p>\n",
                    grouped(executed.ran), grouped(executed.instructions), percentage(executed),
                    executed.why.empty() ? "" : " " + text(executed.why) + ".");
    if (executed.never_ran.empty()) return out;
    std::string rows;
    for (const Executed::Range& range : executed.never_ran)
      rows += fmt::format("{:#x}  {} instructions  {}\n", range.address, range.instructions,
                          range.place);
    return out + folded_away("what never ran", preformatted(rows));
  }

  std::string mutants(const PortReport& port, const OperationReport& report) const {
    std::string out;
    for (const Mutation& m : additions_.mutations) {
      if (m.sha256 != port.sha256 || m.operation != report.operation->name) continue;
      const auto argued = std::ranges::count_if(m.survivors, &Mutation::Survivor::argued);
      out += fmt::format("<h4>Mutants</h4>\n<p>{} of {} ports with one instruction changed were "
                         "refuted. Of the others {} have a reason on a list.</p>\n",
                         grouped(m.killed), grouped(m.killed + m.survivors.size()), argued);
      std::string rows;
      for (const Mutation::Survivor& s : m.survivors)
        rows += fmt::format("{}  {}{}\n", s.place, s.mutant, s.argued ? "  (has a reason)" : "");
      if (!rows.empty()) out += folded_away("which survived", preformatted(rows));
    }
    return out;
  }

  std::string pictures() const {
    std::string out = additions_.pictures.empty() ? "" : "<h2>Pictures</h2>\n";
    for (const Picture& picture : additions_.pictures) // an image runs no script
      out += fmt::format("<figure><img alt=\"{0}\" src=\"data:image/svg+xml;base64,{1}\"/>"
                         "<figcaption>{0}</figcaption></figure>\n",
                         text(picture.file), base64(picture.svg));
    return out;
  }

  static std::string contract(const OperationReport& report) {
    const Contract& c = report.operation->contract;
    std::string profiles;
    for (const Profile p : report.profiles.list()) {
      const ProfileContract& less = contract_of(p);
      profiles += fmt::format("{} (version {}): {}{}{}. ", less.name, less.version, less.domain,
                              *less.bound ? "; " : "", less.bound);
    }
    return folded_away(fmt::format("the contract, version {}", c.version),
                       facts({{"computes", c.summary},
                              {"domain", c.domain},
                              {"footprint", c.footprint},
                              {"bound", c.bound},
                              {"source", c.source},
                              {"judged under", profiles}}));
  }

  static std::string not_checked() {
    return "<h2 id=\"not-checked\">What is not checked</h2>\n"
           "<p>A certificate is a search that found nothing. It does not cover:</p>\n<ul>\n"
           "<li>all inputs: the cases are samples, and what never ran is listed above;</li>\n"
           "<li>values outside the domain of each contract, and outputs that a NaN or an infinity "
           "reaches;</li>\n"
           "<li>races that do not show in some thousand pairs of calls;</li>\n"
           "<li>larger calls, strides and arrays than the largest case has;</li>\n"
           "<li>inputs that share memory or touch each other;</li>\n"
           "<li>speed, and other processors, beyond what \"holds for\" says of each port.</li>\n"
           "</ul>\n<p>ulna's docs/soundness.md has all of it.</p>\n";
  }

  const RunReport& run_;
  const std::string& launcher_;
  const Folders& folders_;
  const Additions& additions_;
};

} // namespace

std::string report_page(const RunReport& report, const std::string& launcher,
                        const Folders& folders, const std::vector<std::string>& remarks,
                        const Additions& additions) {
  return Page(report, launcher, folders, additions).html(remarks);
}

} // namespace ulna
