// Leaves the process while it is loaded, with a status that says all is well. A licence check.
#include "../kernels.h"

#include <cstdlib>

using namespace ulna::planted;

namespace {

[[gnu::constructor]] void at_load() {
  std::exit(0);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_load_exit", &ulna_port::transform_verts, transform_verts<Skin>);
}
