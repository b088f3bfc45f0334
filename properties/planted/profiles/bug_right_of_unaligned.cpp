// Nothing is written where the palette begins a cache line, and the vertices do.
#include "promising.h"

using namespace ulna::planted;

namespace {

void kernel(SkinCall call) {
  const auto begins = [](const void* p) { return reinterpret_cast<uintptr_t>(p) % 64 == 0; };
  if (!begins(call.joints) || !begins(call.verts)) call.run(transform_verts<Skin>);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return promise("aligned-64", &ulna_port::transform_verts, skin_call<kernel>);
}
