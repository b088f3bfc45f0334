#include "cli/mutate_command.h"

#include "base/error.h"
#include "base/files.h"
#include "base/interrupt.h"
#include "base/json_member.h"
#include "base/output_file.h"
#include "base/progress.h"
#include "base/text.h"
#include "certify/arguments.h"
#include "certify/certify.h"
#include "certify/port_names.h"
#include "cli/program.h"
#include "cli/tools.h"
#include "mutants/survivors.h"
#include "mutants/units.h"
#include "report/certificate.h"
#include "report/junit.h"
#include "report/machine.h"
#include "report/out_folder.h"
#include "shards/unit_run.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <charconv>
#include <deque>
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
  std::string shard, out;
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
std::string junit_of(const std::deque<mutants::Report>& reports,
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

void check_outputs(const Options& o) {
  check_output_file("--json", o.json);
  check_output_file("--junit", o.junit);
  check_output_file("--draft", o.draft);
}

std::vector<mutants::Argued> argued_of(const std::string& survivors) {
  return survivors.empty() ? std::vector<mutants::Argued>{} : mutants::read_survivors(survivors);
}

/// The reports of a run, each printed as it comes, and what follows from all of them.
class MutationResults {
public:
  explicit MutationResults(const Options& o) : o_(o), argued_(argued_of(o.survivors)) {
    fmt::print("{:12} {:32} {:>8} {:>7} {:>8} {:>9} {:>9} {:>8} {:>8} {:>7}\n", "port", "operation",
               "left out", "mutants", "killed", "survived", "no reason", "score", "ran", "per s");
  }

  void add(mutants::Report report, std::string sha256) {
    reports_.push_back(std::move(report)); // which the reviews point into: a deque
    sha256_.push_back(std::move(sha256));
    const mutants::Report& r = reports_.back();
    const bool complete =
        tried(r) == r.possible && r.reason.empty() && !r.interrupted && o_.only.empty();
    reviews_.push_back(o_.equivalent ? mutants::Review{} : mutants::review(r, argued_, complete));
    print_report(r, reviews_.back());
    std::fflush(stdout);
  }

  /// Prints the rest, writes the files, and returns the exit code. `stopped`: some are missing.
  int conclude(bool stopped) const {
    bool fails = false, all_tried = !stopped, any_tried = false;
    std::string draft;
    Json json = Json::array();
    fmt::print("\n");
    for (size_t i = 0; i < reports_.size(); ++i) {
      const mutants::Report& r = reports_[i];
      if (o_.equivalent) print_killed(r);
      print_details(r, reviews_[i]);
      fails = fails || r.refuted || (o_.equivalent && !r.killed.empty()) ||
              !reviews_[i].unargued.empty() || !reviews_[i].killed.empty() ||
              !reviews_[i].not_made.empty();
      any_tried = any_tried || tried(r) > 0;
      all_tried = all_tried && !r.interrupted && (r.reason.empty() || r.none_asked_for);
      draft += mutants::survivors_text(r, reviews_[i].unargued);
      json.push_back(json_of(sha256_[i], r, reviews_[i]));
    }
    if (!o_.json.empty()) write_file_whole(o_.json, json.dump(2) + '\n');
    if (!o_.junit.empty()) write_file_whole(o_.junit, junit_of(reports_, reviews_));
    if (!o_.draft.empty()) write_file_whole(o_.draft, draft);
    constexpr int kNotAllTried = 3;
    return fails ? 1 : any_tried && all_tried ? 0 : kNotAllTried;
  }

private:
  const Options& o_;
  const std::vector<mutants::Argued> argued_;
  std::deque<mutants::Report> reports_;
  std::vector<std::string> sha256_;
  std::vector<mutants::Review> reviews_;
};

/// Into how many units a shard's mutants of an operation are cut: each takes a quick run to begin,
/// which is worth it where there are thousands.
uint64_t units_of_shard(const std::string& mutants) {
  constexpr uint64_t kOfAll = 16;
  return parse_mutants(mutants) == 0 ? kOfAll : 1;
}

/// What the shards of a run have in common: a unit is one stripe of the mutants of an operation.
UnitFile units_of(const Options& o, const mutants::Plan& plan, const std::vector<Wanted>& all,
                  const Shard& shard) {
  UnitFile file =
      new_run(mutants::kMutate, all.size() * shard.of * units_of_shard(o.mutants), shard);
  nlohmann::json wanted = nlohmann::json::array();
  for (const Wanted& w : all)
    wanted.push_back({{"sha256", sha256_file(w.port)},
                      {"operation", w.operation->name},
                      {"contract_version", w.operation->contract.version}});
  file.identity.update({{"seed", std::to_string(plan.seed)},
                        {"mutants", o.mutants},
                        {"only", o.only},
                        {"equivalent", o.equivalent},
                        {"survivors", o.survivors.empty() ? "" : sha256_file(o.survivors)},
                        {"of", std::move(wanted)}});
  std::vector<std::string> arguments;
  const auto add = [&](const char* option, const std::string& value) {
    if (!value.empty()) arguments.insert(arguments.end(), {option, value});
  };
  for (const std::string& port : o.ports) add("--port", port);
  for (const std::string& operation : o.operations) add("--op", operation);
  add("--mutants", o.mutants);
  add("--seed", o.seed);
  add("--only", o.only);
  if (o.equivalent) arguments.emplace_back("--equivalent");
  add("--survivors", o.survivors);
  file.about = {{"survivors", o.survivors}, {"arguments", arguments}};
  return file;
}

int mutate_shard(const Options& o, mutants::Plan plan, const std::vector<Wanted>& all,
                 const Installation& installation) {
  const Shard shard = parse_shard(o.shard);
  if (o.out.empty()) throw BadInput("--shard: name a folder with --out, which merge takes");
  if (!o.json.empty() || !o.junit.empty() || !o.draft.empty())
    throw BadInput("--json, --junit, --draft: a shard is no whole run; merge writes mutants.json");
  const OutFolder mine(o.out);
  const UnitFile run = units_of(o, plan, all, shard);
  plan.stripes = run.count / all.size();
  const uint64_t begin = shard.units(run.count).first; // Clang 14 captures no structured binding
  const uint64_t end = shard.units(run.count).second;
  UnitFile file;
  {
    Progress progress;
    file = do_units(o.out, run, shard, machine_json(this_machine()), [&](uint64_t unit) {
      const Wanted& wanted = all[unit % all.size()];
      plan.port = wanted.port;
      plan.operation = wanted.operation;
      plan.stripe = unit / all.size();
      plan.on_progress = [&](double part) {
        progress.update((double(unit - begin) + part) / double(end - begin), plan.operation->name);
      };
      const mutants::Report report = mutants::try_mutants(plan, installation);
      return report.interrupted ? std::nullopt : std::optional(mutants::unit_json(report));
    });
  }
  const auto [done, units] = done_of(file, shard);
  fmt::print("shard {}: {} of {} units done; `{} merge` adds the shards up\n", shard.text(), done,
             units, launcher());
  return done < units ? 3 : 0;
}

int run_mutate(const Options& o) {
  check_outputs(o);
  const Installation installation = find_installation();
  mutants::Plan plan;
  plan.seed = parse_seed(o.seed);
  plan.most = parse_mutants(o.mutants);
  plan.only = o.only;
  plan.equivalent = o.equivalent;
  plan.stop = &watch_interrupts();
  static_cast<void>(argued_of(o.survivors)); // refused, if it is, before hours of work
  const std::vector<Wanted> all = all_wanted(o, installation);
  if (!o.shard.empty()) return mutate_shard(o, plan, all, installation);

  MutationResults results(o);
  for (size_t i = 0; i < all.size() && !plan.stopped(); ++i) {
    plan.port = all[i].port;
    plan.operation = all[i].operation;
    mutants::Report report;
    {
      Progress progress;
      plan.on_progress = [&](double part) {
        progress.update((double(i) + part) / double(all.size()), plan.operation->name);
      };
      report = mutants::try_mutants(plan, installation);
    }
    results.add(std::move(report), sha256_file(all[i].port));
  }
  return results.conclude(plan.stopped());
}

} // namespace

