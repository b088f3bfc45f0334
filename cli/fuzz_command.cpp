#include "cli/fuzz_command.h"

#include "base/error.h"
#include "base/interrupt.h"
#include "cli/program.h"
#include "cli/tools.h"
#include "fuzz/night/night.h"
#include "fuzz/night/triage.h"

#include <CLI/CLI.hpp>

#include <fcntl.h>
#include <memory>
#include <unistd.h>

namespace ulna {
namespace {

int run_fuzz(const night::NightOptions& options) {
  // A closed stream would be the number of the next file that is opened, and be written to.
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (::fcntl(stream, F_GETFD) < 0 && ::open("/dev/null", O_RDWR) < 0)
      throw BadInput("cannot open /dev/null; mount it");
  return night::run_night(options, find_installation(), launcher(), watch_interrupts(true));
}

} // namespace

void add_fuzz_command(CLI::App& app, int& exit) {
  CLI::App* fuzz = app.add_subcommand("fuzz", help_of("fuzz"));
  const auto options = std::make_shared<night::NightOptions>();
  night::NightOptions& n = *options;
  fuzz->callback([options, &exit] { exit = run_fuzz(*options); });
  // A variable that is not set must not mean all ports.
  const auto named = [](const std::string& port) {
    return port.empty() ? "name a port, or leave the option out" : "";
  };
  fuzz->add_option("--for", n.length, "how long, such as 90s, 10m or 8h")->capture_default_str();
  fuzz->add_option("--op", n.operations,
                   "an operation, or case_file, certificate, model, skin_info; repeatable (all)")
      ->allow_extra_args(false);
  fuzz->add_option("--port", n.port,
                   "a built-in port's name or the path of a shared library (all built-in ports)")
      ->check(named);
  const auto given = [](const std::string& value) {
    return value.empty() ? "give it a value, or leave the option out" : "";
  };
  fuzz->add_option("--jobs", n.jobs, "targets that run at the same time (the number of cores)")
      ->check(given);
  fuzz->add_option("--dir", n.dir, "folder of corpora, findings and the report")
      ->capture_default_str();
  fuzz->add_option("--shard", n.shard,
                   "the i-th of n parts of that time, such as 3/8, with seeds of its own; `ulna "
                   "merge` makes one report of them (docs/fleet.md)")
      ->check(given);
  fuzz->add_option("--share", n.share,
                   "folder of corpora that several nights have in common, on one machine or many")
      ->check(given);
  fuzz->add_option("--targets", n.targets, "folder of the fuzz targets (ULNA_FUZZ_TARGETS)")
      ->check(given);
  fuzz->add_flag("--fresh", n.fresh, "begin a new night even if the last one is not over");
  fuzz->add_flag("--check", n.check, "only look at the options, before the targets are built");
  fuzz->footer("Exit codes: 0 nothing new, 1 new findings, 2 bad usage, a folder that cannot be "
               "written,\nno target came to 1,000 executions, inputs that ended one are not judged "
               "yet, or the\nport changed, 4 ulna itself failed. Judging what was found last may "
               "take a third of --for\nlonger, in a short night some 70 s.");
}

void add_triage_command(CLI::App& app, int& exit) {
  CLI::App* triage = app.add_subcommand(kTriage, "");
  const auto options = std::make_shared<night::TriageOptions>();
  night::TriageOptions& o = *options;
  triage->callback([options, &exit] { exit = night::triage(*options, find_installation()); });
  triage->group(""); // the runner's own
  triage->add_option("CASE", o.case_path)->required();
  triage->add_option("--port", o.ports)->required()->allow_extra_args(false);
  triage->add_option("--kind", o.kind);
  triage->add_option("--quantity", o.quantity);
  triage->add_option("--fraction", o.fraction);
  triage->add_option("--out", o.out)->required();
}

} // namespace ulna
