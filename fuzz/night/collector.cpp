#include "fuzz/night/collector.h"

#include "base/error.h"
#include "base/files.h"
#include "cases/case_file.h"
#include "cases/operation.h"
#include "fuzz/last_call.h"
#include "fuzz/night/corpus.h"
#include "fuzz/night/targets.h"

#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <unistd.h>

namespace ulna::night {
namespace {

/// "crash" of "crash-0123…", as libFuzzer names what it leaves.
std::string prefix(const fs::path& artifact) {
  const std::string name = artifact.filename();
  return name.substr(0, name.find('-'));
}

std::string hash_of(const fs::path& artifact) {
  const std::string name = artifact.filename();
  return name.substr(name.rfind('-') + 1);
}

// Raw inputs that we name ourselves.
constexpr const char* kEnded = "ended";       ///< the target ended in this call, perhaps not by it
constexpr const char* kHang = "hang";         ///< it computed in this call without an end
constexpr const char* kDoubtful = "doubtful"; ///< and the machine, or we, had a part in it
constexpr const char* kMemory = "oom"; ///< it had more memory than its share; libFuzzer's word

/// Whether the end of a target says too little of this input to be a finding by itself.
bool is_weak(const fs::path& artifact) {
  const std::string why = prefix(artifact);
  return why == kEnded || why == kDoubtful || why == kMemory || why == "timeout";
}

/// So many ends in a night that nobody sees again are the port's fault: a right one has none.
constexpr size_t kUnexplained = 3;

/// libFuzzer's exit code after SIGINT and SIGTERM.
constexpr int kInterrupted = 72;

/// Whether it may have been ended by somebody else, or for want of time or memory.
bool perhaps_from_outside(const Child& child) {
  return child.signal() == SIGKILL || child.signal() == SIGTERM ||
         child.exit_code() == kInterrupted || child.late() || child.too_large() || child.asked();
}

std::string how_it_ended(const Child& child) {
  if (child.too_large()) return "ended for want of memory";
  if (child.late()) return "did not end";
  if (child.asked()) return "was asked to end";
  return child.signal() ? fmt::format("ended by signal {}", child.signal())
                        : fmt::format("ended with exit code {}", child.exit_code());
}

std::string describe(const Key& key) {
  std::string text = key.target;
  if (!key.port.empty()) text += ", " + key.port;
  text += ": " + key.kind;
  return key.where.empty() ? text : text + " in " + key.where;
}

} // namespace

std::string Ports::argument(const std::string& name) const {
  if (!given.empty()) return file_name(given_name) == file_name(name) ? given : "";
  return std::find(builtin.begin(), builtin.end(), name) == builtin.end() ? "" : name;
}

Collector::Collector(const Folder& folder, Log& log, Findings& findings, LargestErrors& largest,
                     const Ports& ports, const fs::path& targets)
    : folder_(folder), log_(log), findings_(findings), largest_(largest), ports_(ports),
      targets_(targets) {
  std::error_code error;
  self_ = fs::read_symlink("/proc/self/exe", error);
}

std::map<std::string, double> Collector::scan(const Pool& pool, const std::string& night) {
  std::map<std::string, double> grown;
  for (const fs::path& work : folders_in(folder_.work())) {
    const std::string target = work.stem(); // TARGET.SLOT
    for (const fs::path& file : files_in(work / "findings")) {
      const std::string name = file.filename();
      if (file.extension() == ".case" && !name.starts_with("largest-")) take_case(file, night);
    }
    const fs::path jsonl = work / "findings" / kLargestLines;
    std::error_code error;
    const uintmax_t size = fs::file_size(jsonl, error);
    if (!error && read_[jsonl] != size) {
      grown[target] += largest_.take(jsonl);
      read_[jsonl] = size;
    }
    if (pool.busy(work.string())) continue;
    for (const fs::path& file : files_in(work / "artifacts")) take_artifact(file, target, night);
  }
  return grown;
}

void Collector::take_case(const fs::path& file, const std::string& night) {
  std::string operation, note;
  try {
    const Case c = load_case(file.string());
    operation = c.operation->name;
    note = c.note;
  } catch (const BadInput& e) {
    const fs::path kept = set_aside(file, folder_.corrupt());
    log_.line(fmt::format("{}. Kept as {}", e.what(), kept.string()));
    return;
  }
  filed(findings_.file(key_of(file.filename(), operation, note), file, note, night));
}

void Collector::filed(Distinct* is_new) {
  if (!is_new) return;
  log_.line(fmt::format("NEW FINDING {}: {}", describe(is_new->key),
                        (findings_.folder_of(*is_new) / is_new->first).string()));
  queue_shrinking();
}

void Collector::take_artifact(const fs::path& file, const std::string& target,
                              const std::string& night) {
  if (prefix(file) == "slow") { // slow-unit-…: no finding
    move_file(file, folder_.artifacts() / target / file.filename());
    return;
  }
  // A program that is not there now may be there at the next start.
  if (::access(program(target).c_str(), X_OK) != 0 || !under_way_.insert(file).second) return;
  if (find_operation(target)) {
    convert(file, target, night);
  } else {
    reproduce(file, target, night);
  }
}

void Collector::keep_last_call(const Job& job, double patience) {
  const fs::path artifacts = fs::path(job.task.work) / "artifacts";
  const Child& child = job.child;
  const auto call = fuzz::last_call((fs::path(job.task.work) / "findings").string());
  const std::string hash = call ? input_name(call->input) : "";
  // libFuzzer goes by the clock on the wall, and so do we when the night ends.
  const bool long_call = call && child.processor_seconds() - call->used >= patience / 2;
  const bool held_up = child.held_up() >= patience / 2;
  const char* timeout = held_up ? kDoubtful : "timeout";
  if (long_call) timeout = kHang;
  for (const fs::path& file : files_in(artifacts)) {
    if (prefix(file) == "timeout")
      move_file(file, artifacts / fmt::format("{}-{}", timeout, hash_of(file)));
  }
  for (const fs::path& file : files_in(artifacts)) {
    std::error_code error;
    // One that was cut short is not what ended it.
    if (call && hash_of(file) == hash && prefix(file) != "slow" &&
        fs::file_size(file, error) == call->input.size())
      return;
  }
  if (!call) return;
  // Every target is in a call when it is asked to end; but most calls are short.
  const bool heard = child.asked() && child.exit_code() == kInterrupted;
  if (heard && !long_call && fuzz::now() - call->begun < patience / 4) return;
  const char* why = "crash";
  if (perhaps_from_outside(child)) why = child.asked() || held_up ? kDoubtful : kEnded;
  if (child.too_large()) why = kMemory;
  if (long_call) why = kHang;
  const std::string name = fmt::format("{}-{}", why, hash);
  write_file_whole((artifacts / name).string(), call->input);
  log_.line(
      fmt::format("{}: {} in a call; its input is {}", job.task.target, how_it_ended(child), name));
}

void Collector::not_seen_again(const fs::path& artifact, const std::string& target,
                               const std::string& night) {
  log_.line(
      fmt::format("{}: died once in {}, not seen again", target, artifact.filename().string()));
  const fs::path kept = folder_.artifacts() / target;
  if (prefix(artifact) == kDoubtful) {
    move_file(artifact, kept / artifact.filename());
    return;
  }
  // Counted by what lies there, so that a runner that is started again goes on.
  const fs::path unexplained = kept / "unexplained";
  const bool memory = prefix(artifact) == kMemory;
  const std::string tonight = fmt::format("{}-{}-", memory ? kMemory : kEnded, night);
  std::vector<fs::path> all;
  for (const fs::path& file : files_in(unexplained))
    if (file.filename().string().starts_with(tonight)) all.push_back(file);
  all.push_back(unexplained / fmt::format("{}{}-{}", tonight, all.size() + 1, hash_of(artifact)));
  move_file(artifact, all.back());
  if (all.size() < kUnexplained) return;
  const Key key{target, "", memory ? "takes more memory than its share" : "ends its process", ""};
  const std::string detail =
      fmt::format("{} times in one night, {}", all.size(),
                  memory ? "over many calls" : "in calls that do not end it alone");
  for (const fs::path& file : all) filed(findings_.file(key, file, detail, night));
}

void Collector::convert(const fs::path& artifact, const std::string& target,
                        const std::string& night) {
  const fs::path converted = folder_.work() / "triage" / (artifact.filename().string() + ".case");
  make_folder(converted.parent_path());
  Command command{.arguments = {program(target), "--ulna-case", artifact},
                  .environment = {},
                  .output = converted,
                  .seconds = 30};
  queue(target, std::move(command), [=, this](const Job& job) {
    if (job.child.exit_code() == 0) {
      name(converted, artifact, target, night);
    } else {
      reproduce(artifact, target, night);
    }
  });
}

void Collector::name(const fs::path& converted, const fs::path& artifact, const std::string& target,
                     const std::string& night) {
  const fs::path out = folder_.work() / (target + ".named") / "findings";
  Command command{.arguments = {self_, "fuzz-triage", converted, "--out", out},
                  .environment = {},
                  .output = {},
                  .seconds = step_seconds_};
  for (const std::string& port :
       ports_.given.empty() ? ports_.builtin : std::vector<std::string>{ports_.given}) {
    command.arguments.emplace_back("--port");
    command.arguments.push_back(port);
  }
  queue(target, std::move(command), [=, this](const Job& job) {
    std::error_code ignored;
    fs::remove(converted, ignored);
    if (job.child.exit_code() == 1) { // its findings lie in `out` as cases
      under_way_.erase(artifact);
      move_file(artifact, folder_.artifacts() / target / artifact.filename());
    } else {
      if (job.child.exit_code() != 0 && !job.child.asked())
        log_.line(fmt::format("cannot judge {}: {}", artifact.string(), job.output.text()));
      reproduce(artifact, target, night);
    }
  });
}

void Collector::reproduce(const fs::path& artifact, const std::string& target,
                          const std::string& night) {
  queue(target, run_alone(target, artifact), [=, this](const Job& job) {
    under_way_.erase(artifact);
    if (job.child.asked()) return; // the night ends: again at the next start
    Trace trace = job.output.trace();
    if (trace.what.empty() && job.child.late()) trace.what = "timeout";
    if (trace.what.empty() && is_weak(artifact)) return not_seen_again(artifact, target, night);
    if (trace.what.empty()) trace.what = prefix(artifact) + ", not seen again";
    Distinct* const is_new = findings_.file(key_of(target, trace), artifact, "", night);
    if (is_new)
      write_file_whole((findings_.folder_of(*is_new) / "trace.txt").string(), job.output.text());
    filed(is_new);
  });
}

void Collector::file_death(const Job& job, const std::string& kind, const std::string& night) {
  const std::string text = job.output.text() + "\n" + kind + "\n";
  const fs::path file =
      fs::path(job.task.work) / ("death-" + sha256_hex(text).substr(0, 12) + ".txt");
  write_file_whole(file.string(), text);
  Trace trace = job.output.trace();
  if (trace.what.empty()) trace.what = kind;
  Distinct* const is_new = findings_.file(key_of(job.task.target, trace), file, kind, night);
  if (is_new) { // there is no input to shrink
    is_new->shrunk = Shrunk::cannot;
    findings_.update(*is_new);
  }
  filed(is_new);
}

void Collector::queue(const std::string& target, Command command,
                      std::function<void(const Job&)> done) {
  queue_.push_back({.target = target,
                    .work = {},
                    .slice = false,
                    .charged = 0,
                    .command = std::move(command),
                    .done = std::move(done)});
}

Command Collector::run_alone(const std::string& target, const fs::path& input) const {
  std::vector<std::string> words{program(target), kNoTimeout, "-rss_limit_mb=2048"};
  if (find_operation(target)) words.emplace_back(kAnyAllocation);
  words.push_back(input);
  return {.arguments = words, .environment = environment(), .output = {}, .seconds = 60};
}

size_t Collector::unjudged() const {
  size_t count = 0;
  for (const fs::path& work : folders_in(folder_.work()))
    if (::access(program(work.stem()).c_str(), X_OK) == 0)
      for (const fs::path& file : files_in(work / "artifacts")) count += prefix(file) != "slow";
  return count;
}

std::vector<std::string> Collector::environment() const {
  if (ports_.given.empty()) return {};
  return {"ULNA_FUZZ_PORT=" + ports_.given};
}

bool Collector::next(Task& task) {
  if (queue_.empty()) return false;
  task = std::move(queue_.front());
  queue_.pop_front();
  return true;
}

} // namespace ulna::night
