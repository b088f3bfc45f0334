#include "fuzz/night/runner.h"

#include "certify/error.h"
#include "certify/files.h"
#include "fuzz/night/corpus.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <sys/statvfs.h>

namespace ulna::night {
namespace {

using namespace std::chrono_literals;

constexpr int kWait = 50;                         ///< milliseconds
constexpr auto kTick = 250ms;                     ///< between looks at what was found
constexpr auto kSave = 2s;                        ///< between states
constexpr auto kReport = 60s;                     ///< between reports
constexpr auto kPause = 5s;                       ///< after the disk refused
constexpr uint64_t kReserve = uint64_t{16} << 20; ///< bytes of disk that are for findings

/// What the end of a night may take, for findings; for errors a tenth of the night, in between.
constexpr auto kShortestEnd = 10s;
constexpr auto kLongestEnd = 5min;

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
      intake_(folder_, log_, findings_, largest_, plan.ports, plan.folder),
      ready_at_(plan.targets.size()) {
  context_ = {launcher, plan.ports.given, plan.ports.builtin, plan.folder, plan.not_there};
  prepare(fresh);
}

void Runner::prepare(bool fresh) {
  // Children end with a killed runner, but not what they started themselves.
  const std::string mark = "ULNA_NIGHT=" + folder_.root().string();
  end_orphans(mark);
  if (::setenv("ULNA_NIGHT", folder_.root().c_str(), 1) != 0)
    throw BadInput("no memory for the environment; free some memory");
  remove_halves(folder_);
  recover_night();
  if (state_.night.empty() || state_.over || fresh) {
    keep_morning(folder_, log_);
    begin_night(state_, plan_.length, now_utc());
    log_.line(fmt::format("night begins: {} for {} targets, {} at a time", duration(plan_.length),
                          plan_.targets.size(), plan_.jobs));
  } else {
    log_.line(
        fmt::format("goes on after {} of {}", duration(state_.elapsed), duration(plan_.length)));
    state_.length = plan_.length;
  }
  ++state_.starts;
  last_ = last_morning(folder_, log_);
  for (const Target& target : plan_.targets) {
    mend_corpus(folder_, target.name, log_);
    state_of(target.name).inputs = corpus_size(folder_, target.name);
  }
  std::error_code error;
  if (!fs::is_directory(plan_.corpus, error))
    log_.line(fmt::format("no corpus of cases in {}: targets start from what they have",
                          plan_.corpus.string()));
  // Targets of an earlier start in this night that are not in this one keep their counts.
  fs::remove_all(folder_.work() / "triage", error);
  save(state_, folder_.state());
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
    log_.line("the night is known from morning.json");
  } catch (const std::exception&) { // then it is a new night
  }
}

void Runner::trouble(const std::string& what) {
  paused_until_ = Clock::now() + kPause;
  if (what == last_trouble_) return;
  last_trouble_ = what;
  log_.line(fmt::format("TROUBLE {}. Trying again", what));
  fmt::print(stderr, "ulna: {}. Trying again\n", what);
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
  if (!hopeless()) return findings_.new_in(state_.night) > 0;
  fmt::print(stderr, "ulna: no target could run; see {}. The last one said: {}\n",
             folder_.log().string(), last_words_);
  return 2;
}

void Runner::loop() {
  Progress progress;
  auto last = Clock::now();
  intake_.queue_shrinking();
  tick();
  while (!stop_ && remaining() > 0 && !hopeless()) {
    if (Clock::now() >= paused_until_ && enough_disk()) fill();
    for (const auto& job : pool_.poll(kWait)) after(*job);
    const auto now = Clock::now();
    state_.elapsed += seconds(now - std::exchange(last, now));
    if (now - ticked_ >= kTick) tick();
    show(progress);
  }
}

/// Until nothing is left to do, it is time, or somebody is waiting for us.
void Runner::take_steps(Clock::duration longest) {
  const auto end = Clock::now() + longest;
  while (!pool_.jobs().empty() || !intake_.idle()) {
    if (stop_ || Clock::now() > end) {
      pool_.stop(false);
      if (pool_.jobs().empty()) break;
    } else {
      Task task;
      while (pool_.jobs().size() < plan_.jobs && intake_.next(task)) start(std::move(task));
    }
    for (const auto& job : pool_.poll(kWait)) after(*job);
    if (Clock::now() - ticked_ >= kTick) tick();
  }
}

void Runner::finish() {
  pool_.stop(true);
  tick();
  take_steps(kLongestEnd); // slices end at once; what was found is still to be shrunk
  intake_.queue_largest(); // no target makes them larger any more
  const std::chrono::duration<double> part(state_.length / 10);
  take_steps(std::clamp(std::chrono::duration_cast<Clock::duration>(part),
                        Clock::duration(kShortestEnd), Clock::duration(kLongestEnd)));
  tick();
  remove_halves(folder_); // of targets that were ended while they wrote
  state_.over = remaining() <= 0;
  log_.line(fmt::format("{} after {}: {} new findings, {} in all",
                        state_.over ? "night is over" : "ended early", duration(state_.elapsed),
                        findings_.new_in(state_.night), findings_.all().size()));
  const auto morning = morning_json(folder_, state_, findings_, largest_, last_, context_);
  // The report before the state that says it is there.
  const bool written = attempt([&] { write_report(); });
  const bool saved = attempt([&] { save(state_, folder_.state()); });
  if (!written || !saved) fmt::print("{}", morning_text(morning));
  const size_t fresh = findings_.new_in(state_.night);
  fmt::print("{} new finding{}, {} known; {} executions in {}\nreport: {}\n", fresh,
             fresh == 1 ? "" : "s", findings_.all().size() - fresh,
             grouped(morning["executions"].get<uint64_t>()), duration(state_.elapsed),
             (folder_.root() / "morning.md").string());
}

void Runner::start(Task task) {
  attempt([&] { pool_.start(std::move(task)); });
}

void Runner::fill() {
  Task task;
  while (pool_.jobs().size() < plan_.jobs && Clock::now() >= paused_until_) {
    if (intake_.next(task)) {
      start(std::move(task));
    } else if (!start_merge() && !start_slice()) {
      return;
    }
  }
}

void Runner::tick() {
  ticked_ = Clock::now();
  attempt([&] {
    for (const auto& [target, doublings] : intake_.scan(pool_, state_.night))
      grown_[target] += doublings;
    intake_.queue_shrinking();
  });
  if (ticked_ - saved_ >= kSave && attempt([&] { save(state_, folder_.state()); }))
    saved_ = ticked_;
  if (ticked_ - reported_ >= kReport && attempt([&] { write_report(); })) reported_ = ticked_;
}

void Runner::write_report() {
  const auto morning = morning_json(folder_, state_, findings_, largest_, last_, context_);
  using Handler = nlohmann::json::error_handler_t;
  write_file_whole((folder_.root() / "morning.json").string(),
                   morning.dump(1, ' ', false, Handler::replace) + "\n");
  write_file_whole((folder_.root() / "morning.md").string(), morning_text(morning));
}

bool Runner::hopeless() const {
  uint64_t executions = 0;
  for (const auto& [name, t] : state_.targets) executions += t.executions;
  return executions == 0 &&
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
