#include "certify/certify.h"

#include "approximations/adversary.h"
#include "approximations/examine.h"
#include "base/error.h"
#include "base/files.h"
#include "base/machine_lock.h"
#include "base/memory.h"
#include "base/now_utc.h"
#include "cases/make_case.h"
#include "certify/execution.h"
#include "certify/layout_trial.h"
#include "certify/operation_run.h"
#include "certify/port_names.h"
#include "certify/possible.h"
#include "certify/profile_trial.h"
#include "certify/source_places.h"
#include "certify/units.h"
#include "certify/verdict_of.h"
#include "certify/witnesses.h"
#include "code/library.h"
#include "report/certificate.h"
#include "report/machine.h"
#include "report/out_folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <chrono>
#include <ctime>
#include <deque>
#include <exception>
#include <filesystem>
#include <future>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <sys/stat.h>
#include <thread>

namespace ulna {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

double thread_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// The words that have the largest errors, as people read them.
void name_words(OperationReport& report) {
  const Operation& op = *report.operation;
  for (size_t q = 0; q < op.quantities.size(); ++q) {
    const Largest& largest = report.tally.largest[q];
    if (!largest.witness.operation) continue;
    const Mismatch& w = largest.word;
    report.largest_words[q] = {name_of(op, w), fmt::format("{:.9g}", std::bit_cast<float>(w.got)),
                               fmt::format("{:.17g}", w.exact.value)};
  }
}

/// Ports whose results can depend on the processor's approximations have no verdict for all of
/// them.
void check_for_adversaries(const std::string& path, const Approximations& a) {
  if (a.use == Approximations::Use::used)
    throw BadInput(fmt::format(
        "{}: it has {} of the processor, which no adversary can choose; build it from source with "
        "`cc -include ulna/approximations.h ...`, without assembly and -mrecip",
        path, fmt::join(a.instructions, ", ")));
  if (a.use == Approximations::Use::unknown)
    throw BadInput(fmt::format("{}: it cannot be judged for all processors: {}; build it without, "
                               "or leave --approximations out",
                               path, a.why));
}

/// A port that cannot be loaded fails before any case: its witness is the empty one, unless a call
/// showed the like before.
void add_load_crash(const LoadCrash& crash, OperationReport& report) {
  Finding finding;
  finding.kind = crash.end == CallResult::End::hung     ? FindingKind::hung
                 : crash.end == CallResult::End::exited ? FindingKind::exited
                                                        : FindingKind::crashed;
  const bool known = std::any_of(report.findings.begin(), report.findings.end(),
                                 [&](const Finding& f) { return f.kind == finding.kind; });
  if (known) return;
  finding.detail = crash.what;
  finding.adversary = crash.adversary;
  finding.witness = make_case(*report.operation);
  report.findings.push_back(std::move(finding));
}

/// What it is linked to, but for what every system has.
std::vector<std::string> linked_to(const std::string& path) {
  const std::string file = read_file(path);
  std::vector<std::string> linked = approximations::read_library(file).needed;
  std::erase_if(linked, [](const std::string& name) {
    constexpr std::array kOfTheSystem{"libc.",  "libm.",    "libmvec.", "libpthread.",
                                      "libdl.", "librt.",   "libgcc_",  "libstdc++.",
                                      "libc++", "libgomp.", "libomp.",  "ld-linux"};
    return std::ranges::any_of(kOfTheSystem, [&](const char* of) { return name.starts_with(of); });
  });
  return linked;
}

/// What changes with each change of a file, or of what a path leads to.
struct FileState {
  dev_t device{};
  ino_t number{};
  off_t size{};
  timespec written{}, changed{};

