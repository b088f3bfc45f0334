// The runner's way with targets: slices of time, merges, and what their ends mean.
#include "base/error.h"
#include "fuzz/last_call.h"
#include "fuzz/night/corpus.h"
#include "fuzz/night/runner.h"
#include "fuzz/night/seeds.h"
#include "report/table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <csignal>
#include <cstring>

namespace ulna::night {
namespace {

/// A target that ends at once is charged for this part of a slice all the same, or it would have
/// every turn.
constexpr double kLeastCharge = 1.0 / 8;

/// No two shards of a night have the same.
uint64_t seed_of_slice(uint64_t slice, const Shard& shard) {
  return 1 + (slice * shard.of + shard.number - 1) % 4'000'000'000;
}

std::string last_line(const std::string& text) {
  const size_t end = text.find_last_not_of('\n');
  if (end == text.npos) return "nothing";
  const size_t feed = text.rfind('\n', end);
  const size_t begin = feed == text.npos ? 0 : feed + 1;
  return text.substr(begin, end + 1 - begin);
}

} // namespace

/// Once in a night, before the first slice: a merge may drop seeds, and there may be new ones.
void Runner::seed(const Target& target) {
  if (!target.operation || state_of(target.name).slices > 0 || seeded_.contains(target.name))
    return;
  add_seeds(folder_, *target.operation, plan_.corpus, log_);
  seeded_.insert(target.name);
}

bool Runner::start_slice() {
  std::vector<Turn> turns;
  std::vector<bool> ready;
  const auto now = Clock::now();
  // Where there are more jobs than targets, several work on one corpus.
  const size_t together = (plan_.jobs + plan_.targets.size() - 1) / plan_.targets.size();
  for (size_t i = 0; i < plan_.targets.size(); ++i) {
    const std::string& name = plan_.targets[i].name;
    const auto running = static_cast<size_t>(
        std::count_if(pool_.jobs().begin(), pool_.jobs().end(), [&](const auto& job) {
          return job->task.slice && job->task.target == name;
        }));
    turns.push_back(state_of(name).turn);
    ready.push_back(running < together && ready_at_[i] <= now && !merging_.contains(name));
  }
  const size_t which = next(turns, ready);
  if (which == turns.size()) return false;
  const double seconds = std::max(1.0, std::ceil(std::min(plan_.slice, remaining())));
  charge(turns, which, seconds);
  const Target& target = plan_.targets[which];
  state_of(target.name).turn = turns[which];

  fs::path work;
  for (size_t slot = 0; work.empty() || pool_.busy(work.string()); ++slot)
    work = folder_.work() / fmt::format("{}.{}", target.name, slot);
  Task task{.target = target.name,
            .work = work,
            .slice = true,
            .charged = seconds,
            .command = {},
            .done = {}};
  task.command = {.arguments = {target.program, fmt::format("-max_total_time={:.0f}", seconds),
                                fmt::format("-artifact_prefix={}/", (work / "artifacts").string()),
                                fmt::format("-seed={}", seed_of_slice(state_.slices, plan_.shard)),
                                fmt::format("-timeout={:.0f}", plan_.input),
                                fmt::format("-rss_limit_mb={}", plan_.megabytes),
                                // it would end by itself after the call, as if nothing had been
                                "-handle_usr1=0", "-handle_usr2=0", "-print_final_stats=1",
                                folder_.corpus(target.name)},
                  .environment = {"ULNA_FUZZ_FINDINGS=" + (work / "findings").string()},
                  .output = {},
                  .seconds = seconds + 2 * plan_.input + 3,
                  .memory = (plan_.megabytes << 20) + (uint64_t{512} << 20)};
  for (std::string& option : engine_options(target))
    task.command.arguments.push_back(std::move(option));
  if (!plan_.ports.given.empty())
    task.command.environment.push_back("ULNA_FUZZ_PORT=" + plan_.ports.given);
  task.done = [this](const Job& job) { slice_ended(job); };
  ++state_.slices;
  return attempt([&] {
    make_folder(work / "artifacts");
    make_folder(work / "findings");
    std::error_code error;
    fs::remove(work / "findings" / fuzz::kLastCallFile, error); // of one that the runner ended with
    make_folder(folder_.corpus(target.name));
    seed(target);
    share_.exchange(folder_, target.name, log_);
    const std::vector<fs::path> left = files_in(work / "artifacts");
    left_[work] = {left.begin(), left.end()};
    pool_.start(std::move(task));
  });
}

bool Runner::start_merge() {
  for (const Target& target : plan_.targets) {
    const std::string name = target.name;
    TargetState& t = state_of(name);
    const bool busy = std::any_of(pool_.jobs().begin(), pool_.jobs().end(),
                                  [&](const auto& job) { return job->task.target == name; });
    if (busy || merging_.contains(name) || !worth_merging(t.inputs, t.inputs_merged)) continue;
    const fs::path into = merge_folder(folder_, name);
    Task task{
        .target = name, .work = into, .slice = false, .charged = 0, .command = {}, .done = {}};
    task.command = {.arguments = {target.program, "-merge=1", into, folder_.corpus(name)},
                    .environment = {},
                    .output = {},
                    .seconds = 600};
    task.done = [this, name](const Job& job) {
      merging_.erase(name);
      TargetState& state = state_of(name);
      const uint64_t before = state.inputs;
      const bool taken = job.child.exit_code() == 0 && take_merge(folder_, name);
      mend_corpus(folder_, name, log_);
      state.inputs = state.inputs_merged = corpus_size(folder_, name);
      log_.line(taken ? fmt::format("{}: {} inputs merged into {}", name, before, state.inputs)
                      : fmt::format("{}: merging {} inputs failed; they stay", name, before));
    };
    return attempt([&] {
      std::error_code error;
      fs::remove_all(into, error);
      make_folder(into);
      pool_.start(std::move(task));
      merging_.insert(name);
    });
  }
  return false;
}

void Runner::after(const Job& job) {
  attempt([&] { job.task.done(job); });
}

void Runner::slice_ended(const Job& job) {
  TargetState& t = state_of(job.task.target);
  const double ran = job.child.seconds();
  const FuzzerOutput& output = job.output;
  attempt([&] { collector_.keep_last_call(job, plan_.input); });
  drop_deadly(folder_, job.task.target, fs::path(job.task.work) / "artifacts");
  attempt([&] { // what it found in its last moments is part of its yield
    for (const auto& [target, doublings] : collector_.scan(pool_, state_.night))
      grown_[target] += doublings;
  });
  const double yield = yield_of(double(output.features_at_start()), double(output.features()),
                                grown_[job.task.target]);
  grown_[job.task.target] = 0;
  learn(t.turn, yield, std::max(ran, plan_.slice * kLeastCharge));
  give_back(job);
  ++t.slices;
  t.seconds += ran;
  // An input that ended it at once was executed, though libFuzzer had counted none.
  const std::vector<fs::path> inputs = files_in(fs::path(job.task.work) / "artifacts");
  const std::set<fs::path>& left = left_[job.task.work];
  const bool ended_in_one = std::any_of(
      inputs.begin(), inputs.end(), [&](const fs::path& input) { return !left.contains(input); });
  t.executions += std::max<uint64_t>(output.executions(), ended_in_one);
  if (output.coverage() > 0) t.coverage = output.coverage();
  if (output.features() > 0) t.features = output.features();
  attempt([&] { share_.exchange(folder_, job.task.target, log_); });
  t.inputs = corpus_size(folder_, job.task.target);
  log_.line(fmt::format("{}: {}, {} executions, {} features ({:+}), {} inputs", job.task.target,
                        duration(ran), grouped(output.executions()), output.features(),
                        int64_t(output.features()) - int64_t(output.features_at_start()),
                        t.inputs));
  judge_end(job, t);
}

/// A slice was charged when it began; what it did not use it gets back.
void Runner::give_back(const Job& job) {
  std::vector<Turn> turns;
  size_t which = 0;
  for (const Target& target : plan_.targets) {
    if (target.name == job.task.target) which = turns.size();
    turns.push_back(state_of(target.name).turn);
  }
  const double used = std::max(job.child.seconds(), job.task.charged * kLeastCharge);
  charge(turns, which, std::min(0.0, used - job.task.charged));
  state_of(job.task.target).turn = turns[which];
}

void Runner::judge_end(const Job& job, TargetState& t) {
  const Child& child = job.child;
  const std::string& target = job.task.target;
  const bool left_input = !files_in(fs::path(job.task.work) / "artifacts").empty();
  const bool ran = job.output.executions() > 0 || left_input;
  const bool by_itself = child.exit_code() == 0 && !child.late();
  if (by_itself || child.asked()) {
    t.failures = ran ? 0 : t.failures + !child.asked();
  } else if (child.signal() == SIGKILL && !child.late() && !child.too_large()) {
    log_.line(fmt::format("{}: killed by somebody else; goes on", target));
    ++t.deaths;
    return;
  } else {
    ++t.deaths;
    t.failures = ran ? 0 : t.failures + 1;
    const std::string how = child.too_large() ? "too much memory"
                            : child.late()    ? "does not end"
                            : child.signal()
                                ? fmt::format("ended by signal {}", child.signal())
                                : fmt::format("ended with exit code {}", child.exit_code());
    last_words_ = last_line(job.output.text());
    log_.line(fmt::format("{}: {}; the last line: {}", target, how, last_words_));
    // Without having run anything it is not the fault of an input.
    // Nor is being late the fault of anybody who was not in a call.
    const bool found = !left_input && !child.late() && (ran || !job.output.trace().what.empty());
    if (found) collector_.file_death(job, how, state_.night);
  }
  if (t.failures == 0) return;
  constexpr double kLongestWait = 60;
  const double wait =
      std::min(kLongestWait, 0.1 * std::exp2(double(std::min<uint64_t>(t.failures, 20))));
  for (size_t i = 0; i < plan_.targets.size(); ++i)
    if (plan_.targets[i].name == target)
      ready_at_[i] = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                        std::chrono::duration<double>(wait));
}

} // namespace ulna::night
