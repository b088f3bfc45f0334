#include "cli/sweep_command.h"

#include "approximations/examine.h"
#include "base/error.h"
#include "base/files.h"
#include "base/interrupt.h"
#include "base/progress.h"
#include "base/text.h"
#include "certify/certify.h"
#include "certify/port_names.h"
#include "cli/slerp_sweep.h"
#include "cli/tools.h"
#include "report/machine.h"
#include "sweep/report.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <vector>

namespace ulna {
namespace {

int sweep_piece(const SweepOptions& o) {
  const auto all = sweep::pieces();
  const sweep::Piece& piece = **std::ranges::find_if(
      all, [&](const sweep::Piece* p) { return o.name == p->operation->name; });
  if (!o.out.empty()) check_writable(o.out);
  const Installation installation = find_installation();
  const std::string path = port_path(o.port, installation);
  sweep::Result result(piece);
  {
    Progress progress;
    sweep::Plan plan;
    plan.piece = &piece;
    plan.port_path = path;
    plan.worker = installation.worker;
    plan.on_progress = [&](double part) { progress.update(part, o.name); };
    plan.stop = &watch_interrupts();
    result = sweep::run(plan);
  }
  fmt::print("{}", sweep::report_text(result));
  if (result.verdict() != Verdict::not_run)
    fmt::print("{}", processors_line(path, result.port.name));
  if (!o.out.empty()) {
    write_file_whole(o.out + "/sweep.json", sweep::report_json(result, this_machine()));
    if (result.verdict() != Verdict::not_run)
      write_file_whole(o.out + "/sweep.svg", sweep::report_svg(result));
  }
  switch (result.verdict()) {
  case Verdict::certified:
    return 0;
  case Verdict::refuted:
    return 1;
  case Verdict::not_run:
    break;
  }
  return 3;
}

} // namespace

std::string processors_line(const std::string& port_path, const std::string& name) {
  return fmt::format(
      "{}: {}\n", printable(name),
      holds_for(approximations::examine_file(port_path), false, this_machine().fingerprint));
}

namespace {

const std::vector<Sweep>& sweeps() {
  static const std::vector<Sweep> all = [] {
    std::vector<Sweep> rows;
    for (const sweep::Piece* piece : sweep::pieces())
      rows.push_back({piece->operation->name, piece->help, sweep_piece});
    rows.push_back({"slerp_joints",
                    "the two scales of any port's slerp, and what error is possible with them",
                    run_slerp_sweep});
    return rows;
  }();
  return all;
}

int list_sweeps() {
  for (const Sweep& sweep : sweeps()) fmt::print("{:18} {}\n", sweep.name, sweep.help);
  return 0;
}

int run_sweep(const SweepOptions& o) {
  if (o.name.empty()) return list_sweeps();
  std::string names;
  for (const Sweep& sweep : sweeps()) {
    if (sweep.name == o.name) {
      if (!o.ts.empty() && sweep.run != run_slerp_sweep)
        throw BadInput("--t: only slerp_joints has one; leave it out");
      return sweep.run(o);
    }
    names += fmt::format(" {}", sweep.name);
  }
  throw BadInput(fmt::format("no sweep is called '{}'; there are:{}", o.name, names));
}

} // namespace

void add_sweep_command(CLI::App& app, int& exit) {
  const auto options = std::make_shared<SweepOptions>();
  SweepOptions& o = *options;
  CLI::App* sweep = app.add_subcommand("sweep", help_of("sweep"));
  sweep->add_option("PIECE", o.name, "as `ulna sweep` lists it");
  sweep->add_option("--port", o.port, "a built-in port's name or the path of a shared library")
      ->capture_default_str()
      ->check([](const std::string& port) {
        return port.empty() ? "name a port, or leave the option out" : "";
      });
  sweep->add_option("--out", o.out, "folder for sweep.json and the picture of the error")
      ->check([](const std::string& dir) {
        return dir.empty() ? "name a folder, or leave the option out" : "";
      });
  sweep
      ->add_option("--t", o.ts,
                   "slerp_joints: the t to sweep, as 0.25,0.5; the worst of 500 others is added "
                   "(0.25,0.5,0.75)")
      ->delimiter(',')
      ->allow_extra_args(false);
  sweep->footer(
      "Exit codes: 0 no error beyond the bound, 1 one was found or a call went wrong, 2 bad "
      "usage or\ninput, 3 undecided, or not swept (the output says why), 4 ulna itself "
      "failed.");
  sweep->callback([options, &exit] { exit = run_sweep(*options); });
}

} // namespace ulna
