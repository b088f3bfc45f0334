// Never comes back from being loaded. A wait for a device that is not there.
#include "../kernels.h"

#include <unistd.h>

using namespace ulna::planted;

namespace {

[[gnu::constructor]] void at_load() {
  for (;;) pause();
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_load_hangs", &ulna_port::transform_verts, transform_verts<Skin>);
}
