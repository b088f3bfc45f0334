// Lanes that work side by side, unless one must have the machine for itself.
#pragma once

#include <condition_variable>
#include <mutex>

namespace ulna {

/// Whoever waits to be alone goes before those who do not mind company, or it would wait for ever.
class MachineLock {
public:
  /// Runs `work` beside others.
  template <class Work>
  void among_others(const Work& work) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return !alone_ && waiting_ == 0; });
    ++inside_;
    lock.unlock();
    const Leave leave{this, [](MachineLock& machine) { --machine.inside_; }};
    work();
  }

  /// Runs `work` while nobody else does.
  template <class Work>
  void alone(const Work& work) {
    std::unique_lock lock(mutex_);
    ++waiting_;
    changed_.wait(lock, [this] { return !alone_ && inside_ == 0; });
    --waiting_;
    alone_ = true;
    lock.unlock();
    const Leave leave{this, [](MachineLock& machine) { machine.alone_ = false; }};
    work();
  }

private:
  /// Whatever the work throws, the machine opens again.
  struct Leave {
    MachineLock* machine;
    void (*change)(MachineLock&);
    ~Leave() {
      const std::lock_guard lock(machine->mutex_);
      change(*machine);
      machine->changed_.notify_all();
    }
  };

  std::mutex mutex_;
  std::condition_variable changed_;
  int inside_ = 0;
  int waiting_ = 0;
  bool alone_ = false;
};

} // namespace ulna
