// Keeps the first result by the addresses and the count: the next frame has other floats there.
#include "stub.h" // of the machine

#include <algorithm>

using namespace ulna::planted;

namespace {

constexpr int32_t kMost = 16;
thread_local const void* last_a;
thread_local const void* last_b;
thread_local int32_t last_num;
thread_local float last_t;
thread_local float last[kMost * kFloats];

void keeps(ulna_mesh_vertex* dst, const ulna_mesh_vertex* a, const ulna_mesh_vertex* b, float t,
           int32_t num) {
  if (num < 1 || num > kMost) return tween(dst, a, b, t, num);
  if (last_a != a || last_b != b || last_num != num || last_t != t) {
    tween(dst, a, b, t, num);
    std::copy_n(floats(dst), kFloats * num, last);
    last_a = a;
    last_b = b;
    last_num = num;
    last_t = t;
  }
  std::copy_n(last, kFloats * num, floats(dst));
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_kept_by_address", &ulna_port::tween_verts, keeps);
}
