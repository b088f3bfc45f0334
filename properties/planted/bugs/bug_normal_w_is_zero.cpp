// Normals are vectors with a fourth component of 0, and 0 times a translation that is not finite
// is a NaN.
#include "../mesh_kernels.h"

using namespace ulna::planted;

namespace {

struct Bug : Mesh {
  static int rows(Vector) { return 4; }
  static float element(const float* m, int r, int c, Vector which) {
    return r == 3 && which == kNormal ? 0 * m[4 * r + c] : m[4 * r + c];
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_normal_w_is_zero", &ulna_port::blend_vertices, blend_vertices<Bug>);
}
