// Normals are normalised, which nobody asked for.
#include "../bones.h"

using namespace ulna::planted;

namespace {

struct Normalised : Tween {
  static void normal(float* to, const float* a, const float* b, float t) {
    Tween::normal(to, a, b, t);
    const float square = to[0] * to[0] + to[1] * to[1] + to[2] * to[2];
    for (int c = 0; c < 3 && square > 0; ++c) to[c] /= std::sqrt(square);
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_tween_normalised", &ulna_port::tween_verts, tween_verts<Normalised>);
}
