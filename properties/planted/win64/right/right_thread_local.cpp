// Scratch memory of each thread, by the language's own means, for which the library of the compiler
// asks Windows.
#include "../stub.h"

#include <vector>

using namespace ulna::planted;

namespace {

void keeps(ulna_mesh_vertex* dst, const ulna_mesh_vertex* a, const ulna_mesh_vertex* b, float t,
           int32_t num) {
  thread_local std::vector<ulna_mesh_vertex> done;
  if (num > 0 && done.size() < static_cast<size_t>(num)) done.resize(static_cast<size_t>(num));
  tween(done.data(), a, b, t, num);
  for (int32_t i = 0; i < num; ++i) dst[i] = done[static_cast<size_t>(i)];
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("right_thread_local", &ulna_port::tween_verts, keeps);
}
