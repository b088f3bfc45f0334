#include "fuzz/night/mornings.h"

#include "base/error.h"
#include "base/files.h"
#include "base/text.h"
#include "fuzz/night/report.h"
#include "report/table.h"
#include "shards/shard.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>

namespace ulna::night {
namespace {

using nlohmann::json;

constexpr const char* kShards = "shards"; ///< folder of the reports that went into one

std::string dump(const json& j) {
  return j.dump(1, ' ', false, json::error_handler_t::replace) + "\n";
}

json read_report(const fs::path& file) {
  json report = json::parse(read_file(file.string(), size_t{256} << 20), nullptr, false);
  if (!report.is_object() || !report.contains("subject"))
    throw BadInput(
        fmt::format("{}: it is no report of a night; take the folder as `ulna fuzz` left "
                    "it",
                    file.string()));
  return report;
}

Shard shard_of(const json& report, const std::string& name) {
  const std::string shard = report["subject"].value("shard", "");
  if (shard.empty())
    throw BadInput(
        fmt::format("{}: its night was no shard of one; run each machine's with --shard", name));
  return parse_shard(shard);
}

/// What has to be the same in all. Where a port lies may differ.
json common(json subject) {
  subject.erase("shard");
  subject.erase("port");
  return subject;
}

/// A file that shows something, and how good it is: of what is found twice the first in this order.
struct Witness {
  bool rough = true; ///< not cut down
  size_t size = 0;
  std::string bytes;
  std::string path; ///< beside the folder of its night

  auto operator<=>(const Witness&) const = default;
};

Witness witness_in(const fs::path& folder, const std::string& path, bool rough) {
  const fs::path parts = fs::path(path).lexically_normal();
  const bool leaves = parts.empty() || parts.is_absolute() || *parts.begin() == "..";
  if (leaves)
    throw BadInput(
        fmt::format("{}: its morning.json names a file elsewhere, {}; take the folder as "
                    "`ulna fuzz` left it",
                    folder.string(), printable(path)));
  Witness w{rough, 0, {}, path};
  try {
    w.bytes = read_file((folder / path).string(), size_t{1} << 30);
    w.size = w.bytes.size();
  } catch (const BadInput&) { // the report is worth something without it
    w.rough = true;
    w.size = SIZE_MAX;
  }
  return w;
}

class Mornings {
public:
  void add(const fs::path& folder) {
    const json report = read_report(folder / "morning.json");
    if (report.contains("shards")) {
      for (const fs::path& file : files_in(folder / kShards)) add_shard(read_report(file), file);
    } else {
      add_shard(report, folder / "morning.json");
    }
    for (const json& f : report.at("findings")) {
      const auto key = std::tuple(text(f, "target"), text(f, "id"));
      better(findings_[key], witness_in(folder, text(f, "witness"), !f.at("shrunk").get<bool>()));
    }
    for (const json& e : report.at("largest")) {
      auto& [fraction, witness] = largest_[name_of(e)];
      const double its = number(e, "fraction");
      Witness w = witness_in(folder, text(e, "witness"), false);
      if (its < fraction) continue;
      if (its > fraction) witness.reset();
      fraction = its;
      better(witness, std::move(w));
    }
  }

  /// Its report, with the files that belong to it.
  json write(const fs::path& out, const std::string& launcher) const {
    json morning = first();
    add_up(morning);
    morning["findings"] = findings(out, launcher);
    size_t fresh = 0;
    for (const json& f : morning["findings"]) fresh += f["new"].get<bool>();
    morning["new_findings"] = fresh;
    morning["largest"] = largest(out);
    for (const auto& [number, report] : shards_)
      write_file_whole((out / kShards / fmt::format("{}.json", number)).string(), dump(report));
    write_file_whole((out / "morning.json").string(), dump(morning));
    write_file_whole((out / "morning.md").string(), morning_text(morning));
    return morning;
  }

private:
  using Name = std::tuple<std::string, std::string, std::string>;

  static std::string text(const json& j, const char* member) {
    return j.at(member).get<std::string>();
  }

  /// Null stands for an infinity.
  static double number(const json& j, const char* member) {
    return j.at(member).is_number() ? j.at(member).get<double>() : INFINITY;
  }

  static Name name_of(const json& e) {
    return {text(e, "operation"), text(e, "port"), text(e, "quantity")};
  }

