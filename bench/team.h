// Threads that take jobs from a counter: whoever is free takes the next.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace ulna::bench {

/// So many threads, of which the caller of run() is one. Between the runs the others look out for
/// work for a while, and then sleep.
class Team {
public:
  explicit Team(size_t threads);
  ~Team();
  Team(const Team&) = delete;
  Team& operator=(const Team&) = delete;

  /// Calls job(i) once for each i below count, on all threads at the same time, and returns when
  /// all calls have. Waits for nobody who has no job. A job must not throw.
  void run(size_t count, const std::function<void(size_t)>& job);

private:
  void serve();
  void take_jobs();
  bool take(size_t& job);
  template <class Condition>
  void wait(std::condition_variable& changed, Condition condition);

  std::mutex mutex_; ///< of all that is not atomic, and of changes that somebody may sleep for
  std::condition_variable begun_, ended_;
  const std::function<void(size_t)>* job_ = nullptr;
  size_t count_ = 0;
  std::atomic<size_t> untaken_ = 0, undone_ = 0; ///< jobs of this run
  std::atomic<bool> over_ = false;
  std::vector<std::jthread> others_;
};

} // namespace ulna::bench
