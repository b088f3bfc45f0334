// Flags that are neither 0 nor 1 are taken for 0.
#include "../vertex_buffers.h"

namespace ulna::planted {
namespace {

struct Port : Buffers {
  static bool is_true(int32_t flag) { return flag == 1; }
};

} // namespace
} // namespace ulna::planted

const ulna_port* ulna_port_v1() {
  return ulna::planted::offer_buffers<ulna::planted::Port>("bug_buffer_true_is_one");
}
