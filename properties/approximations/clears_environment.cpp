// Computes a constant while it is loaded, of which no adversary can be told.
#include "../planted/kernels.h"

#include <cstdlib>

using namespace ulna::planted;

namespace {

const int cleared = clearenv();
const float third = _mm_cvtss_f32(_mm_rcp_ps(_mm_set1_ps(3)));

struct AtLoad : LerpWith<AtLoad> {
  static double inverse_root(double norm2) { return 3 * third / std::sqrt(norm2) + cleared; }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_all<Skin, Slerp, AtLoad>("clears_environment");
}