  explicit FileState(const std::string& path) {
    struct stat now {};
    if (stat(path.c_str(), &now) != 0) return; // none is like it
    device = now.st_dev, number = now.st_ino, size = now.st_size;
    written = now.st_mtim, changed = now.st_ctim;
  }
  bool operator==(const FileState& other) const {
    const auto same = [](const timespec& a, const timespec& b) {
      return a.tv_sec == b.tv_sec && a.tv_nsec == b.tv_nsec;
    };
    return device == other.device && number == other.number && size == other.size &&
           same(written, other.written) && same(changed, other.changed);
  }
};

/// One port, one operation and a seed: what a lane takes at a time.
struct Task {
  size_t port;
  size_t report; ///< of the port's operations
  uint64_t seed;
  uint64_t unit = 0;                          ///< where units are kept
  std::shared_ptr<GeneratedCases> cases = {}; ///< null when the task is done
};

class Run {
public:
  Run(const Plan& plan, const Installation& installation, Progress& progress)
      : plan_(plan), installation_(installation), progress_(progress) {}

  RunReport run() {
    const auto start = Clock::now();
    report_.started = now_utc();
    report_.seed = plan_.seed;
    report_.budget = plan_.budget.text;
    report_.profile = plan_.profile;
    report_.requires_full = plan_.requires_full;
    report_.requires_executed = plan_.executed;
    for (const Model& model : plan_.models) report_.models.push_back(model.path);
    for (const std::string& path : plan_.ports) add_port(path);
    tell_apart(report_.ports);
    if (plan_.keeps_units) return run_units();
    if (!plan_.out.empty()) remove_earlier_run(plan_.out); // no port was refused
    run_tasks();
    forget_changed_ports();
    report_.seconds = seconds_since(start);
    return std::move(report_);
  }

private:
  /// The units of the shard that nobody has done yet, and the report on all that were done.
  RunReport run_units() {
    const Machine machine = this_machine();
    report_.machine = machine;
    const std::string path = plan_.out + "/" + kUnitFileName;
    UnitWriter units(path, units_of(plan_, report_), machine_json(machine));
    units_ = &units;
    remove_earlier_run(plan_.out); // the units are of this run
    later_ = plan_;
    later_.models.clear();
    std::set<std::pair<size_t, size_t>> judged; // ports and operations that can be
    for (const Task& task : tasks_) judged.emplace(task.port, task.report);
    tasks_.clear();
    const auto [begin, end] = plan_.shard.units(units.file().count);
    uint64_t done_before = 0;
    for (uint64_t unit = begin; unit < end; ++unit) {
      const auto done = units.file().units.find(unit);
      if (done != units.file().units.end() && is_judged(done->second.result)) {
        ++done_before;
        continue;
      }
      const UnitPlace place = place_of(unit, plan_, report_);
      if (judged.contains({place.port, place.report}))
        tasks_.push_back({place.port, place.report, place.seed, unit});
      else
        units.add(unit, unit_json(report_.ports[place.port].operations[place.report]));
    }
    tasks_of_budget_ = judged.size();
    if (done_before > 0 && plan_.on_resumed) plan_.on_resumed(done_before, end - begin);
    run_tasks();
    std::vector<std::string> remarks; // on other versions than this one, of which there are none
    RunReport report = report_of(units.file(), path, remarks);
    if (plan_.shard.of == 1) save_all_witnesses(plan_.out, report);
    return report;
  }

  /// Each worker loads the library anew: where it was built again meanwhile, nobody knows which of
  /// the two was judged.
  bool is_changed(const PortReport& port) const {
    return !(FileState(port.path) == files_.at(port.path));
  }

  static void forget(OperationReport& report) {
    const Operation* const op = report.operation;
    report = {};
    report.operation = op;
    report.reason = "the library was changed while it was judged; certify it again";
  }

  void forget_changed_ports() {
    for (PortReport& port : report_.ports)
      if (is_changed(port))
        for (OperationReport& report : port.operations) forget(report);
  }

