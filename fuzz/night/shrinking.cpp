// The collector's last step: smaller witnesses.
#include "base/error.h"
#include "cases/operation.h"
#include "fuzz/night/collector.h"
#include "fuzz/night/targets.h"

#include <fmt/format.h>

#include <csignal>

namespace ulna::night {
namespace {

constexpr const char* kSmallCase = "small.case";
constexpr const char* kSmallRaw = "small";
constexpr const char* kTrying = "small.try";
constexpr int kTries = 3;
constexpr double kSecondsOfError = 60; ///< to cut down the witness of one

/// Whether it was ended by somebody else, and may well succeed the next time.
bool disturbed(const Job& job) {
  return job.child.asked() || (job.child.signal() == SIGKILL && !job.child.late());
}

} // namespace

void Collector::queue_shrinking() {
  for (const auto& [key, finding] : findings_.all()) {
    if (finding.shrunk != Shrunk::not_yet || shrinking_.contains(key)) continue;
    if (++tries_[key] > kTries) continue;
    std::error_code error;
    if (!fs::exists(findings_.folder_of(finding) / finding.first, error)) continue;
    shrinking_.insert(key);
    if (is_case(finding.first)) {
      shrink(finding);
    } else {
      minimise(finding);
    }
  }
}

void Collector::shrunk(const Key& key, Shrunk result, const std::string& witness) {
  shrinking_.erase(key);
  Distinct& finding = findings_.all().at(key);
  finding.shrunk = result;
  if (!witness.empty()) finding.witness = witness;
  findings_.update(finding);
}

void Collector::shrink(const Distinct& finding) {
  const std::string port = ports_.argument(finding.key.port);
  if (port.empty()) { // of another night, with another port: it may come again
    return;
  }
  const fs::path small = findings_.folder_of(finding) / kSmallCase;
  Command command{.arguments = {self_, "fuzz-triage", findings_.folder_of(finding) / finding.first,
                                "--port", port, "--kind", finding.key.kind, "--out", small},
                  .environment = {},
                  .output = {},
                  .seconds = step_seconds_};
  queue(finding.key.target, std::move(command), [this, key = finding.key](const Job& job) {
    const int code = job.child.exit_code();
    if (disturbed(job)) {
      shrinking_.erase(key);
    } else if (code == 0 || code == 1) {
      shrunk(key, code == 1 ? Shrunk::yes : Shrunk::alone_silent, code == 1 ? kSmallCase : "");
    } else {
      log_.line(fmt::format("cannot shrink {}: {}", key.id(), job.output.text()));
      shrunk(key, Shrunk::cannot, "");
    }
  });
}

void Collector::minimise(const Distinct& finding) {
  const fs::path folder = findings_.folder_of(finding);
  if (!finding.port_path.empty() && ports_.argument(finding.key.port).empty())
    return;                                   // of another night, with another port
  if (!finding.first.starts_with("crash-")) { // a shorter hang is still a hang
    shrunk(Key(finding.key), Shrunk::cannot, "");
    return;
  }
  Command command{.arguments = {program(finding.key.target), "-minimize_crash=1",
                                "-max_total_time=20", kNoTimeout,
                                "-exact_artifact_path=" + (folder / kTrying).string(),
                                folder / finding.first},
                  .environment = environment(),
                  .output = {},
                  .seconds = 60};
  if (find_operation(finding.key.target))
    command.arguments.insert(command.arguments.begin() + 1, kAnyAllocation);
  queue(finding.key.target, std::move(command),
        [this, key = finding.key, folder, first = finding.first](const Job& job) {
          std::error_code error;
          const uintmax_t before = fs::file_size(folder / first, error);
          const uintmax_t after = fs::file_size(folder / kTrying, error);
          if (disturbed(job)) {
            shrinking_.erase(key);
          } else if (error || after >= before) {
            shrunk(key, Shrunk::cannot, "");
          } else {
            verify(key, folder / kTrying);
          }
        });
}

/// The smaller input must show the same finding, not just some other crash.
void Collector::verify(const Key& key, const fs::path& smaller) {
  queue(key.target, run_alone(key.target, smaller), [this, key, smaller](const Job& job) {
    if (disturbed(job)) {
      shrinking_.erase(key);
    } else if (Key seen = key_of(key.target, job.output.trace());
               (seen.port = key.port, seen == key)) {
      move_file(smaller, smaller.parent_path() / kSmallRaw);
      shrunk(key, Shrunk::yes, kSmallRaw);
    } else {
      std::error_code error;
      fs::remove(smaller, error);
      shrunk(key, Shrunk::cannot, "");
    }
  });
}

void Collector::queue_largest() {
  for (const auto& [name, error] : largest_.all()) {
    const std::string port = ports_.argument(std::get<1>(name));
    // A port of another night may come again.
    if (error.settled || port.empty() || !cutting_.insert(name).second) continue;
    shrink(name, port);
  }
}

void Collector::shrink(const LargestErrors::Name& name, const std::string& port) {
  const auto& [operation, port_name, quantity] = name;
  const fs::path witness = largest_.witness(name);
  const fs::path out = folder_.work() / "triage" / witness.stem();
  Command command{.arguments = {self_, "fuzz-triage", witness, "--port", port, "--quantity",
                                quantity, "--fraction",
                                fmt::format("{}", largest_.all().at(name).fraction), "--out", out},
                  .environment = {},
                  .output = {},
                  .seconds = kSecondsOfError};
  queue(operation, std::move(command), [this, name, out](const Job& job) {
    const int code = job.child.exit_code();
    if (disturbed(job)) return; // again at the end of the next night
    const bool smaller = code == 1 && largest_.take_smaller(name, out / kLargestLines);
    std::error_code error;
    fs::remove_all(out, error);
    if (smaller) return;
    largest_.settle(name);
    if (code != 0)
      log_.line(fmt::format("cannot cut down {}: {}", largest_.witness(name).string(),
                            job.child.late() ? "out of time" : job.output.text()));
  });
}

} // namespace ulna::night
