// The slots in the other order, and each matrix meets the vector before its weight.
#include "../vertex_buffers.h"

namespace ulna::planted {
namespace {

struct Port : Buffers {
  static constexpr bool kMatrixFirst = false;
  static int32_t place(int32_t k, int32_t n) { return n - 1 - k; }
};

} // namespace
} // namespace ulna::planted

const ulna_port* ulna_port_v1() {
  return ulna::planted::offer_buffers<ulna::planted::Port>("right_buffer_backwards");
}
