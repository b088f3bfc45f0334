#include "certify/certify.h"

#include "approximations/adversary.h"
#include "approximations/examine.h"
#include "base/error.h"
#include "base/files.h"
#include "base/machine_lock.h"
#include "base/memory.h"
#include "cases/case_file.h"
#include "cases/make_case.h"
#include "certify/execution.h"
#include "certify/layout_trial.h"
#include "certify/operation_run.h"
#include "certify/port_names.h"
#include "certify/possible.h"
#include "certify/profile_trial.h"
#include "certify/source_places.h"
#include "code/library.h"
#include "report/machine.h"
#include "report/out_folder.h"

#include <fmt/chrono.h>
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

/// The verdict follows from what was judged, and from nothing else.
void decide(OperationReport& report) {
  if (!report.findings.empty()) {
    report.verdict = Verdict::refuted;
    report.reason.clear();
  } else if (!report.reason.empty()) {
    report.verdict = Verdict::not_run;
  } else if (report.tally.elements == 0) {
    report.verdict = Verdict::not_run;
    report.reason = "no element was judged";
  } else {
    report.verdict = Verdict::certified;
  }
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

void save_witness(const std::string& out, const std::string& name, Case c, const std::string& note,
                  std::string& path) {
  c.note = note + "; " + c.note;
  const std::string saved = "witnesses/" + name + ".case";
  save_case(c, out + "/" + saved);
  path = saved;
}

std::string under(const std::optional<uint64_t>& adversary) {
  return adversary ? fmt::format(" under --approximations {}", *adversary) : "";
}

void save_witnesses(const std::string& out, size_t port_number, const PortReport& port,
                    OperationReport& report) {
  // Two ports may call themselves the same.
  const std::string stem =
      fmt::format("{}-{}-{}", port_number, file_word(port.name), report.operation->name);
  for (Finding& f : report.findings) {
    const std::string its_name = fmt::format("{}-{}", stem, name(f.kind));
    f.before_paths.resize(f.before.size());
    for (size_t i = 0; i < f.before.size(); ++i)
      save_witness(
          out, fmt::format("{}-before-{}", its_name, i + 1), f.before[i],
          fmt::format("to be called before {}.case, {} of {}", its_name, i + 1, f.before.size()),
          f.before_paths[i]);
    save_witness(
        out, its_name, f.witness,
        fmt::format("{} by {}{}: {}", name(f.kind), port.name, under(f.adversary), f.detail),
        f.path);
  }
  for (size_t q = 0; q < report.operation->quantities.size(); ++q) {
    Largest& largest = report.tally.largest[q];
    const char* quantity = report.operation->quantities[q];
    if (largest.witness.operation)
      save_witness(out, fmt::format("{}-largest-{}", stem, file_word(quantity)), largest.witness,
                   fmt::format("largest error of {}{} in {}: {:.4g} of the bound", port.name,
                               under(largest.adversary), quantity, largest.fraction),
                   largest.path);
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

/// One port and one operation: what a lane takes at a time.
struct Task {
  size_t port;
  size_t report;                              ///< of the port's operations
  std::shared_ptr<GeneratedCases> cases = {}; ///< null when the task is done
};

class Run {
public:
  Run(const Plan& plan, const Installation& installation, Progress& progress)
      : plan_(plan), installation_(installation), progress_(progress) {}

  RunReport run() {
    const auto start = Clock::now();
    report_.started = fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)));
    report_.seed = plan_.seed;
    report_.budget = plan_.budget.text;
    report_.profile = plan_.profile;
    report_.requires_full = plan_.requires_full;
    report_.requires_executed = plan_.executed;
    for (const Model& model : plan_.models) report_.models.push_back(model.path);
    for (const std::string& path : plan_.ports) add_port(path);
    tell_apart(report_.ports);
    if (!plan_.out.empty()) remove_earlier_run(plan_.out); // no port was refused
    share_cases();
    fractions_.resize(tasks_.size());
    run_tasks();
    forget_changed_ports();
    report_.seconds = seconds_since(start);
    return std::move(report_);
  }

private:
  /// Each worker loads the library anew: where it was built again meanwhile, nobody knows which of
  /// the two was judged.
  void forget_changed_ports() {
    for (PortReport& port : report_.ports) {
      if (FileState(port.path) == files_.at(port.path)) continue;
      for (OperationReport& report : port.operations) {
        const Operation* const op = report.operation;
        report = {};
        report.operation = op;
        report.reason = "the library was changed while it was judged; certify it again";
      }
    }
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
        tasks_.push_back({report_.ports.size(), port.operations.size()});
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

  /// Tasks of one operation come one after the other, and have its generated cases in common, which
  /// go with the last of them.
  void share_cases() {
    std::vector<Task> by_operation;
    for (const Operation* op : plan_.operations) {
      std::vector<Task> tasks;
      for (const Task& task : tasks_)
        if (&operation_of(task) == op) tasks.push_back(task);
      const auto cases = std::make_shared<GeneratedCases>(*op, plan_.seed, tasks.size() > 1);
      for (Task& task : tasks) by_operation.emplace_back(task).cases = cases;
    }
    tasks_ = std::move(by_operation);
  }

  /// One more than cores: a lane waits while its worker starts, ends or is stepped by signals.
  size_t num_jobs() const {
    return plan_.jobs > 0 ? plan_.jobs : std::thread::hardware_concurrency() + 1;
  }
  size_t num_lanes() const { return std::min(num_jobs(), tasks_.size()); }

  void run_tasks() {
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
    PortReport& port = report_.ports[tasks_[i].port];
    OperationReport& report = port.operations[tasks_[i].report];
    const Installation installation = on_machine(port.machine);
    const std::shared_ptr<GeneratedCases> cases = std::move(tasks_[i].cases);
    if (plan_.stopped()) {
      report.reason = "interrupted";
      return;
    }
    const double processor_start = thread_seconds();
    // The time of the budget is for the whole run.
    const bool adversarial =
        plan_.adversarial && port.approximations.use == Approximations::Use::replaced;
    const double part = adversarial ? 0.5 : 1; // of all that there is to do
    const double seconds = part * plan_.budget.seconds * static_cast<double>(num_lanes()) /
                           static_cast<double>(tasks_.size());
    auto helpers = start_helpers(port, report, seconds);
    try {
      const auto adversary = adversarial ? std::optional<uint64_t>(0) : std::nullopt;
      auto session = std::make_unique<Session>(port.path, installation.worker, adversary);
      if (!plan_.patches.empty()) session->patch(plan_.patches);
      session->stop_when(plan_.stop);
      Judge judge(std::move(session), plan_.seed);
      judge.judge_under(report.profiles);
      std::optional<Execution> execution;
      if (plan_.patches.empty() && port.machine.empty() && targets().front().code_is_read)
        execution.emplace(port.path, installation, *report.operation, adversary)
            .call_under(report.profiles);
      judge_operation({plan_, *cases, judge, execution ? &*execution : nullptr, report, seconds,
                       machine_, [&](double fraction) { show(i, part * fraction, port, report); }});
      if (adversarial) run_adversaries(i, seconds, port, report);
      report.seconds = thread_seconds() - processor_start + judge.worker_seconds();
      if (execution) take(*execution, port, report);
    } catch (const LoadCrash& e) {
      // It loaded before: a port that loads only sometimes, or under some adversaries, is refuted.
      add_load_crash(e, report);
    } catch (const Unjudged& e) {
      report.reason = e.what();
    }
    for (auto& helper : helpers) merge(helper.get(), report);
    decide(report);
    name_words(report);
    require_full(report);
    suggest_profiles(port, report);
    if (plan_.suggests_profiles && !plan_.adversarial && !plan_.stopped())
      report.right_by_columns = is_right_by_columns(port.path, installation, report, plan_.seed);
    if (plan_.patches.empty()) find_source_places(port, installation, report);
    add_possible(port, report);
    if (!plan_.out.empty()) try_to_save_witnesses(tasks_[i].port + 1, port, report);
    show(i, 1, port, report);
  }

  /// Jobs without a verdict of their own judge the same operation with the next seeds, where there
  /// is time for it: each does all that a quick run does. Not where the run ends with what it
  /// finds, and not under adversaries, which have half of the time.
  std::vector<std::future<OperationReport>>
  start_helpers(const PortReport& port, const OperationReport& report, double seconds) const {
    constexpr double kWorthIt = 2; // seconds
    std::vector<std::future<OperationReport>> helpers;
    if (seconds < kWorthIt || plan_.adversarial || plan_.models_only || plan_.until ||
        plan_.only_asks || !plan_.patches.empty())
      return helpers;
    for (size_t k = 1; k < num_jobs() / tasks_.size(); ++k)
      helpers.push_back(
          std::async(std::launch::async,
                     [this, &port, k, seconds, op = report.operation, profiles = report.profiles] {
                       return help(port, *op, profiles, plan_.seed + k, seconds);
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

  /// The first finding of each kind stays.
  static void merge(OperationReport part, OperationReport& report) {
    report.tally.merge(std::move(part.tally));
    report.seconds += part.seconds;
    report.processors.merge(part.processors);
    for (Finding& finding : part.findings)
      if (std::ranges::find(report.findings, finding.kind, &Finding::kind) == report.findings.end())
        report.findings.push_back(std::move(finding));
  }

  /// What was not judged in full is not green where that is asked for.
  void require_full(OperationReport& report) const {
    if (!plan_.requires_full || report.verdict != Verdict::certified || report.profiles.empty())
      return;
    report.verdict = Verdict::not_run;
    report.reason = fmt::format("only certified under {}; --require full wants the whole contract",
                                names(report.profiles));
  }

  void suggest_profiles(const PortReport& port, OperationReport& report) {
    if (!plan_.suggests_profiles || plan_.adversarial || report.verdict != Verdict::refuted ||
        plan_.stopped() || plan_.models_only)
      return;
    const ProfileTrial trial{port.path, on_machine(port.machine), plan_, machine_};
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

  void run_adversaries(size_t task, double seconds, const PortReport& port,
                       OperationReport& report) {
    approximations::AdversaryPlan plan;
    plan.port = port.path;
    plan.installation = &installation_;
    plan.seed = plan_.seed;
    plan.profiles = report.profiles;
    plan.seconds = seconds;
    for (const Model& model : plan_.models)
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
