#include "sweep/units.h"

#include "base/json_member.h"
#include "report/read_certificate.h"
#include "report/unit_machines.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <bit>
#include <cstdlib>

namespace ulna::sweep {
namespace {

using nlohmann::json;

constexpr size_t kCallsOfUnit = 4096;
constexpr const char* kOnTables = "depends on tables"; ///< of rsqrtps and rcpps

const Piece* piece_named(const std::string& name) {
  for (const Piece* piece : pieces())
    if (name == piece->operation->name) return piece;
  return nullptr;
}

/// JSON has no infinities, and these numbers have to come back to the last bit.
std::string text_of(double x) {
  return fmt::format("{:.17g}", x);
}

double number(const JsonMember& from) {
  const std::string text = from.text();
  char* end = nullptr;
  const double x = std::strtod(text.c_str(), &end);
  if (text.empty() || *end != 0) from.refuse("must be a number");
  return x;
}

float float_of(const JsonMember& from) {
  return std::bit_cast<float>(static_cast<uint32_t>(from.count()));
}

json worst_json(const Worst& worst) {
  if (!worst.any) return nullptr;
  return {{"error", text_of(worst.error)},
          {"number", worst.number},
          {"a", std::bit_cast<uint32_t>(worst.a)},
          {"b", std::bit_cast<uint32_t>(worst.b)},
          {"got", std::bit_cast<uint32_t>(worst.got)},
          {"exact", text_of(worst.exact)}};
}

Worst read_worst(const JsonMember& from) {
  if (from.is_null()) return {};
  from.has_only({"error", "number", "a", "b", "got", "exact"});
  return {true,
          number(from["error"]),
          from["number"].count(),
          float_of(from["a"]),
          float_of(from["b"]),
          float_of(from["got"]),
          number(from["exact"])};
}

json tally_json(const Tally& tally) {
  json curve = json::array(), outcomes = json::array();
  for (const double error : tally.curve) curve.push_back(text_of(error));
  for (const Outcomes& o : tally.outcomes)
    outcomes.push_back({o.nan, o.infinite, o.zero, o.finite});
  return {{"judged", tally.judged},
          {"not_finite", tally.not_finite},
          {"out_of_bound", tally.out_of_bound},
          {"first_not_finite", worst_json(tally.first_not_finite)},
          {"absolute", worst_json(tally.absolute)},
          {"relative", worst_json(tally.relative)},
          {"ulps", worst_json(tally.ulps)},
          {"histogram", tally.histogram},
          {"curve", std::move(curve)},
          {"outcomes", std::move(outcomes)}};
}

void check_size(const JsonMember& from, size_t size) {
  if (from.size() != size) from.refuse(fmt::format("must have {} elements", size));
}

void read_tally(const JsonMember& from, Tally& tally) {
  from.has_only({"judged", "not_finite", "out_of_bound", "first_not_finite", "absolute", "relative",
                 "ulps", "histogram", "curve", "outcomes"});
  tally.judged = from["judged"].count();
  tally.not_finite = from["not_finite"].count();
  tally.out_of_bound = from["out_of_bound"].count();
  tally.first_not_finite = read_worst(from["first_not_finite"]);
  tally.absolute = read_worst(from["absolute"]);
  tally.relative = read_worst(from["relative"]);
  tally.ulps = read_worst(from["ulps"]);
  check_size(from["histogram"], kUlpClasses);
  for (size_t i = 0; i < kUlpClasses; ++i) tally.histogram[i] = from["histogram"][i].count();
  check_size(from["curve"], kBuckets);
  for (size_t i = 0; i < kBuckets; ++i) tally.curve[i] = number(from["curve"][i]);
  check_size(from["outcomes"], tally.outcomes.size());
  for (size_t i = 0; i < tally.outcomes.size(); ++i) {
    const JsonMember o = from["outcomes"][i];
    check_size(o, 4);
    tally.outcomes[i] = {o[0].count(), o[1].count(), o[2].count(), o[3].count()};
  }
}

BrokenCall read_broken(const JsonMember& from, const Piece& piece) {
  from.has_only({"kind", "detail", "segment", "first", "count"});
  BrokenCall broken;
  broken.kind = read_finding_kind(from["kind"]);
  broken.detail = from["detail"].text();
  broken.segment = from["segment"].count();
  if (broken.segment >= piece.segments.size()) from["segment"].refuse("is none of the piece");
  broken.first = from["first"].count();
  broken.count = from["count"].count();
  return broken;
}

Result read_unit(const JsonMember& from, const Piece& piece) {
  from.has_only({"swept", "tally", "broken", "seconds"});
  Result result(piece);
  result.swept = from["swept"].count();
  read_tally(from["tally"], result.tally);
  for (size_t i = 0; i < from["broken"].size(); ++i)
    result.broken.push_back(read_broken(from["broken"][i], piece));
  const JsonMember seconds = from["seconds"];
  seconds.has_only({"wall", "ulna", "worker", "threads"});
  result.seconds = seconds["wall"].number();
  result.ulna_seconds = seconds["ulna"].number();
  result.worker_seconds = seconds["worker"].number();
  result.threads = static_cast<unsigned>(seconds["threads"].count());
  return result;
}

} // namespace

UnitFile units_of(const Plan& plan, const Result& port, const Approximations& approximations,
                  const Shard& shard) {
  const size_t count = (num_calls(plan) + kCallsOfUnit - 1) / kCallsOfUnit;
  UnitFile file = new_run(kSweep, count, shard);
  file.identity.update({{"piece", plan.piece->operation->name},
                        {"port", {{"name", port.port.name}, {"sha256", port.sha256}}},
                        {kOnTables, ulna::depends_on_tables(approximations)}});
  file.about = {{"path", plan.port_path},
                {"arguments", {plan.piece->operation->name, "--port", plan.port_path}}};
  return file;
}

bool depends_on_tables(const UnitFile& file, const std::string& name) {
  return JsonMember(file.identity, "identity", name, kUnitsCure)[kOnTables].yes();
}

std::optional<json> sweep_unit(const Plan& plan, uint64_t unit) {
  const size_t begin = unit * kCallsOfUnit;
  const Result result = run_calls(plan, begin, std::min(begin + kCallsOfUnit, num_calls(plan)));
  if (!result.complete && result.broken.empty()) return {};
  json broken = json::array();
  for (const BrokenCall& b : result.broken)
    broken.push_back({{"kind", name(b.kind)},
                      {"detail", b.detail},
                      {"segment", b.segment},
                      {"first", b.first},
                      {"count", b.count}});
  return json{{"swept", result.swept},
              {"tally", tally_json(result.tally)},
              {"broken", std::move(broken)},
              {"seconds",
               {{"wall", result.seconds},
                {"ulna", result.ulna_seconds},
                {"worker", result.worker_seconds},
                {"threads", result.threads}}}};
}

uint64_t rank_of_sweep(const json& result) {
  constexpr uint64_t kBroken = uint64_t{1} << 60;
  const bool broken = !result.at("broken").empty() || result.at("tally").at("out_of_bound") != 0;
  return (broken ? kBroken : 0) + result.at("swept").get<uint64_t>();
}

Result result_of(const UnitFile& file, const std::string& name) {
  const JsonMember identity(file.identity, "identity", name, kUnitsCure);
  identity.has_only({"ulna", "piece", "port", kOnTables});
  const Piece* const piece = piece_named(identity["piece"].text());
  if (!piece) identity["piece"].refuse("is no piece that this ulna has");
  Result all(*piece);
  all.sha256 = identity["port"]["sha256"].text();
  all.port.name = identity["port"]["name"].text();
  all.port.path = JsonMember(file.about, "about", name, kUnitsCure)["path"].text();
  for (const auto& [number, unit] : file.units)
    merge(all, read_unit(JsonMember(unit.result, "result", unit.where, kUnitsCure), *piece));
  all.complete = file.units.size() == file.count && all.swept == piece->count();
  all.tally.settle(*piece);
  return all;
}

} // namespace ulna::sweep
