// Shards of a run of certify add up to the run.
#include "certify/units.h"

#include "base/error.h"
#include "base/files.h"
#include "base/temporary_folder.h"
#include "certify/witnesses.h"
#include "operations/list.h"
#include "properties/quick_plan.h"
#include "properties/support.h"
#include "report/certificate.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <atomic>
#include <filesystem>

namespace ulna {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::IsEmpty;

/// An operation of a right port and of a wrong one, with two seeds.
struct Runs {
  Operation lerps = lerp_joints();
  Plan plan;

  Runs() {
    lerps.quick_elements = 1000;
    const std::string ports = std::string(ULNA_BUILD_PRIVATE_DIR) + "/ports/";
    plan = quick_plan(ports + "scalar.so", lerps);
    plan.ports.push_back(fmt::format("{}/bug_mxcsr_default.so", ULNA_PLANTED_DIR));
    plan.seed = 7;
    plan.seeds = 2;
    plan.keeps_units = true;
  }

  RunReport run(const std::string& out, Shard shard = {}) {
    plan.out = out;
    plan.shard = shard;
    Progress progress;
    return certify(plan, test_installation(), progress);
  }
};

/// What the certificate says, but for times.
json said(const RunReport& report) {
  json certificate = json::parse(certificate_json(report));
  certificate.erase("started");
  certificate.erase("seconds");
  for (json& port : certificate["ports"])
    for (json& operation : port["operations"]) operation.erase("seconds");
  return certificate;
}

RunReport merged(const std::vector<std::string>& folders, const std::string& out) {
  UnitFile all = load_units(folders.front());
  for (const std::string& folder : folders)
    unite(all, folders.front(), load_units(folder), folder, rank_of_unit);
  std::vector<std::string> remarks;
  RunReport report = report_of(all, "units", remarks);
  EXPECT_THAT(remarks, IsEmpty());
  save_all_witnesses(out, report);
  return report;
}

class Shards : public testing::Test {
protected:
  static std::string folder(const std::string& name) { return folder_->path() + "/" + name; }
  static void SetUpTestSuite() {
    folder_ = std::make_unique<TemporaryFolder>("ulna-shards");
    whole_ = said(runs_->run(folder("whole")));
  }
  static void TearDownTestSuite() {
    folder_.reset();
    runs_.reset();
  }

