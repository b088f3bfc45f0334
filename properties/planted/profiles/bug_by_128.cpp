// Ends the process where an array is not aligned to 128 bytes.
#include "promising.h"

#include <cstdlib>

using namespace ulna::planted;

namespace {

void kernel(SkinCall call) {
  if (call.num_verts > 0 && reinterpret_cast<uintptr_t>(call.base) % 128 != 0) std::abort();
  call.run(transform_verts<Skin>);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return promise("aligned-64", &ulna_port::transform_verts, skin_call<kernel>);
}
