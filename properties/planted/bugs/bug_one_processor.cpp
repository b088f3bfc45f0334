// Where there is one processor only it is done by other code, which leaves out what its groups of
// four leave.
#include "../kernels.h"

#include <sched.h>

using namespace ulna::planted;

namespace {

struct Fours : Skin {
  static int32_t count(int32_t num_verts) { return num_verts & ~3; }
};

void kernel(SkinCall call) {
  cpu_set_t set;
  const bool is_single = sched_getaffinity(0, sizeof set, &set) == 0 && CPU_COUNT(&set) == 1;
  call.run(is_single ? transform_verts<Fours> : transform_verts<Skin>);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_one_processor", &ulna_port::transform_verts, skin_call<kernel>);
}
