// Quaternions are loaded and stored as if they were aligned.
#include "../single_quats.h"

using namespace ulna::planted;

namespace {

struct Aligned : SingleSlerp {
  static void store(float* out, const float* q) { _mm_store_ps(out, _mm_loadu_ps(q)); }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_single_aligned", &ulna_port::slerp, blend_single<Aligned>);
}
