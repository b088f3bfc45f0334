#include "cli/hunt_command.h"

#include "base/error.h"
#include "base/files.h"
#include "base/interrupt.h"
#include "base/json_member.h"
#include "base/progress.h"
#include "base/text.h"
#include "cases/case_file.h"
#include "certify/arguments.h"
#include "certify/port_names.h"
#include "certify/units.h"
#include "certify/verdict_of.h"
#include "cli/program.h"
#include "cli/tools.h"
#include "report/certificate.h"
#include "report/machine.h"
#include "report/out_folder.h"
#include "report/table.h"
#include "search/hunt.h"
#include "search/shrink.h"
#include "shards/unit_run.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <memory>

namespace ulna {
namespace {

constexpr size_t kLongLine = 1000; // of what may hold names of strangers

constexpr double kSecondsToShrink = 10;
constexpr double kMostOfUnit = 600; // seconds, which an interruption costs

struct HuntCommandOptions {
  std::string operation;
  std::string port;
  std::string machine; ///< of a port for another one
  std::string length = "60s";
  std::string seed = "1";
  std::string shard;
  bool uniform = false; ///< as HuntOptions has it
  std::string log;      ///< file to write, or empty
  std::string out = "ulna-out";
};

/// What was found when.
class Log {
public:
  explicit Log(const std::string& path) : path_(path) {
    if (!path.empty()) write_file_whole(path, "");
  }

  void add(const OperationReport& report, const Largest& largest) {
    constexpr double kDigits = 1 + 1e-5; // more than are written
    if (path_.empty() || !(largest.fraction > logged_ * kDigits)) return;
    logged_ = largest.fraction;
    const std::chrono::duration<double> gone = Clock::now() - start_;
    text_ += fmt::format("{{\"seconds\": {:.3f}, \"elements\": {}, \"error\": {:.6g}, "
                         "\"fraction\": {:.6g}}}\n",
                         gone.count(), report.tally.elements, largest.error, largest.fraction);
    write_file_whole(path_, text_);
  }

private:
  using Clock = std::chrono::steady_clock;
  const std::string path_;
  std::string text_;
  double logged_ = 0;
  Clock::time_point start_ = Clock::now();
};

/// What was found of a port, its smallest witnesses among it.
struct Hunted {
  std::string port;    ///< as the command line takes it
  std::string name;    ///< as it calls itself
  std::string machine; ///< of a port for another one
  std::string out;     ///< folder
  OperationReport report;

  size_t quantity() const { return hunted_quantity(*report.operation); }

  std::string save_as(Case c, const std::string& what, const std::string& note) const {
    c.note = note;
    const std::string path = fmt::format("{}/witnesses/hunt-{}-{}-{}.case", out, file_word(name),
                                         report.operation->name, file_word(what));
    save_case(c, path);
    return path;
  }

  /// Saves a witness, and the calls before it, and prints the command that shows it again.
  void save(const Case& c, const std::string& what, const std::string& note,
            const std::vector<Case>& before = {}) const {
    std::string cases;
    for (size_t i = 0; i < before.size(); ++i)
      cases += quoted(save_as(before[i], fmt::format("{}-before-{}", what, i + 1),
                              fmt::format("to be called before {}", what))) +
               ' ';
    cases += quoted(save_as(c, what, note));
    fmt::print("  {} replay {} --port {}{}\n", launcher(), cases, quoted(port),
               machine.empty() ? "" : " --machine " + quoted(machine));
  }

  void print_largest() const {
    const Largest& largest = report.tally.largest[quantity()];
    const char* const its_name = report.operation->quantities[quantity()];
    if (!largest.witness.operation) {
      fmt::print("{}, {}: no error was found\n", report.operation->name, printable(name));
      return;
    }
    const std::string text = fmt::format("largest error of {} in {}: {:.4f} of the bound",
                                         printable(name), its_name, largest.fraction);
    fmt::print("{}, {}, {} cases, {} elements ({})\n", report.operation->name, text,
               report.tally.cases, report.tally.elements,
               fmt::format("error {:.4g}, bound {:.4g}", largest.error, largest.bound));
    save(largest.witness, "largest", "hunted: " + text);
  }

  void print_findings() const {
    for (const Finding& f : report.findings) {
      fmt::print("{}: {}{}\n", ulna::name(f.kind), printable(f.detail, kLongLine),
                 f.repeats ? "" : " (not seen again when run alone)");
      save(f.witness, ulna::name(f.kind),
           fmt::format("{} by {}: {}", ulna::name(f.kind), name, f.detail), f.before);
    }
  }

