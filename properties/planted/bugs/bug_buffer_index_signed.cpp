// Indices beyond 127 are negative.
#include "../vertex_buffers.h"

namespace ulna::planted {
namespace {

struct Port : Buffers {
  static int32_t index(const unsigned char* indices, int32_t k) {
    return static_cast<signed char>(indices[k]);
  }
};

} // namespace
} // namespace ulna::planted

const ulna_port* ulna_port_v1() {
  return ulna::planted::offer_buffers<ulna::planted::Port>("bug_buffer_index_signed");
}