  static void better(std::optional<Witness>& a, Witness b) {
    if (!a || b < *a) a = std::move(b);
  }

  void add_shard(const json& report, const fs::path& file) {
    const Shard shard = shard_of(report, file.string());
    if (shards_.empty()) {
      of_ = shard.of;
      common_ = common(report.at("subject"));
    }
    if (const json its = common(report.at("subject")); shard.of != of_ || its != common_)
      throw BadInput(fmt::format("{}: it is of another night: {} of {} shards, not {} of {}; merge "
                                 "what is of one",
                                 file.string(), printable(its.dump(), 200), shard.of,
                                 printable(common_.dump(), 200), of_));
    const auto [at, is_new] = shards_.try_emplace(shard.number, report);
    if (!is_new && order(report) > order(at->second)) at->second = report;
  }

  /// Of two reports of a shard the one that says more counts: a later one, as a rule.
  static std::tuple<uint64_t, double, std::string> order(const json& report) {
    return {report.at("executions").get<uint64_t>(), number(report, "seconds"), dump(report)};
  }

  const json& first() const { return shards_.begin()->second; }

  void add_up(json& morning) const {
    morning["subject"].erase("shard");
    morning["changes"] = nullptr;
    std::map<std::string, json> targets;
    std::set<std::string> planned, missing_everywhere;
    bool over = true;
    for (const char* sum : {"seconds", "seconds_planned", "starts", "unjudged", "executions"})
      morning[sum] = 0;
    std::vector<std::string> numbers;
    for (const auto& [shard_number, report] : shards_) {
      numbers.push_back(fmt::format("{}", shard_number));
      for (const char* sum : {"seconds", "seconds_planned"})
        morning[sum] = morning[sum].get<double>() + number(report, sum);
      for (const char* sum : {"starts", "unjudged", "executions"})
        morning[sum] = morning[sum].get<uint64_t>() + report.at(sum).get<uint64_t>();
      morning["night"] = std::min(text(morning, "night"), text(report, "night"));
      morning["written"] = std::max(text(morning, "written"), text(report, "written"));
      if (morning["port_changed"] == "") morning["port_changed"] = report.at("port_changed");
      over = over && report.at("over").get<bool>();
      for (const auto& [name, version] : report.at("subject").at("contracts").items())
        planned.insert(name);
      for (const json& name : report.at("not_run")) missing_everywhere.insert(name);
      for (const json& t : report.at("targets")) add_target(targets[text(t, "target")], t);
    }
    std::vector<std::string> missing, never, hardly;
    for (uint64_t number = 1; number <= of_; ++number)
      if (!shards_.contains(number)) missing.push_back(fmt::format("{}", number));
    morning["over"] = over && missing.empty();
    morning["shards"] = numbers;
    morning["missing_shards"] = missing;
    for (const std::string& name : planned) missing_everywhere.erase(name);
    for (const std::string& name : missing_everywhere) never.push_back(name);
    morning["targets"] = json::array();
    for (const auto& [name, target] : targets) morning["targets"].push_back(target);
    for (const std::string& name : planned) {
      const auto t = targets.find(name);
      const uint64_t ran = t == targets.end() ? 0 : t->second["executions"].get<uint64_t>();
      if (ran < kFewExecutions) (ran == 0 ? never : hardly).push_back(name);
    }
    morning["not_run"] = missing_everywhere;
    morning["never_ran"] = never;
    morning["hardly_ran"] = hardly;
    morning["targets_planned"] = planned.size() + missing_everywhere.size();
  }

  static void add_target(json& sum, const json& t) {
    if (sum.is_null()) {
      sum = t;
      return;
    }
    sum["seconds"] = number(sum, "seconds") + number(t, "seconds");
    for (const char* member : {"slices", "executions", "deaths"})
      sum[member] = sum[member].get<uint64_t>() + t.at(member).get<uint64_t>();
    for (const char* member : {"coverage", "features", "inputs"})
      sum[member] = std::max(sum[member].get<uint64_t>(), t.at(member).get<uint64_t>());
  }