  /// Looks at a port before anything is run, so that a file that is none is refused at once. On
  /// each machine that it has to be right on it is a port of its own.
  void add_port(const std::string& path) {
    files_.emplace(path, path); // before its hash
    const Target& target = target_of(path);
    if (!target.code_is_read) refuse_what_reads_code(path, target);
    if (target.is_native()) return add_port(path, target, installation_.worker.machine);
    std::vector<std::string> machines{installation_.worker.machine};
    if (machines.front().empty()) machines = machines_for(target, features_of(path));
    for (const std::string& machine : machines) add_port(path, target, machine);
  }

  void refuse_what_reads_code(const std::string& path, const Target& target) const {
    if (plan_.adversarial)
      throw BadInput(fmt::format(
          "{}: built for {}, and --approximations is of x86-64; leave it out", path, target.kind));
    if (plan_.executed > 0)
      throw BadInput(
          fmt::format("{}: built for {}, whose machine code is not read; leave --executed "
                      "out",
                      path, target.kind));
  }

  Installation on_machine(const std::string& machine) const {
    Installation installation = installation_;
    installation.worker.machine = machine;
    return installation;
  }

  /// What the port declares; nothing where it cannot be loaded on the first of its machines.
  std::string features_of(const std::string& path) const {
    try {
      return Session(path, installation_.worker).port().cpu_features;
    } catch (const LoadCrash&) {
      return {};
    }
  }

  void add_port(const std::string& path, const Target& target, const std::string& machine) {
    PortReport port;
    port.path = path;
    port.name = fs::path(path).stem();
    port.sha256 = sha256_file(path);
    port.linked = linked_to(path);
    const Installation installation = on_machine(machine);
    if (target.code_is_read) port.approximations = approximations::examine_file(path);
    if (!target.is_native()) {
      port.machine = machine;
      port.emulator = emulator_version(target);
    }
    PortInfo info;
    std::optional<LoadCrash> crash;
    try {
      info = Session(path, installation.worker).port();
      port.name = info.name;
      port.cpu_features = info.cpu_features;
    } catch (const LoadCrash& e) {
      crash = e;
    }
    if (plan_.adversarial) check_for_adversaries(path, port.approximations);
    const std::vector<std::string> missing =
        crash ? std::vector<std::string>{} : missing_from_cpu(path, info);
    for (const Operation* op : plan_.operations) {
      if (!crash && !plan_.all_owed && !info.implements(*op)) {
        port.not_offered.push_back(op->name);
        continue;
      }
      OperationReport report;
      report.operation = op;
      report.profiles = plan_.profiles.value_or(info.profiles) & profiles_of(*op);
      if (crash) {
        add_load_crash(*crash, report);
        decide(report);
      } else if (!missing.empty()) {
        report.reason = port.emulator.empty()
                            ? fmt::format("this CPU lacks {}", fmt::join(missing, ", "))
                            : fmt::format("{} lacks {}; --machine takes another of `ulna list`",
                                          machine, fmt::join(missing, ", "));
      } else if (!info.implements(*op)) {
        report.reason = "the port does not implement it; " + what_it_has(info);
      } else {
        tasks_.push_back({report_.ports.size(), port.operations.size(), plan_.seed});
      }
      port.operations.push_back(std::move(report));
    }
    report_.ports.push_back(std::move(port));
  }

  std::vector<std::string> missing_from_cpu(const std::string& path, const PortInfo& info) const {
    try {
      return missing_features(info);
    } catch (const BadInput& e) {
      throw BadInput(fmt::format("{}: {}", path, e.what()));
    }
  }

  const Operation& operation_of(const Task& task) const {
    return *report_.ports[task.port].operations[task.report].operation;
  }

