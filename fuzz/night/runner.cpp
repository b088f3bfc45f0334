#include "fuzz/night/runner.h"

#include "base/error.h"
#include "base/files.h"
#include "fuzz/night/corpus.h"
#include "report/table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <sys/statvfs.h>
#include <unistd.h>

namespace ulna::night {
namespace {

using namespace std::chrono_literals;

constexpr int kWait = 50;                         ///< milliseconds
constexpr auto kTick = 250ms;                     ///< between looks at what was found
constexpr auto kSave = 2s;                        ///< between states
constexpr auto kReport = 60s;                     ///< between reports
constexpr auto kPause = 5s;                       ///< after the disk refused
constexpr uint64_t kReserve = uint64_t{16} << 20; ///< bytes of disk that are for findings

constexpr uint64_t kTriesToStart = 3;

double seconds(std::chrono::steady_clock::duration d) {
  return std::chrono::duration<double>(d).count();
}

/// What a killed process left beside the file that it was about to replace.
void remove_halves(const Folder& folder) {
  std::error_code error;
  std::vector<fs::path> halves;
  const auto look = [&](const fs::path& path) {
    if (path.filename().string().starts_with(".ulna-")) halves.push_back(path);
  };
  for (fs::directory_iterator at(folder.root(), error), end; !error && at != end;
       at.increment(error))
    look(at->path());
  for (const fs::path& root :
       {folder.findings(), folder.largest(), folder.work(), folder.history()})
    for (fs::recursive_directory_iterator at(root, error), end; !error && at != end;
         at.increment(error))
      look(at->path());
  for (const fs::path& half : halves) fs::remove(half, error);
}

} // namespace

Runner::Runner(const Plan& plan, const std::string& dir, bool fresh, const std::string& launcher,
               const std::atomic<bool>& stop)
    : plan_(plan), stop_(stop), folder_(dir), log_(folder_.log()),
      state_(load_state(folder_, log_)), findings_(folder_, log_), largest_(folder_, log_),
      collector_(folder_, log_, findings_, largest_, plan.ports, plan.folder),
      ready_at_(plan.targets.size()), port_file_(plan.port_file),
      share_(plan.share.empty() ? Share() : Share(plan.share)) {
  context_ = {launcher, plan.subject, plan.ports.builtin, plan.folder, plan.not_there, "", 0};
  for (const std::string& line : folder_.mended()) log_.line(line);
  collector_.limit_steps(seconds_of_step(plan.length));
  findings_.on_port(plan.ports.given_name, plan.ports.given);
  prepare(fresh);
}

void Runner::prepare(bool fresh) {
  // Children end with a killed runner, but not what they started themselves.
  const std::string mark = "ULNA_NIGHT=" + folder_.root().string();
  end_orphans(mark);
  if (::setenv("ULNA_NIGHT", folder_.root().c_str(), 1) != 0)
    throw BadInput("no memory for the environment; free some memory");
  // What is left over in the user's environment decides nothing; targets that are to call a port
  // are told so one by one.
  if (::unsetenv("ULNA_FUZZ_PORT") != 0)
    throw BadInput("no memory for the environment; free some memory");
  remove_halves(folder_);
  recover_night();
  for (const Target& target : plan_.targets) mend_corpus(folder_, target.name, log_);
  save(state_, folder_.state()); // what may fail, before the report of the last night is moved
  begin(fresh);
  ++state_.starts;
  executed_before_ = executions();
  last_ = last_morning(folder_, log_);
  for (const Target& target : plan_.targets)
    state_of(target.name).inputs = corpus_size(folder_, target.name);
  std::error_code error;
  if (!fs::is_directory(plan_.corpus, error))
    log_.line(fmt::format("no corpus of cases in {}: targets start from what they have",
                          plan_.corpus.string()));
  // Targets of an earlier start in this night that are not in this one keep their counts.
  fs::remove_all(folder_.work() / "triage", error);
  save(state_, folder_.state());
}

void Runner::begin(bool fresh) {
  const bool unfinished = !state_.night.empty() && !state_.over;
  const bool other = !same(state_.subject, plan_.subject);
  if (unfinished && !fresh && !other) {
    log_.line(
        fmt::format("goes on after {} of {}", duration(state_.elapsed), duration(plan_.length)));
    state_.length = plan_.length;
    return;
  }
  if (unfinished && !fresh) {
    const std::string text = fmt::format(
        "the unfinished night of {} was on another port, other targets or other contracts; this is "
        "a new one",
        state_.night);
    log_.line(text);
    say(STDERR_FILENO, fmt::format("ulna: {}\n", text));
  }
  if (state_.subject.port != plan_.subject.port ||
      state_.subject.port_sha256 != plan_.subject.port_sha256)
    set_aside_inputs();
  keep_morning(folder_, log_);
  begin_night(state_, plan_.subject, plan_.length, now_utc());
  log_.line(fmt::format("night begins{}: {} for {} targets, {} at a time, on {}",
                        plan_.subject.shard.empty() ? "" : ", shard " + plan_.subject.shard,
                        duration(plan_.length), plan_.targets.size(), plan_.jobs,
                        plan_.ports.given.empty() ? "the built-in ports" : plan_.ports.given));
}

/// What a target left of another port can only be judged with that one.
void Runner::set_aside_inputs() {
  for (const fs::path& work : folders_in(folder_.work())) {
    const std::string target = work.stem(); // TARGET.SLOT
    if (!find_operation(target)) continue;
    const std::vector<fs::path> inputs = files_in(work / "artifacts");
    if (inputs.empty()) continue;
    const fs::path kept = folder_.artifacts() / target;
    attempt([&] {
      for (const fs::path& input : inputs) move_file(input, kept / input.filename());
      log_.line(fmt::format("{}: {} inputs that ended it are not judged, their port is another one "
                            "now; kept in {}",
                            target, inputs.size(), kept.string()));
    });
  }
}

/// Where the state was lost but the report was not, the night goes on from that.
void Runner::recover_night() {
  std::error_code error;
  const fs::path morning = folder_.root() / "morning.json";
  if (!state_.night.empty() || !fs::exists(morning, error)) return;
  try {
    const auto j = nlohmann::json::parse(read_file(morning.string(), size_t{256} << 20));
    const double elapsed = j.at("seconds").get<double>();
    if (j.at("over").get<bool>() || !(elapsed >= 0)) return;
    state_.night = j.at("night").get<std::string>();
    state_.elapsed = elapsed;
    state_.subject = subject_from(j.at("subject"));
    log_.line("the night is known from morning.json");
  } catch (const std::exception&) { // then it is a new night
  }
}

void Runner::trouble(const std::string& what) {
  const auto now = Clock::now();
  paused_until_ = now + kPause;
  if (what == last_trouble_ || now < troubled_ + kPause) return;
  last_trouble_ = what;
  troubled_ = now;
  log_.line(fmt::format("TROUBLE {}. Trying again", what));
  say(STDERR_FILENO, fmt::format("ulna: {}. Trying again\n", what));
}

bool Runner::enough_disk() {
  struct statvfs disk {};
  if (statvfs(folder_.root().c_str(), &disk) != 0) return true;
  const bool enough = uint64_t{disk.f_bavail} * disk.f_frsize >= kReserve;
  if (!enough) {
    trouble(fmt::format("less than {} MiB are free on the disk of {}; free some", kReserve >> 20,
                        folder_.root().string()));
    pool_.stop(true);
  }
  return enough;
}

int Runner::run() {
  loop();
  finish();
  const bool found = findings_.new_in(state_.night) > 0;
  if (!port_changed_.empty()) {
    say(STDERR_FILENO,
        fmt::format("ulna: {}; the night ended there. Start again with a port that stays\n",
                    port_changed_));
    return found ? 1 : 2;
  }
  if (hopeless()) {
    say(STDERR_FILENO, fmt::format("ulna: no target could run; see {}. The last one said: {}\n",
                                   folder_.log().string(), last_words_));
    return 2;
  }
  if (found) return 1;
  if (context_.unjudged > 0) {
    say(STDERR_FILENO,
        fmt::format("ulna: {} input{} that ended a target not judged yet, in {}; "
                    "start again\n",
                    context_.unjudged, context_.unjudged == 1 ? "" : "s", folder_.work().string()));
    return 2;
  }
  return executions() == executed_before_ ? nothing_ran()
         : hardly_anything(morning_)      ? hardly_ran()
                                          : 0;
}

/// What was never tried is not green.
int Runner::nothing_ran() const {
  constexpr double kTooShort = 1; ///< seconds, for a target to begin
  const std::string why =
      stop_ ? "it was stopped before that"
      : ran_for_ <= 0
          ? fmt::format(
                "the night has had {:.3g} s of the {:.3g} s of --for; say a longer --for, or "
                "--fresh",
                state_.elapsed, state_.length)
      : state_.length < kTooShort
          ? fmt::format("--for was {:.3g} s; say a longer one", state_.length)
          : fmt::format("see {}", folder_.log().string());
  say(STDERR_FILENO, fmt::format("ulna: this start executed nothing: {}\n", why));
  return 2;
}

/// Nor is what was hardly tried.
int Runner::hardly_ran() const {
  say(STDERR_FILENO,
      fmt::format("ulna: next to nothing was tried: no target came to {} executions; {}\n",
                  grouped(kFewExecutions),
                  stop_ ? "it was stopped before that" : "say a longer --for, or a faster port"));
  return 2;
}

uint64_t Runner::executions() const {
  uint64_t sum = 0;
  for (const auto& [name, t] : state_.targets) sum += t.executions;
  return sum;
}

void Runner::look_at_port() {
  if (!port_changed_.empty()) return;
  port_changed_ = port_file_.changed();
  if (port_changed_.empty()) return;
  context_.port_changed = port_changed_;
  log_.line(fmt::format("{}: the night ends here", port_changed_));
}

void Runner::loop() {
  Progress progress;
  auto last = Clock::now();
  collector_.queue_shrinking();
  tick();
  while (!stop_ && remaining() > 0 && !hopeless()) {
    look_at_port();
    if (!port_changed_.empty()) break;
    if (Clock::now() >= paused_until_ && enough_disk()) fill();
    wait();
    const auto now = Clock::now();
    const double passed = seconds(now - std::exchange(last, now));
    state_.elapsed += passed;
    ran_for_ += passed;
    if (now - ticked_ >= kTick) tick();
    show(progress);
  }
}

void Runner::wait() {
  const auto ended = pool_.poll(kWait);
  look_at_port();
  for (const auto& job : ended) {
    (job->task.slice ? fuzzed_ : judged_) += job->child.seconds();
    if (job->task.slice && !port_changed_.empty()) { // what a library does that was written over
      state_of(job->task.target).executions += job->output.executions();
    } else {
      after(*job);
    }
  }
}

/// Until nothing is left to do, it is time, or somebody is waiting for us.
void Runner::take_steps(double longest) {
  const auto end = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                      std::chrono::duration<double>(longest));
  while (!pool_.jobs().empty() || !collector_.idle()) {
    look_at_port(); // steps judge by it
    if (stop_ || !port_changed_.empty() || Clock::now() > end) {
      pool_.stop(false);
      if (pool_.jobs().empty()) break;
    } else {
      Task task;
      while (pool_.jobs().size() < plan_.jobs && collector_.next(task)) start(std::move(task));
    }
    wait();
    if (Clock::now() - ticked_ >= kTick) tick();
  }
}

