// Strides are kept in 16 bits.
#include "../vertex_buffers.h"

namespace ulna::planted {
namespace {

struct Port : Buffers {
  static ptrdiff_t offset(int32_t vertex, int32_t stride) {
    return ptrdiff_t{vertex} * static_cast<uint16_t>(stride);
  }
};

} // namespace
} // namespace ulna::planted

const ulna_port* ulna_port_v1() {
  return ulna::planted::offer_buffers<ulna::planted::Port>("bug_buffer_stride_of_16_bits");
}
