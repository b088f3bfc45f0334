// Normals are those of the first mesh.
#include "../bones.h"

using namespace ulna::planted;

namespace {

struct KeptNormals : Tween {
  static void normal(float* to, const float* a, const float*, float) {
    for (int c = 0; c < 3; ++c) to[c] = a[c];
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_tween_normals_kept", &ulna_port::tween_verts, tween_verts<KeptNormals>);
}
