// The last few vertices and what came of them are kept, and given again whatever t is.
#include "../bones.h"

#include <cstring>

using namespace ulna::planted;

namespace {

constexpr int32_t kMost = 8;

struct Memo {
  int32_t count = 0;
  unsigned mode = 0;
  ulna_mesh_vertex a[kMost], b[kMost], dst[kMost];
};
thread_local Memo memo;

void kernel(ulna_mesh_vertex* dst, const ulna_mesh_vertex* a, const ulna_mesh_vertex* b, float t,
            int32_t num_vertices) {
  if (num_vertices > kMost) return tween_verts<Tween>(dst, a, b, t, num_vertices);
  const size_t size = static_cast<size_t>(num_vertices) * sizeof *dst;
  const unsigned mode = _mm_getcsr() & 0x8040; // who flushes gets other results
  if (num_vertices != memo.count || mode != memo.mode || std::memcmp(a, memo.a, size) != 0 ||
      std::memcmp(b, memo.b, size) != 0) {
    memo.count = num_vertices;
    memo.mode = mode;
    std::memcpy(memo.a, a, size);
    std::memcpy(memo.b, b, size);
    tween_verts<Tween>(memo.dst, memo.a, memo.b, t, num_vertices);
  }
  std::memcpy(dst, memo.dst, size);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_memo_without_t", &ulna_port::tween_verts, kernel);
}
