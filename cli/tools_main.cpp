// The program ulna-tools: cli/tools.h.

#include "cli/compare_command.h"
#include "cli/corpus_command.h"
#include "cli/explain_command.h"
#include "cli/fuzz_command.h"
#include "cli/hunt_command.h"
#include "cli/merge_command.h"
#include "cli/model_commands.h"
#include "cli/mutate_command.h"
#include "cli/plot_command.h"
#include "cli/program.h"
#include "cli/prove_command.h"
#include "cli/sweep_command.h"
#include "cli/verify_command.h"

#include <CLI/CLI.hpp>

namespace ulna {
namespace {

int run(int argc, char** argv) {
  CLI::App app("what `ulna` does beside verdicts", "ulna");
  prepare(app);
  int exit = 0;
  add_compare_command(app, exit);
  add_merge_command(app, exit);
  add_model_commands(app, exit);
  add_corpus_command(app, launcher(), exit);
  add_hunt_command(app, exit);
  add_sweep_command(app, exit);
  add_mutate_command(app, exit);
  add_plot_command(app, exit);
  add_explain_command(app, exit);
  add_prove_command(app, exit);
  add_fuzz_command(app, exit);
  add_triage_command(app, exit);
  add_verify_command(app, exit);
  return parse(app, argc, argv, exit);
}

} // namespace
} // namespace ulna

int main(int argc, char** argv) {
  return ulna::run_program(argc, argv, ulna::run);
}
