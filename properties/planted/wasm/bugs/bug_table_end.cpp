// Calls what lies behind the last function of the table, where t is 0.
#include "../stub.h"

using namespace ulna::planted;

namespace {

using Kernel = decltype(ulna_port::tween_verts);

void calls(ulna_mesh_vertex* dst, const ulna_mesh_vertex* a, const ulna_mesh_vertex* b, float t,
           int32_t num) {
  constexpr uint32_t kNone = 4096;
  volatile uint32_t function = t == 0 ? kNone : reinterpret_cast<uint32_t>(&tween);
  reinterpret_cast<Kernel>(function)(dst, a, b, t, num);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_on("simd128", "bug_table_end", &ulna_port::tween_verts, calls);
}
