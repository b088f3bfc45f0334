// Normals get the translation too.
#include "../four_kernels.h"

using namespace ulna::planted;

namespace {

struct Bug : Four {
  static int rows(Vector) { return 4; }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_interleaved<skin<Bug>>("bug_four_normal_moved");
}
