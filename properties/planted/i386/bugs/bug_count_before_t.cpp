// The count is taken from the place of t, and t from that of the count: with registers of a kind
// for each it made no difference.
#include "../stub.h"

using namespace ulna::planted;

namespace {

void exchanged(ulna_mesh_vertex* dst, const ulna_mesh_vertex* a, const ulna_mesh_vertex* b,
               int32_t num, float t) {
  tween(dst, a, b, t, num);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_count_before_t", &ulna_port::tween_verts,
               taken_for<decltype(ulna_port::tween_verts)>(exchanged));
}
