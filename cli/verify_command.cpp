#include "cli/verify_command.h"

#include "base/error.h"
#include "base/files.h"
#include "base/interrupt.h"
#include "base/progress.h"
#include "base/temporary_folder.h"
#include "base/text.h"
#include "base/version.h"
#include "certify/arguments.h"
#include "certify/certify.h"
#include "certify/port_names.h"
#include "cli/tools.h"
#include "models/load_model.h"
#include "report/differences.h"
#include "report/machine.h"
#include "report/read_certificate.h"
#include "report/table.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ulna {
namespace {

struct Options {
  std::string certificate, port;
};

/// What the certificate says of the library: one entry for each machine that it was judged on.
void keep_those_of(const std::string& library, const Options& options, RunReport& report) {
  const std::string hash = sha256_file(library);
  std::string others;
  for (const PortReport& port : report.ports)
    others += fmt::format("{}{} {}", others.empty() ? "" : ", ", printable(label(port)),
                          port.sha256.substr(0, 12));
  std::erase_if(report.ports, [&](const PortReport& port) { return port.sha256 != hash; });
  if (report.ports.empty())
    throw BadInput(fmt::format("{}: its SHA-256 begins with {}, and {} is about {}: it is another "
                               "library; certify it",
                               options.port, hash.substr(0, 12), options.certificate, others));
}

/// The run that gave the report.
Plan plan_of(const RunReport& report, const std::string& library,
             const Installation& installation) {
  Plan plan;
  plan.ports = {library};
  for (const PortReport& port : report.ports)
    for (const OperationReport& judged : port.operations) {
      if (std::ranges::find(plan.operations, judged.operation) == plan.operations.end())
        plan.operations.push_back(judged.operation);
      plan.adversarial = plan.adversarial || judged.adversaries > 0;
    }
  if (plan.operations.empty())
    throw NotRun(
        fmt::format("the certificate has no operation of {}; there is nothing to repeat", library));
  plan.budget = parse_budget(report.budget);
  plan.seed = report.seed;
  plan.seeds = report.seeds;
  plan.profile = report.profile;
  plan.requires_full = report.requires_full;
  plan.executed = report.requires_executed;
  if (!report.profile.empty()) plan.profiles = parse_profile(report.profile);
  for (const std::string& model : report.models)
    plan.models.push_back(load_model(model, installation.importer));
  plan.stop = &watch_interrupts();
  return plan;
}

int verify(const Options& options) {
  const Installation installation = find_installation();
  Certificate certificate = read_certificate(read_file(options.certificate), options.certificate);
  const std::string library = port_path(options.port, installation);
  RunReport& before = certificate.report;
  keep_those_of(library, options, before);
  Plan plan = plan_of(before, library, installation);
  std::optional<TemporaryFolder> units; // where a run with several seeds keeps them
  if (plan.seeds > 1) {
    plan.keeps_units = true;
    plan.out = units.emplace("ulna-verify").path();
  }
  RunReport after;
  {
    Progress progress;
    after = certify(plan, installation, progress);
  }
  after.machine = this_machine();
  if (plan.stopped()) throw NotRun("interrupted: nothing is said about the certificate");
  // Machines that only one of the runs had are no difference of the verdicts.
  std::erase_if(after.ports, [&](const PortReport& port) {
    return std::ranges::find(before.ports, identity(port), identity) == before.ports.end();
  });

  const std::vector<Difference> all = differences_between(before, after, Alike::exactly);
  const auto matters = [](const Difference& d) {
    return !d.operation.empty() || d.what == "library";
  };
  if (std::ranges::none_of(all, matters) && certificate.remarks.empty()) {
    const Totals now = totals(after);
    fmt::print("verified: the same verdicts, kinds of findings, counts and largest errors: {}, {} "
               "refuted, {} not run\n",
               certified_of(now), now.verdicts[1], now.verdicts[2]);
    return 0;
  }
  if (!all.empty()) fmt::print("{}\n", differences_text(all));
  for (const std::string& remark : certificate.remarks) fmt::print("{}\n", remark);
  const std::string judged_by = version_and_commit(certificate.ulna, certificate.commit);
  if (const std::string ours = version_and_commit(version(), commit()); judged_by != ours)
    fmt::print("judged by ulna {}, repeated by {}\n", judged_by, ours);
  if (const std::string tables = other_machine(before.machine, after.machine); !tables.empty())
    fmt::print("{}\n", tables);
  if (before.budget != "quick")
    fmt::print("a budget of {} judges as much as the machine has time for\n",
               printable(before.budget));
  fmt::print("not verified\n");
  return 1;
}

} // namespace

void add_verify_command(CLI::App& app, int& exit) {
  const auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("verify", help_of("verify"));
  command->add_option("CERTIFICATE", options->certificate, "a certificate.json")->required();
  command
      ->add_option("--port", options->port,
                   "the library that it is about: a path, or a built-in "
                   "port's name")
      ->required();
  command->footer("The run is made again, with its operations, seed, budget, profile and models, "
                  "on a library of the same\nSHA-256.\n\nExit codes: 0 all is the same, 1 "
                  "something is not, 2 bad usage or input, or another library, 3 it cannot\nrun "
                  "here, 4 ulna itself failed.");
  command->callback([options, &exit] { exit = verify(*options); });
}

} // namespace ulna