  int print() const {
    print_largest();
    print_findings();
    return report.findings.empty() ? 0 : 1;
  }
};

void shrink_all(Judge& judge, OperationReport& report) {
  const size_t quantity = hunted_quantity(*report.operation);
  if (report.tally.largest[quantity].witness.operation)
    shrink_largest(judge, report.tally.largest[quantity], quantity);
  for (Finding& finding : report.findings) shrink(judge, finding, kSecondsToShrink);
}

/// One hunt for as long as it is told; `part_gone` is the part of it that was done.
OperationReport hunted(Judge& judge, const Operation& op, HuntOptions options,
                       const std::string& log_file, double& part_gone) {
  const std::atomic<bool>& interrupted = watch_interrupts();
  OperationReport report;
  report.operation = &op;
  {
    Progress progress;
    Log log(log_file);
    const Largest& largest = report.tally.largest[hunted_quantity(op)];
    options.stopped = [&] { return interrupted.load(); };
    options.on_progress = [&](double part) {
      part_gone = part;
      progress.update(part, fmt::format("{} {}: {:.4f} of the bound", printable(judge.port().name),
                                        op.name, largest.fraction));
      log.add(report, largest);
    };
    hunt(judge, options, report);
  }
  shrink_all(judge, report);
  return report;
}

/// What the shards of a hunt have in common. A shard's time is that of a unit, or of several.
UnitFile units_of_hunt(const HuntCommandOptions& o, const HuntOptions& options, const Judge& judge,
                       const Operation& op, const Shard& shard, const std::string& path) {
  const double of_shard = options.seconds / static_cast<double>(shard.of);
  const auto units = static_cast<uint64_t>(std::ceil(of_shard / kMostOfUnit));
  UnitFile file = new_run(kHunt, shard.of * units, shard);
  file.identity.update({{"operation", op.name},
                        {"contract_version", op.contract.version},
                        {"port", {{"name", judge.port().name}, {"sha256", sha256_file(path)}}},
                        {"machine", o.machine},
                        {"profiles", names(judge.profiles() & profiles_of(op))},
                        {"for", options.seconds},
                        {"seed", std::to_string(options.seed)},
                        {"uniform", o.uniform}});
  std::vector<std::string> arguments{op.name, "--port", o.port, "--for", o.length};
  if (o.seed != "1") arguments.insert(arguments.end(), {"--seed", o.seed});
  if (o.uniform) arguments.emplace_back("--uniform");
  if (!o.machine.empty()) arguments.insert(arguments.end(), {"--machine", o.machine});
  file.about = {{"port", o.port}, {"arguments", arguments}};
  return file;
}

nlohmann::json hunt_json(OperationReport report) {
  decide(report);
  return unit_json(std::move(report));
}

int hunt_shard(const HuntCommandOptions& o, HuntOptions options, Judge& judge, const Operation& op,
               const std::string& path) {
  const Shard shard = parse_shard(o.shard);
  if (!o.log.empty()) throw BadInput("--log: not of a shard; leave it out");
  const OutFolder mine(o.out);
  const uint64_t first_seed = options.seed;
  const UnitFile run = units_of_hunt(o, options, judge, op, shard, path);
  options.seconds /= static_cast<double>(run.count);
  const UnitFile file =
      do_units(o.out, run, shard, machine_json(this_machine()), [&](uint64_t unit) {
        options.seed = first_seed + unit;
        double part_gone = 0;
        OperationReport report = hunted(judge, op, options, "", part_gone);
        const bool done = !watch_interrupts() || !report.findings.empty();
        return done ? std::optional(hunt_json(std::move(report))) : std::nullopt;
      });
  const auto [done, all] = done_of(file, shard);
  fmt::print("shard {}: {:g} s of {:g}, in {} of {} units; `{} merge` adds the shards up\n",
             shard.text(), options.seconds * static_cast<double>(done),
             options.seconds * static_cast<double>(file.count), done, all, launcher());
  const int found = publish_hunt(file, o.out, o.out);
  return found == 1 ? 1 : done < all ? 3 : 0;
}

int run_hunt(const HuntCommandOptions& o) {
  const Operation& op = operation_named(o.operation);
  if (!op.has_errors())
    throw BadInput(fmt::format("{}: its results are right or wrong and have no errors to hunt; use "
                               "ulna certify",
                               op.name));
  HuntOptions options;
  options.seconds = parse_length(o.length);
  options.seed = parse_seed(o.seed);
  options.uniform = o.uniform;
  if (o.out.empty()) throw BadInput("--out: name a folder");
  check_writable(o.out);
  Installation installation = find_installation();
  installation.worker.machine = o.machine;
  Judge judge = judge_of(o.port, op, installation, options.seed);
  if (const Profiles under = judge.profiles() & profiles_of(op); !under.empty())
    fmt::print("{} is hunted under {}\n", printable(judge.port().name), names(under));
  if (!o.shard.empty()) return hunt_shard(o, options, judge, op, port_path(o.port, installation));
  double part_gone = 0;
  OperationReport report = hunted(judge, op, options, o.log, part_gone);
  if (watch_interrupts() && part_gone < 1)
    fmt::print("interrupted after {:.0f} s of {:g}\n", part_gone * options.seconds,
               options.seconds);
  return Hunted{o.port, judge.port().name, o.machine, o.out, std::move(report)}.print();
}

} // namespace

uint64_t rank_of_hunt(const nlohmann::json& result) {
  constexpr uint64_t kFinding = uint64_t{1} << 63;
  double largest = 0;
  for (const auto& error : result.at("largest_errors")) {
    const auto& fraction = error.at("fraction");
    largest = std::max(largest, fraction.is_number() ? fraction.get<double>()
                                                     : std::numeric_limits<double>::infinity());
  }
  return (result.at("findings").empty() ? 0 : kFinding) + (std::bit_cast<uint64_t>(largest) >> 1);
}

int publish_hunt(const UnitFile& file, const std::string& name, const std::string& out) {
  std::vector<std::string> remarks;
  Hunted all;
  all.out = out;
  const JsonMember identity(file.identity, "identity", name, kUnitsCure);
  all.port = JsonMember(file.about, "about", name, kUnitsCure)["port"].text();
  all.machine = identity["machine"].text();
  all.name = identity["port"]["name"].text();
  all.report.operation = &operation_named(identity["operation"].text());
  if (!all.report.operation->has_errors()) identity["operation"].refuse("has no errors to hunt");
  for (const auto& [number, unit] : file.units) {
    OperationReport part = report_of_unit(unit.result, unit.where, remarks);
    if (part.operation != all.report.operation)
      throw BadInput(fmt::format("{}: unit {} is of another operation; take the file as ulna wrote "
                                 "it",
                                 unit.where, number));
    add_part(std::move(part), all.report);
  }
  const int found = all.print();
  for (const std::string& remark : remarks) fmt::print("{}\n", remark);
  return found == 1 ? 1 : file.units.size() < file.count ? 3 : 0;
}

void add_hunt_command(CLI::App& app, int& exit) {
  const auto options = std::make_shared<HuntCommandOptions>();
  HuntCommandOptions& o = *options;
  CLI::App& command = *app.add_subcommand("hunt", help_of("hunt"));
  command.add_option("OPERATION", o.operation, "as `ulna list` names it")->required();
  command.add_option("--port", o.port, "a built-in port's name or a path")->required();
  add_machine_option(command, o.machine);
  command.add_option("--for", o.length, "how long, such as 60s or 10m")->capture_default_str();
  command.add_option("--seed", o.seed, "of the search")->capture_default_str();
  command
      .add_option("--shard", o.shard,
                  "do the i-th of n parts of that time, such as 3/8, with seeds of its own; `ulna "
                  "merge` adds them up (docs/fleet.md)")
      ->check([](const std::string& text) { return text.empty() ? "say such as 3/8" : ""; });
  command.add_flag("--uniform", o.uniform, "use random elements only, to compare with the search");
  command
      .add_option("--log", o.log, "file for a line of JSON for each larger error, as it is found")
      ->check([](const std::string& file) { return file.empty() ? "name a file" : ""; });
  command.add_option("--out", o.out, "folder for witnesses")->capture_default_str();
  command.footer("Exit codes: 0 no finding, 1 the port broke its contract, 2 bad usage or input, "
                 "3 not run: this CPU\nlacks a feature, the port has no such operation, or a shard "
                 "was interrupted; 4 ulna itself failed.");
  command.callback([options, &exit] { exit = run_hunt(*options); });
}

} // namespace ulna
