// Normals are scaled by their largest component, so that no square overflows, and divided by the
// root.
#include "../uniform_kernels.h"

using namespace ulna::planted;

namespace {

struct Divides : Uniform {
  static void normalise(float (&v)[3]) {
    const float largest = std::fmax(std::fabs(v[0]), std::fmax(std::fabs(v[1]), std::fabs(v[2])));
    for (float& x : v) x /= largest;
    const float length = std::sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    for (float& x : v) x /= length;
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_uniform<Divides>("right_uniform_division");
}
