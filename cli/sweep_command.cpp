#include "cli/sweep_command.h"

#include "approximations/examine.h"
#include "base/error.h"
#include "base/files.h"
#include "base/interrupt.h"
#include "base/progress.h"
#include "base/text.h"
#include "certify/certify.h"
#include "certify/port_names.h"
#include "cli/program.h"
#include "cli/slerp_sweep.h"
#include "cli/tools.h"
#include "report/certificate.h"
#include "report/machine.h"
#include "report/out_folder.h"
#include "report/unit_machines.h"
#include "shards/unit_run.h"
#include "sweep/report.h"
#include "sweep/units.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <memory>
#include <vector>

namespace ulna {
namespace {

/// Prints and writes what was found, and says how it ends.
int publish(const sweep::Result& result, const std::string& processors, const Machine& machine,
            const std::string& out) {
  fmt::print("{}", sweep::report_text(result));
  if (result.verdict() != Verdict::not_run) fmt::print("{}", processors);
  if (!out.empty()) {
    write_file_whole(out + "/sweep.json", sweep::report_json(result, machine));
    if (result.verdict() != Verdict::not_run)
      write_file_whole(out + "/sweep.svg", sweep::report_svg(result));
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

/// The part of it that nobody has done yet.
int sweep_shard(const SweepOptions& o, sweep::Plan plan, Progress& progress) {
  const Shard shard = parse_shard(o.shard);
  if (o.out.empty()) throw BadInput("--shard: name a folder with --out, which merge takes");
  const OutFolder mine(o.out);
  const sweep::Result port = sweep::run_calls(plan, 0, 0);
  if (!port.offered || !port.missing.empty()) {
    fmt::print("{}", sweep::report_text(port));
    return 3;
  }
  const UnitFile run =
      sweep::units_of(plan, port, approximations::examine_file(plan.port_path), shard);
  const uint64_t begin = shard.units(run.count).first; // Clang 14 captures no structured binding
  const uint64_t end = shard.units(run.count).second;
  const UnitFile file =
      do_units(o.out, run, shard, machine_json(this_machine()), [&](uint64_t unit) {
        plan.on_progress = [&, before = unit - begin, all = end - begin](double part) {
          progress.update((double(before) + part) / double(all), o.name);
        };
        return sweep::sweep_unit(plan, unit);
      });
  const auto [done, all] = done_of(file, shard);
  const bool refuted = sweep::result_of(file, o.out).verdict() == Verdict::refuted;
  fmt::print("shard {}: {} of {} units done, {}; `{} merge` adds the shards up\n", shard.text(),
             done, all, refuted ? "and refuted" : "and nothing found", launcher());
  return refuted ? 1 : done < all ? 3 : 0;
}

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
    if (!o.shard.empty()) return sweep_shard(o, plan, progress);
    result = sweep::run(plan);
  }
  return publish(result, processors_line(path, result.port.name), this_machine(), o.out);
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
  if (o.name.empty() && !o.shard.empty())
    throw BadInput("--shard: say of which piece; `ulna sweep` lists them");
  if (o.name.empty()) return list_sweeps();
  std::string names;
  for (const Sweep& sweep : sweeps()) {
    if (sweep.name == o.name) {
      if (!o.ts.empty() && sweep.run != run_slerp_sweep)
        throw BadInput("--t: only slerp_joints has one; leave it out");
      if (!o.shard.empty() && sweep.run == run_slerp_sweep)
        throw BadInput(
            "--shard: a sweep of slerp_joints is divided by its t: give each machine some "
            "of them with --t");
      return sweep.run(o);
    }
    names += fmt::format(" {}", sweep.name);
  }
  throw BadInput(fmt::format("no sweep is called '{}'; there are:{}", o.name, names));
}

} // namespace

int publish_sweep(const UnitFile& file, const std::string& name, const std::string& out) {
  const sweep::Result result = sweep::result_of(file, name);
  const std::vector<Machine> machines = machines_of(file);
  const Machine* const other = with_other_tables(machines);
  if (other && sweep::depends_on_tables(file, name) && result.verdict() != Verdict::refuted)
    throw NotRun(fmt::format("{}: {}", name, why_tables_matter(machines.front(), *other, "swept")));
  for (const Machine& machine : machines) fmt::print("swept on {}\n", printable(machine.cpu));
  return publish(result, "", machines.empty() ? Machine() : machines.front(), out);
}

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
      ->add_option(
          "--shard", o.shard,
          "do the i-th of n parts of it, such as 3/8, and keep them in --out; `ulna merge` "
          "adds them up (docs/fleet.md)")
      ->check([](const std::string& text) { return text.empty() ? "say such as 3/8" : ""; });
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
