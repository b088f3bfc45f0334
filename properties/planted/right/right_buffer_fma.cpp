// Every product is fused with the sum it goes into.
#include "../vertex_buffers.h"

namespace ulna::planted {
namespace {

struct Port : Buffers {
  [[gnu::target("fma")]] static float add(float sum, float a, float b) {
    return __builtin_fmaf(a, b, sum);
  }
};

} // namespace
} // namespace ulna::planted

const ulna_port* ulna_port_v1() {
  return ulna::planted::offer_buffers<ulna::planted::Port>("right_buffer_fma", "fma");
}
