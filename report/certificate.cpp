#include "report/certificate.h"

#include "base/version.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cmath>

namespace ulna {
namespace {

using Json = nlohmann::ordered_json;

/// Of `count` measured words; without any there is no error to tell.
Json error_number(double x, uint64_t count) {
  return count > 0 && std::isfinite(x) ? Json(x) : Json(nullptr);
}

/// Null where nothing is known.
Json possible_json(const std::optional<Possible>& possible, const Largest& found) {
  if (!possible) return nullptr;
  Json json;
  json["fraction"] = possible->fraction;
  json["gap"] = found.fraction > 0 ? Json(possible->fraction / found.fraction) : Json(nullptr);
  json["source"] = possible->source;
  return json;
}

/// The three numbers of an error, into an object.
void put_error(Json& json, const ErrorInBounds& error) {
  json["fraction"] = error_number(error.fraction, 1);
  json["error"] = error_number(error.error, 1);
  json["bound"] = error_number(error.bound, 1);
}

Json largest_errors_json(const OperationReport& report) {
  Json errors = Json::array();
  if (report.tally.words == 0) return errors;
  for (size_t i = 0; i < report.operation->quantities.size(); i++) {
    const Largest& largest = report.tally.largest[i];
    Json json;
    json["quantity"] = report.operation->quantities[i];
    put_error(json, largest);
    json["witness"] = largest.path;
    if (const auto& word = report.largest_words[i])
      json["word"] = {{"name", word->name}, {"got", word->got}, {"exact", word->exact}};
    if (const Distribution& all = report.tally.errors[i]; is_counted(all))
      json["distribution"] = all;
    json["possible"] = possible_json(report.possible[i], largest);
    if (largest.adversary) json["adversary"] = std::to_string(*largest.adversary);
    if (largest.not_finite > 0) {
      json["not_finite"] = largest.not_finite;
      put_error(json["largest_finite"], largest.finite);
    }
    errors.push_back(std::move(json));
  }
  return errors;
}

Json drift_json(const OperationReport& report) {
  Json steps = Json::array();
  if (!report.operation->measures_drift) {
    return steps;
  } // only blending has norms that drift
  for (size_t i = 0; i < kDrifts.size(); i++) {
    const uint64_t words = report.tally.drift_words[i];
    Json step;
    step["norm"] = kDrifts[i];
    step["words"] = words;
    step["error"] = error_number(report.tally.drift_error[i], words);
    steps.push_back(std::move(step));
  }
  return steps;
}

Json place_json(const SourcePlace& place) {
  Json json;
  json["function"] = place.function;
  if (!place.file.empty()) {
    json["file"] = place.file;
    json["line"] = place.line;
  }
  if (!place.code.empty()) {
    json["code"] = place.code;
    json["at_fault"] = place.at_fault;
  }
  return json;
}

Json findings_json(const OperationReport& report) {
  Json findings = Json::array();
  for (const Finding& finding : report.findings) {
    Json json;
    json["kind"] = name(finding.kind);
    json["detail"] = finding.detail;
    json["witness"] = finding.path;
    json["repeats"] = finding.repeats;
    if (!finding.before_paths.empty()) json["before"] = finding.before_paths;
    if (finding.adversary) json["adversary"] = std::to_string(*finding.adversary);
    if (finding.place) json["place"] = place_json(*finding.place);
    findings.push_back(std::move(json));
  }
  return findings;
}

} // namespace

Json executed_json(const Executed& executed) {
  Json json;
  json["instructions"] = executed.instructions;
  json["ran"] = executed.ran;
  json["never_ran"] = Json::array();
  for (const Executed::Range& range : executed.never_ran)
    json["never_ran"].push_back({{"address", fmt::format("{:#x}", range.address)},
                                 {"instructions", range.instructions},
                                 {"place", range.place}});
  json["why"] = executed.why;
  return json;
}

namespace {

Json profiles_json(Profiles profiles) {
  Json json = Json::array();
  for (const Profile p : profiles.list())
    json.push_back({{"name", contract_of(p).name}, {"version", contract_of(p).version}});
  return json;
}

} // namespace

Json operation_json(const OperationReport& report) {
  const Tally& tally = report.tally;
  Json json;
  json["operation"] = report.operation->name;
  json["contract_version"] = report.operation->contract.version;
  json["verdict"] = name(report.verdict);
  if (report.verdict == Verdict::not_run) json["reason"] = report.reason;
  if (!report.profiles.empty()) json["profiles"] = profiles_json(report.profiles);
  if (!report.would_pass_under.empty())
    json["would_pass_under"] = profiles_json(report.would_pass_under);
  if (report.right_by_columns) json["right_by_columns"] = true;
  json["cases"] = tally.cases;
  json["elements"] = tally.elements;
  json["words"] = tally.words;
  json["unjudged"] = tally.unjudged;
  json["decided_wide"] = tally.wide;
  json["decided_top"] = tally.top;
  json["largest_errors"] = largest_errors_json(report);
  json["bound"] = report.operation->contract.bound;
  if (const Quality& q = tally.quality; q.conversions != 0)
    json["quality"] = {{"conversions", q.conversions},
                       {"subsets", q.subsets},
                       {"lower_bound", q.lower_bound},
                       {"vertices_in", q.vertices_in},
                       {"vertices_out", q.vertices_out},
                       {"weight_lost", q.weight_lost},
                       {"worst_weight_lost", q.worst_weight_lost}};
  json["drift"] = drift_json(report);
  json["seconds"] = report.seconds;
  json["findings"] = findings_json(report);
  if (report.executed.instructions != 0 || !report.executed.why.empty())
    json["executed"] = executed_json(report.executed);
  if (report.adversaries != 0) json["adversaries"] = report.adversaries;
  if (!report.processors.empty()) json["processors"] = report.processors;
  return json;
}

Json machine_json(const Machine& machine) {
  Json json;
  json["cpu"] = machine.cpu;
  if (!machine.rsqrtps.empty()) {
    json["rsqrtps_sha256"] = machine.rsqrtps;
    json["rcpps_sha256"] = machine.rcpps;
  }
  if (!machine.fingerprint.empty()) json["fingerprint"] = machine.fingerprint;
  return json;
}

namespace {

Json port_json(const PortReport& port, const std::string& fingerprint) {
  Json json;
  json["name"] = port.name;
  json["path"] = port.path;
  json["sha256"] = port.sha256;
  json["cpu_features"] = port.cpu_features;
  json["not_offered"] = port.not_offered;
  if (!port.linked.empty()) json["linked"] = port.linked;
  if (!port.machine.empty()) json["machine"] = port.machine;
  if (!port.emulator.empty()) json["emulator"] = port.emulator;
  const Approximations& a = port.approximations;
  if (a.use != Approximations::Use::not_examined)
    json["approximations"] = {{"use", name(a.use)},
                              {"instructions", a.instructions},
                              {"remark", a.why},
                              {"holds", holds_for(a, is_adversarial(port), fingerprint)}};
  json["operations"] = Json::array();
  for (const OperationReport& report : port.operations) {
    json["operations"].push_back(operation_json(report));
  }
  return json;
}

} // namespace

std::string certificate_json(const RunReport& report) {
  Json json;
  json["schema"] = "urn:ulna:certificate:1";
  json["ulna"] = version();
  if (*commit()) json["commit"] = commit();
  json["started"] = report.started;
  json["seconds"] = report.seconds;
  json["seed"] = std::to_string(report.seed);
  if (report.seeds > 1) json["seeds"] = report.seeds;
  json["budget"] = report.budget;
  if (report.shards > 1) json["shards"] = report.shards;
  if (!report.profile.empty()) json["profile"] = report.profile;
  if (report.requires_full) json["required"]["full"] = true;
  if (report.requires_executed > 0) json["required"]["executed"] = report.requires_executed;
  json["models"] = report.models;
  json["machine"] = machine_json(report.machine);
  for (const Machine& machine : report.other_machines)
    json["other_machines"].push_back(machine_json(machine));
  json["ports"] = Json::array();
  for (const PortReport& port : report.ports)
    json["ports"].push_back(port_json(port, report.machine.fingerprint));
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

} // namespace ulna
