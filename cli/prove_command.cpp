#include "cli/prove_command.h"

#include "base/error.h"
#include "base/progress.h"
#include "base/text.h"
#include "certify/arguments.h"
#include "certify/port_names.h"
#include "cli/program.h"
#include "cli/tools.h"
#include "formulas/prove.h"
#include "report/table.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <memory>

namespace ulna {
namespace {

struct ProveOptions {
  std::string port;
  std::vector<std::string> operations;
  std::string seed = "1";
};

std::vector<const Operation*> chosen(const ProveOptions& o, const PortInfo& port) {
  std::vector<const Operation*> out;
  for (const std::string& name : o.operations) {
    out.push_back(&operation_named(name));
    if (!port.implements(*out.back()))
      throw NotRun(
          fmt::format("{} does not have {}; {}", printable(port.name), name, what_it_has(port)));
  }
  if (!o.operations.empty()) return out;
  for (const Operation* op : operations())
    if (port.implements(*op)) out.push_back(op);
  if (out.empty())
    throw NotRun(fmt::format("the port {} implements no operation; set members of ulna_port",
                             printable(port.name)));
  return out;
}

void print(const Operation& op, const formulas::Proof& proof) {
  constexpr size_t kLong = 300;
  if (!proof.is_proved()) {
    fmt::print("{:32} undecided: {}\n", op.name,
               proof.undecided.empty() ? "there is no case to follow"
                                       : printable(proof.undecided, kLong));
    return;
  }
  const std::string bound =
      proof.roundings == 0 ? "copies"
      : proof.for_all_values
          ? fmt::format("{} roundings, {:.4f} of the bound", proof.roundings, proof.of_bound)
          : fmt::format("{} roundings, within the bound for the values that "
                        "were drawn",
                        proof.roundings);
  fmt::print("{:32} proved in {} shapes, {} words: {}\n", op.name, proof.shapes,
             grouped(proof.words), bound);
}

int run_prove(const ProveOptions& o) {
  const uint64_t seed = parse_seed(o.seed);
  const Installation installation = find_installation();
  Session session(port_path(o.port, installation), installation.worker);
  const std::vector<const Operation*> all = chosen(o, session.port());
  if (const std::string lacks = lacking(session.port()); !lacks.empty())
    throw NotRun(fmt::format("this processor lacks {}, which {} needs", lacks,
                             printable(session.port().name)));
  size_t proved = 0;
  for (const Operation* op : all) {
    formulas::Proof proof;
    {
      Progress progress;
      proof = formulas::prove(session, *op, seed, [&](size_t done, size_t of) {
        progress.update(double(done) / double(of), op->name);
      });
    }
    proved += proof.is_proved() && proof.for_all_values;
    print(*op, proof);
    std::fflush(stdout);
  }
  fmt::print("\n{}: {} of {} proved for all values, in these shapes alone\n",
             printable(session.port().name), proved, all.size());
  return proved == all.size() ? 0 : 3;
}

} // namespace

void add_prove_command(CLI::App& app, int& exit) {
  CLI::App* command = app.add_subcommand("prove", help_of("prove"));
  const auto o = std::make_shared<ProveOptions>();
  command->add_option("--port", o->port, "a built-in port's name or the path of a shared library")
      ->required();
  command->add_option("--op", o->operations, "an operation; repeatable (all that the port offers)")
      ->allow_extra_args(false);
  command->add_option("--seed", o->seed, "of the values that calls are made with, and compared at")
      ->capture_default_str();
  command->callback([o, &exit] { exit = run_prove(*o); });
}

} // namespace ulna
