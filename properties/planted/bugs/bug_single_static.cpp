// The result is put together in memory that all threads share.
#include "../single_quats.h"

using namespace ulna::planted;

namespace {

float shared[4];

struct Static : SingleSlerp {
  static void store(float* out, const float* q) {
    for (int i = 0; i < 4; ++i) *static_cast<volatile float*>(&shared[i]) = q[i];
    for (int i = 0; i < 4; ++i) out[i] = *static_cast<volatile float*>(&shared[i]);
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_single_static", &ulna_port::slerp, blend_single<Static>);
}
