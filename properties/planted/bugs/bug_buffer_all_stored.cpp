// The last matrix gets what all stored weights leave of 1, not those that are read.
#include "../vertex_buffers.h"

namespace ulna::planted {
namespace {

struct Port : Buffers {
  static float last_of(const float* weights, const BufferCall& call) {
    return Mesh::last_weight(weights, call.stored_weights);
  }
};

} // namespace
} // namespace ulna::planted

const ulna_port* ulna_port_v1() {
  return ulna::planted::offer_buffers<ulna::planted::Port>("bug_buffer_all_stored");
}
