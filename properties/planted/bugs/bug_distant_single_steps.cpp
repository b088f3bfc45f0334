// On to the next entry instead of the next vertex. Right where every vertex has one influence.
#include "../distant_kernels.h"

using namespace ulna::planted;

namespace {

struct Bug : Distant {
  static const ulna_joint_weight* next(const ulna_joint_weight* own) { return own + 1; }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_distant<Bug>("bug_distant_single_steps");
}
