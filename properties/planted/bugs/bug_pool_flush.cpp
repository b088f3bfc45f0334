// Half of a large call is done by a thread that the first of them starts. It keeps FTZ and DAZ as
// that caller had them, whoever calls later.
#include "../four_kernels.h"

#include <condition_variable>
#include <mutex>
#include <thread>

using namespace ulna::planted;

namespace {

class Helper {
public:
  Helper() : thread_([this] { work(); }) { thread_.detach(); }

  void begin(Split job) {
    const std::lock_guard lock(mutex_);
    job_ = job;
    busy_ = true;
    changed_.notify_all();
  }

  void wait() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return !busy_; });
  }

private:
  void work() {
    for (std::unique_lock lock(mutex_);;) {
      changed_.wait(lock, [this] { return busy_; });
      skin(job_);
      busy_ = false;
      changed_.notify_all();
    }
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  Split job_{};
  bool busy_ = false;
  std::thread thread_;
};

std::mutex one_call_at_a_time;

void kernel(Split call) {
  if (call.num_verts < 64) return skin(call);
  const std::lock_guard lock(one_call_at_a_time);
  static Helper* const helper = new Helper; // the thread outlives what is destroyed at the end
  const int32_t half = call.num_verts / 2;
  helper->begin(call.part(half, call.num_verts - half));
  skin(call.part(0, half));
  helper->wait();
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_split<kernel>("bug_pool_flush");
}