  /// Tasks of one operation and seed come one after the other, and have its generated cases in
  /// common, which go with the last of them.
  void share_cases() {
    const auto order = [this](const Task& task) {
      const auto at = std::ranges::find(plan_.operations, &operation_of(task));
      return std::pair(task.seed - plan_.seed, at - plan_.operations.begin());
    };
    std::ranges::stable_sort(tasks_, {}, order);
    for (auto at = tasks_.begin(); at != tasks_.end();) {
      const auto next =
          std::find_if(at, tasks_.end(), [&](const Task& t) { return order(t) != order(*at); });
      const auto cases =
          std::make_shared<GeneratedCases>(operation_of(*at), at->seed, next - at > 1);
      for (; at != next; ++at) at->cases = cases;
    }
  }

  /// One more than cores: a lane waits while its worker starts, ends or is stepped by signals.
  size_t num_jobs() const {
    return plan_.jobs > 0 ? plan_.jobs : std::thread::hardware_concurrency() + 1;
  }
  size_t num_lanes() const { return std::min(num_jobs(), tasks_.size()); }

  void run_tasks() {
    share_cases();
    fractions_.resize(tasks_.size());
    std::vector<std::thread> threads;
    for (size_t i = 0; i < num_lanes(); ++i) threads.emplace_back([this] { lane(); });
    for (std::thread& t : threads) t.join();
    if (failure_) std::rethrow_exception(failure_);
  }

  void lane() {
    for (;;) {
      const size_t i = next_task_++;
      if (i >= tasks_.size() || failed_) return;
      try {
        run_task(i);
      } catch (...) {
        if (!failed_.exchange(true)) failure_ = std::current_exception();
      }
    }
  }

  /// A full disk must not cost the verdicts.
  void try_to_save_witnesses(size_t port_number, const PortReport& port, OperationReport& report) {
    try {
      save_witnesses(plan_.out, port_number, port, report);
    } catch (const BadInput& e) {
      const std::lock_guard lock(unsaved_mutex_);
      if (report_.unsaved.empty()) report_.unsaved = e.what();
    }
  }

  void run_task(size_t i) {
    const Task task = std::move(tasks_[i]);
    PortReport& port = report_.ports[task.port];
    if (units_) return run_unit(i, task, port);
    OperationReport& report = port.operations[task.report];
    judge_task(i, task, plan_, port, report);
    if (plan_.requires_full) require_full(report);
    if (!plan_.out.empty()) try_to_save_witnesses(task.port + 1, port, report);
  }

  /// A unit that was interrupted is done again, by whoever goes on: so it is the same as if it had
  /// not been. What has a time of its own is another one each time, and what it found stays.
  void run_unit(size_t i, const Task& task, const PortReport& port) {
    Plan plan;
    if (task.seed != plan_.seed) { // models are judged once
      plan = later_;
      plan.seed = task.seed;
    }
    OperationReport report;
    report.operation = port.operations[task.report].operation;
    report.profiles = port.operations[task.report].profiles;
    judge_task(i, task, task.seed == plan_.seed ? plan_ : plan, port, report);
    const bool found = report.verdict == Verdict::refuted && plan_.budget.seconds > 0;
    if (plan_.stopped() && !found) return;
    if (is_changed(port)) {
      forget(report);
      decide(report);
    }
    units_->add(task.unit, unit_json(std::move(report)));
  }

