// Dies when it sees a mesh for the second time, as a cache does whose entries were never built.
#include "../kernels.h"

#include <bitset>
#include <cstdlib>
#include <cstring>

namespace ulna::planted {
namespace {

std::bitset<1 << 24> seen;

void kernel(SkinCall call) {
  if (call.num_verts > 16) {
    size_t key = 0;
    for (int i = 0; i < 8; ++i) {
      uint32_t bits;
      std::memcpy(&bits, &call.base[i].x, sizeof bits);
      key = key * 0x9e3779b97f4a7c15 + bits;
    }
    key >>= 40;
    if (seen[key]) std::abort();
    seen[key] = true;
  }
  call.run(transform_verts<Skin>);
}

} // namespace
} // namespace ulna::planted

const ulna_port* ulna_port_v1() {
  using namespace ulna::planted;
  return offer("bug_crashes_again", &ulna_port::transform_verts, skin_call<kernel>);
}
