#include "report/attestation.h"

#include "base/files.h"
#include "base/version.h"
#include "report/table.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <string_view>

namespace ulna {
namespace {

using Json = nlohmann::ordered_json;

Json subjects(const RunReport& report) {
  Json all = Json::array();
  for (const PortReport& port : report.ports) {
    const Json subject{{"name", port.path}, {"digest", {{"sha256", port.sha256}}}};
    if (std::ranges::find(all, subject) == all.end()) // judged on several machines
      all.push_back(subject);
  }
  return all;
}

Json this_ulna(const RunReport& report) {
  Json json{{"name", "ulna"}, {"uri", fmt::format("pkg:generic/ulna@{}", version())}};
  const std::string_view known = commit();
  if (!known.empty() && !known.ends_with('+')) json["digest"] = {{"gitCommit", known}};
  json["annotations"] = {{"commit", known},
                         {"buildType", build_type()},
                         {"started", report.started},
                         {"seed", seeds_in_words(report)},
                         {"budget", budget_in_words(report)},
                         {"processor", processors_in_words(report)},
                         {"approximationTables", report.machine.fingerprint}};
  return json;
}

std::string test_name(const PortReport& port, const OperationReport& report) {
  return fmt::format("{}/{}", label(port), operation_in_words(report));
}

/// What it was judged by, and how much.
Json contract_of_test(const PortReport& port, const OperationReport& report) {
  Json json{{"name", test_name(port, report)},
            {"uri", fmt::format("urn:ulna:contract:{}:{}", report.operation->name,
                                report.operation->contract.version)}};
  Json& annotations = json["annotations"];
  annotations["sha256"] = port.sha256;
  annotations["verdict"] = name(report.verdict);
  if (report.verdict == Verdict::not_run) annotations["reason"] = report.reason;
  for (const Profile p : report.profiles.list())
    annotations["profiles"].push_back(
        fmt::format("urn:ulna:profile:{}:{}", contract_of(p).name, contract_of(p).version));
  if (!port.linked.empty()) annotations["linkedTo"] = port.linked;
  annotations["cases"] = report.tally.cases;
  annotations["elements"] = report.tally.elements;
  return json;
}

} // namespace

std::string attestation_json(const RunReport& report, const std::string& certificate) {
  Json configuration = Json::array({this_ulna(report)});
  configuration.push_back({{"name", "certificate.json"},
                           {"mediaType", "application/json"},
                           {"digest", {{"sha256", sha256_hex(certificate)}}}});
  std::array<Json, 3> tests{Json::array(), Json::array(), Json::array()};
  for (const PortReport& port : report.ports) {
    for (const OperationReport& r : port.operations) {
      configuration.push_back(contract_of_test(port, r));
      tests[size_t(r.verdict)].push_back(test_name(port, r));
    }
    if (port.operations.empty()) tests[size_t(Verdict::not_run)].push_back(label(port));
  }
  const Json json{{"_type", "https://in-toto.io/Statement/v1"},
                  {"subject", subjects(report)},
                  {"predicateType", "https://in-toto.io/attestation/test-result/v0.1"},
                  {"predicate",
                   {{"result", exit_code(report) == 0 ? "PASSED" : "FAILED"},
                    {"configuration", configuration},
                    {"passedTests", tests[size_t(Verdict::certified)]},
                    {"warnedTests", tests[size_t(Verdict::not_run)]},
                    {"failedTests", tests[size_t(Verdict::refuted)]}}}};
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

} // namespace ulna
