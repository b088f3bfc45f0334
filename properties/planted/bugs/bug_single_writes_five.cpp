// Quaternions are stored with a fifth float, a padding that the library of its author has.
#include "../single_quats.h"

using namespace ulna::planted;

namespace {

struct WritesFive : SingleNlerp {
  static void store(float* out, const float* q) {
    SingleNlerp::store(out, q);
    out[4] = 0;
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_single_writes_five", &ulna_port::nlerp, blend_single<WritesFive>);
}
