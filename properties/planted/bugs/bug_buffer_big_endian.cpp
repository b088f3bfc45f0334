// The index of weight 0 is taken from the highest bits of the DWORD.
#include "../vertex_buffers.h"

namespace ulna::planted {
namespace {

struct Port : Buffers {
  static int32_t index(const unsigned char* indices, int32_t k) { return indices[3 - k]; }
};

} // namespace
} // namespace ulna::planted

const ulna_port* ulna_port_v1() {
  return ulna::planted::offer_buffers<ulna::planted::Port>("bug_buffer_big_endian");
}
