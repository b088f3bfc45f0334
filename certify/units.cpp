#include "certify/units.h"

#include "base/error.h"
#include "base/files.h"
#include "base/json_member.h"
#include "base/text.h"
#include "cases/case_file.h"
#include "certify/verdict_of.h"
#include "report/certificate.h"
#include "report/read_certificate.h"
#include "report/table.h"
#include "report/unit_machines.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace ulna {
namespace {

using nlohmann::json;

/// The first seeds of shards that divide time are so far apart: the jobs of one have its next ones.
constexpr uint64_t kSeedsOfShard = 1 << 16;

/// Of a unit, where each of `pairs` has one with each seed.
uint64_t seed_of(uint64_t unit, size_t pairs, uint64_t first, bool divides_time) {
  return first + unit / pairs * (divides_time ? kSeedsOfShard : 1);
}

size_t num_pairs(const RunReport& report) {
  size_t pairs = 0;
  for (const PortReport& port : report.ports) pairs += port.operations.size();
  return pairs;
}

bool divides_time(const Plan& plan) {
  return plan.budget.seconds > 0;
}

/// How often all ports are judged in full.
uint64_t rounds(const Plan& plan) {
  return divides_time(plan) ? plan.shard.of : plan.seeds;
}

json ports_identity(const RunReport& skeleton) {
  json all = json::array();
  for (const PortReport& port : skeleton.ports) {
    json entry{{"name", port.name},
               {"sha256", port.sha256},
               {"machine", port.machine},
               {"emulator", port.emulator},
               {"operations", json::object()}};
    for (const OperationReport& report : port.operations)
      entry["operations"][report.operation->name] = {
          {"contract_version", report.operation->contract.version},
          {"profiles", names(report.profiles)}};
    all.push_back(std::move(entry));
  }
  return all;
}

/// The text of a case that is small enough to stand in a line.
std::string text_of(const Case& c) {
  return c.operation ? write_case(c) : "";
}

void check_same(bool same, const std::string& name, const char* what) {
  if (!same)
    throw BadInput(
        fmt::format("{}: {} does not belong to the run that it names; {}", name, what, kUnitsCure));
}

/// Of units that were done with other seeds, in the order of these.
class Sum {
public:
  Sum(const OperationReport& skeleton, size_t parts) : sum_(skeleton), parts_(parts) {
    sum_.reason.clear();
    sum_.findings.clear();
  }

  void add(OperationReport part, uint64_t seed) {
    ++done_;
    if (part.verdict == Verdict::not_run && sum_.reason.empty())
      sum_.reason = parts_ > 1 ? fmt::format("with seed {}: {}", seed, part.reason) : part.reason;
    if (part.verdict == Verdict::refuted) suggest(part);
    if (part.executed.instructions > 0 || !part.executed.why.empty()) sum_.executed = part.executed;
    std::array<std::string, kMaxQuantities> before;
    for (size_t q = 0; q < before.size(); ++q) before[q] = sum_.tally.largest[q].path;
    const auto words = std::move(part.largest_words);
    const auto possible = part.possible;
    add_part(std::move(part), sum_);
    for (size_t q = 0; q < before.size(); ++q) {
      if (sum_.tally.largest[q].path != before[q]) sum_.largest_words[q] = words[q];
      if (possible[q]) sum_.possible[q] = possible[q];
    }
  }

  const Operation* operation() const { return sum_.operation; }

  OperationReport result(bool requires_full) {
    if (done_ < parts_ && sum_.reason.empty())
      sum_.reason = fmt::format("{} of {} parts of it are missing", parts_ - done_, parts_);
    decide(sum_);
    if (requires_full) require_full(sum_);
    if (sum_.verdict == Verdict::refuted) sum_.possible = {};
    sum_.would_pass_under = same_profiles_ ? would_pass_under_ : Profiles{};
    sum_.right_by_columns = refuted_ > 0 && by_columns_ == refuted_;
    return std::move(sum_);
  }

private:
  /// What would make it pass has to be so for all that refutes it.
  void suggest(const OperationReport& part) {
    if (refuted_++ == 0) would_pass_under_ = part.would_pass_under;
    same_profiles_ = same_profiles_ && would_pass_under_ == part.would_pass_under;
    by_columns_ += part.right_by_columns;
  }

