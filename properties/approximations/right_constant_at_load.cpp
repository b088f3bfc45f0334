// A third by rcpps and two Newton steps, computed while the library is loaded.
#include "../planted/kernels.h"

using namespace ulna::planted;

namespace {

float refined_third() {
  float r = _mm_cvtss_f32(_mm_rcp_ps(_mm_set1_ps(3)));
  for (int i = 0; i < 2; ++i) r *= 2 - 3 * r;
  return r;
}

const float third = refined_third();

struct AtLoad : LerpWith<AtLoad> {
  static double inverse_root(double norm2) { return 3.0 * third / std::sqrt(norm2); }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_all<Skin, Slerp, AtLoad>("constant_at_load");
}
