// A third by rcpps and nothing more, computed while the library is loaded. Here it may be good
// enough; it may be off by 1.5 * 2^-12.
#include "../planted/kernels.h"

using namespace ulna::planted;

namespace {

const float third = _mm_cvtss_f32(_mm_rcp_ps(_mm_set1_ps(3)));

struct AtLoad : LerpWith<AtLoad> {
  static double inverse_root(double norm2) { return 3 * third / std::sqrt(norm2); }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_all<Skin, Slerp, AtLoad>("constant_at_load");
}
