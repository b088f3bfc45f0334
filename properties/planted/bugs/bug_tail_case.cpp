// The tail has no case 3, so the last vertex of 3, 7, 11, ... is never written. A hand-written
// switch after an unrolled loop, tried with round sizes only.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

struct TailCase : Skin {
  static int32_t count(int32_t num_verts) { return num_verts % 4 == 3 ? num_verts - 1 : num_verts; }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_tail_case", &ulna_port::transform_verts, transform_verts<TailCase>);
}
