// Every 256th call does nothing: a counter of eight bits says when the tables are to be made anew.
#include "../single_quats.h"

using namespace ulna::planted;

namespace {

uint8_t calls = 0;

struct Of256 : SingleNlerp {
  static void store(float* out, const float* q) {
    if (++calls != 0) SingleNlerp::store(out, q);
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_single_of_256", &ulna_port::nlerp, blend_single<Of256>);
}