void Runner::finish() {
  pool_.stop(true);
  tick();
  collector_.queue_again(state_.night);
  // Slices end at once; what was found is still to be judged and shrunk.
  take_steps(seconds_of_judging(state_.length));
  collector_.queue_largest(); // no target makes them larger any more
  take_steps(seconds_of_cutting(state_.length));
  tick_paused_until_ = {};
  tick();
  if (!port_changed_.empty()) set_aside_inputs();
  remove_halves(folder_); // of targets that were ended while they wrote
  state_.over = remaining() <= 0;
  context_.unjudged = collector_.unjudged();
  log_.line(fmt::format("{} after {}: {} new findings, {} in all",
                        state_.over ? "night is over" : "ended early", duration(state_.elapsed),
                        findings_.new_in(state_.night), findings_.all().size()));
  morning_ = morning_json(folder_, state_, findings_, largest_, last_, context_);
  // The report before the state that says it is there.
  const bool written = attempt([&] { write_report(); });
  const bool saved = attempt([&] { save(state_, folder_.state()); });
  if (!written || !saved) say(STDOUT_FILENO, morning_text(morning_));
  const size_t fresh = findings_.new_in(state_.night);
  say(STDOUT_FILENO, fmt::format("{} new finding{}, {} known; {} executions in {}{}\nreport: {}\n",
                                 fresh, fresh == 1 ? "" : "s", findings_.all().size() - fresh,
                                 grouped(executions()), duration(state_.elapsed),
                                 undone_text(morning_), (folder_.root() / "morning.md").string()));
}

