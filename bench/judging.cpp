// How many elements a core judges in a second, and how many it would if every expectation came from
// cpp_bin_float_100. All times are processor time, the judge's and the worker's together.

#include "bench/libraries.h"
#include "bench/main.h"
#include "bench/medians.h"
#include "bench/workloads/workload.h"

#include <fmt/format.h>

#include <ctime>

namespace ulna::bench {
namespace {

using reference::Rung;

constexpr std::string_view kPorts[] = {"scalar", "sse"};
constexpr size_t kBatch = 14; // cases of about 300 elements that certify would judge at a time

double thread_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return double(now.tv_sec) + 1e-9 * double(now.tv_nsec);
}

/// Takes every expectation from the top rung.
class TopEvaluator : public Evaluator {
public:
  explicit TopEvaluator(std::unique_ptr<Evaluator> inner) : inner_(std::move(inner)) {}
  std::string returned(int32_t value) override { return inner_->returned(value); }
  void expect(size_t array, size_t element, Rung, Expectation& e) const override {
    inner_->expect(array, element, Rung::top, e);
  }

private:
  std::unique_ptr<Evaluator> inner_;
};

/// The operation, judged by the same code, but with cpp_bin_float_100 as the only reference.
Operation on_top_rung(const Operation& op) {
  Operation top = op;
  top.evaluate = [](const Case& c) -> std::unique_ptr<Evaluator> {
    return std::make_unique<TopEvaluator>(operation_named(c.operation->name).evaluate(c));
  };
  return top;
}

/// Whose results have errors to be judged.
std::vector<const Operation*> judged_operations() {
  std::vector<const Operation*> all;
  for (const Workload& workload : workloads())
    if (workload.operation->has_errors()) all.push_back(workload.operation);
  return all;
}

std::vector<Case> cases_of(const Operation& op) {
  constexpr size_t kFewest = 250, kMore = 101;
  Random random(0, 0x62656e63);
  std::vector<Case> cases;
  while (cases.size() < kBatch)
    cases.push_back(workload_of(op).make(op, kFewest + random.below(kMore), random));
  return cases;
}

void judge(benchmark::State& state, const Operation& op, const std::string& path, bool top) {
  const Installation installation = find_installation();
  const Operation judged = top ? on_top_rung(op) : op;
  std::vector<Case> cases = cases_of(op);
  for (Case& c : cases) c.operation = &judged;
  Judge judge(path, installation, 0);
  OperationReport report;
  report.operation = &judged;
  judge.check(cases, report); // the first batch touches the pages of the arena
  report.tally.elements = 0;
  for (auto _ : state) {
    const double start = thread_seconds() + judge.worker_seconds();
    judge.check(cases, report);
    state.SetIterationTime(thread_seconds() + judge.worker_seconds() - start);
  }
  if (!report.findings.empty()) state.SkipWithError(report.findings[0].detail.c_str());
  state.counters["elements/s"] =
      benchmark::Counter(double(report.tally.elements), benchmark::Counter::kIsRate);
}

/// The double reference with the bounds, and nothing around it.
void evaluate(benchmark::State& state, const Operation& op) {
  const std::vector<Case> cases = cases_of(op);
  size_t elements = 0;
  Expectation e;
  for (auto _ : state) {
    const double start = thread_seconds();
    for (const Case& c : cases) {
      const auto evaluator = op.evaluate(c);
      for (size_t i = 0; i < op.size(c); ++i) {
        evaluator->expect(size_t(op.output), i, Rung::fast, e);
        benchmark::DoNotOptimize(e);
      }
      elements += op.size(c);
    }
    state.SetIterationTime(thread_seconds() - start);
  }
  state.counters["elements/s"] = benchmark::Counter(double(elements), benchmark::Counter::kIsRate);
}

std::string name_of(const Operation& op, const std::string& what) {
  return fmt::format("{}/{}", op.name, what);
}

void register_all() {
  const std::vector<Library> ports = load_ports(find_installation());
  for (const Operation* op : judged_operations()) {
    const auto add = [&](const std::string& what, auto&& function) {
      benchmark::RegisterBenchmark(name_of(*op, what).c_str(), function)
          ->UseManualTime()
          ->Unit(benchmark::kMillisecond);
    };
    for (const Library& port : ports) {
      if (std::ranges::find(kPorts, port.name) == std::end(kPorts) || !offers(port, *op)) continue;
      add(port.name, [=](benchmark::State& state) { judge(state, *op, port.path, false); });
      if (port.name == kPorts[0])
        add("top oracle", [=](benchmark::State& state) { judge(state, *op, port.path, true); });
    }
    add("double oracle", [=](benchmark::State& state) { evaluate(state, *op); });
  }
}

void print_table(const Medians& medians) {
  fmt::print("\n| operation | port | judged/s | times the cpp_bin_float_100 oracle | of the double "
             "oracle's rate |\n|---|---|--:|--:|--:|\n");
  for (const Operation* op : judged_operations()) {
    const double top = medians.of(name_of(*op, "top oracle"));
    const double fast = medians.of(name_of(*op, "double oracle"));
    for (const std::string_view port : kPorts) {
      const double rate = medians.of(name_of(*op, std::string(port)));
      if (std::isnan(rate)) continue; // filtered out, or not offered
      fmt::print("| {} | {} | {:.2f} M | {:.0f} | {:.2f} |\n", op->name, port, rate * 1e-6,
                 rate / top, rate / fast);
    }
  }
}

} // namespace

int run() {
  register_all();
  Medians medians("elements/s");
  benchmark::RunSpecifiedBenchmarks(&medians);
  print_table(medians);
  return medians.failed() ? 1 : 0;
}

} // namespace ulna::bench
