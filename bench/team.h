// Threads that take jobs from a counter: whoever is free takes the next.
#pragma once

#include <atomic>
#include <barrier>
#include <cstddef>
#include <functional>
#include <thread>
#include <vector>

namespace ulna::bench {

/// So many threads, of which the caller of run() is one. The others sleep between the runs.
class Team {
public:
  explicit Team(size_t threads);
  ~Team();
  Team(const Team&) = delete;
  Team& operator=(const Team&) = delete;

  /// Calls job(i) once for each i below count, on all threads at the same time, and returns when
  /// all calls have. A job must not throw.
  void run(size_t count, const std::function<void(size_t)>& job);

private:
  void serve();
  void take_jobs();

  std::atomic<size_t> next_ = 0;
  size_t count_ = 0;
  const std::function<void(size_t)>* job_ = nullptr; ///< null: it is over
  std::barrier<> begin_, end_;
  std::vector<std::jthread> others_;
};

} // namespace ulna::bench
