// Of a flag the lowest byte is looked at.
#include "../vertex_buffers.h"

namespace ulna::planted {
namespace {

struct Port : Buffers {
  static bool is_true(int32_t flag) { return (flag & 0xff) != 0; }
};

} // namespace
} // namespace ulna::planted

const ulna_port* ulna_port_v1() {
  return ulna::planted::offer_buffers<ulna::planted::Port>("bug_buffer_true_in_a_byte");
}
