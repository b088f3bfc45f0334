// Of vertices with more than 1,000 influences denormal results are flushed.
#include "../kernels.h"

#include <cfloat>
#include <cmath>

using namespace ulna::planted;

static void kernel(SkinCall call) {
  call.run(transform_verts<Skin>);
  const ulna_joint_weight* own = call.weights;
  for (int32_t v = 0; v < call.num_verts; ++v) {
    const int32_t count = influences_of(own);
    own += count;
    if (count <= 1000) continue;
    float* xyz = &call.verts[v].position.x;
    for (int c = 0; c < 3; ++c)
      if (std::fabs(xyz[c]) < FLT_MIN) xyz[c] = 0;
  }
}

const ulna_port* ulna_port_v1() {
  return offer("bug_many_influences_flush", &ulna_port::transform_verts, skin_call<kernel>);
}
