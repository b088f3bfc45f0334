#include "fuzz/night/report.h"

#include "base/error.h"
#include "base/files.h"
#include "report/table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace ulna::night {
namespace {

using nlohmann::json;

json targets_json(const State& state, const Subject& subject) {
  json all = json::array();
  for (const auto& [name, t] : state.targets) {
    if (t.seconds == 0 && !subject.contracts.contains(name)) continue; // of another night
    all.push_back({{"target", name},
                   {"seconds", t.seconds},
                   {"slices", t.slices},
                   {"executions", t.executions},
                   {"coverage", t.coverage},
                   {"features", t.features},
                   {"inputs", t.inputs},
                   {"deaths", t.deaths}});
  }
  return all;
}

/// Of a finding that was not met tonight, what its witness says now; empty where nobody asked.
std::string called_text(const Distinct& d, const State& state) {
  if (d.last_night == state.night || d.called_night != state.night) return "";
  return d.shows ? "shows it" : "shows nothing";
}

json finding_json(const Folder& folder, const Findings& findings, const Distinct& d,
                  const State& state, const ReportContext& context) {
  const fs::path witness = findings.folder_of(d) / d.witness;
  return {{"id", d.key.id()},
          {"target", d.key.target},
          {"port", d.key.port},
          {"port_path", d.port_path},
          {"kind", d.key.kind},
          {"where", d.key.where},
          {"detail", d.detail},
          {"new", d.first_night == state.night},
          {"tonight", d.last_night == state.night ? d.count_tonight : 0},
          {"count", d.count},
          {"first_seen", d.first_seen},
          {"last_seen", d.last_seen},
          {"shrunk", d.shrunk == Shrunk::yes},
          {"alone_silent", d.shrunk == Shrunk::alone_silent},
          {"called", called_text(d, state)},
          {"witness", fs::relative(witness, folder.root()).string()},
          {"replay", replay_command(findings, d, context)}};
}

/// The entry of an array that agrees in all the given members, or null.
json entry(const json& array, const json& like, const std::vector<const char*>& members) {
  if (!array.is_array()) return nullptr;
  for (const json& one : array) {
    const bool same = std::all_of(members.begin(), members.end(), [&](const char* m) {
      return one.is_object() && one.contains(m) && one[m] == like[m];
    });
    if (same) return one;
  }
  return nullptr;
}

/// Value of a number in a report that a person may have edited; 0 where there is none.
double value(const json& j, const char* name) {
  return j.is_object() && j.contains(name) && j[name].is_number() ? j[name].get<double>() : 0;
}

json changes_json(const json& now, const json& last) {
  json not_seen = json::array(), coverage = json::array(), errors = json::array();
  for (const json& f : now["findings"]) {
    const json before = entry(last.value("findings", json::array()), f, {"target", "id"});
    const bool ran = value(entry(now["targets"], f, {"target"}), "seconds") > 0;
    if (ran && value(f, "tonight") == 0 && value(before, "tonight") > 0)
      not_seen.push_back(f["target"].get<std::string>() + "/" + f["id"].get<std::string>());
  }
  for (const json& t : now["targets"]) {
    const json before = entry(last.value("targets", json::array()), t, {"target"});
    if (before.is_object() && value(before, "features") != value(t, "features"))
      coverage.push_back({{"target", t["target"]},
                          {"features_before", value(before, "features")},
                          {"features", t["features"]}});
  }
  for (const json& e : now["largest"]) {
    const json before =
        entry(last.value("largest", json::array()), e, {"operation", "port", "quantity"});
    if (before.is_null() || before.value("fraction", json()) != e["fraction"])
      errors.push_back({{"operation", e["operation"]},
                        {"port", e["port"]},
                        {"quantity", e["quantity"]},
                        {"fraction_before",
                         before.is_object() ? before.value("fraction", json()) : json(nullptr)},
                        {"fraction", e["fraction"]}});
  }
  return {{"night", last.value("night", "")},
          {"not_seen_again", not_seen},
          {"coverage", coverage},
          {"largest", errors}};
}

/// What a stranger's names and details may not do to a table: begin another row or column.
std::string cell(const json& j) {
  std::string text;
  for (const char c : j.is_string() ? j.get<std::string>() : j.dump()) {
    if (c == '|') text += '\\';
    text += static_cast<unsigned char>(c) < 0x20 || c == 0x7f ? ' ' : c;
  }
  return text;
}

std::string fraction_text(const json& j) {
  return j.is_number() ? fmt::format("{:.4f}", j.get<double>()) : "NaN or infinite";
}

std::string findings_text(const json& morning) {
  std::string text;
  for (const bool fresh : {true, false}) {
    std::string part;
    for (const json& f : morning["findings"]) {
      if (f["new"] != fresh) continue;
      const std::string port = cell(f["port"]);
      part += fmt::format("- **{}{}{}: {}**{}{}  \n  found {}x tonight, {}x in all, first {}{}  \n "
                          " witness: `{}`\n",
                          cell(f["target"]), port.empty() ? "" : ", ", port, cell(f["kind"]),
                          f["where"] == "" ? "" : " in ", cell(f["where"]), f["tonight"].dump(),
                          f["count"].dump(), cell(f["first_seen"]),
                          f["shrunk"] == true ? ", shrunk" : "", cell(f["witness"]));
      if (f["detail"] != "") part += fmt::format("  {}\n", cell(f["detail"]));
      if (f["alone_silent"] == true)
        part += "  It shows nothing when it is run alone: what came before it mattered.\n";
      if (f["called"] == "shows it") part += "  Not met tonight, but its witness still shows it.\n";
      if (f["called"] == "shows nothing")
        part +=
            "  **Its witness shows nothing any more.** Mended? `corpus add` keeps it from coming "
            "back.\n";
      if (f["replay"] != "")
        part += fmt::format("\n  ```\n  {}\n  ```\n", f["replay"].get<std::string>());
    }
    if (!part.empty())
      text += fmt::format("\n## {}\n\n{}", fresh ? "New findings" : "Known findings", part);
  }
  return text;
}

/// The names in an array, or nothing.
std::string names_text(const json& names) {
  std::string text;
  for (const json& name : names) text += (text.empty() ? "" : ", ") + cell(name);
  return text;
}

std::string port_text(const json& morning) {
  if (morning["port"] == "") return "the built-in ports";
  return fmt::format("the port {}, `{}`, SHA-256 {}", cell(morning["port_name"]),
                     cell(morning["port"]), cell(morning["subject"]["port_sha256"]));
}

std::string targets_text(const json& morning) {
  std::string text = fmt::format("\n## What ran\n\nOn {}.\n\n", port_text(morning)) +
                     "| target | time | slices | executions | per second | coverage "
                     "| features | inputs | ended early |\n|---|---|---|---|---|---|---|---|---|\n";
  for (const json& t : morning["targets"]) {
    const double seconds = value(t, "seconds");
    const auto executions = t["executions"].get<uint64_t>();
    text += fmt::format("| {} | {} | {} | {} | {} | {} | {} | {} | {} |\n", cell(t["target"]),
                        duration(seconds), t["slices"].dump(), grouped(executions),
                        grouped(seconds > 0 ? uint64_t(double(executions) / seconds) : 0),
                        t["coverage"].dump(), t["features"].dump(), t["inputs"].dump(),
                        t["deaths"].dump());
  }
  const std::string missing = names_text(morning["not_run"]);
  if (!missing.empty())
    text += fmt::format("\nDid not run, because there is no program for it in `{}`: {}.\n",
                        cell(morning["targets_folder"]), missing);
  return text;
}

std::string changes_text(const json& morning) {
  const json& changes = morning["changes"];
  if (changes.is_null()) return "\nThere is no earlier night to compare with.\n";
  std::string text = fmt::format("\n## Since the night of {}\n\n", cell(changes["night"]));
  for (const json& id : changes["not_seen_again"])
    text += fmt::format("- not seen again: {}\n", cell(id));
  for (const json& c : changes["coverage"])
    text += fmt::format("- {}: {} features, {} before\n", cell(c["target"]), c["features"].dump(),
                        grouped(uint64_t(value(c, "features_before"))));
  for (const json& e : changes["largest"]) {
    const bool known = e["fraction_before"].is_number();
    text +=
        fmt::format("- {}, {}, {}: {} of the bound, {}\n", cell(e["operation"]), cell(e["port"]),
                    cell(e["quantity"]), fraction_text(e["fraction"]),
                    known ? fraction_text(e["fraction_before"]) + " before" : "not known before");
  }
  if (text.ends_with("\n\n")) text += "Nothing changed but what is listed above.\n";
  return text;
}

/// A report that names its night, or null.
json read_morning(const fs::path& file) {
  try {
    json j = json::parse(read_file(file.string(), size_t{256} << 20), nullptr, false);
    if (j.is_object() && j.contains("night") && j["night"].is_string()) return j;
  } catch (const BadInput&) {
  }
  return nullptr;
}

} // namespace

