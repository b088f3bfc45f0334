#include "cli/corpus_command.h"

#include "base/error.h"
#include "base/files.h"
#include "certify/certify.h"
#include "certify/port_names.h"
#include "cli/tools.h"
#include "corpus/add.h"
#include "corpus/replay.h"
#include "corpus/seed.h"
#include "report/machine.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <filesystem>
#include <memory>

namespace ulna {
namespace {

struct CorpusOptions {
  std::string dir = "corpus";
  std::vector<std::string> files;
  std::vector<std::string> operations;
  std::vector<std::string> ports;
  std::string port;
  std::string by;
  bool seed = false;
};

/// The entries of a corpus, which need not be there yet.
std::vector<corpus::Entry> load_or_begin(const std::string& dir) {
  if (dir.empty()) throw BadInput("--to: name a folder");
  std::error_code error;
  return std::filesystem::exists(dir, error) ? corpus::load(dir) : std::vector<corpus::Entry>();
}

void print_lines(const std::vector<std::string>& lines) {
  for (const std::string& line : lines) fmt::print("{}\n", line);
}

/// Whether the folder, or the one that it would be made in, can be written: now, not when all the
/// work is done. Makes nothing.
void check_room(const std::string& dir) {
  std::error_code error;
  std::filesystem::path there = std::filesystem::absolute(dir, error);
  while (!there.empty() && !std::filesystem::exists(there, error) && there.has_relative_path())
    there = there.parent_path();
  if (dir.empty() || !std::filesystem::is_directory(there, error)) return;
  try {
    check_writable(there.string());
  } catch (const BadInput& e) {
    throw BadInput(fmt::format("{}: nothing can be kept there: {}", dir, e.what()));
  }
}

int run_add(const CorpusOptions& o) {
  const Installation installation = find_installation();
  check_room(o.dir);
  corpus::AddPlan plan;
  plan.candidates = corpus::load_candidates(o.files);
  if (!o.port.empty()) plan.port = port_path(o.port, installation);
  plan.seed = o.seed;
  plan.by = o.by;
  plan.tables = corpus::tables_of(this_machine());
  corpus::Added added;
  {
    Progress progress;
    plan.on_progress = [&](double part, const std::string& what) { progress.update(part, what); };
    added = corpus::add(plan, load_or_begin(o.dir), installation);
  }
  if (!added.changes.write.empty()) corpus::commit(added.changes, o.dir);
  print_lines(added.lines);
  fmt::print("{}: {} added, {} replaced\n", o.dir, added.changes.write.size(),
             added.changes.remove.size());
  return 0;
}

int run_replay(const CorpusOptions& o, const std::string& launcher) {
  const Installation installation = find_installation();
  const std::vector<corpus::Entry> entries = corpus::load(o.dir);
  std::vector<std::string> paths;
  for (const std::string& port : o.ports.empty() ? builtin_ports(installation) : o.ports)
    paths.push_back(port_path(port, installation));
  corpus::Replay replay;
  {
    Progress progress;
    replay =
        corpus::replay(entries, paths, corpus::tables_of(this_machine()), installation, progress);
  }
  fmt::print("{}", corpus::replay_table(replay, entries.size(), launcher, installation.ports_dir));
  return corpus::exit_code(replay);
}

int run_seed(const CorpusOptions& o) {
  std::vector<const Operation*> chosen;
  for (const std::string& name : o.operations) chosen.push_back(&operation_named(name));
  if (chosen.empty()) chosen.assign(operations().begin(), operations().end());
  corpus::Changes changes = corpus::renew_seeds(chosen, load_or_begin(o.dir));
  corpus::commit(changes, o.dir);
  fmt::print("{}: {} seeds added, {} removed\n", o.dir, changes.write.size(),
             changes.remove.size());
  return 0;
}

} // namespace

void add_corpus_command(CLI::App& app, const std::string& launcher, int& exit) {
  const auto options = std::make_shared<CorpusOptions>();
  CorpusOptions& o = *options;
  CLI::App* corpus = app.add_subcommand("corpus", help_of("corpus"));
  corpus->require_subcommand(1);

  CLI::App* add = corpus->add_subcommand(
      "add", "Cut cases down and keep those that show something new, all or none");
  add->add_option("FILE", o.files, ".case files, or folders of them")->required();
  add->add_option("--port", o.port,
                  "a built-in port's name or a path (the port in the note, else all built-in "
                  "ports)")
      ->check([](const std::string& port) {
        return port.empty() ? "name a port, or leave the option out" : "";
      });
  add->add_option("--to", o.dir, "folder of the corpus")->capture_default_str();
  add->add_flag("--seed", o.seed, "keep what shows nothing new as a seed");
  add->add_option("--by", o.by, "who found the cases; goes before what their notes say");
  add->callback([options, &exit] { exit = run_add(*options); });

  CLI::App* replay = corpus->add_subcommand(
      "replay", "Call the ports for every case; fail if a bug is back or an error has grown");
  replay->add_option("--dir", o.dir, "folder of the corpus")->capture_default_str();
  replay
      ->add_option("--port", o.ports,
                   "a built-in port's name or a path; repeatable (all built-in ports)")
      ->allow_extra_args(false);
  replay->footer(
      "Exit codes: 0 all as it was, 1 a bug is back or an error has grown, 2 bad usage or "
      "input, 3 it\ncannot run here, 4 ulna itself failed.");
  replay->callback([options, &exit, &launcher] { exit = run_replay(*options, launcher); });

  CLI::App* seed =
      corpus->add_subcommand("seed", "Make the seeds anew from the generators' edge cases");
  seed->add_option("--to", o.dir, "folder of the corpus")->capture_default_str();
  seed->add_option("--op", o.operations, "an operation; repeatable (all)")->allow_extra_args(false);
  seed->callback([options, &exit] { exit = run_seed(*options); });
}

} // namespace ulna
