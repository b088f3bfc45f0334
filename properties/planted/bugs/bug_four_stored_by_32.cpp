// A vertex is stored as a register of eight floats: what is too much is the next vertex, which
// comes later, but for the last.
#include "../four_kernels.h"

using namespace ulna::planted;

namespace {

void kernel(Split call) {
  call.for_each_group(1, [](Split one) {
    ulna_mesh_vertex two[2] = {};
    float* const to = one.dst->position;
    one.dst = two;
    skin(one);
    for (int i = 0; i < 8; i += 4) _mm_storeu_ps(to + i, _mm_loadu_ps(two[0].position + i));
  });
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_split<kernel>("bug_four_stored_by_32");
}
