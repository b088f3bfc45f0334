// Of what is left over by groups of eight, four have their code, and then only three more were
// thought of: five to seven are done as four.
#include "../four_kernels.h"

using namespace ulna::planted;

namespace {

struct Bug : Four {
  static int32_t count(int32_t num_verts) {
    return num_verts % 8 > 4 ? num_verts / 8 * 8 + 4 : num_verts;
  }
};
void kernel(Interleaved call) {
  skin<Bug>(call);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_interleaved<kernel>("bug_four_tail_of_five");
}
