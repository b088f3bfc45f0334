#include "fuzz/night/state.h"

#include "base/error.h"
#include "fuzz/night/hashed_json.h"

#include <fmt/format.h>

#include <cmath>

namespace ulna::night {
namespace {

using nlohmann::json;
constexpr int kVersion = 1;

json to_json(const TargetState& t) {
  return {
      {"rate", t.turn.rate},    {"pass", t.turn.pass},        {"seconds", t.seconds},
      {"slices", t.slices},     {"executions", t.executions}, {"coverage", t.coverage},
      {"features", t.features}, {"inputs", t.inputs},         {"inputs_merged", t.inputs_merged},
      {"deaths", t.deaths},     {"failures", t.failures}};
}

double finite(const json& j, const char* name) {
  const double value = j.at(name).get<double>();
  if (!std::isfinite(value)) throw BadInput(fmt::format("{} is not finite", name));
  return value;
}

TargetState target_from(const json& j) {
  TargetState t;
  t.turn.rate = finite(j, "rate");
  t.turn.pass = finite(j, "pass");
  t.seconds = finite(j, "seconds");
  t.slices = j.at("slices").get<uint64_t>();
  t.executions = j.at("executions").get<uint64_t>();
  t.coverage = j.at("coverage").get<uint64_t>();
  t.features = j.at("features").get<uint64_t>();
  t.inputs = j.at("inputs").get<uint64_t>();
  t.inputs_merged = j.at("inputs_merged").get<uint64_t>();
  t.deaths = j.at("deaths").get<uint64_t>();
  t.failures = j.at("failures").get<uint64_t>();
  return t;
}

State state_from(const json& j) {
  if (j.at("version").get<int>() != kVersion)
    throw BadInput(fmt::format("version {} of another ulna", j.at("version").get<int>()));
  State state;
  state.night = j.at("night").get<std::string>();
  state.length = finite(j, "length");
  state.elapsed = finite(j, "elapsed");
  state.over = j.at("over").get<bool>();
  state.starts = j.at("starts").get<uint64_t>();
  state.slices = j.at("slices").get<uint64_t>();
  if (j.contains("subject")) state.subject = subject_from(j.at("subject"));
  for (const auto& [name, target] : j.at("targets").items())
    state.targets[name] = target_from(target);
  return state;
}

} // namespace

json to_json(const Subject& subject) {
  json j{{"port", subject.port},
         {"port_name", subject.port_name},
         {"port_sha256", subject.port_sha256},
         {"contracts", subject.contracts}};
  if (!subject.shard.empty()) j["shard"] = subject.shard;
  return j;
}

bool same(const Subject& a, const Subject& b) {
  const auto text = [](const Subject& s) {
    return to_json(s).dump(-1, ' ', false, json::error_handler_t::replace);
  };
  return text(a) == text(b);
}

Subject subject_from(const json& j) {
  return {.port = j.at("port").get<std::string>(),
          .port_name = j.at("port_name").get<std::string>(),
          .port_sha256 = j.at("port_sha256").get<std::string>(),
          .contracts = j.at("contracts").get<std::map<std::string, int>>(),
          .shard = j.value("shard", "")};
}

void save(const State& state, const fs::path& file) {
  json targets = json::object();
  for (const auto& [name, target] : state.targets) targets[name] = to_json(target);
  write_hashed(file, {{"version", kVersion},
                      {"night", state.night},
                      {"length", state.length},
                      {"elapsed", state.elapsed},
                      {"over", state.over},
                      {"starts", state.starts},
                      {"slices", state.slices},
                      {"subject", to_json(state.subject)},
                      {"targets", targets}});
}

State load_state(const Folder& folder, Log& log) {
  std::error_code error;
  if (!fs::exists(fs::symlink_status(folder.state(), error))) return {};
  try {
    return state_from(read_hashed(folder.state()));
  } catch (const std::exception& e) { // of ours and of the JSON library
    const fs::path kept = set_aside(folder.state(), folder.corrupt());
    log.line(fmt::format("state.json: {}. Kept as {}; the night begins anew, findings and corpora "
                         "are as they were",
                         e.what(), kept.string()));
    return {};
  }
}

void begin_night(State& state, const Subject& subject, double length, const std::string& name) {
  for (auto& [target, t] : state.targets) {
    TargetState next;
    next.turn.rate = t.turn.rate;
    next.coverage = t.coverage;
    next.features = t.features;
    next.inputs = t.inputs;
    next.inputs_merged = t.inputs_merged;
    t = next;
  }
  state.night = name;
  state.subject = subject;
  state.length = length;
  state.elapsed = 0;
  state.starts = 0;
  state.over = false;
}

} // namespace ulna::night
