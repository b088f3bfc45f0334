// What lies behind a position without a normal is copied, where there is room.
#include "../vertex_buffers.h"

#include <cstring>

namespace ulna::planted {
namespace {

struct Port : Buffers {
  static void finish(float* to, const float* from, const BufferCall& call, int32_t) {
    const bool room = call.dst_stride >= 16 && call.src_stride >= 16;
    if (!call.has_normals && room) std::memcpy(to + 3, from + 3, sizeof *to);
  }
};

} // namespace
} // namespace ulna::planted

const ulna_port* ulna_port_v1() {
  return ulna::planted::offer_buffers<ulna::planted::Port>("bug_buffer_copies_gap");
}
