#include "cli/hunt_command.h"

#include "base/error.h"
#include "base/files.h"
#include "base/progress.h"
#include "base/text.h"
#include "cases/case_file.h"
#include "certify/arguments.h"
#include "cli/program.h"
#include "report/table.h"
#include "search/hunt.h"
#include "search/shrink.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <chrono>

namespace ulna {
namespace {

constexpr size_t kLongLine = 1000; // of what may hold names of strangers

constexpr double kSecondsToShrink = 10;

/// What was found when.
class Log {
public:
  explicit Log(const std::string& path) : path_(path) {
    if (!path.empty()) write_file_whole(path, "");
  }

  void add(const OperationReport& report, const Largest& largest) {
    constexpr double kDigits = 1 + 1e-5; // more than are written
    if (path_.empty() || !(largest.fraction > logged_ * kDigits)) return;
    logged_ = largest.fraction;
    const std::chrono::duration<double> gone = Clock::now() - start_;
    text_ += fmt::format("{{\"seconds\": {:.3f}, \"elements\": {}, \"error\": {:.6g}, "
                         "\"fraction\": {:.6g}}}\n",
                         gone.count(), report.tally.elements, largest.error, largest.fraction);
    write_file_whole(path_, text_);
  }

private:
  using Clock = std::chrono::steady_clock;
  const std::string path_;
  std::string text_;
  double logged_ = 0;
  Clock::time_point start_ = Clock::now();
};

struct Hunted {
  const HuntCommandOptions& options;
  const std::string& launcher;
  Judge& judge;
  OperationReport& report;
  size_t quantity = hunted_quantity(*report.operation);
  std::string port = printable(judge.port().name);

  std::string save_as(Case c, const std::string& what, const std::string& note) const {
    c.note = note;
    const std::string path =
        fmt::format("{}/witnesses/hunt-{}-{}-{}.case", options.out, file_word(judge.port().name),
                    report.operation->name, file_word(what));
    save_case(c, path);
    return path;
  }

  /// Saves a witness, and the calls before it, and prints the command that shows it again.
  void save(const Case& c, const std::string& what, const std::string& note,
            const std::vector<Case>& before = {}) const {
    std::string cases;
    for (size_t i = 0; i < before.size(); ++i)
      cases += quoted(save_as(before[i], fmt::format("{}-before-{}", what, i + 1),
                              fmt::format("to be called before {}", what))) +
               ' ';
    cases += quoted(save_as(c, what, note));
    fmt::print("  {} replay {} --port {}{}\n", launcher, cases, quoted(options.port),
               options.machine.empty() ? "" : " --machine " + quoted(options.machine));
  }

  void print_largest() const {
    Largest& largest = report.tally.largest[quantity];
    const char* const its_name = report.operation->quantities[quantity];
    if (!largest.witness.operation) {
      fmt::print("{}, {}: no error was found\n", report.operation->name, port);
      return;
    }
    shrink_largest(judge, largest, quantity);
    const std::string text = fmt::format("largest error of {} in {}: {:.4f} of the bound", port,
                                         its_name, largest.fraction);
    fmt::print("{}, {}, {} cases, {} elements ({})\n", report.operation->name, text,
               report.tally.cases, report.tally.elements,
               fmt::format("error {:.4g}, bound {:.4g}", largest.error, largest.bound));
    save(largest.witness, "largest", "hunted: " + text);
  }

  void print_findings() const {
    for (Finding& f : report.findings) {
      shrink(judge, f, kSecondsToShrink);
      fmt::print("{}: {}{}\n", name(f.kind), printable(f.detail, kLongLine),
                 f.repeats ? "" : " (not seen again when run alone)");
      save(f.witness, name(f.kind),
           fmt::format("{} by {}: {}", name(f.kind), judge.port().name, f.detail), f.before);
    }
  }
};

} // namespace

int hunt_command(const HuntCommandOptions& options, Installation installation,
                 const std::string& launcher, const std::atomic<bool>& interrupted) {
  const Operation& op = operation_named(options.operation);
  if (!op.has_errors())
    throw BadInput(fmt::format("{}: its results are right or wrong and have no errors to hunt; use "
                               "ulna certify",
                               op.name));
  HuntOptions hunted;
  hunted.seconds = parse_length(options.length);
  hunted.seed = parse_seed(options.seed);
  hunted.uniform = options.uniform;
  if (options.out.empty()) throw BadInput("--out: name a folder");
  check_writable(options.out);
  installation.worker.machine = options.machine;
  Judge judge = judge_of(options.port, op, installation, hunted.seed);
  if (const Profiles under = judge.profiles() & profiles_of(op); !under.empty())
    fmt::print("{} is hunted under {}\n", printable(judge.port().name), names(under));
  OperationReport report;
  report.operation = &op;
  double part_gone = 0;
  {
    Progress progress;
    Log log(options.log);
    const Largest& largest = report.tally.largest[hunted_quantity(op)];
    hunted.stopped = [&] { return interrupted.load(); };
    hunted.on_progress = [&](double part) {
      part_gone = part;
      progress.update(part, fmt::format("{} {}: {:.4f} of the bound", printable(judge.port().name),
                                        op.name, largest.fraction));
      log.add(report, largest);
    };
    hunt(judge, hunted, report);
  }
  if (interrupted && part_gone < 1)
    fmt::print("interrupted after {:.0f} s of {:g}\n", part_gone * hunted.seconds, hunted.seconds);
  const Hunted result{.options = options, .launcher = launcher, .judge = judge, .report = report};
  result.print_largest();
  result.print_findings();
  return report.findings.empty() ? 0 : 1;
}

void add_hunt_options(CLI::App& command, HuntCommandOptions& o) {
  command.add_option("OPERATION", o.operation, "as `ulna list` names it")->required();
  command.add_option("--port", o.port, "a built-in port's name or a path")->required();
  add_machine_option(command, o.machine);
  command.add_option("--for", o.length, "how long, such as 60s or 10m")->capture_default_str();
  command.add_option("--seed", o.seed, "of the search")->capture_default_str();
  command.add_flag("--uniform", o.uniform, "use random elements only, to compare with the search");
  command
      .add_option("--log", o.log, "file for a line of JSON for each larger error, as it is found")
      ->check([](const std::string& file) { return file.empty() ? "name a file" : ""; });
  command.add_option("--out", o.out, "folder for witnesses")->capture_default_str();
  command.footer("Exit codes: 0 no finding, 1 the port broke its contract, 2 bad usage or input, "
                 "3 not run: this CPU\nlacks a feature, or the port has no such operation; 4 ulna "
                 "itself failed.");
}

} // namespace ulna