void Runner::start(Task task) {
  attempt([&] { pool_.start(std::move(task)); });
}

void Runner::fill() {
  while (pool_.jobs().size() < plan_.jobs && Clock::now() >= paused_until_) {
    const bool judge = steps_first(judged_, fuzzed_, collector_.waiting()) && start_step();
    if (!judge && !start_merge() && !start_slice() && !start_step()) return;
  }
}

bool Runner::start_step() {
  Task task;
  if (!collector_.next(task)) return false;
  start(std::move(task));
  return true;
}

void Runner::tick() {
  ticked_ = Clock::now();
  if (ticked_ < tick_paused_until_) return;
  bool done = attempt([&] {
    for (const auto& [target, doublings] : collector_.scan(pool_, state_.night))
      grown_[target] += doublings;
    collector_.queue_shrinking();
  });
  const auto now_and_then = [&](Clock::time_point& last, Clock::duration between,
                                const auto& work) {
    if (!done || ticked_ - last < between) return;
    done = attempt(work);
    if (done) last = ticked_;
  };
  now_and_then(saved_, kSave, [&] { save(state_, folder_.state()); });
  now_and_then(reported_, kReport, [&] { write_report(); });
  if (!done) tick_paused_until_ = ticked_ + kPause;
}

void Runner::write_report() {
  const auto morning = morning_json(folder_, state_, findings_, largest_, last_, context_);
  using Handler = nlohmann::json::error_handler_t;
  write_file_whole((folder_.root() / "morning.json").string(),
                   morning.dump(1, ' ', false, Handler::replace) + "\n");
  write_file_whole((folder_.root() / "morning.md").string(), morning_text(morning));
}