  /// The plan is the task's: the run's, but for the seed.
  void judge_task(size_t i, const Task& task, const Plan& plan, const PortReport& port,
                  OperationReport& report) {
    const Installation installation = on_machine(port.machine);
    if (plan_.stopped()) {
      report.reason = "interrupted";
      return;
    }
    const double processor_start = thread_seconds();
    // The time of the budget is for the whole run.
    const bool adversarial =
        plan_.adversarial && port.approximations.use == Approximations::Use::replaced;
    const double part = adversarial ? 0.5 : 1; // of all that there is to do
    const double seconds = part * seconds_of_task();
    auto helpers = start_helpers(plan, port, report, seconds);
    const bool is_first = task.seed == plan_.seed;
    try {
      const auto adversary = adversarial ? std::optional<uint64_t>(0) : std::nullopt;
      auto session = std::make_unique<Session>(port.path, installation.worker, adversary);
      if (!plan_.patches.empty()) session->patch(plan_.patches);
      session->stop_when(plan_.stop);
      Judge judge(std::move(session), task.seed);
      judge.judge_under(report.profiles);
      std::optional<Execution> execution;
      if (is_first && plan_.patches.empty() && port.machine.empty() &&
          targets().front().code_is_read)
        execution.emplace(port.path, installation, *report.operation, adversary)
            .call_under(report.profiles);
      judge_operation({plan, *task.cases, judge, execution ? &*execution : nullptr, report, seconds,
                       machine_, [&](double fraction) { show(i, part * fraction, port, report); }});
      if (adversarial) run_adversaries(i, plan, seconds, port, report);
      report.seconds = thread_seconds() - processor_start + judge.worker_seconds();
      if (execution) take(*execution, port, report);
    } catch (const LoadCrash& e) {
      // It loaded before: a port that loads only sometimes, or under some adversaries, is refuted.
      add_load_crash(e, report);
    } catch (const Unjudged& e) {
      report.reason = e.what();
    }
    for (auto& helper : helpers) add_part(helper.get(), report);
    decide(report);
    name_words(report);
    suggest_profiles(plan, port, report);
    if (plan_.suggests_profiles && !plan_.adversarial && !plan_.stopped())
      report.right_by_columns = is_right_by_columns(port.path, installation, report, plan.seed);
    if (plan_.patches.empty()) find_source_places(port, installation, report);
    add_possible(port, report);
    show(i, 1, port, report);
  }

  /// The time of the budget is for the whole run: a shard has its part of it.
  double seconds_of_task() const {
    const size_t tasks = units_ ? tasks_of_budget_ : tasks_.size();
    const size_t lanes = std::min(num_jobs(), tasks);
    return plan_.budget.seconds / static_cast<double>(plan_.shard.of) * static_cast<double>(lanes) /
           static_cast<double>(tasks);
  }

  /// Jobs without a verdict of their own judge the same operation with the next seeds, where there
  /// is time for it: each does all that a quick run does. Not where the run ends with what it
  /// finds, and not under adversaries, which have half of the time.
  std::vector<std::future<OperationReport>> start_helpers(const Plan& plan, const PortReport& port,
                                                          const OperationReport& report,
                                                          double seconds) const {
    constexpr double kWorthIt = 2; // seconds
    std::vector<std::future<OperationReport>> helpers;
    if (seconds < kWorthIt || plan_.adversarial || plan_.models_only || plan_.until ||
        plan_.only_asks || !plan_.patches.empty())
      return helpers;
    for (size_t k = 1; k < num_jobs() / tasks_.size(); ++k)
      helpers.push_back(
          std::async(std::launch::async, [this, &port, seconds, seed = plan.seed + k,
                                          op = report.operation, profiles = report.profiles] {
            return help(port, *op, profiles, seed, seconds);
          }));
    return helpers;
  }

  OperationReport help(const PortReport& port, const Operation& op, Profiles profiles,
                       uint64_t seed, double seconds) const {
    Plan plan = plan_;
    plan.seed = seed;
    plan.models.clear(); // they are judged already
    OperationReport report;
    report.operation = &op;
    report.profiles = profiles;
    const double processor_start = thread_seconds();
    try {
      auto session = std::make_unique<Session>(port.path, on_machine(port.machine).worker);
      session->stop_when(plan.stop);
      Judge judge(std::move(session), seed);
      judge.judge_under(profiles);
      GeneratedCases cases(op, seed, false);
      judge_operation({plan, cases, judge, nullptr, report, seconds, machine_, [](double) {}});
      report.seconds = thread_seconds() - processor_start + judge.worker_seconds();
    } catch (const LoadCrash& e) {
      add_load_crash(e, report);
    } catch (const Unjudged&) {
      // What was judged until then counts.
    }
    return report;
  }

