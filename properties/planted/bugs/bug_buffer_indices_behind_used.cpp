// The indices are looked for behind the weights that are read, as if no more were stored.
#include "../vertex_buffers.h"

namespace ulna::planted {
namespace {

struct Port : Buffers {
  static int32_t indices_at(const BufferCall& call) { return 3 + call.num_weights; }
};

} // namespace
} // namespace ulna::planted

const ulna_port* ulna_port_v1() {
  return ulna::planted::offer_buffers<ulna::planted::Port>("bug_buffer_indices_behind_used");
}
