#include "bench/report.h"
#include "bench/threads_json.h"

#include <cmath>

namespace ulna::bench {
namespace {

using Json = nlohmann::ordered_json;

/// JSON has no infinity and no NaN.
Json number(double x) {
  return std::isfinite(x) ? Json(x) : Json(nullptr);
}

const char* name(Kind kind) {
  constexpr const char* kNames[] = {"baseline", "stage", "built-in", "added", "peer"};
  return kNames[size_t(kind)];
}

Json library_json(const Library& library) {
  Json out{{"name", library.name}, {"kind", name(library.kind)}};
  if (!library.about.empty()) out["about"] = library.about;
  if (!library.why.empty()) out["not_measured"] = library.why;
  return out;
}

Json group_json(const Report& report, const Group& group) {
  Json ports = Json::array();
  for (const Speed& speed : group.speeds)
    ports.push_back({{"port", report.libraries[speed.library].name},
                     {"nanoseconds", speed.nanoseconds},
                     {"fastest_nanoseconds", speed.fastest},
                     {"spread", speed.spread},
                     {"cycles", speed.nanoseconds * group.clock},
                     {"times_as_fast", number(report.times_as_fast(group, speed))},
                     {"of_memory_limit", speed.nanoseconds / group.memory_limit()}});
  const Cost cost = least_cost(*group.operation, group.level);
  return {{"operation", group.operation->name},
          {"elements", group.elements},
          {"working_set", group.working_set},
          {"level", name(group.level)},
          {"clock_ghz", group.clock},
          {"bytes_each", cost.bytes},
          {"gigabytes_per_second", group.bandwidth},
          {"memory_limit_nanoseconds", group.memory_limit()},
          {"flops_each", cost.flops},
          {"gigaflops", group.peak},
          {"arithmetic_limit_nanoseconds", group.arithmetic_limit()},
          {"ports", std::move(ports)}};
}

Json groups_json(const Report& report, const std::vector<Group>& groups) {
  Json out = Json::array();
  for (const Group& group : groups) out.push_back(group_json(report, group));
  return out;
}

Json accuracy_json(const Report& report, const Accuracy& a) {
  return {{"operation", a.operation->name},
          {"port", report.libraries[a.library].name},
          {"family", a.family->name},
          {"elements", a.elements},
          {"largest_error", number(a.error)},
          {"of_bound", number(a.fraction)},
          {"nan", a.is_nan},
          {"out_of_bound", a.is_out_of_bound()},
          {"also_broken", a.findings}};
}

} // namespace

std::string json(const Report& report) {
  Json libraries = Json::array();
  for (const Library& library : report.libraries) libraries.push_back(library_json(library));
  Json accuracies = Json::array();
  for (const Accuracy& a : report.accuracies) accuracies.push_back(accuracy_json(report, a));
  Json out{{"format", "ulna-bench-1"},
           {"cpu", report.cpu},
           {"processors", report.processors},
           {"cache_bytes", report.caches.bytes},
           {"load", {{"before", report.load_before}, {"after", report.load_after}}},
           {"repetitions", report.effort.repetitions},
           {"baseline", "plain C, -O2, without vectorisation, acosf and sinf"},
           {"ports", std::move(libraries)},
           {"speed", groups_json(report, report.groups)},
           {"curve", groups_json(report, report.curve)},
           {"accuracy", std::move(accuracies)}};
  if (report.threads) out["threads"] = threads_json(*report.threads);
  return out.dump(2) + "\n";
}

} // namespace ulna::bench
