// Units of a sweep add up to what the calls give in one go.
#include "base/error.h"
#include "certify/port_names.h"
#include "properties/support.h"
#include "sweep/report.h"
#include "sweep/units.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace ulna::sweep {
namespace {

using nlohmann::json;
using testing::HasSubstr;

constexpr uint64_t kUnits = 3;
constexpr size_t kCallsOfUnit = 4096;

Plan short_calls(const std::string& port) {
  Plan plan;
  plan.piece = &atan_positive();
  plan.port_path = port;
  plan.worker = test_installation().worker;
  plan.threads = 1;
  plan.length = 17;
  return plan;
}

std::string published() {
  return port_path("published", test_installation());
}

/// The first units of a sweep, as a file has them.
UnitFile some_units(const Plan& plan) {
  UnitFile file = units_of(plan, run_calls(plan, 0, 0), {}, {1, 2});
  for (uint64_t unit = 0; unit < kUnits; ++unit)
    file.units[unit] = {"t", {{"cpu", "P"}}, sweep_unit(plan, unit).value()};
  return read_units(write_units(file), "f");
}

json said(const Result& result) {
  json report = json::parse(report_json(result, {}));
  report.erase("seconds");
  report.erase("processor_seconds");
  return report;
}

TEST(SweepUnits, AddUpToTheCalls) {
  const Plan plan = short_calls(published());
  Result whole = run_calls(plan, 0, kUnits * kCallsOfUnit);
  whole.tally.settle(*plan.piece);
  whole.complete = false;
  const Result added = result_of(some_units(plan), "f");
  EXPECT_EQ(said(added), said(whole));
  EXPECT_EQ(report_svg(added), report_svg(whole));
  EXPECT_EQ(added.verdict(), Verdict::not_run); // of the others nothing is known
}

TEST(SweepUnits, OfWhichOneIsRefutedAreRefuted) {
  UnitFile file = some_units(short_calls(published()));
  file.units.at(1).result["broken"].push_back(
      {{"kind", "crashed"}, {"detail", "x"}, {"segment", 0U}, {"first", 7U}, {"count", 1U}});
  const Result result = result_of(file, "f");
  EXPECT_EQ(result.verdict(), Verdict::refuted);
  EXPECT_EQ(result.broken.at(0).first, 7);
  EXPECT_GT(rank_of_sweep(file.units.at(1).result), rank_of_sweep(file.units.at(0).result));
}

TEST(SweepUnits, KnowWhetherThePortDependsOnTables) {
  const Plan plan = short_calls(published());
  Approximations used;
  used.use = Approximations::Use::used;
  EXPECT_TRUE(depends_on_tables(units_of(plan, run_calls(plan, 0, 0), used, {}), "f"));
  used.use = Approximations::Use::none;
  EXPECT_FALSE(depends_on_tables(units_of(plan, run_calls(plan, 0, 0), used, {}), "f"));
}

TEST(SweepUnits, ThatWereInterruptedAreNone) {
  Plan plan = short_calls(published());
  const std::atomic<bool> stop = true;
  plan.stop = &stop;
  EXPECT_EQ(sweep_unit(plan, 0), std::nullopt);
}

TEST(SweepUnits, ThatAreNoneAreRefusedByName) {
  const UnitFile all = some_units(short_calls(published()));
  const auto refused = [&](const auto& change) {
    UnitFile wrong = all;
    change(wrong);
    try {
      result_of(wrong, "f");
    } catch (const BadInput& e) {
      return std::string(e.what());
    }
    return std::string();
  };
  EXPECT_THAT(refused([](UnitFile& f) { f.identity["piece"] = "none"; }),
              HasSubstr("identity.piece: it is no piece"));
  EXPECT_THAT(refused([](UnitFile& f) { f.units.at(0).result.erase("tally"); }),
              HasSubstr(":3: result"));
  EXPECT_THAT(refused([](UnitFile& f) { f.units.at(0).result["tally"]["curve"] = json::array(); }),
              HasSubstr("must have 1024 elements"));
  EXPECT_THAT(refused([](UnitFile& f) { f.units.at(0).result["tally"]["curve"][3] = "x"; }),
              HasSubstr("must be a number"));
}

} // namespace
} // namespace ulna::sweep