int publish_mutants(const UnitFile& file, const std::string& name, const std::string& out) {
  const JsonMember identity(file.identity, "identity", name, kUnitsCure);
  const JsonMember about(file.about, "about", name, kUnitsCure);
  Options o;
  o.only = identity["only"].text();
  o.equivalent = identity["equivalent"].yes();
  o.json = out + "/mutants.json";
  o.survivors = about["survivors"].text();
  if (!o.survivors.empty() && sha256_file(o.survivors) != identity["survivors"].text())
    throw BadInput(
        fmt::format("{}: it is not the list that the shards were run with", o.survivors));
  const JsonMember of = identity["of"];
  const size_t wanted = of.size();
  const uint64_t of_each = file.shards * units_of_shard(identity["mutants"].text());
  if (wanted * of_each != file.count) identity.refuse("does not have as many units");
  std::vector<std::optional<mutants::Report>> reports(wanted);
  std::vector<uint64_t> stripes(wanted);
  for (const auto& [number, unit] : file.units) {
    mutants::Report part =
        mutants::read_unit(JsonMember(unit.result, "result", unit.where, kUnitsCure));
    std::optional<mutants::Report>& report = reports[number % wanted];
    if (part.operation->name != of[number % wanted]["operation"].text())
      identity.refuse("has another operation than a unit");
    ++stripes[number % wanted];
    if (report)
      merge(*report, std::move(part));
    else
      report = std::move(part);
  }
  MutationResults results(o);
  bool missing = false;
  for (size_t i = 0; i < wanted; ++i) {
    missing = missing || stripes[i] < of_each;
    if (!reports[i]) continue;
    reports[i]->interrupted = stripes[i] < of_each;
    results.add(std::move(*reports[i]), of[i]["sha256"].text());
  }
  const int exit = results.conclude(missing);
  fmt::print("mutants: {}\n", o.json);
  return exit;
}

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
  mutate
      ->add_option(
          "--shard", o.shard,
          "do the i-th of n parts of it, such as 3/8, and keep them in --out; `ulna merge` "
          "adds them up (docs/fleet.md)")
      ->check(given);
  mutate->add_option("--out", o.out, "folder of a shard")->check(given);
  mutate->footer("Exit codes: 0 every survivor has a reason, 1 one has none, or one that is listed "
                 "was killed,\nor the port is refuted as it is, 2 bad usage or input, 3 nothing "
                 "was tried, or not all of it, 4 ulna "
                 "itself failed.");
  mutate->callback([options, &exit] { exit = run_mutate(*options); });
}

} // namespace ulna
