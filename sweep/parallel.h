// Work for all cores.
#pragma once

#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace ulna::sweep {

/// Calls job(thread, i) for all i below `count`, each thread with a number of its own. What one of
/// them throws ends all.
template <class Job>
void in_parallel(size_t threads, size_t count, const Job& job) {
  std::atomic<size_t> next{0};
  std::exception_ptr thrown;
  std::mutex mutex;
  const auto work = [&](size_t thread) {
    try {
      for (size_t i = next++; i < count; i = next++) job(thread, i);
    } catch (...) {
      const std::lock_guard lock(mutex);
      if (!thrown) thrown = std::current_exception();
      next = count;
    }
  };
  {
    std::vector<std::jthread> others;
    for (size_t i = 1; i < threads; ++i) others.emplace_back(work, i);
    work(0);
  }
  if (thrown) std::rethrow_exception(thrown);
}

} // namespace ulna::sweep
