// The entries from a vertex to the next have a number of 16 bits.
#include "../distant_kernels.h"

using namespace ulna::planted;

namespace {

struct Bug : Distant {
  static const ulna_joint_weight* next(const ulna_joint_weight* own) {
    return own + static_cast<uint16_t>(own->next_vertex_offset / int32_t{sizeof *own});
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_distant<Bug>("bug_long_next_vertex_16");
}
