#include "bench/team.h"

#include <xmmintrin.h>

namespace ulna::bench {

Team::Team(size_t threads) {
  for (size_t i = 1; i < threads; ++i) others_.emplace_back([this] { serve(); });
}

Team::~Team() {
  {
    const std::lock_guard lock(mutex_);
    over_ = true;
  }
  begun_.notify_all();
}

void Team::run(size_t count, const std::function<void(size_t)>& job) {
  {
    const std::lock_guard lock(mutex_);
    job_ = &job;
    count_ = count;
    undone_ = untaken_ = count;
  }
  begun_.notify_all();
  take_jobs();
  wait(ended_, [this] { return undone_ == 0; });
}

void Team::serve() {
  while (!over_) {
    take_jobs();
    wait(begun_, [this] { return over_ || untaken_ > 0; });
  }
}

void Team::take_jobs() {
  for (size_t job; take(job);) {
    (*job_)(job);
    if (--undone_ > 0) continue;
    const std::lock_guard lock(mutex_);
    ended_.notify_one();
  }
}

bool Team::take(size_t& job) {
  const std::lock_guard lock(mutex_);
  if (untaken_ == 0) return false;
  job = count_ - untaken_--;
  return true;
}

/// A frame is shorter than it takes to wake a processor, so nobody sleeps at once. Nor does anybody
/// yield: to another process that would be a whole slice of time.
template <class Condition>
void Team::wait(std::condition_variable& changed, Condition condition) {
  constexpr int kPauses = 4000; // some 50 to 200 microseconds
  for (int i = 0; i < kPauses; ++i) {
    if (condition()) return;
    _mm_pause();
  }
  std::unique_lock lock(mutex_);
  changed.wait(lock, condition);
}

} // namespace ulna::bench
