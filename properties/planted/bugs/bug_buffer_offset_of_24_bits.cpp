// The offset of a vertex is kept in 24 bits.
#include "../vertex_buffers.h"

namespace ulna::planted {
namespace {

struct Port : Buffers {
  static ptrdiff_t offset(int32_t vertex, int32_t stride) {
    return (ptrdiff_t{vertex} * stride) & 0xffffff;
  }
};

} // namespace
} // namespace ulna::planted

const ulna_port* ulna_port_v1() {
  return ulna::planted::offer_buffers<ulna::planted::Port>("bug_buffer_offset_of_24_bits");
}
