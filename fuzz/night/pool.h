// The child processes of a night that run at the same time, each with what follows its end.
#pragma once

#include "fuzz/night/child.h"
#include "fuzz/night/fuzzer_output.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace ulna::night {

struct Job;

struct Task {
  std::string target; ///< that it runs for
  std::string work;   ///< folder that it writes to and nobody else may touch, or empty
  bool slice = false; ///< fuzzing; otherwise something that ends by itself
  double charged = 0; ///< seconds, of a slice
  Command command;
  std::function<void(const Job&)> done; ///< called once, after its end
};

struct Job {
  Task task;
  Child child;
  FuzzerOutput output;

  explicit Job(Task t) : task(std::move(t)), child(task.command) {}
};

class Pool {
public:
  void start(Task task) { jobs_.push_back(std::make_unique<Job>(std::move(task))); }

  /// Waits until something is written or so many milliseconds have passed, and returns the jobs
  /// that have ended. Their `done` is the caller's to call.
  std::vector<std::unique_ptr<Job>> poll(int milliseconds);

  /// Asks all jobs to end, or only the slices.
  void stop(bool only_slices);

  const std::vector<std::unique_ptr<Job>>& jobs() const { return jobs_; }
  bool busy(const std::string& work) const; ///< whether a job writes to that folder

private:
  std::vector<std::unique_ptr<Job>> jobs_;
};

} // namespace ulna::night
