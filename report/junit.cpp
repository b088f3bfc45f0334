#include "report/junit.h"

#include <fmt/format.h>

namespace ulna {
namespace {

/// The length of the UTF-8 sequence that the text begins with if XML 1.0 allows its character,
/// else 0.
size_t character(std::string_view text) {
  const auto byte = [&](size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(0);
  if (first < 0x80) {
    return first >= 0x20 || first == '\t' || first == '\n' || first == '\r' ? 1 : 0;
  }
  const size_t size = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || text.size() < size) return 0;
  uint32_t code = first & (0xffU >> (size + 1));
  for (size_t i = 1; i < size; i++) {
    if ((byte(i) & 0xc0) != 0x80) return 0;
    code = code << 6 | (byte(i) & 0x3fU);
  }
  constexpr uint32_t smallest[] = {0x80, 0x800, 0x10000};
  const bool surrogate = code >= 0xd800 && code <= 0xdfff;
  const bool noncharacter = code == 0xfffe || code == 0xffff;
  return code >= smallest[size - 2] && code <= 0x10ffff && !surrogate && !noncharacter ? size : 0;
}

} // namespace

std::string xml_escaped(std::string_view text, bool attribute) {
  std::string result;
  while (!text.empty()) {
    const size_t size = character(text);
    const char c = text[0];
    if (size == 0) {
      result += "\xef\xbf\xbd";
    } else if (c == '&') {
      result += "&amp;";
    } else if (c == '<') {
      result += "&lt;";
    } else if (c == '>') {
      result += "&gt;";
    } else if (c == '"') {
      result += "&quot;";
    } else if (c == '\r' || (attribute && (c == '\n' || c == '\t'))) {
      result += fmt::format("&#{};", static_cast<int>(c)); // a reader would change it to a space
    } else {
      result += text.substr(0, size);
    }
    text.remove_prefix(size == 0 ? 1 : size);
  }
  return result;
}

namespace {

std::string failure(const RunReport& run, const PortReport& port, const OperationReport& report,
                    const std::string& launcher, const Folders& folders) {
  std::string body;
  for (const Finding& finding : report.findings) {
    const std::string command = command_for(launcher, run, port, report, finding, folders);
    body +=
        fmt::format("{}: {}\n  {}\n", name(finding.kind), finding.detail, meaning(finding.kind));
    if (finding.place) body += fmt::format("  in {}\n", finding.place->text());
    if (!finding.repeats) body += "  not seen again when the witness ran alone\n";
    body += command.empty() ? "  no witness was saved\n"
                            : fmt::format("  witness: {}\n  {}: {}\n", finding.path,
                                          finding.repeats ? "replay" : "the run", command);
  }
  for (size_t q = 0; q < report.operation->quantities.size(); ++q)
    if (const Largest& largest = report.tally.largest[q]; largest.not_finite > 0)
      body += fmt::format("largest error of {}: {}\n", report.operation->quantities[q],
                          describe(largest));
  if (const std::string passes = suggestion(report); !passes.empty()) body += passes + '\n';
  const bool found = !report.findings.empty();
  return fmt::format("      <failure type=\"{}\" message=\"{}\">{}</failure>\n",
                     found ? name(report.findings[0].kind) : name(report.verdict),
                     xml_escaped(found ? report.findings[0].detail : "refuted without a finding"),
                     xml_escaped(body, false));
}

std::string error(std::string_view reason) {
  return fmt::format("      <error type=\"not run\" message=\"{}\"/>\n", xml_escaped(reason));
}

std::string testcase(std::string_view port, std::string_view operation, double seconds,
                     const std::string& inside) {
  const std::string start = fmt::format(R"(    <testcase classname="{}" name="{}" time="{:.3f}")",
                                        xml_escaped(port), xml_escaped(operation), seconds);
  return inside.empty() ? start + "/>\n" : start + ">\n" + inside + "    </testcase>\n";
}

struct Suite {
  std::string cases;
  size_t tests = 0, failures = 0, errors = 0;
  double seconds = 0;

  void add(const std::string& testcase_text, Verdict verdict) {
    cases += testcase_text;
    tests++;
    failures += verdict == Verdict::refuted;
    errors += verdict == Verdict::not_run;
  }
  std::string counts() const {
    return fmt::format(R"(tests="{}" failures="{}" errors="{}" skipped="0")", tests, failures,
                       errors);
  }
};

std::string property(const char* property_name, std::string_view value) {
  return fmt::format("      <property name=\"{}\" value=\"{}\"/>\n", property_name,
                     xml_escaped(value));
}

std::string testsuite(const Suite& suite, std::string_view suite_name, const RunReport& report,
                      const PortReport& port) {
  return fmt::format("  <testsuite name=\"{}\" {} time=\"{:.3f}\" timestamp=\"{}\">\n",
                     xml_escaped(suite_name), suite.counts(), suite.seconds,
                     xml_escaped(report.started)) +
         "    <properties>\n" + property("path", port.path) + property("sha256", port.sha256) +
         property("seed", seeds_in_words(report)) + property("budget", budget_in_words(report)) +
         property("cpu", report.machine.cpu) +
         (port.machine.empty() ? std::string() : property("machine", port.machine)) +
         (port.emulator.empty() ? std::string() : property("emulator", port.emulator)) +
         "    </properties>\n" + suite.cases + "  </testsuite>\n";
}

} // namespace

std::string junit_xml(const RunReport& report, const std::string& launcher,
                      const Folders& folders) {
  Suite total;
  const auto finish = [&](const Suite& suite, std::string_view suite_name, const PortReport& port) {
    total.cases += testsuite(suite, suite_name, report, port);
    total.tests += suite.tests;
    total.failures += suite.failures;
    total.errors += suite.errors;
  };
  for (const PortReport& port : report.ports) {
    Suite suite;
    for (const OperationReport& r : port.operations) {
      const std::string inside = r.verdict == Verdict::refuted
                                     ? failure(report, port, r, launcher, folders)
                                 : r.verdict == Verdict::not_run ? error(r.reason)
                                                                 : std::string();
      suite.add(testcase(label(port), operation_in_words(r), r.seconds, inside), r.verdict);
      suite.seconds += r.seconds;
    }
    if (port.operations.empty()) {
      suite.add(testcase(label(port), "port", 0,
                         error("it implements no operation; set members of ulna_port")),
                Verdict::not_run);
    }
    finish(suite, label(port), port);
  }
  if (report.ports.empty()) {
    Suite suite;
    suite.add(testcase("ulna", "ports", 0, error("no port was run")), Verdict::not_run);
    finish(suite, "ulna", {});
  }
  return fmt::format("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                     "<testsuites name=\"ulna\" {} time=\"{:.3f}\">\n{}</testsuites>\n",
                     total.counts(), report.seconds, total.cases);
}

} // namespace ulna
