#include "bench/team.h"

namespace ulna::bench {

Team::Team(size_t threads) : begin_(std::ptrdiff_t(threads)), end_(std::ptrdiff_t(threads)) {
  for (size_t i = 1; i < threads; ++i) others_.emplace_back([this] { serve(); });
}

Team::~Team() {
  job_ = nullptr;
  begin_.arrive_and_wait();
}

void Team::run(size_t count, const std::function<void(size_t)>& job) {
  next_ = 0;
  count_ = count;
  job_ = &job;
  begin_.arrive_and_wait();
  take_jobs();
  end_.arrive_and_wait();
}

void Team::serve() {
  for (;;) {
    begin_.arrive_and_wait();
    if (!job_) return;
    take_jobs();
    end_.arrive_and_wait();
  }
}

void Team::take_jobs() {
  for (size_t i; (i = next_.fetch_add(1, std::memory_order_relaxed)) < count_;) (*job_)(i);
}

} // namespace ulna::bench
