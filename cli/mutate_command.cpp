#include "cli/mutate_command.h"

#include "base/error.h"
#include "base/files.h"
#include "base/interrupt.h"
#include "base/output_file.h"
#include "base/progress.h"
#include "base/text.h"
#include "certify/arguments.h"
#include "certify/certify.h"
#include "certify/port_names.h"
#include "cli/tools.h"
#include "mutants/survivors.h"
#include "report/junit.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <charconv>
#include <memory>

namespace ulna {
namespace {

using Json = nlohmann::ordered_json;

struct Options {
  std::vector<std::string> ports;
  std::vector<std::string> operations;
  std::string mutants = "200";
  std::string seed = "1";
  std::string only;
  bool equivalent = false;
  std::string survivors;
  std::string draft;
  std::string json;
  std::string junit;
};

size_t parse_mutants(const std::string& text) {
  if (text == "all") return 0;
  size_t n{};
  const char* const last = text.data() + text.size();
  const auto r = std::from_chars(text.data(), last, n);
  if (r.ec != std::errc{} || r.ptr != last || n == 0)
    throw BadInput(fmt::format("--mutants {}: say how many of an operation, or all", text));
  return n;
}

/// What is asked of a port: every operation that it has, or those that are named.
std::vector<const Operation*> chosen(const Options& o, const PortInfo& port) {
  std::vector<const Operation*> all;
  for (const std::string& name : o.operations) {
    const Operation& op = operation_named(name);
    if (port.implements(op)) {
      all.push_back(&op);
    } else if (!o.ports.empty()) {
      throw NotRun(fmt::format("{} has no {}; {}", printable(port.name), name, what_it_has(port)));
    }
  }
  if (!o.operations.empty()) return all;
  for (const Operation* op : operations())
    if (port.implements(*op)) all.push_back(op);
  return all;
}

struct Wanted {
  std::string port; ///< its path
  const Operation* operation;
};

std::vector<Wanted> all_wanted(const Options& o, const Installation& installation) {
  std::vector<std::string> paths;
  if (o.ports.empty()) paths = builtin_ports(installation);
  for (const std::string& port : o.ports) paths.push_back(port_path(port, installation));
  std::vector<Wanted> all;
  for (const std::string& path : paths) {
    const PortInfo info = Session(path, installation.worker).port();
    const std::vector<const Operation*> ops = chosen(o, info);
    if (ops.empty() && !o.ports.empty())
      throw NotRun(fmt::format("the port {} implements no operation; set members of ulna_port",
                               printable(info.name)));
    for (const Operation* op : ops) all.push_back({path, op});
  }
  return all;
}

uint64_t tried(const mutants::Report& r) {
  return r.killed.size() + r.survivors.size();
}

double score(const mutants::Report& r) {
  return tried(r) > 0 ? double(r.killed.size()) / double(tried(r)) : 0;
}

void print_report(const mutants::Report& r, const mutants::Review& review) {
  if (!r.reason.empty()) {
    fmt::print("{:12} {:32} not run: {}\n", printable(r.port, 12), r.operation->name, r.reason);
    return;
  }
  fmt::print("{:12} {:32} {:>8} {:>7} {:>8} {:>9} {:>9} {:>8.4f} {:>8} {:>7.1f}\n",
             printable(r.port, 12), r.operation->name, grouped(r.left_out), grouped(tried(r)),
             grouped(r.killed.size()), r.survivors.size(), review.unargued.size(), score(r),
             percentage(r.executed), double(tried(r)) / r.seconds);
}

/// Which mutants a row is about.
std::string text_of(const mutants::Argued& row) {
  const std::string mutants = !row.mutant.empty() ? row.mutant
                              : row.any_bits      ? "any mutant"
                                                  : "any mutant with the same bits";
  return fmt::format("{}: {}", row.file.empty() ? row.function : row.file, mutants);
}

/// What is wrong with the list, a line for each row.
std::string complaints(const mutants::Report& r, const mutants::Review& review) {
  std::string text;
  for (const mutants::Argued& row : review.killed)
    text += fmt::format("listed, and killed: {} {}, {}; remove it from the list\n", r.port,
                        r.operation->name, text_of(row));
  for (const mutants::Argued& row : review.not_made)
    text += fmt::format("listed, and there is no such mutant: {} {}, {}; remove it from the list, "
                        "or see --draft for how mutants are named\n",
                        r.port, r.operation->name, text_of(row));
  return text;
}

/// With --equivalent every killed mutant is a mistake of ours.
void print_killed(const mutants::Report& r) {
  for (const mutants::Outcome& m : r.killed)
    fmt::print("killed, although nothing reads what it changes (please report it): {} {}: {} at "
               "{:#x}, {}: {}\n",
               printable(r.port), r.operation->name, code::name(m.mutant.kind),
               m.mutant.instruction, printable(m.place(), 200), m.mutant.description);
}

void print_details(const mutants::Report& r, const mutants::Review& review) {
  for (const mutants::Outcome* s : review.unargued)
    fmt::print("survived: {} {}: {} at {:#x}, {}: {}\n", printable(r.port), r.operation->name,
               code::name(s->mutant.kind), s->mutant.instruction, printable(s->place(), 200),
               s->mutant.description);
  fmt::print("{}", complaints(r, review));
  for (const Executed::Range& range : r.executed.never_ran)
    fmt::print("never ran: {} {}: {} instructions at {:#x}, {}\n", printable(r.port),
               r.operation->name, range.instructions, range.address, printable(range.place, 200));
}

Json json_of(const std::string& sha256, const mutants::Report& r, const mutants::Review& review) {
  Json json{{"port", r.port},
            {"sha256", sha256},
            {"operation", r.operation->name},
            {"reason", r.reason},
            {"possible", r.possible},
            {"left_out", r.left_out},
            {"killed", r.killed.size()},
            {"survived", r.survivors.size()},
            {"score", score(r)},
            {"instructions", r.executed.instructions},
            {"ran", r.executed.ran},
            {"interrupted", r.interrupted},
            {"seconds", r.seconds}};
  json["survivors"] = Json::array();
  for (const mutants::Outcome& s : r.survivors) {
    const bool argued =
        std::find(review.unargued.begin(), review.unargued.end(), &s) == review.unargued.end();
    json["survivors"].push_back({{"address", fmt::format("{:#x}", s.mutant.instruction)},
                                 {"place", s.place()},
                                 {"function", mutants::function_of(s)},
                                 {"kind", code::name(s.mutant.kind)},
                                 {"same_bits", s.same_bits},
                                 {"mutant", s.mutant.description},
                                 {"argued", argued}});
  }
  return json;
}

/// A test case for each operation.
std::string junit_of(const std::vector<mutants::Report>& reports,
                     const std::vector<mutants::Review>& reviews) {
  std::string text = fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n  <testsuite name=\"mutants\" "
      "tests=\"{}\">\n",
      reports.size());
  for (size_t i = 0; i < reports.size(); ++i) {
    const mutants::Report& r = reports[i];
    std::string body;
    if (!r.reason.empty())
      body = fmt::format("<{} message=\"{}\"/>", r.refuted ? "failure" : "skipped",
                         xml_escaped(r.reason));
    std::string survived;
    for (const mutants::Outcome* s : reviews[i].unargued)
      survived += fmt::format("{}: {}\n", s->place(), s->mutant.description);
    survived += complaints(r, reviews[i]);
    if (!survived.empty())
      body = fmt::format("<failure message=\"{} survived without a reason\">{}</failure>",
                         reviews[i].unargued.size(), xml_escaped(survived));
    text +=
        fmt::format("    <testcase classname=\"{}\" name=\"{}\" time=\"{:.3f}\">{}</testcase>\n",
                    xml_escaped(r.port), r.operation->name, r.seconds, body);
  }
  return text + "  </testsuite>\n</testsuites>\n";
}

int run_mutate(const Options& o) {
  check_output_file("--json", o.json);
  check_output_file("--junit", o.junit);
  check_output_file("--draft", o.draft);
  const Installation installation = find_installation();
  mutants::Plan plan;
  plan.seed = parse_seed(o.seed);
  plan.most = parse_mutants(o.mutants);
  plan.only = o.only;
  plan.equivalent = o.equivalent;
  plan.stop = &watch_interrupts();
  const std::vector<mutants::Argued> argued =
      o.survivors.empty() ? std::vector<mutants::Argued>{} : mutants::read_survivors(o.survivors);
  const std::vector<Wanted> all = all_wanted(o, installation);

  std::vector<mutants::Report> reports;
  std::vector<mutants::Review> reviews;
  reports.reserve(all.size());
  fmt::print("{:12} {:32} {:>8} {:>7} {:>8} {:>9} {:>9} {:>8} {:>8} {:>7}\n", "port", "operation",
             "left out", "mutants", "killed", "survived", "no reason", "score", "ran", "per s");
  for (size_t i = 0; i < all.size() && !plan.stopped(); ++i) {
    plan.port = all[i].port;
    plan.operation = all[i].operation;
    {
      Progress progress;
      plan.on_progress = [&](double part) {
        progress.update((double(i) + part) / double(all.size()), plan.operation->name);
      };
      reports.push_back(mutants::try_mutants(plan, installation));
    }
    const mutants::Report& r = reports.back();
    const bool complete =
        tried(r) == r.possible && r.reason.empty() && !r.interrupted && o.only.empty();
    reviews.push_back(o.equivalent ? mutants::Review{} : mutants::review(r, argued, complete));
    print_report(r, reviews.back());
    std::fflush(stdout);
  }

  bool fails = false, all_tried = !plan.stopped(), any_tried = false;
  std::string draft;
  Json json = Json::array();
  fmt::print("\n");
  for (size_t i = 0; i < reports.size(); ++i) {
    if (o.equivalent) print_killed(reports[i]);
    print_details(reports[i], reviews[i]);
    fails = fails || reports[i].refuted || (o.equivalent && !reports[i].killed.empty()) ||
            !reviews[i].unargued.empty() || !reviews[i].killed.empty() ||
            !reviews[i].not_made.empty();
    any_tried = any_tried || tried(reports[i]) > 0;
    all_tried = all_tried && (reports[i].reason.empty() || reports[i].none_asked_for);
    draft += mutants::survivors_text(reports[i], reviews[i].unargued);
    json.push_back(json_of(sha256_file(all[i].port), reports[i], reviews[i]));
  }
  if (!o.json.empty()) write_file_whole(o.json, json.dump(2) + '\n');
  if (!o.junit.empty()) write_file_whole(o.junit, junit_of(reports, reviews));
  if (!o.draft.empty()) write_file_whole(o.draft, draft);
  constexpr int kNotAllTried = 3;
  return fails ? 1 : any_tried && all_tried ? 0 : kNotAllTried;
}

} // namespace