  OperationReport sum_;
  size_t parts_, done_ = 0;
  size_t refuted_ = 0, by_columns_ = 0;
  Profiles would_pass_under_;
  bool same_profiles_ = true;
};

/// As unit_json wrote it, with the texts of cases still in place of paths.
OperationReport read_unit(const json& result, const std::string& name,
                          std::vector<std::string>& remarks) {
  OperationReport report = read_operation(JsonMember(result, "result", name, kUnitsCure), remarks);
  for (Largest& largest : report.tally.largest)
    if (largest.not_finite == 0) largest.finite = largest;
  return report;
}

void read_cases(OperationReport& report, const std::string& name) {
  const auto take = [&](std::string& text, Case& c) {
    if (!text.empty()) c = read_case(text, name);
    check_same(text.empty() || c.operation == report.operation, name, "a case");
    text.clear();
  };
  for (Finding& finding : report.findings) {
    take(finding.path, finding.witness);
    check_same(finding.witness.operation, name, "a finding without a witness");
    for (std::string& text : finding.before_paths) // may be of another operation
      finding.before.push_back(read_case(text, name));
    finding.before_paths.clear();
  }
  for (Largest& largest : report.tally.largest) take(largest.path, largest.witness);
}

/// Where results can depend on the processor's approximations, verdicts of processors that differ
/// in them do not add up.
void check_tables(const std::vector<Machine>& machines, PortReport& port) {
  const Machine* const other = with_other_tables(machines);
  if (!other || !depends_on_tables(port.approximations)) return;
  for (OperationReport& report : port.operations) {
    if (report.verdict != Verdict::certified) continue;
    report.verdict = Verdict::not_run;
    report.reason = why_tables_matter(machines.front(), *other, "judged");
  }
}

double seconds_between(const std::string& start, const std::string& end) {
  std::tm from{}, to{};
  const char* const form = "%Y-%m-%dT%H:%M:%SZ";
  if (!strptime(start.c_str(), form, &from) || !strptime(end.c_str(), form, &to)) return 0;
  return std::max(0.0, std::difftime(timegm(&to), timegm(&from)));
}

} // namespace

UnitFile units_of(const Plan& plan, const RunReport& skeleton) {
  UnitFile file = new_run(kCertify, rounds(plan) * num_pairs(skeleton), plan.shard);
  file.started = skeleton.started;
  json models = json::array();
  for (const Model& model : plan.models) models.push_back(sha256_file(model.path));
  file.identity.update({{"seed", std::to_string(plan.seed)},
                        {"seeds", rounds(plan)},
                        {"budget", plan.budget.text},
                        {"profile", plan.profile},
                        {"require full", plan.requires_full},
                        {"executed", plan.executed},
                        {"approximations", plan.adversarial ? "adversarial" : ""},
                        {"models", models},
                        {"ports", ports_identity(skeleton)}});
  RunReport about = skeleton;
  for (PortReport& port : about.ports)
    for (OperationReport& report : port.operations) {
      const Profiles profiles = report.profiles;
      const Operation* const op = report.operation;
      report = {};
      report.operation = op;
      report.profiles = profiles;
      report.reason = "not judged";
    }
  file.about = {{"certificate", json::parse(certificate_json(about))},
                {"arguments", plan.arguments}};
  return file;
}

UnitPlace place_of(uint64_t unit, const Plan& plan, const RunReport& skeleton) {
  const uint64_t pairs = num_pairs(skeleton);
  UnitPlace place{0, unit % pairs, seed_of(unit, pairs, plan.seed, divides_time(plan))};
  while (place.report >= skeleton.ports[place.port].operations.size())
    place.report -= skeleton.ports[place.port++].operations.size();
  return place;
}