json morning_json(const Folder& folder, const State& state, const Findings& findings,
                  const LargestErrors& largest, const json& last, const ReportContext& context) {
  json morning{{"version", 1},
               {"night", state.night},
               {"written", now_utc()},
               {"over", state.over},
               {"seconds", state.elapsed},
               {"seconds_planned", state.length},
               {"starts", state.starts},
               {"targets_folder", context.targets.string()},
               {"port", context.subject.port},
               {"port_name", context.subject.port_name},
               {"port_changed", context.port_changed},
               {"subject", to_json(context.subject)},
               {"not_run", context.not_run},
               {"targets", targets_json(state, context.subject)}};
  std::vector<std::string> never = context.not_run, hardly;
  for (const auto& [name, version] : context.subject.contracts) {
    const auto t = state.targets.find(name);
    const uint64_t ran = t == state.targets.end() ? 0 : t->second.executions;
    if (ran == 0) {
      never.push_back(name);
    } else if (ran < kFewExecutions) {
      hardly.push_back(name);
    }
  }
  morning["never_ran"] = never;
  morning["hardly_ran"] = hardly;
  morning["unjudged"] = context.unjudged;
  morning["targets_planned"] = context.subject.contracts.size() + context.not_run.size();
  uint64_t executions = 0;
  for (const auto& [name, t] : state.targets) executions += t.executions;
  morning["executions"] = executions;
  json found = json::array();
  for (const auto& [key, d] : findings.all())
    found.push_back(finding_json(folder, findings, d, state, context));
  morning["findings"] = found;
  morning["new_findings"] = findings.new_in(state.night);
  json errors = json::array();
  for (const auto& [name, e] : largest.all()) {
    json error = error_json(name, e);
    error["witness"] = fs::relative(largest.witness(name), folder.root()).string();
    errors.push_back(std::move(error));
  }
  morning["largest"] = errors;
  morning["changes"] = last.is_object() ? changes_json(morning, last) : json(nullptr);
  return morning;
}

