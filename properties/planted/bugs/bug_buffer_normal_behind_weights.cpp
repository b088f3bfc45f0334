// The normal is looked for where the indices are.
#include "../vertex_buffers.h"

namespace ulna::planted {
namespace {

struct Port : Buffers {
  static int32_t normal_at(const BufferCall& call) { return 3 + call.stored_weights; }
};

} // namespace
} // namespace ulna::planted

const ulna_port* ulna_port_v1() {
  return ulna::planted::offer_buffers<ulna::planted::Port>("bug_buffer_normal_behind_weights");
}
