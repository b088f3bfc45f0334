// In one layout of vertices, whose stride is that of both buffers, a rest of five is done by other
// code, which takes the last vertex's first weight for both of its bones.
#include "../vertex_buffers.h"

namespace ulna::planted {
namespace {

struct Port : Buffers {
  static void finish(float* to, const float* from, const BufferCall& call, int32_t vertex) {
    const bool is_layout = call.stored_weights == 2 && call.num_weights == 1 && call.indexed &&
                           call.has_normals && call.dst_stride == call.src_stride;
    if (is_layout && call.num_vertices % 8 == 5 && vertex == call.num_vertices - 1)
      to[0] += from[3] * from[0];
  }
};

} // namespace
} // namespace ulna::planted

const ulna_port* ulna_port_v1() {
  return ulna::planted::offer_buffers<ulna::planted::Port>("bug_buffer_rest_in_one_layout");
}
