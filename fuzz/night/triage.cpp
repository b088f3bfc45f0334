#include "fuzz/night/triage.h"

#include "certify/certify.h"
#include "certify/error.h"
#include "certify/files.h"
#include "certify/search/shrink.h"
#include "fuzz/night/folder.h"

#include <fmt/format.h>

#include <algorithm>

namespace ulna::night {
namespace {

constexpr uint64_t kSeed = 1;
constexpr double kShrinkSeconds = 30;

std::string note_of(const Finding& finding, const Judge& judge) {
  return fmt::format("{} by {}: {}", name(finding.kind), judge.port().name, finding.detail);
}

/// What two new workers show. Once may be a worker that the machine was short of memory for, or
/// that somebody killed; the input is filed by what its target said of it then.
std::vector<Finding> seen_twice(Judge& judge, const Case& c) {
  Tally tally;
  std::vector<Finding> first = judge.replay(c, tally).findings;
  if (first.empty()) return first;
  const std::vector<Finding> second = judge.replay(c, tally).findings;
  std::erase_if(first, [&](const Finding& f) {
    return std::none_of(second.begin(), second.end(),
                        [&](const Finding& g) { return g.kind == f.kind; });
  });
  return first;
}

int name_findings(const TriageOptions& options, const Installation& installation) {
  const Case c = load_case(options.case_path);
  size_t found = 0;
  for (const std::string& port : options.ports) {
    Judge judge(port_path(port, installation), installation, kSeed);
    if (!judge.port().implements(*c.operation)) continue;
    for (const Finding& finding : seen_twice(judge, c)) {
      Case witness = c;
      witness.note = note_of(finding, judge);
      const std::string text = write_case(witness);
      const std::string file =
          fmt::format("{}-{}-{}-{}.case", c.operation->name, file_name(judge.port().name),
                      name(finding.kind), sha256_hex(text).substr(0, 12));
      write_file_whole((fs::path(options.out) / file).string(), text);
      ++found;
    }
  }
  return found > 0;
}

int shrink_finding(const TriageOptions& options, const Installation& installation) {
  const Case c = load_case(options.case_path);
  Judge judge(port_path(options.ports.at(0), installation), installation, kSeed);
  if (!judge.port().implements(*c.operation))
    throw BadInput(
        fmt::format("{}: the port does not implement {}", options.ports[0], c.operation->name));
  Tally tally;
  Judgement judgement = judge.replay(c, tally);
  const auto wanted = std::find_if(judgement.findings.begin(), judgement.findings.end(),
                                   [&](const Finding& f) { return options.kind == name(f.kind); });
  if (wanted == judgement.findings.end()) return 0;
  Finding finding = *wanted;
  finding.witness = c;
  shrink(judge, finding, kShrinkSeconds);
  finding.witness.note = note_of(finding, judge);
  save_case(finding.witness, options.out);
  return 1;
}

} // namespace

int triage(const TriageOptions& options, const Installation& installation) {
  return options.kind.empty() ? name_findings(options, installation)
                              : shrink_finding(options, installation);
}

} // namespace ulna::night