std::string undone_text(const json& morning) {
  const std::string planned = morning["targets_planned"].dump();
  std::string text;
  if (const size_t n = morning["never_ran"].size(); n > 0)
    text += fmt::format("; {} of {} targets never ran", n, planned);
  if (const size_t n = morning["hardly_ran"].size(); n > 0)
    text += fmt::format("; {} of {} targets executed next to nothing", n, planned);
  if (const auto n = morning["unjudged"].get<size_t>(); n > 0)
    text += fmt::format("; {} input{} not judged", n, n == 1 ? "" : "s");
  return text;
}

bool hardly_anything(const json& morning) {
  return morning["never_ran"].size() + morning["hardly_ran"].size() ==
         morning["targets_planned"].get<size_t>();
}

std::string morning_text(const json& morning) {
  const bool changed = morning["port_changed"] != "";
  std::string text = fmt::format(
      "# {} new finding{}, {} known{}{}\n\nThe night of {}, on {}: {} of {}{}, {} executions, {} "
      "start{}.\n",
      morning["new_findings"].dump(), morning["new_findings"] == 1 ? "" : "s",
      morning["findings"].size() - morning["new_findings"].get<size_t>(),
      changed ? "; ended because the port changed" : "", undone_text(morning),
      cell(morning["night"]), port_text(morning), duration(value(morning, "seconds")),
      duration(value(morning, "seconds_planned")),
      morning["over"] == true
          ? ""
          : " (not over: the next start with the same port and targets goes on)",
      grouped(morning["executions"].get<uint64_t>()), morning["starts"].dump(),
      morning["starts"] == 1 ? "" : "s");
  if (changed)
    text += fmt::format("\n**The night ended early: {}.**\n", cell(morning["port_changed"]));
  if (morning.contains("shards"))
    text += fmt::format("\nShards {}{}.\n", names_text(morning["shards"]),
                        morning["missing_shards"].empty()
                            ? ""
                            : fmt::format("; missing: {}", names_text(morning["missing_shards"])));
  if (!morning["never_ran"].empty())
    text += fmt::format("\nNever ran: {}.\n", names_text(morning["never_ran"]));
  if (!morning["hardly_ran"].empty())
    text += fmt::format("\nNext to nothing, fewer than {} executions: {}.\n",
                        grouped(kFewExecutions), names_text(morning["hardly_ran"]));
  if (morning["unjudged"] != 0)
    text += "\nInputs that ended a target were not judged in time; the next start judges them.\n";
  text += findings_text(morning);
  if (!morning["largest"].empty()) {
    text += "\n## Largest errors\n\n| operation | port | quantity | of the bound | error | bound | "
            "witness |\n|---|---|---|---|---|---|---|\n";
    for (const json& e : morning["largest"])
      text += fmt::format("| {} | {} | {} | {} | {:.4g} | {:.4g} | `{}` |\n", cell(e["operation"]),
                          cell(e["port"]), cell(e["quantity"]), fraction_text(e["fraction"]),
                          e["error"].is_number() ? e["error"].get<double>() : INFINITY,
                          e["bound"].is_number() ? e["bound"].get<double>() : INFINITY,
                          cell(e["witness"]));
  }
  return text + targets_text(morning) + changes_text(morning);
}