json unit_json(OperationReport report) {
  for (Finding& finding : report.findings) {
    finding.path = text_of(finding.witness);
    finding.before_paths.clear();
    for (const Case& before : finding.before) finding.before_paths.push_back(text_of(before));
  }
  for (Largest& largest : report.tally.largest) largest.path = text_of(largest.witness);
  return operation_json(report);
}

OperationReport report_of_unit(const json& result, const std::string& name,
                               std::vector<std::string>& remarks) {
  OperationReport report = read_unit(result, name, remarks);
  read_cases(report, name);
  return report;
}

namespace {

/// Of a result that nobody has looked at yet.
std::string verdict_of(const json& result) {
  const auto verdict = result.find("verdict");
  return verdict != result.end() && verdict->is_string() ? verdict->get<std::string>() : "";
}

} // namespace

bool is_judged(const json& result) {
  return verdict_of(result) != name(Verdict::not_run);
}

uint64_t rank_of_unit(const json& result) {
  constexpr uint64_t kMostElements = uint64_t{1} << 60;
  const std::string verdict = verdict_of(result);
  const uint64_t elements = std::min(result.at("elements").get<uint64_t>(), kMostElements);
  const uint64_t first = verdict == name(Verdict::refuted)     ? 2
                         : verdict == name(Verdict::certified) ? 1
                                                               : 0;
  return first * 2 * kMostElements + elements;
}

RunReport report_of(const UnitFile& file, const std::string& name,
                    std::vector<std::string>& remarks) {
  check_same(file.command == kCertify && file.about.contains("certificate"), name, "it");
  Certificate skeleton = read_certificate(file.about["certificate"].dump(), name);
  remarks.insert(remarks.end(), skeleton.remarks.begin(), skeleton.remarks.end());
  RunReport& report = skeleton.report;
  const size_t pairs = num_pairs(report);
  check_same(pairs > 0 ? file.count % pairs == 0 && file.count > 0 : file.count == 0, name,
             "the number of units");
  const uint64_t parts = pairs > 0 ? file.count / pairs : 0;
  report.started = file.started;
  const bool divides = report.budget != "quick";
  if (divides)
    report.shards = file.shards;
  else if (parts > 1)
    report.seeds = parts;

  std::vector<Sum> sums;
  for (const PortReport& port : report.ports)
    for (const OperationReport& each : port.operations) sums.emplace_back(each, parts);
  std::string last = file.started;
  for (const auto& [number, unit] : file.units) {
    const uint64_t seed = seed_of(number, pairs, report.seed, divides);
    OperationReport part = read_unit(unit.result, unit.where, remarks);
    check_same(part.operation == sums[number % pairs].operation(), unit.where, "a unit");
    check_same(part.verdict != Verdict::certified || part.tally.cases > 0, unit.where,
               "a unit that is certified by no case");
    sums[number % pairs].add(std::move(part), seed);
    last = std::max(last, unit.ended);
  }
  report.seconds = seconds_between(file.started, last);

  const std::vector<Machine> machines = machines_of(file);
  if (!machines.empty()) {
    report.machine = machines.front();
    report.other_machines.assign(machines.begin() + 1, machines.end());
  }
  size_t pair = 0;
  for (PortReport& port : report.ports) {
    for (OperationReport& each : port.operations) {
      OperationReport sum = sums[pair++].result(report.requires_full);
      read_cases(sum, name);
      each = std::move(sum);
    }
    check_tables(machines, port);
  }
  std::ranges::sort(remarks);
  remarks.erase(std::unique(remarks.begin(), remarks.end()), remarks.end());
  return report;
}

std::string command_of_shard(const UnitFile& file, uint64_t number, const std::string& launcher) {
  std::string command = launcher + " " + file.command;
  if (file.about.contains("arguments"))
    for (const json& argument : file.about["arguments"])
      if (argument.is_string()) command += " " + quoted(argument.get<std::string>());
  constexpr size_t kLongest = 10'000;
  command = printable(command, kLongest); // the file may be anybody's
  return command + fmt::format(" --shard {}/{} --out shards/{}", number, file.shards, number);
}

} // namespace ulna
