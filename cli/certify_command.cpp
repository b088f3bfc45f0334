#include "cli/certify_command.h"

#include "base/error.h"
#include "base/interrupt.h"
#include "base/text.h"
#include "cases/enter_profile.h"
#include "certify/arguments.h"
#include "certify/certify.h"
#include "certify/port_names.h"
#include "certify/units.h"
#include "cli/program.h"
#include "cli/report_options.h"
#include "models/load_model.h"
#include "report/machine.h"
#include "report/out_folder.h"
#include "shards/unit_run.h"
#include "sweep/piece_names.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <memory>

namespace ulna {
namespace {

struct CertifyOptions {
  std::vector<std::string> ports, more_ports; ///< with --port, and without
  std::vector<std::string> operations, models;
  std::string budget = "quick", seed = "1", shard, approximations, machine, profile, require;
  uint64_t seeds = 1;
  double executed = 0;
  size_t jobs = 0;
  ReportOptions report;
};

std::vector<const Operation*> chosen_operations(const CertifyOptions& options) {
  if (options.operations.empty()) return {operations().begin(), operations().end()};
  std::vector<const Operation*> chosen;
  for (const std::string& name : options.operations) chosen.push_back(&operation_named(name));
  return chosen;
}

/// The ports that hold the contract; `published` is there to be refuted, by name.
std::vector<std::string> default_ports(const Installation& installation) {
  std::vector<std::string> names = builtin_ports(installation);
  std::erase(names, "published");
  if (names.empty())
    throw BadInput(fmt::format("no built-in ports in {}; build or install ulna again",
                               installation.ports_dir));
  return names;
}

/// A port of which nothing was judged may offer pieces all the same.
void print_pieces_only(const RunReport& report) {
  for (const PortReport& port : report.ports) {
    if (!port.operations.empty()) continue;
    Workers worker = find_installation().worker;
    worker.machine = port.machine;
    const PortInfo info = Session(port.path, worker).port();
    for (const sweep::PieceName& piece : sweep::kPieceNames)
      if (info.has(piece.member))
        fmt::print("{} offers the piece {}: `{} sweep {} --port P` judges it\n",
                   printable(info.name), piece.name, launcher(), piece.name);
  }
}

void take_profile(const CertifyOptions& options, Plan& plan) {
  plan.profile = options.profile;
  plan.profiles = parse_profile(options.profile);
  Profiles of_any;
  for (const Operation* op : plan.operations) of_any = of_any | profiles_of(*op);
  for (const Profile p : plan.profiles->list())
    if (!of_any.has(p))
      throw BadInput(
          fmt::format("--profile {}: it says nothing about these operations, but about {}",
                      contract_of(p).name, fmt::join(operations_of(p), ", ")));
}

/// The command line again, without the files that a report goes to, the shard and the folder.
std::vector<std::string> arguments(const CertifyOptions& o) {
  std::vector<std::string> all;
  const auto add = [&](const char* option, const std::string& value) {
    if (value.empty()) return;
    all.emplace_back(option);
    all.push_back(value);
  };
  for (const std::string& port : o.ports) add("--port", port);
  for (const std::string& port : o.more_ports) add("--port", port);
  for (const std::string& operation : o.operations) add("--op", operation);
  for (const std::string& model : o.models) add("--model", model);
  if (o.seed != "1") add("--seed", o.seed);
  if (o.seeds > 1) add("--seeds", std::to_string(o.seeds));
  if (o.budget != "quick") add("--budget", o.budget);
  add("--approximations", o.approximations);
  if (o.executed > 0) add("--executed", fmt::format("{}", o.executed));
  add("--profile", o.profile);
  add("--require", o.require);
  add("--machine", o.machine);
  return all;
}

void take_shard(const CertifyOptions& options, Plan& plan) {
  plan.seeds = options.seeds;
  if (plan.budget.seconds > 0 && plan.seeds > 1)
    throw BadInput(
        fmt::format("--seeds {}: --budget {} takes as many as it has time for; leave one "
                    "of them out",
                    options.seeds, options.budget));
  if (plan.seed > UINT64_MAX - plan.seeds)
    throw BadInput(fmt::format("--seeds {}: from --seed {} on there are not so many", options.seeds,
                               options.seed));
  plan.keeps_units = plan.seeds > 1 || !options.shard.empty();
  if (options.shard.empty()) return;
  plan.shard = parse_shard(options.shard);
  for (const auto& [option, file] : report_files(options.report))
    if (!file.empty())
      throw BadInput(
          fmt::format("{}: a shard is no whole run; say it to `{} merge`, which adds the "
                      "shards up",
                      option, launcher()));
}

Plan plan_of(const CertifyOptions& options, const Installation& installation) {
  Plan plan;
  plan.operations = chosen_operations(options);
  plan.all_owed = !options.operations.empty();
  plan.budget = parse_budget(options.budget);
  plan.seed = parse_seed(options.seed);
  plan.out = options.report.out;
  if (std::isnan(options.executed)) // which no range refuses
    throw BadInput("--executed nan: say a percentage from 0 to 100");
  plan.executed = options.executed;
  plan.jobs = options.jobs;
  plan.requires_full = !options.require.empty();
  plan.suggests_profiles = true;
  plan.arguments = arguments(options);
  if (!options.profile.empty()) take_profile(options, plan);
  if (!options.approximations.empty() && options.approximations != "adversarial")
    throw BadInput(fmt::format("--approximations {}: certify takes only `adversarial`; numbers are "
                               "for replay and shrink",
                               options.approximations));
  plan.adversarial = !options.approximations.empty();
  take_shard(options, plan);
  std::vector<std::string> ports = options.ports;
  ports.insert(ports.end(), options.more_ports.begin(), options.more_ports.end());
  for (const std::string& port : ports.empty() ? default_ports(installation) : ports)
    if (std::string path = port_path(port, installation);
        std::ranges::find(plan.ports, path) == plan.ports.end()) // named twice, it is judged once
      plan.ports.push_back(std::move(path));
  return plan;
}

void load_models(const CertifyOptions& options, const Installation& installation, Plan& plan) {
  for (const std::string& path : options.models) {
    plan.models.push_back(load_model(path, installation.importer));
    const Model& m = plan.models.back();
    fmt::print("{}: {} vertices, {} joints{}, {} influences (at most {} on a vertex), {}\n", path,
               m.vertices, m.joints, m.synthetic_rig ? " (synthetic: the file has none)" : "",
               m.influences, m.max_influences,
               m.synthetic ? "no animation: a synthetic sway" : fmt::format("{} clips", m.clips));
  }
  std::fflush(stdout);
}

/// Of the units of the shard those that nobody has to do again, and all.
std::pair<uint64_t, uint64_t> judged_of(const Plan& plan) {
  const std::string path = plan.out + "/" + kUnitFileName;
  if (std::error_code ignored; !std::filesystem::exists(path, ignored)) return {0, 0};
  UnitFile file = load_units(path);
  std::erase_if(file.units, [](const auto& unit) { return !is_judged(unit.second.result); });
  return done_of(file, plan.shard);
}

/// A shard has no verdict: what it found, and whether it has done its part.
int end_shard(const Plan& plan, RunReport report, const std::string& ports_dir) {
  const auto [done, all] = judged_of(plan);
  for (PortReport& port : report.ports)
    std::erase_if(port.operations,
                  [](const OperationReport& r) { return r.verdict != Verdict::refuted; });
  std::erase_if(report.ports, [](const PortReport& port) { return port.operations.empty(); });
  if (!report.ports.empty())
    fmt::print("{}", report_table(report, launcher(), colour(), {.out = {}, .ports = ports_dir}));
  fmt::print("shard {}: {} of {} units done, {}; `{} merge` adds the shards up\n",
             plan.shard.text(), done, all,
             report.ports.empty() ? "and nothing found" : "and something refuted", launcher());
  fmt::print("units: {}/{}\n", plan.out, kUnitFileName);
  return !report.ports.empty() ? 1 : done < all ? 3 : 0;
}

int certify_command(const CertifyOptions& options) {
  prepare_reports(options.report);
  Installation installation = find_installation();
  installation.worker.machine = options.machine;
  Plan plan = plan_of(options, installation);
  const OutFolder mine(plan.out);
  plan.on_resumed = [&plan](uint64_t done, uint64_t all) {
    fmt::print("{}: {} of {} units are done; going on\n", plan.out, done, all);
    std::fflush(stdout);
  };
  load_models(options, installation, plan);
  plan.stop = &watch_interrupts();
  const Machine machine = this_machine(); // throws, if it does, before hours of judging
  RunReport report;
  {
    Progress progress;
    report = certify(plan, installation, progress);
  }
  if (!options.shard.empty()) return end_shard(plan, std::move(report), installation.ports_dir);
  if (!plan.keeps_units) report.machine = machine; // else it says where its units were judged
  publish(report, options.report, installation.ports_dir, print_pieces_only);
  return exit_code(report);
}

void add_options(CLI::App& certify, CertifyOptions& o) {
  certify
      .add_option("--port", o.ports,
                  "a built-in port's name or the path of a shared library; repeatable (all "
                  "built-in ports but `published`)")
      ->allow_extra_args(false);
  certify.add_option("PORT", o.more_ports, "a port, as with --port");
  certify
      .add_option("--op", o.operations,
                  "judge this operation, which every port must implement; repeatable (all that a "
                  "port implements)")
      ->allow_extra_args(false);
  certify.add_option("--budget", o.budget, "quick, or a time such as 1m or 8h")
      ->capture_default_str();
  certify.add_option("--seed", o.seed, "of the generated cases")->capture_default_str();
  constexpr uint64_t kMostSeeds = 1'000'000;
  certify
      .add_option("--seeds", o.seeds,
                  "judge with so many seeds, from --seed on, all that a quick run judges; what was "
                  "done before an interruption is not done again")
      ->check(CLI::Range(uint64_t{1}, kMostSeeds))
      ->capture_default_str();
  certify
      .add_option("--shard", o.shard,
                  "do the i-th of n parts of the run, such as 3/8; `ulna merge` adds them up "
                  "(docs/fleet.md)")
      ->check([](const std::string& text) { return text.empty() ? "say such as 3/8" : ""; });
  certify
      .add_option("--approximations", o.approximations,
                  "adversarial: values of rsqrtps and rcpps as bad as any processor's may be, "
                  "for ports built with ulna/approximations.h (docs/approximations.md)")
      ->check([](const std::string& how) { return how.empty() ? "say adversarial" : ""; });
  certify
      .add_option("--executed", o.executed,
                  "percent of a port's instructions that must run for it to be certified")
      ->check(CLI::Range(0.0, 100.0));
  certify
      .add_option("--jobs", o.jobs,
                  "verdicts to work on at a time, with the same results (one more than cores)")
      ->check(CLI::Range(size_t{1}, size_t{1024}));
  certify.add_option("--model", o.models, "judge this character too; repeatable")
      ->allow_extra_args(false);
  add_report_options(certify, o.report);
  add_profile_option(certify, o.profile);
  certify
      .add_option("--require", o.require,
                  "full: what is certified under a profile only counts as not run, exit code 3")
      ->check(CLI::IsMember({"full"}));
  add_machine_option(certify, o.machine);
}

} // namespace

void add_certify_command(CLI::App& app, int& exit) {
  const auto options = std::make_shared<CertifyOptions>();
  CLI::App* command =
      app.add_subcommand("certify", "Judge ports, print the verdicts, write a certificate");
  add_options(*command, *options);
  command->footer(std::string(kExitCodes) +
                  "\nA shard: 0 its part is done and nothing was found, 1 something refuted, 3 its "
                  "part is not done;\nthe verdict is that of `ulna merge`.");
  command->callback([options, &exit] { exit = certify_command(*options); });
}

} // namespace ulna
