// A position is read as four floats, also where the buffer ends behind its three.
#include "../vertex_buffers.h"

namespace ulna::planted {
namespace {

struct Port : Buffers {
  static void finish(float*, const float* from, const BufferCall&, int32_t) {
    volatile float fourth = from[3];
    static_cast<void>(fourth);
  }
};

} // namespace
} // namespace ulna::planted

const ulna_port* ulna_port_v1() {
  return ulna::planted::offer_buffers<ulna::planted::Port>("bug_buffer_reads_four");
}
