// The command line.

#include "approximations/examine.h"
#include "base/error.h"
#include "base/files.h"
#include "base/likely_name.h"
#include "base/output_file.h"
#include "base/text.h"
#include "cases/case_file.h"
#include "cases/enter_profile.h"
#include "certify/arguments.h"
#include "certify/dispatched.h"
#include "certify/execution.h"
#include "certify/port_names.h"
#include "cli/certify_command.h"
#include "cli/new_port_command.h"
#include "cli/program.h"
#include "cli/report_options.h"
#include "cli/tools.h"
#include "report/c_program.h"
#include "report/machine.h"
#include "report/out_folder.h"
#include "report/page.h"
#include "report/read_certificate.h"
#include "report/table.h"
#include "search/shrink.h"
#include "sweep/piece_names.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <filesystem>
#include <system_error>
#include <unistd.h>

namespace ulna {
namespace {

struct Options {
  std::string seed = "1";
  std::string html;
  std::vector<std::string> with;
  bool wide = false;
  bool as_c = false;
  bool calls_before = false;
  std::string case_path;
  std::vector<std::string> case_paths;
  std::string port;
  std::string operation;
  std::string approximations;
  std::string machine;
  std::string profile;
  bool all_profiles = false;
  std::string shrunk;
};

/// What runs ports for a machine here, or why nothing does.
std::string how_it_runs(const Target& target, const Installation& installation) {
  if (target.is_native()) return "on the hardware";
  try {
    worker_command(target, installation.worker);
    return target.emulator ? "by " + emulator_version(target) : "on the hardware";
  } catch (const NotRun& e) {
    return fmt::format("not here: {}", e.what());
  }
}

void print_machines(const Installation& installation) {
  fmt::print("machines whose ports can be judged\n");
  for (const Target& target : targets()) {
    fmt::print("  {:12} {}\n", target.name(), how_it_runs(target, installation));
    for (const Target::Variant& variant : target.variants)
      fmt::print("    --machine {}\n", target.machine(variant));
    if (target.is_native()) continue;
    const std::vector<std::string> names = builtin_ports(installation, target.name());
    for (const std::string& name : names) fmt::print("    --port {}/{}\n", target.name(), name);
  }
}

int run_list(const Options&) {
  const Installation installation = find_installation();
  fmt::print("ports\n");
  for (const std::string& name : builtin_ports(installation)) {
    const Session session(port_path(name, installation), installation.worker);
    const std::string& features = session.port().cpu_features;
    fmt::print("  {:12} needs {}\n", name, features.empty() ? "x86-64" : features);
  }
  fmt::print("operations, and which port `best` takes them from on this CPU\n");
  const Dispatched best(installation);
  for (const Operation* op : operations())
    fmt::print("  {:31} contract version {}  {}\n", op->name, op->contract.version,
               best.origin(*op).value_or("-"));
  fmt::print("pieces, for `ulna sweep`\n");
  for (const sweep::PieceName& piece : sweep::kPieceNames)
    fmt::print("  {:30} {}\n", piece.name, piece.help);
  print_machines(installation);
  return 0;
}

/// A title and a text of any length, in lines of at most 100 columns.
void print_paragraph(const char* title, std::string_view text) {
  constexpr size_t kIndent = 11;
  constexpr size_t kWidth = 100 - kIndent;
  fmt::print("{:{}}", title, kIndent);
  while (text.size() > kWidth) {
    const size_t end = text.rfind(' ', kWidth);
    fmt::print("{}\n{:{}}", text.substr(0, end), "", kIndent);
    text.remove_prefix(end + 1);
  }
  fmt::print("{}\n", text);
}

/// Those asked for; of an operation, those that say something about it.
int print_profiles(const Options& options) {
  Profiles wanted;
  if (options.profile.empty()) {
    for (const Profile p : kAllProfiles) wanted = wanted | p;
  } else {
    wanted = parse_profile(options.profile);
  }
  if (!options.operation.empty()) wanted = wanted & profiles_of(operation_named(options.operation));
  for (const Profile p : wanted.list()) {
    const ProfileContract& c = contract_of(p);
    fmt::print("{}, profile version {}\n", c.name, c.version);
    print_paragraph("domain", c.domain);
    if (*c.bound) print_paragraph("bound", c.bound);
    if (options.operation.empty())
      print_paragraph("of", fmt::format("{}", fmt::join(operations_of(p), ", ")));
    fmt::print("\n");
  }
  fmt::print("A port promises them in `profiles` of its ulna_port, or `--profile NAMES` does, with "
             "commas between\nnames; `--profile full` judges by the whole contract.\n");
  return 0;
}

int run_contract(const Options& options) {
  if (options.all_profiles) return print_profiles(options);
  if (options.operation.empty())
    throw BadInput("contract: say which OPERATION, as `ulna list` names it, or --profile");
  const Operation& op = operation_named(options.operation);
  const Contract& c = op.contract;
  fmt::print("{}, contract version {}\n\n", op.name, c.version);
  for (const auto& [title, text] : {std::pair{"computes", c.summary},
                                    {"domain", c.domain},
                                    {"footprint", c.footprint},
                                    {"bound", c.bound},
                                    {"source", c.source}})
    print_paragraph(title, text);
  if (const Profiles less = profiles_of(op); !less.empty())
    print_paragraph("profiles", fmt::format("that a port may promise in place of all this (ulna "
                                            "contract --profile): {}",
                                            names(less)));
  fmt::print(
      "\nAs for every operation: a port keeps the callee-saved registers, the stack pointer, "
      "the direction\nflag, the x87 state and the control bits of MXCSR; it ends; it gives "
      "the same bits for the same\ncase, also from two threads at once; a NaN or an "
      "infinity spoils only what depends on it.\nOn other machines: docs/machines.md.\n");
  return 0;
}

/// With the machine that is asked for.
Installation installation_for(const Options& options) {
  Installation installation = find_installation();
  installation.worker.machine = options.machine;
  return installation;
}

/// The report as certify printed it, and what has to be known to read it here and now.
void show_certificate(const std::string& text, const Options& options) {
  const std::string& path = options.case_path;
  check_output_file("--html", options.html);
  Certificate certificate = read_certificate(text, path);
  const Additions additions = read_additions(options.with, certificate.report);
  const std::string out = std::filesystem::path(path).parent_path();
  const Folders folders{.out = out, .ports = find_installation().ports_dir};
  fmt::print("{}", report_table(certificate.report, launcher(), colour(), folders, options.wide));
  const std::string machine = other_machine(certificate.report.machine, this_machine());
  if (!machine.empty()) certificate.remarks.push_back(machine);
  for (const std::string& remark : certificate.remarks) fmt::print("{}\n", remark);
  if (!options.html.empty())
    write_file_whole(options.html, report_page(certificate.report, launcher(), folders,
                                               certificate.remarks, additions));
}

int run_show(const Options& options) {
  if (!options.with.empty() && options.html.empty())
    throw BadInput("--with: it is for the page of --html; say which file to write that to");
  const std::string text = read_file(options.case_path);
  if (text.starts_with('{')) {
    show_certificate(text, options);
  } else {
    if (!options.html.empty())
      throw BadInput("--html: it is for certificates, and this is a case; leave it out");
    const Case c = read_case(text, options.case_path);
    fmt::print("{}", options.as_c ? c_program(c) : write_case(c));
  }
  return 0;
}

void print_mismatches(const Case& c, const Judgement& judgement) {
  if (judgement.mismatches.empty()) return;
  fmt::print("\n{:32} {:>16} {:>24} {:>11} {:>11}\n", "", "got", "exact", "error", "bound");
  for (const Mismatch& m : judgement.mismatches) {
    float got;
    std::memcpy(&got, &m.got, sizeof got);
    const Operation& op = *c.operation;
    const std::string what = name_of(op, m);
    const size_t word = m.element * op.arrays[m.array].words(c) + m.word;
    const bool as_before = !m.is_length && c.arrays[m.array].word(word) == m.got;
    const char* const remark = as_before ? " as before the call" : "";
    if (m.bound > 0) {
      fmt::print("{:32} {:>16.9g} {:>24.17g} {:>11.4g} {:>11.4g}{}\n", what, got, m.exact.value,
                 m.error, m.bound, remark);
    } else {
      fmt::print("{:32} {:>16.9g} {:>24.9g} the bits must be the same{}\n", what, got,
                 float(m.exact.value), remark);
    }
  }
  if (judgement.num_mismatches > judgement.mismatches.size())
    fmt::print("and {} more\n", judgement.num_mismatches - judgement.mismatches.size());
}

Judge judge_for(const Options& options, const Case& c) {
  std::optional<uint64_t> adversary;
  if (!options.approximations.empty()) adversary = parse_adversary(options.approximations);
  Judge judge = judge_of(options.port, *c.operation, installation_for(options),
                         parse_seed(options.seed), adversary);
  if (!options.profile.empty()) judge.judge_under(parse_profile(options.profile));
  return judge;
}

/// Throws NotRun for a case that the port never promised to take.
void check_within(const Judge& judge, const Case& c, const std::string& path) {
  if (is_within(judge.profiles(), c)) return;
  throw NotRun(fmt::format("{}: not judged: outside what {} promises under {}; --profile full "
                           "judges it by the whole contract",
                           path, printable(judge.port().name),
                           names(judge.profiles() & profiles_of(*c.operation))));
}

/// What the judge does not see: which instructions ran.
void look_for_undeclared(const std::string& port, const Case& c, Judgement& judgement) {
  if (!target_of(port).code_is_read || approximations::examine_file(port).asks_cpu) return;
  Execution execution(port, find_installation(), *c.operation);
  execution.run({&c, 1});
  if (execution.undeclared()) judgement.findings.push_back(*execution.undeclared());
}

/// What was judged of a case, and how large its errors are.
void print_judged(const Case& c, const std::string& port, const Tally& tally) {
  const std::string words = c.operation->check_whole ? "" : fmt::format(", {} words", tally.words);
  fmt::print("{} on {}: {} elements{} judged\n", c.operation->name, printable(port), tally.elements,
             words);
  for (size_t q = 0; q < c.operation->quantities.size(); ++q)
    fmt::print("largest error of {}: {}\n", c.operation->quantities[q], describe(tally.largest[q]));
}

/// Whether the domain has none of what the case is to give.
bool is_outside_domain(const Tally& tally) {
  return tally.elements == 0 && tally.unjudged > 0;
}

/// The calls that `certify` wrote beside a witness.
void add_calls_before(const std::string& witness, std::vector<Case>& before) {
  for (size_t i = 1;; ++i) {
    const std::string path = path_before(witness, i);
    if (std::error_code error; !std::filesystem::exists(path, error)) {
      if (i > 1) return;
      throw BadInput(fmt::format("--calls-before: there is no {}; leave the option out", path));
    }
    before.push_back(load_case(path));
  }
}

int run_replay(const Options& options) {
  const std::string& path = options.case_paths.back();
  const Case c = load_case(path);
  std::vector<Case> before;
  for (size_t i = 0; i + 1 < options.case_paths.size(); ++i)
    before.push_back(load_case(options.case_paths[i]));
  if (options.calls_before) add_calls_before(path, before);
  for (const Case& earlier : before)
    if (earlier.operation != c.operation)
      judge_for(options, earlier); // throws if the port lacks it
  Judge judge = judge_for(options, c);
  for (const Case& earlier : before) check_within(judge, earlier, "a case before it");
  check_within(judge, c, path);
  Tally tally;
  Judgement judgement =
      before.empty() ? judge.replay(c, tally) : judge.replay_behind(before, c, tally);
  if (judgement.findings.empty()) look_for_undeclared(judge.port().path, c, judgement);
  print_judged(c, judge.port().name, tally);
  for (const Finding& f : judgement.findings)
    fmt::print("{}: {}\n", name(f.kind), printable(f.detail, 1000));
  print_mismatches(c, judgement);
  if (!judgement.findings.empty()) return 1;
  if (is_outside_domain(tally)) {
    fmt::print(
        "not judged: the case is outside the domain (ulna contract {}); of what the call did "
        "to memory and to the machine nothing was wrong\n",
        c.operation->name);
    return 3;
  }
  fmt::print("no finding\n");
  return 0;
}

int run_shrink(const Options& options) {
  const Case c = load_case(options.case_path);
  Judge judge = judge_for(options, c);
  check_within(judge, c, options.case_path);
  Tally tally;
  const Judgement judgement = judge.replay(c, tally);
  if (judgement.findings.empty()) {
    fmt::print("no finding: nothing to shrink\n");
    return 0;
  }
  Finding finding = judgement.findings.front();
  finding.witness = c;
  constexpr double kSeconds = 30;
  shrink(judge, finding, kSeconds);
  const std::string path = options.shrunk.empty() ? options.case_path + ".small" : options.shrunk;
  finding.witness.note =
      fmt::format("{} by {}: {}", name(finding.kind), judge.port().name, finding.detail);
  save_case(finding.witness, path);
  fmt::print("{}: {}\n{}: {} of {} elements left\n", name(finding.kind),
             printable(finding.detail, 1000), path, c.operation->size(finding.witness),
             c.operation->size(c));
  return 1;
}

/// Goes on as the program that has the other commands.
[[noreturn]] void become_tools(char** argv) {
  const std::string tools = find_installation().tools;
  execv(tools.c_str(), argv);
  throw BadInput(
      fmt::format("cannot run {}: {}; build or install ulna again", tools, std::strerror(errno)));
}

[[noreturn]] void refuse_command(std::string_view name, const CLI::App& app) {
  for (const char* of_launcher : {"test", "coverage", "bench", "claims", "scorecard", "package"})
    if (name == of_launcher)
      throw BadInput(fmt::format("{} is a command of the launcher, which builds what it needs: "
                                 "./ulna {}",
                                 name, name));
  std::vector<std::string> commands;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
    commands.push_back(command->get_name());
  throw BadInput(fmt::format(
      "no command is called {}; {}", printable(name),
      did_you_mean(name, std::vector<std::string_view>(commands.begin(), commands.end()),
                   "see ulna --help")));
}

int run(int argc, char** argv) {
  if (argc > 1 && is_tool(argv[1])) become_tools(argv);
  Options o;
  CLI::App app("ulna certifies ports of skinning and pose-blending kernels: certified, refuted "
               "with a witness, or not run.",
               "ulna");
  prepare(app);
  int exit = 0;
  const auto command = [&](const char* name, const char* help, int (*action)(const Options&)) {
    CLI::App* sub = app.add_subcommand(name, help);
    sub->callback([&o, &exit, action] { exit = action(o); });
    return sub;
  };

  command("list", "The built-in ports and the operations", run_list);
  CLI::App* contract =
      command("contract", "What an operation owes: domain, footprint, bound, source", run_contract);
  contract->add_option("OPERATION", o.operation, "as `ulna list` names it");
  const CLI::Option* const profile =
      contract
          ->add_option("--profile", o.profile,
                       "print what ports may promise in place of the whole contract, all or these")
          ->expected(0, 1);
  contract->callback([&o, &exit, profile] {
    o.all_profiles = profile->count() > 0;
    exit = run_contract(o);
  });

  add_certify_command(app, exit);
  const auto named = [](const std::string& file) { return file.empty() ? "name a file" : ""; };

  const auto takes_case = [&](CLI::App* sub) {
    sub->add_option("CASE", o.case_path, "a .case file")->required();
    return sub;
  };
  CLI::App* show =
      command("show", "Check a case and print it, or a certificate and print its table", run_show);
  show->add_option("FILE", o.case_path, "a .case file, or a certificate.json")->required();
  show->add_option("--html", o.html, "write a certificate's page to this file")->check(named);
  show->add_option("--with", o.with,
                   "add to the page what `ulna plot` or `ulna mutate --json` wrote; repeatable")
      ->allow_extra_args(false)
      ->check(named);
  show->add_flag("--c", o.as_c, "print a case as a C program that needs no ulna");
  add_wide_option(*show, o.wide);
  const auto takes_adversary = [&](CLI::App* sub) {
    sub->add_option("--approximations", o.approximations,
                    "number of the adversary, as certify printed it")
        ->check([](const std::string& number) { return number.empty() ? "say a number" : ""; });
    return sub;
  };
  CLI::App* replay =
      command("replay", "Judge one case, alone or after others, in a new process", run_replay);
  replay
      ->add_option("CASE", o.case_paths,
                   "a .case file; of several the last is judged, and the others are called before")
      ->required();
  replay->add_flag("--calls-before", o.calls_before,
                   "first make the calls that certify saved as CASE-before-1 and so on");
  replay->footer("Exit codes: 0 no finding, 1 the port broke its contract, 2 bad usage or input, "
                 "3 not judged: the\ncase is outside the domain, or the port cannot run it here; 4 "
                 "ulna itself failed.");
  add_machine_option(*replay, o.machine);
  add_profile_option(*replay, o.profile);
  takes_adversary(replay)
      ->add_option("--port", o.port, "a built-in port's name or a path")
      ->required();
  CLI::App* shrink = takes_adversary(takes_case(
      command("shrink", "Cut a case down while the port still fails on it", run_shrink)));
  add_machine_option(*shrink, o.machine);
  add_profile_option(*shrink, o.profile);
  shrink->add_option("--port", o.port, "a built-in port's name or a path")->required();
  shrink->add_option("--out", o.shrunk, "the file to write (CASE.small)");

  add_new_port_command(app);

  for (const Tool& tool : kTools) // for --help; the command line begins otherwise
    app.add_subcommand(tool.name, tool.help)->prefix_command()->callback([&] {
      become_tools(argv);
    });

  app.footer(std::string(kExitCodes) +
             "\nThe launcher, ./ulna, also has test, coverage, bench, scorecard, claims "
             "and package.");
  if (argc == 1) {
    fmt::print("{}", app.help());
    return 0;
  }
  const auto commands = app.get_subcommands([](CLI::App*) { return true; });
  if (argc > 1 && argv[1][0] != '-' &&
      std::none_of(commands.begin(), commands.end(),
                   [&](const CLI::App* sub) { return sub->get_name() == argv[1]; }))
    refuse_command(argv[1], app);
  return parse(app, argc, argv, exit);
}

} // namespace
} // namespace ulna

int main(int argc, char** argv) {
  return ulna::run_program(argc, argv, ulna::run);
}