  void suggest_profiles(const Plan& plan, const PortReport& port, OperationReport& report) {
    if (!plan_.suggests_profiles || plan_.adversarial || report.verdict != Verdict::refuted ||
        plan_.stopped() || plan_.models_only)
      return;
    const ProfileTrial trial{port.path, on_machine(port.machine), plan, machine_};
    report.would_pass_under = trial.enough_for(report);
  }

  /// For a refuted operation the witness is the result: a proved limit would contradict it.
  void add_possible(const PortReport& port, OperationReport& report) const {
    if (report.verdict == Verdict::refuted || !plan_.patches.empty()) return;
    for (size_t q = 0; q < report.operation->quantities.size(); ++q)
      report.possible[q] = possible_error(port.path, installation_, *report.operation, q);
    check_possible(port.name, report);
  }

  /// What ran, and what follows from it.
  void take(const Execution& execution, const PortReport& port, OperationReport& report) const {
    report.seconds += execution.worker_seconds();
    report.executed = execution.executed();
    // What asks the processor may well run more on this one than it needs.
    if (execution.undeclared() && !port.approximations.asks_cpu)
      report.findings.push_back(*execution.undeclared());
    if (report.reason.empty()) report.reason = too_little_ran(report.executed);
  }

  /// Why what ran is less than what was asked for, or nothing.
  std::string too_little_ran(const Executed& executed) const {
    if (plan_.executed <= 0) return {};
    const double part =
        executed.instructions == 0 ? 0 : 100 * double(executed.ran) / double(executed.instructions);
    if (part >= plan_.executed && executed.why.empty()) return {};
    return fmt::format("not all of it was run: {}{}{}", percentage(executed),
                       executed.why.empty() ? "" : "; ", executed.why);
  }

  void run_adversaries(size_t task, const Plan& of_task, double seconds, const PortReport& port,
                       OperationReport& report) {
    approximations::AdversaryPlan plan;
    plan.port = port.path;
    plan.installation = &installation_;
    plan.seed = of_task.seed;
    plan.profiles = report.profiles;
    plan.seconds = seconds;
    for (const Model& model : of_task.models)
      for (const Case& c : model.cases)
        if (c.operation == report.operation) plan.cases.push_back(c);
    plan.generated = !plan_.models_only;
    plan.machine = &machine_;
    plan.stop = [this] { return plan_.stopped(); };
    plan.on_progress = [&](double part) { show(task, 0.5 + 0.5 * part, port, report); };
    approximations::judge_adversaries(plan, report);
  }

  void show(size_t task, double fraction, const PortReport& port, const OperationReport& report) {
    fractions_[task] = fraction;
    double sum = 0;
    for (const std::atomic<double>& f : fractions_) sum += f;
    progress_.update(sum / static_cast<double>(fractions_.size()),
                     fmt::format("{} {}", port.name, report.operation->name));
  }

  const Plan& plan_;
  const Installation& installation_;
  Progress& progress_;
  RunReport report_;
  UnitWriter* units_ = nullptr; ///< where they are kept
  Plan later_;                  ///< of units with other seeds than the first
  size_t tasks_of_budget_ = 0;  ///< among which a shard divides its time
  mutable MachineLock machine_;
  std::vector<Task> tasks_;
  std::deque<std::atomic<double>> fractions_; ///< of each task; a deque, as atomics do not move
  std::atomic<size_t> next_task_{0};
  std::atomic<bool> failed_{false};
  std::exception_ptr failure_;
  std::mutex unsaved_mutex_;
  std::map<std::string, FileState> files_; ///< of the libraries, by path
};

} // namespace

RunReport certify(const Plan& plan, const Installation& installation, Progress& progress) {
  keep_freed_memory();
  return Run(plan, installation, progress).run();
}

} // namespace ulna