void add_mutate_command(CLI::App& app, int& exit) {
  const auto options = std::make_shared<Options>();
  Options& o = *options;
  CLI::App* mutate = app.add_subcommand("mutate", help_of("mutate"));
  const auto given = [](const std::string& value) {
    return value.empty() ? "give it a value, or leave the option out" : "";
  };
  mutate
      ->add_option("--port", o.ports,
                   "a built-in port's name or the path of a shared library; repeatable (all that "
                   "are built in)")
      ->allow_extra_args(false)
      ->check(given);
  mutate->add_option("--op", o.operations, "an operation; repeatable (all that the port offers)")
      ->allow_extra_args(false);
  mutate->add_option("--mutants", o.mutants, "how many of an operation, chosen by the seed, or all")
      ->capture_default_str();
  mutate->add_option("--seed", o.seed, "of the cases and of the choice")->capture_default_str();
  mutate->add_option("--only", o.only, "instructions whose function or line has this in its name")
      ->check(given);
  mutate->add_flag("--equivalent", o.equivalent,
                   "try those that are left out because they compute the same: none may be killed");
  mutate
      ->add_option("--survivors", o.survivors,
                   "survivors that have a reason, as docs/mutants.md describes the file")
      ->check(given);
  mutate->add_option("--draft", o.draft, "write rows for the survivors that have none to this file")
      ->check(given);
  mutate->add_option("--json", o.json, "write all of it to this file")->check(given);
  mutate->add_option("--junit", o.junit, "write a JUnit XML report to this file")->check(given);
  mutate->footer("Exit codes: 0 every survivor has a reason, 1 one has none, or one that is listed "
                 "was killed,\nor the port is refuted as it is, 2 bad usage or input, 3 nothing "
                 "was tried, or not all of it, 4 ulna "
                 "itself failed.");
  mutate->callback([options, &exit] { exit = run_mutate(*options); });
}

} // namespace ulna
