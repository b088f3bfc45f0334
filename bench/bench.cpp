// `ulna bench`: the ports beside the libraries that people use today, with accuracy beside speed.

#include "base/error.h"
#include "base/files.h"
#include "base/output_file.h"
#include "base/progress.h"
#include "base/text.h"
#include "bench/report.h"
#include "report/machine.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <new>
#include <ranges>
#include <set>
#include <unistd.h>

namespace ulna::bench {
namespace {

constexpr uint64_t kTried = 1 << 12; ///< elements of a port of which only the speed is asked for

struct Options {
  std::vector<std::string> ports;
  std::vector<std::string> operations;
  std::vector<size_t> elements;
  int repetitions = 0; ///< 0: as --quick has it
  std::string json;
  std::string plot;
  double hold_best = 0; ///< per cent; 0: it is not asked for
  bool quick = false;
  bool speed_only = false;
  bool threads = false;
};

uint64_t judged_elements(const Options& options) {
  return uint64_t{1} << (options.quick ? 14 : 20);
}

Effort effort_of(const Options& options) {
  Effort effort;
  if (options.quick) effort = {.repetitions = 3, .seconds = 0.002};
  if (options.repetitions > 0) effort.repetitions = options.repetitions;
  return effort;
}

std::vector<const Operation*> chosen_operations(const Options& options) {
  if (options.threads) return {};
  std::vector<const Operation*> all;
  for (const Workload& workload : workloads()) all.push_back(workload.operation);
  if (options.operations.empty()) return all;
  std::vector<const Operation*> chosen;
  for (const Operation* op : all)
    if (std::ranges::find(options.operations, op->name) != options.operations.end())
      chosen.push_back(op);
  for (const std::string& name : options.operations)
    if (std::ranges::find(all, name, &Operation::name) == all.end())
      throw BadInput(fmt::format("--op {}: it is not measured; name one of {}", name,
                                 fmt::join(all | std::views::transform(&Operation::name), ", ")));
  return chosen;
}

/// Of threads nothing is judged and no peer measured.
std::vector<Library> libraries_for(const Options& options, const Installation& installation) {
  return options.threads ? load_ports(installation) : load_all(installation, options.ports);
}

/// One character; L1 and L2; L3; and from memory, which is not quick.
std::vector<size_t> table_elements(const Options& options, const Operation& op,
                                   const Caches& caches) {
  if (!options.elements.empty()) return options.elements;
  std::vector<size_t> elements{60, 1024, 100'000};
  if (!options.quick) elements.push_back(elements_for(op, caches.beyond()));
  return elements;
}

/// The picture's: every factor of four up to the table's most.
std::vector<size_t> curve_elements(const std::vector<size_t>& table) {
  const size_t most = std::ranges::max(table);
  std::vector<size_t> elements;
  for (size_t n = 16; n < most; n *= 4) elements.push_back(n);
  elements.push_back(most);
  return elements;
}

double load() {
  double minutes[1] = {};
  return getloadavg(minutes, 1) == 1 ? minutes[0] : NAN;
}

class Run {
public:
  explicit Run(const Options& options)
      : options_(options),
        installation_(find_installation()), report_{
                                                .cpu = this_machine().cpu,
                                                .processors = int(sysconf(_SC_NPROCESSORS_ONLN)),
                                                .caches = this_machines_caches(),
                                                .load_before = load(),
                                                .effort = effort_of(options),
                                                .libraries = libraries_for(options, installation_),
                                                .operations = chosen_operations(options)} {}

  /// Prints as it goes: what is measured is not lost with what comes behind it.
  Report run() {
    if (options_.threads) {
      progress_.update(0, "measuring threads");
      report_.threads =
          measure_threads(report_.libraries, report_.caches, report_.effort, options_.quick);
      print(introduction(report_) + tables(*report_.threads));
    } else {
      print(introduction(report_));
      judge_and_measure();
    }
    report_.load_after = load();
    print(closing(report_));
    return std::move(report_);
  }

private:
  void print(const std::string& text) {
    progress_.clear();
    fmt::print("{}", text);
    std::fflush(stdout);
  }

  void judge_and_measure() {
    initialise_benchmarks();
    for (const Operation* op : report_.operations) {
      judge_all(*op);
      const std::vector<size_t> elements = table_elements(options_, *op, report_.caches);
      for (const size_t n : elements) report_.groups.push_back(measured(*op, n));
      print(table(report_, *op));
      if (options_.plot.empty()) continue;
      for (const size_t n : curve_elements(elements)) report_.curve.push_back(measured(*op, n));
    }
  }

  std::vector<size_t> offering(const Operation& op) const {
    std::vector<size_t> numbers;
    for (size_t i = 0; i < report_.libraries.size(); ++i)
      if (offers(report_.libraries[i], op) && !ended_.contains({i, &op})) numbers.push_back(i);
    return numbers;
  }

  /// First, as whatever a port does there it does to another process. Where speed is all that is
  /// asked for, that is why a stranger's calls still have to come back there.
  void judge_all(const Operation& op) {
    for (const size_t i : offering(op))
      if (!options_.speed_only || report_.libraries[i].kind == Kind::added) judge_one(op, i);
  }

  void judge_one(const Operation& op, size_t i) {
    const uint64_t elements = options_.speed_only ? kTried : judged_elements(options_);
    for (const Family& family : workload_of(op).families) {
      show(op, fmt::format("judging {}", printable(report_.libraries[i].name)));
      Accuracy a = judge(report_.libraries[i], i, op, family, elements, installation_);
      if (a.ended) ended_.insert({i, &op});
      if (a.ended || !options_.speed_only) report_.accuracies.push_back(std::move(a));
    }
  }

  Group measured(const Operation& op, size_t elements) {
    show(op, fmt::format("measuring {} elements", elements));
    return measure(op, elements, report_.libraries, offering(op), report_.caches, report_.effort);
  }

  void show(const Operation& op, const std::string& what) {
    const auto at = std::ranges::find(report_.operations, &op) - report_.operations.begin();
    const auto part = double(at) / double(report_.operations.size());
    progress_.update(
        part, fmt::format("{} of {}, {}: {}", at + 1, report_.operations.size(), op.name, what));
  }

  const Options& options_;
  Installation installation_;
  Report report_;
  std::set<std::pair<size_t, const Operation*>> ended_;
  Progress progress_;
};

int bench(const Options& options) {
  check_output_file("--json", options.json);
  check_output_file("--plot", options.plot);
  const Report report = Run(options).run();
  const std::string behind = options.hold_best > 0 ? best_behind(report, options.hold_best,
                                                                 Dispatched(find_installation()))
                                                   : "";
  if (!options.json.empty()) write_file_whole(options.json, json(report));
  if (!options.plot.empty()) write_file_whole(options.plot, picture(report));
  fmt::print(stderr, "{}", behind);
  return behind.empty() ? 0 : 1;
}

int run(int argc, char** argv) {
  CLI::App app("Measures the ports beside the libraries that people use today, and how wrong they "
               "are",
               "ulna bench");
  Options o;
  const auto not_empty = [](const std::string& text) { return text.empty() ? "name a file" : ""; };
  CLI::Option* const threads =
      app.add_flag("--threads", o.threads, "what threads gain, instead of the ports one by one");
  app.add_option("--port", o.ports, "a port of yours, measured beside ours; may be repeated")
      ->allow_extra_args(false)
      ->excludes(threads);
  app.add_option("--op", o.operations, "operations, instead of all that are measured")
      ->allow_extra_args(false)
      ->excludes(threads);
  app.add_option("--json", o.json, "file for all numbers")->check(not_empty);
  app.add_option("--plot", o.plot, "file for a picture, SVG: cycles against elements")
      ->check(not_empty)
      ->excludes(threads);
  app.add_option("--elements", o.elements, "joints or vertices in a call, as 60,1024")
      ->delimiter(',')
      ->check(CLI::Range(size_t{1}, size_t{100'000'000}))
      ->excludes(threads);
  app.add_option("--repetitions", o.repetitions, "of which medians are taken (9)")
      ->check(CLI::Range(1, 1000));
  app.add_flag("--speed-only", o.speed_only, "judge nothing")->excludes(threads);
  app.add_option("--hold-best", o.hold_best,
                 "fail where `best` takes so many per cent longer than another of our ports")
      ->check(CLI::Range(0.1, 1000.0))
      ->excludes(threads);
  app.add_flag("--quick", o.quick, "seconds: fewer repetitions and elements, nothing from memory");
  app.footer("Exit codes: 0 measured, whatever was found, 1 `best` is behind (--hold-best), 2 bad "
             "usage or input, 4 ulna itself failed.");
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& e) {
    return app.exit(e);
  } catch (const CLI::ParseError& e) {
    throw BadInput(e.what());
  }
  return bench(o);
}

int complain(const char* what, const char* cure, int code) {
  fmt::print(stderr, "ulna: {}{}\n", printable(what, 1000), cure);
  return code;
}

} // namespace
} // namespace ulna::bench

int main(int argc, char** argv) {
  try {
    return ulna::bench::run(argc, argv);
  } catch (const ulna::BadInput& e) {
    return ulna::bench::complain(e.what(), "", 2);
  } catch (const std::bad_alloc&) {
    return ulna::bench::complain("out of memory", "; give it fewer --elements", 2);
  } catch (const std::exception& e) {
    return ulna::bench::complain(e.what(), "; please report this", 4);
  }
}