json last_morning(const Folder& folder, Log& log) {
  const std::vector<fs::path> all = files_in(folder.history());
  for (auto file = all.rbegin(); file != all.rend(); ++file) {
    if (file->extension() != ".json") continue;
    if (json last = read_morning(*file); last.is_object()) return last;
    const fs::path kept = set_aside(*file, folder.corrupt());
    log.line(fmt::format("{} is no report; kept as {}", file->string(), kept.string()));
  }
  return nullptr;
}

void keep_morning(const Folder& folder, Log& log) {
  std::error_code error;
  const fs::path report = folder.root() / "morning.json";
  if (!fs::exists(fs::symlink_status(report, error))) return;
  const json morning = read_morning(report);
  if (!morning.is_object()) {
    const fs::path kept = set_aside(report, folder.corrupt());
    log.line(fmt::format("{} is no report; kept as {}", report.string(), kept.string()));
    return;
  }
  const std::string name = file_name(morning["night"].get<std::string>());
  const fs::path text = folder.root() / "morning.md";
  if (fs::exists(text, error)) move_file(text, folder.history() / (name + ".md"));
  move_file(report, folder.history() / (name + ".json"));
}

std::string replay_command(const Findings& findings, const Distinct& d,
                           const ReportContext& context) {
  const fs::path witness = findings.folder_of(d) / d.witness;
  const bool builtin = std::find(context.builtin.begin(), context.builtin.end(), d.key.port) !=
                       context.builtin.end();
  const std::string port = !d.port_path.empty() ? d.port_path : builtin ? d.key.port : "";
  if (port.empty() && !d.key.port.empty()) return ""; // found by an ulna that did not keep the path
  if (is_case(witness) && !port.empty())
    return fmt::format("{} replay {} --port {}", quoted(context.launcher), quoted(witness.string()),
                       quoted(port));
  return fmt::format("{} {}{}", quoted((context.targets / ("fuzz-" + d.key.target)).string()),
                     port.empty() ? "" : fmt::format("--port {} ", quoted(port)),
                     quoted(witness.string()));
}

std::string duration(double seconds) {
  const auto s = static_cast<uint64_t>(seconds > 0 ? std::min(seconds, 1e12) : 0);
  if (s < 60) return fmt::format("{}s", s);
  if (s < 3600) return fmt::format("{}m{:02}s", s / 60, s % 60);
  return fmt::format("{}h{:02}m", s / 3600, s / 60 % 60);
}

} // namespace ulna::night
