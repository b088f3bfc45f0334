// A thread that the first large call starts does half of all of them, with that caller's FTZ and
// DAZ.
#include "../bones.h"

#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

using namespace ulna::planted;

namespace {

// Never destroyed: its thread waits for work until the process ends.
class Worker {
public:
  void run(const std::function<void()>& work) {
    std::unique_lock lock(mutex_);
    work_ = &work;
    changed_.notify_all();
    changed_.wait(lock, [&] { return !work_; });
  }
  std::mutex& one_caller() { return one_caller_; }

private:
  [[noreturn]] void loop() {
    std::unique_lock lock(mutex_);
    for (;;) {
      changed_.wait(lock, [&] { return work_ != nullptr; });
      (*work_)();
      work_ = nullptr;
      changed_.notify_all();
    }
  }

  std::mutex mutex_, one_caller_;
  std::condition_variable changed_;
  const std::function<void()>* work_ = nullptr;
  std::thread thread_{[this] { loop(); }};
};

void kernel(ulna_mesh_vertex* dst, const ulna_mesh_vertex* a, const ulna_mesh_vertex* b, float t,
            int32_t num_vertices) {
  constexpr int32_t kLarge = 4096;
  if (num_vertices < kLarge) return tween_verts(dst, a, b, t, num_vertices);
  static Worker& worker = *new Worker;
  const std::lock_guard guard(worker.one_caller());
  const int32_t half = num_vertices / 2;
  worker.run([&] { tween_verts(dst + half, a + half, b + half, t, num_vertices - half); });
  tween_verts(dst, a, b, t, half);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_pool_flushes", &ulna_port::tween_verts, kernel);
}
