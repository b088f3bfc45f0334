// An index is loaded with the three bytes behind it, and masked. Behind the last ones is nothing.
#include "../uniform_kernels.h"

using namespace ulna::planted;

namespace {

struct Bug : Uniform {
  static int32_t joint(const uint8_t* own, int k) {
    uint32_t word;
    asm volatile("movl %1, %0" : "=r"(word) : "m"(*reinterpret_cast<const char(*)[4]>(own + k)));
    return static_cast<int32_t>(word & 0xff);
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_uniform_index_word", &ulna_port::skin_aos_verts, skin_aos_verts<Bug>);
}