bool Runner::hopeless() const {
  return executions() == 0 &&
         std::all_of(plan_.targets.begin(), plan_.targets.end(), [&](const Target& target) {
           const auto t = state_.targets.find(target.name);
           return t != state_.targets.end() && t->second.failures >= kTriesToStart;
         });
}

void Runner::show(Progress& progress) const {
  double per_second = 0;
  for (const auto& job : pool_.jobs())
    if (job->task.slice && job->child.seconds() > 0.1)
      per_second += double(job->output.executions()) / job->child.seconds();
  std::map<std::string, double> errors;
  for (const auto& [name, e] : largest_.all()) {
    double& worst = errors[std::get<0>(name)];
    worst = std::max(worst, e.fraction);
  }
  std::vector<std::string> worst;
  for (const auto& [operation, fraction] : errors)
    worst.push_back(fmt::format("{} {:.2f}", operation, fraction));
  // Few fit on a line: each in its turn.
  if (!worst.empty())
    std::rotate(worst.begin(), worst.begin() + int(size_t(state_.elapsed / 3) % worst.size()),
                worst.end());
  const std::string text = fmt::format(
      "{} of {}  {}/s  {} findings, {} new", duration(state_.elapsed), duration(state_.length),
      grouped(uint64_t(per_second)), findings_.all().size(), findings_.new_in(state_.night));
  progress.update(state_.elapsed / state_.length, text, worst);
}

} // namespace ulna::night
