// The way to the next vertex is kept in twelve bits: enough for 341 influences.
#include "../distant_kernels.h"

using namespace ulna::planted;

namespace {

struct Bug : Distant {
  static const ulna_joint_weight* next(const ulna_joint_weight* own) {
    return own + own->next_vertex_offset % 4096 / int32_t{sizeof *own};
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_distant<Bug>("bug_distant_offset_12");
}