  static inline std::unique_ptr<TemporaryFolder> folder_;
  static inline std::unique_ptr<Runs> runs_ = std::make_unique<Runs>();
  static inline json whole_; ///< what the run says that nobody divided
};

TEST_F(Shards, AddUpToTheWholeRun) {
  EXPECT_EQ(whole_["seeds"], 2);
  EXPECT_EQ(whole_["ports"][0]["operations"][0]["verdict"], "certified");
  EXPECT_EQ(whole_["ports"][1]["operations"][0]["verdict"], "refuted");
  for (const uint64_t of : {2, 3, 7}) {
    std::vector<std::string> parts;
    for (uint64_t number = of; number >= 1; --number) {
      parts.push_back(folder(fmt::format("{}-of-{}", number, of)));
      runs_->run(parts.back(), {number, of});
    }
    const std::string out = folder(fmt::format("all-{}", of));
    EXPECT_EQ(said(merged(parts, out)), whole_) << of;
    for (const auto& witness : std::filesystem::directory_iterator(folder("whole/witnesses")))
      EXPECT_EQ(read_file(out + "/witnesses/" + witness.path().filename().string()),
                read_file(witness.path()));
  }
}

TEST_F(Shards, GoOnWhereTheyWereKilled) {
  const std::string text = read_file(folder("whole/units.jsonl"));
  std::filesystem::create_directories(folder("killed"));
  write_file_whole(folder("killed/units.jsonl"), text.substr(0, text.size() * 2 / 3));
  EXPECT_EQ(said(runs_->run(folder("killed"))), whole_);
  EXPECT_TRUE(read_file(folder("killed/units.jsonl")).starts_with(text.substr(0, text.size() / 2)));
}

TEST_F(Shards, ThatWereInterruptedHaveNothingOfAUnitThatIsNotDone) {
  const std::atomic<bool> stop = true;
  runs_->plan.stop = &stop;
  const RunReport none = runs_->run(folder("stopped"));
  runs_->plan.stop = nullptr;
  EXPECT_THAT(load_units(folder("stopped")).units, IsEmpty());
  EXPECT_EQ(exit_code(none), 3);
}

TEST_F(Shards, OfWhichOneIsMissingAreNotCertified) {
  const UnitFile all = load_units(folder("whole"));
  for (const auto& [number, unit] : all.units) {
    UnitFile rest = all;
    rest.units.erase(number);
    std::vector<std::string> remarks;
    const RunReport report = report_of(rest, "units", remarks);
    const size_t pair = number % (all.count / 2);
    size_t at = 0;
    for (const PortReport& port : report.ports)
      for (const OperationReport& each : port.operations)
        if (at++ == pair && each.verdict != Verdict::refuted) {
          EXPECT_EQ(each.verdict, Verdict::not_run);
          EXPECT_EQ(each.reason, "1 of 2 parts of it are missing");
        }
  }
}

TEST_F(Shards, OnProcessorsWithOtherTablesDoNotAddUpWhereThatMatters) {
  UnitFile all = load_units(folder("whole"));
  all.units.at(0).machine["fingerprint"] = "0123456789abcdef";
  all.units.at(0).machine["cpu"] = "Another";
  std::vector<std::string> remarks;
  RunReport report = report_of(all, "units", remarks);
  EXPECT_EQ(report.ports[0].operations[0].verdict, Verdict::certified); // it uses none
  EXPECT_EQ(report.other_machines.size(), 1);
  all.about["certificate"]["ports"][0]["approximations"] = {
      {"use", "used"}, {"instructions", {"rsqrtps"}}, {"remark", ""}};
  Approximations used;
  used.use = Approximations::Use::used;
  used.instructions = {"rsqrtps"};
  all.about["certificate"]["ports"][0]["approximations"]["holds"] =
      holds_for(used, false, all.about["certificate"]["machine"]["fingerprint"]);
  report = report_of(all, "units", remarks);
  EXPECT_EQ(report.ports[0].operations[0].verdict, Verdict::not_run);
  EXPECT_THAT(report.ports[0].operations[0].reason, HasSubstr("0123456789abcdef"));
}

TEST_F(Shards, SayWithWhichCommandTheyAreRun) {
  runs_->plan.arguments = {"--port", "it's.so"};
  const UnitFile file = units_of(runs_->plan, RunReport{});
  EXPECT_THAT(command_of_shard(file, 3, "ulna"),
              HasSubstr("ulna certify --port 'it'\\''s.so' --shard 3/"));
}

TEST_F(Shards, ThatDivideTimeHaveTheirPartOfItAndTheirOwnSeeds) {
  Plan plan = runs_->plan;
  plan.budget = parse_budget("8h");
  plan.shard = {2, 4};
  RunReport skeleton;
  skeleton.ports.resize(2);
  for (PortReport& port : skeleton.ports) port.operations.resize(3);
  const auto [begin, end] = plan.shard.units(4 * 6);
  EXPECT_EQ(end - begin, 6); // everything, once
  const UnitPlace first = place_of(begin, plan, skeleton), last = place_of(end - 1, plan, skeleton);
  EXPECT_EQ(first.seed, last.seed);
  EXPECT_EQ(first.seed, plan.seed + 65536);
  EXPECT_EQ(last.port, 1);
  EXPECT_EQ(last.report, 2);
}

TEST_F(Shards, WithUnitsThatAreNoneAreRefused) {
  const UnitFile all = load_units(folder("whole"));
  const auto refused = [&](const auto& change) {
    UnitFile wrong = all;
    change(wrong);
    std::vector<std::string> remarks;
    try {
      report_of(wrong, "u", remarks);
    } catch (const BadInput& e) {
      return std::string(e.what());
    }
    return std::string();
  };
  EXPECT_THAT(refused([](UnitFile& f) { f.units.at(0).result["operation"] = "slerp"; }),
              testing::Not(IsEmpty()));
  EXPECT_THAT(refused([](UnitFile& f) { f.count = 5; }), HasSubstr("the number of units"));
  EXPECT_THAT(refused([](UnitFile& f) { f.about.erase("certificate"); }), HasSubstr("u:"));
  EXPECT_THAT(refused([](UnitFile& f) {
                for (auto& [number, unit] : f.units)
                  for (json& largest : unit.result["largest_errors"]) largest["witness"] = "none";
              }),
              HasSubstr("u"));
}

} // namespace
} // namespace ulna
