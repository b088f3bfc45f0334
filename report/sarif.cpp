#include "report/sarif.h"

#include "base/version.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>

namespace ulna {
namespace {

using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;

/// As the path of a URI.
std::string escaped(std::string_view path) {
  std::string uri;
  for (const char c : path) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       std::string_view("-._~/").find(c) != std::string_view::npos;
    uri += plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return uri;
}

Json message(const std::string& text) {
  return {{"text", text}};
}

class Log {
public:
  Log(const RunReport& run, const std::string& launcher, const Folders& folders,
      const std::string& folder)
      : run_(run), launcher_(launcher), folders_(folders), folder_(folder) {}

  std::string text() {
    Json results = Json::array(), artifacts = Json::array();
    for (const PortReport& port : run_.ports) {
      const Json artifact{{"location", location_of(port.path)},
                          {"roles", {"analysisTarget"}},
                          {"hashes", {{"sha-256", port.sha256}}}};
      if (std::ranges::find(artifacts, artifact) == artifacts.end()) // judged on several machines
        artifacts.push_back(artifact);
      for (const OperationReport& report : port.operations)
        for (const Finding& finding : report.findings)
          results.push_back(result(port, report, finding));
    }
    Json driver{{"name", "ulna"},
                {"version", version_and_commit(version(), commit())},
                {"semanticVersion", version()}};
    driver["rules"] = rules();
    Json log{{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"}, {"version", "2.1.0"}};
    log["runs"] = Json::array({{{"tool", {{"driver", driver}}},
                                {"invocations", Json::array({invocation()})},
                                {"artifacts", artifacts},
                                {"results", results}}});
    return log.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
  }

private:
  Json location_of(const std::string& file) const {
    const fs::path path = (fs::path(folder_) / file).lexically_normal();
    const fs::path below = path.lexically_relative(folder_);
    if (below.empty() || *below.begin() == "..")
      return {{"uri", "file://" + escaped(path.string())}};
    return {{"uri", escaped(below.string())}, {"uriBaseId", "%SRCROOT%"}};
  }

  /// Of the kinds that were found, in the order of the first of each.
  size_t rule_of(FindingKind kind) {
    const auto known = std::ranges::find(kinds_, kind);
    if (known == kinds_.end()) kinds_.push_back(kind);
    return size_t(std::ranges::find(kinds_, kind) - kinds_.begin());
  }

  Json rules() const {
    Json all = Json::array();
    for (const FindingKind kind : kinds_)
      all.push_back(
          {{"id", name(kind)},
           {"shortDescription", message(fmt::format("{}.", meaning(kind)))},
           {"fullDescription",
            message(fmt::format("The port breaks its contract: {}.", meaning(kind)))},
           {"help", message("`ulna contract OPERATION` says what is owed. Each finding comes with "
                            "the command that shows it again.")},
           {"defaultConfiguration", {{"level", "error"}}},
           {"properties", {{"tags", {"correctness"}}}}});
    return all;
  }

  Json result(const PortReport& port, const OperationReport& report, const Finding& finding) {
    const std::string command = command_for(launcher_, run_, port, report, finding, folders_);
    const std::string again =
        command.empty() ? "No witness was saved." : "To see it again: " + command;
    const std::string passes = suggestion(report);
    Json json{{"ruleId", name(finding.kind)}, {"ruleIndex", rule_of(finding.kind)}};
    json["level"] = "error";
    json["message"] =
        message(fmt::format("{} of {}: {}.{} {}", report.operation->name, label(port),
                            finding.detail, passes.empty() ? "" : " " + passes + ".", again));
    json["locations"] = Json::array({place(port, finding)});
    json["partialFingerprints"] = {
        {"portOperationKind/v1",
         fmt::format("{} {} {}", label(port), report.operation->name, name(finding.kind))}};
    if (!finding.path.empty())
      json["attachments"] = Json::array(
          {{{"description", message("the smallest input found that shows it")},
            {"artifactLocation", location_of((fs::path(folders_.out) / finding.path).string())}}});
    json["properties"] = {{"port", label(port)},
                          {"operation", report.operation->name},
                          {"contractVersion", report.operation->contract.version},
                          {"bound", report.operation->contract.bound}};
    if (!report.profiles.empty()) json["properties"]["profiles"] = names(report.profiles);
    if (finding.place && !finding.place->code.empty())
      json["properties"]["code"] = finding.place->code;
    return json;
  }

  Json place(const PortReport& port, const Finding& finding) const {
    if (!finding.place)
      return {{"physicalLocation", {{"artifactLocation", location_of(port.path)}}}};
    const SourcePlace& known = *finding.place;
    Json physical;
    physical["artifactLocation"] = location_of(known.file.empty() ? port.path : known.file);
    if (known.line > 0) physical["region"] = {{"startLine", known.line}};
    return {{"physicalLocation", physical},
            {"logicalLocations", Json::array({{{"name", known.function}, {"kind", "function"}}})}};
  }

  Json invocation() const {
    Json notes = Json::array();
    const auto add = [&](const std::string& text) {
      notes.push_back({{"level", "error"}, {"message", message(text)}});
    };
    for (const PortReport& port : run_.ports) {
      if (port.operations.empty())
        add(fmt::format("{}: not run: it implements no operation", label(port)));
      for (const OperationReport& report : port.operations)
        if (report.verdict == Verdict::not_run)
          add(fmt::format("{} of {}: not run: {}", report.operation->name, label(port),
                          report.reason));
    }
    if (run_.ports.empty()) add("no port was run");
    Json json{{"executionSuccessful", notes.empty()}, {"exitCode", exit_code(run_)}};
    json["startTimeUtc"] = run_.started;
    json["toolExecutionNotifications"] = notes;
    json["properties"] = {{"seed", seeds_in_words(run_)},
                          {"budget", budget_in_words(run_)},
                          {"processor", processors_in_words(run_)}};
    return json;
  }

  const RunReport& run_;
  const std::string& launcher_;
  const Folders& folders_;
  const std::string& folder_;
  std::vector<FindingKind> kinds_;
};

} // namespace

std::string report_sarif(const RunReport& report, const std::string& launcher,
                         const Folders& folders, const std::string& folder) {
  return Log(report, launcher, folders, folder).text();
}

} // namespace ulna
