// Vertices are done 8192 at a time. The first of those are right to the last vertex; behind them
// what is left of a group of four is not done.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

struct Bug : Skin {
  static int32_t count(int32_t num_verts) { return num_verts <= 8192 ? num_verts : num_verts & ~3; }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_long_rest_8192", &ulna_port::transform_verts_and_tangents,
               transform_verts_and_tangents<Bug>);
}