  /// Those of all shards, each once.
  json findings(const fs::path& out, const std::string& launcher) const {
    std::map<std::tuple<std::string, std::string>, json> all;
    for (const auto& [shard_number, report] : shards_)
      for (const json& f : report.at("findings"))
        add_finding(all[{text(f, "target"), text(f, "id")}], f);
    json list = json::array();
    for (auto& [key, f] : all) {
      const auto found = findings_.find(key);
      if (found != findings_.end() && found->second && found->second->size != SIZE_MAX) {
        const Witness& w = *found->second;
        write_file_whole((out / w.path).string(), w.bytes);
        f["witness"] = w.path;
        f["shrunk"] = !w.rough;
      }
      f["replay"] = replay(f, out, launcher);
      list.push_back(std::move(f));
    }
    return list;
  }

  static void add_finding(json& sum, const json& f) {
    if (sum.is_null()) {
      sum = f;
      return;
    }
    sum["new"] = sum["new"].get<bool>() && f.at("new").get<bool>(); // to one of them it was known
    for (const char* member : {"tonight", "count"})
      sum[member] = sum[member].get<uint64_t>() + f.at(member).get<uint64_t>();
    sum["first_seen"] = std::min(text(sum, "first_seen"), text(f, "first_seen"));
    sum["last_seen"] = std::max(text(sum, "last_seen"), text(f, "last_seen"));
    sum["alone_silent"] = sum["alone_silent"].get<bool>() && f.at("alone_silent").get<bool>();
    if (sum["tonight"] != 0)
      sum["called"] = "";
    else if (f.at("called") == "shows it")
      sum["called"] = f["called"];
  }

  static std::string replay(const json& f, const fs::path& out, const std::string& launcher) {
    const std::string witness = text(f, "witness");
    const std::string port = text(f, text(f, "port_path").empty() ? "port" : "port_path");
    if (!witness.ends_with(".case") || port.empty() || text(f, "replay").empty()) return "";
    return fmt::format("{} replay {} --port {}", quoted(launcher), quoted((out / witness).string()),
                       quoted(port));
  }

  json largest(const fs::path& out) const {
    std::map<Name, json> all;
    for (const auto& [shard_number, report] : shards_)
      for (const json& e : report.at("largest")) {
        json& sum = all[name_of(e)];
        if (sum.is_null() || number(e, "fraction") > number(sum, "fraction")) sum = e;
      }
    json list = json::array();
    for (auto& [name, e] : all) {
      const auto found = largest_.find(name);
      if (found != largest_.end() && found->second.second &&
          found->second.second->size != SIZE_MAX) {
        write_file_whole((out / found->second.second->path).string(), found->second.second->bytes);
        e["witness"] = found->second.second->path;
      }
      list.push_back(std::move(e));
    }
    return list;
  }

  uint64_t of_ = 1;
  json common_;
  std::map<uint64_t, json> shards_; ///< their reports
  std::map<std::tuple<std::string, std::string>, std::optional<Witness>> findings_;
  std::map<Name, std::pair<double, std::optional<Witness>>> largest_;
};

} // namespace

bool has_morning(const std::string& folder) {
  std::error_code ignored;
  return fs::is_regular_file(fs::path(folder) / "morning.json", ignored);
}

int merge_mornings(const std::vector<std::string>& folders, const std::string& out,
                   const std::string& launcher) {
  Mornings all;
  json morning;
  std::string folder;
  try {
    for (const std::string& each : folders) {
      folder = each;
      all.add(each);
    }
    if (has_morning(out)) {
      folder = out;
      all.add(out);
    }
    morning = all.write(fs::absolute(out).lexically_normal(), launcher);
  } catch (const json::exception& e) {
    throw BadInput(fmt::format("{}: its morning.json is not as `ulna fuzz` left it ({}); take it "
                               "from the night's folder again",
                               folder, e.what()));
  }
  const size_t missing = morning["missing_shards"].size();
  fmt::print("{} new findings, {} known; {} executions in {}{}{}\nreport: {}/morning.md\n",
             morning["new_findings"].get<size_t>(),
             morning["findings"].size() - morning["new_findings"].get<size_t>(),
             grouped(morning["executions"].get<uint64_t>()),
             duration(morning["seconds"].get<double>()), undone_text(morning),
             missing > 0 ? fmt::format("; {} shards are missing", missing) : "", out);
  return morning["new_findings"] != 0 ? 1 : missing > 0 || hardly_anything(morning) ? 2 : 0;
}

} // namespace ulna::night
