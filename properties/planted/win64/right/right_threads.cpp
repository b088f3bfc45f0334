// A thread of Windows for each half of a large call, whose end is waited for.
#include "../stub.h"

#include <windows.h>

using namespace ulna::planted;

namespace {

struct Part {
  ulna_mesh_vertex* dst;
  const ulna_mesh_vertex *a, *b;
  float t;
  int32_t num;

  static DWORD WINAPI run(void* part) {
    const Part& p = *static_cast<Part*>(part);
    tween(p.dst, p.a, p.b, p.t, p.num);
    return 0;
  }
};

void splits(ulna_mesh_vertex* dst, const ulna_mesh_vertex* a, const ulna_mesh_vertex* b, float t,
            int32_t num) {
  constexpr int32_t kWorthIt = 1000;
  if (num < kWorthIt) return tween(dst, a, b, t, num);
  const int32_t half = num / 2;
  Part parts[] = {{dst, a, b, t, half}, {dst + half, a + half, b + half, t, num - half}};
  HANDLE threads[2];
  for (int i = 0; i < 2; ++i)
    threads[i] = CreateThread(nullptr, 0, Part::run, &parts[i], 0, nullptr);
  WaitForMultipleObjects(2, threads, TRUE, INFINITE);
  for (const HANDLE thread : threads) CloseHandle(thread);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("right_threads", &ulna_port::tween_verts, splits);
}
