// Ends the process where an array does not begin a cache line, as an aligned load would.
#include "promising.h"

#include <cstdlib>

using namespace ulna::planted;

namespace {

void kernel(SkinCall call) {
  for (const void* p :
       {static_cast<const void*>(call.verts), static_cast<const void*>(call.joints),
        static_cast<const void*>(call.base), static_cast<const void*>(call.weights)})
    if (call.num_verts > 0 && reinterpret_cast<uintptr_t>(p) % 64 != 0) std::abort();
  call.run(transform_verts<Skin>);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return promise("aligned-64", &ulna_port::transform_verts, skin_call<kernel>);
}
