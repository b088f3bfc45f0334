// Starts a thread in each call, and waits for it.
#include "../bones.h"

#include <thread>

using namespace ulna::planted;

namespace {

void in_a_thread(ulna_mesh_vertex* dst, const ulna_mesh_vertex* a, const ulna_mesh_vertex* b,
                 float t, int32_t num_verts) {
  std::thread([=] { tween_verts<Tween>(dst, a, b, t, num_verts); }).join();
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("right_thread_in_each_call", &ulna_port::tween_verts, in_a_thread);
}
