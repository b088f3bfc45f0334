#include "cli/merge_command.h"

#include "base/error.h"
#include "base/files.h"
#include "base/text.h"
#include "certify/units.h"
#include "certify/witnesses.h"
#include "cli/hunt_command.h"
#include "cli/mutate_command.h"
#include "cli/program.h"
#include "cli/report_options.h"
#include "cli/sweep_command.h"
#include "cli/tools.h"
#include "fuzz/night/mornings.h"
#include "mutants/units.h"
#include "report/out_folder.h"
#include "shards/unit_file.h"
#include "sweep/units.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace ulna {
namespace {

namespace fs = std::filesystem;

struct MergeOptions {
  std::vector<std::string> parts;
  ReportOptions report;
};

/// A command whose shards add up.
struct Merger {
  const char* command;
  Rank rank;
  int (*publish)(const UnitFile& file, const MergeOptions& options); ///< returns an exit code
};

int publish_certify(const UnitFile& file, const MergeOptions& options) {
  std::vector<std::string> remarks;
  RunReport report = report_of(file, options.parts.front(), remarks);
  remove_earlier_run(options.report.out);
  save_all_witnesses(options.report.out, report);
  publish(report, options.report, find_installation().ports_dir);
  for (const std::string& remark : remarks) fmt::print("{}\n", remark);
  for (const Machine& machine : report.other_machines)
    fmt::print("judged on another processor, too: {}\n", printable(machine.cpu));
  return exit_code(report);
}

/// The files of reports are those of certificates.
void refuse_reports(const std::string& command, const ReportOptions& o) {
  for (const auto& [option, file] : report_files(o))
    if (!file.empty())
      throw BadInput(fmt::format("{}: no report of that kind is made of what {} left; leave it out",
                                 file, command));
}

int publish_hunted(const UnitFile& file, const MergeOptions& options) {
  refuse_reports(file.command, options.report);
  return publish_hunt(file, options.parts.front(), options.report.out);
}

int publish_swept(const UnitFile& file, const MergeOptions& options) {
  refuse_reports(file.command, options.report);
  return publish_sweep(file, options.parts.front(), options.report.out);
}

int publish_mutated(const UnitFile& file, const MergeOptions& options) {
  refuse_reports(file.command, options.report);
  return publish_mutants(file, options.parts.front(), options.report.out);
}

constexpr std::array kMergers{Merger{kCertify, rank_of_unit, publish_certify},
                              Merger{kHunt, rank_of_hunt, publish_hunted},
                              Merger{sweep::kSweep, sweep::rank_of_sweep, publish_swept},
                              Merger{mutants::kMutate, mutants::rank_of_mutants, publish_mutated}};

const Merger& merger_of(const UnitFile& file, const std::string& name) {
  for (const Merger& merger : kMergers)
    if (file.command == merger.command) return merger;
  throw BadInput(fmt::format("{}: units of '{}', which this ulna does not merge; take the version "
                             "of ulna that made them",
                             name, printable(file.command)));
}

/// A shard that was killed before it began left a folder, and nothing in it.
bool has_units(const std::string& part) {
  std::error_code ignored;
  if (!fs::is_directory(part, ignored) || fs::exists(part + "/" + kUnitFileName, ignored))
    return true; // or it is refused, by name
  fmt::print("{}: no unit is done there\n", printable(part));
  return false;
}

/// What the folder holds already of the run counts too.
UnitFile united(const MergeOptions& options) {
  std::vector<std::string> paths;
  for (const std::string& part : options.parts)
    if (has_units(part)) paths.push_back(part);
  if (paths.empty())
    throw BadInput(
        fmt::format("{}: no unit is done there, nor in another of them; name the --out of "
                    "shards",
                    options.parts.front()));
  const std::string own = options.report.out + "/" + kUnitFileName;
  if (std::error_code ignored; fs::exists(own, ignored)) paths.push_back(own);
  UnitFile all = load_units(paths.front());
  const Merger& merger = merger_of(all, paths.front());
  size_t differing = 0;
  for (size_t i = 1; i < paths.size(); ++i)
    differing += unite(all, paths.front(), load_units(paths[i]), paths[i], merger.rank);
  if (differing > 0)
    fmt::print("{} units were done twice, with results that differ; the worse one of each counts\n",
               differing);
  return all;
}

/// What is to be done for the run to be whole.
void print_missing(const UnitFile& file) {
  constexpr size_t kMost = 8;
  const std::vector<uint64_t> missing = missing_shards(file);
  if (missing.empty()) return;
  fmt::print("missing: {} of {} shards; run, and merge again:\n", missing.size(), file.shards);
  for (size_t i = 0; i < std::min(kMost, missing.size()); ++i)
    fmt::print("  {}\n", command_of_shard(file, missing[i], launcher()));
  if (missing.size() > kMost)
    fmt::print("  and {} more: {} ...\n", missing.size() - kMost,
               fmt::join(missing.begin() + kMost,
                         missing.begin() + std::min(2 * kMost, missing.size()), ", "));
}

/// Nights have a report of their own.
int merge_nights(const MergeOptions& options) {
  refuse_reports("fuzz", options.report);
  return night::merge_mornings(options.parts, options.report.out, launcher());
}

int merge(const MergeOptions& options) {
  prepare_reports(options.report);
  const OutFolder mine(options.report.out);
  if (night::has_morning(options.parts.front())) return merge_nights(options);
  const UnitFile file = united(options);
  write_file_whole(options.report.out + "/" + kUnitFileName, write_units(file));
  const int exit = merger_of(file, options.parts.front()).publish(file, options);
  print_missing(file);
  return exit;
}

} // namespace

void add_merge_command(CLI::App& app, int& exit) {
  const auto options = std::make_shared<MergeOptions>();
  CLI::App* command = app.add_subcommand("merge", help_of("merge"));
  command->add_option("DIR", options->parts, "--out of a shard, or of an earlier merge")
      ->required();
  add_report_options(*command, options->report);
  command->footer(
      "What is of one run adds up: the same port, operations, seeds, options and number "
      "of shards, by one\nulna. In any order, and what was done twice counts once; what "
      "--out holds of the run counts too.\n\n" +
      std::string(kExitCodes));
  command->callback([options, &exit] { exit = merge(*options); });
}

} // namespace ulna
