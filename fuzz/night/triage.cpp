#include "fuzz/night/triage.h"

#include "base/error.h"
#include "base/files.h"
#include "cases/case_file.h"
#include "certify/arguments.h"
#include "certify/certify.h"
#include "certify/port_names.h"
#include "fuzz/night/folder.h"
#include "fuzz/night/largest.h"
#include "search/shrink.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace ulna::night {
namespace {

constexpr uint64_t kSeed = 1;
constexpr double kShrinkSeconds = 30;

/// As targets write it: a stranger's bytes belong neither in paths nor in JSON.
std::string name_of(const Judge& judge) {
  return file_name(judge.port().name);
}

std::string note_of(const Finding& finding, const Judge& judge) {
  return fmt::format("{} by {}: {}", name(finding.kind), name_of(judge), finding.detail);
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
    if (!lacking(judge.port()).empty()) continue; // its targets leave it out, too
    for (const Finding& finding : seen_twice(judge, c)) {
      Case witness = c;
      witness.note = note_of(finding, judge);
      const std::string text = write_case(witness);
      const std::string file = fmt::format("{}-{}-{}-{}.case", c.operation->name, name_of(judge),
                                           name(finding.kind), sha256_hex(text).substr(0, 12));
      write_file_whole((fs::path(options.out) / file).string(), text);
      ++found;
    }
  }
  return found > 0;
}

void check_implements(const Judge& judge, const TriageOptions& options, const Operation& op) {
  if (!judge.port().implements(op))
    throw BadInput(fmt::format("{}: the port does not implement {}", options.ports[0], op.name));
}

int shrink_finding(const TriageOptions& options, const Installation& installation) {
  const Case c = load_case(options.case_path);
  Judge judge(port_path(options.ports.at(0), installation), installation, kSeed);
  check_implements(judge, options, *c.operation);
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

/// What a new worker shows. One call is enough: it is no finding that must come again.
Largest measured(const std::string& port, const Installation& installation, const Case& c,
                 size_t quantity) {
  Judge judge(port, installation, kSeed);
  Tally tally;
  judge.once(c, tally);
  Largest largest = tally.largest[quantity];
  largest.witness = c;
  return largest;
}

int shrink_error(const TriageOptions& options, const Installation& installation) {
  const Case c = load_case(options.case_path);
  const auto& quantities = c.operation->quantities;
  const auto wanted = std::find(quantities.begin(), quantities.end(), options.quantity);
  if (wanted == quantities.end())
    throw BadInput(fmt::format("{}: {} has no errors in {}", options.case_path, c.operation->name,
                               options.quantity));
  const auto q = static_cast<size_t>(wanted - quantities.begin());
  const std::string port = port_path(options.ports.at(0), installation);
  Judge judge(port, installation, kSeed);
  check_implements(judge, options, *c.operation);
  Largest largest = measured(port, installation, c, q);
  if (!(largest.fraction >= options.fraction)) return 0;
  const double whole = largest.fraction;
  shrink_largest(judge, largest, q);
  largest = measured(port, installation, largest.witness, q);
  if (!(largest.fraction >= whole)) return 0; // the calls before it mattered
  const std::string file = "smaller.case";
  largest.witness.note = fmt::format("fuzzed: largest error of {} in {}: {:.6g} of the bound",
                                     name_of(judge), options.quantity, largest.fraction);
  write_file_whole((fs::path(options.out) / file).string(), write_case(largest.witness));
  const nlohmann::json line{{"operation", c.operation->name},
                            {"port", name_of(judge)},
                            {"quantity", options.quantity},
                            {"fraction", largest.fraction},
                            {"error", largest.error},
                            {"bound", largest.bound},
                            {"file", file}};
  write_file_whole((fs::path(options.out) / kLargestLines).string(), line.dump() + "\n");
  return 1;
}

} // namespace

int triage(const TriageOptions& options, const Installation& installation) {
  if (!options.quantity.empty()) return shrink_error(options, installation);
  return options.kind.empty() ? name_findings(options, installation)
                              : shrink_finding(options, installation);
}

} // namespace ulna::night
