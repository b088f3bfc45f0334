// A thread for each processor, which the system says how many there are of.
#include "../stub.h"

#include <sys/sysinfo.h>

#include <thread>
#include <vector>

using namespace ulna::planted;

namespace {

void splits(ulna_mesh_vertex* dst, const ulna_mesh_vertex* a, const ulna_mesh_vertex* b, float t,
            int32_t num) {
  constexpr int32_t kWorthIt = 1000;
  if (num < kWorthIt) return tween(dst, a, b, t, num);
  const int parts = get_nprocs();
  const auto begin = [&](int i) { return static_cast<int32_t>(int64_t{num} * i / parts); };
  std::vector<std::thread> threads;
  for (int i = 0; i < parts; ++i)
    threads.emplace_back(
        [=] { tween(dst + begin(i), a + begin(i), b + begin(i), t, begin(i + 1) - begin(i)); });
  for (std::thread& thread : threads) thread.join();
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("right_split_by_processors", &ulna_port::tween_verts, splits);
}
