// Crashes while it is loaded, before anything is called. A constructor that needs what is not there
// yet.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

[[gnu::constructor]] void at_load() {
  __builtin_trap();
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_load_trap", &ulna_port::transform_verts, transform_verts<Skin>);
}
