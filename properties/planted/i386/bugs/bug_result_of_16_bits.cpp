// The result stands in ax: -1 is 65535 to a caller, who takes all of eax.
#include "../around.h"
#include "../kernels.h"

using namespace ulna::planted;

ULNA_PLANTED_STUB(bone_offset_matrices, 5, bone_offset_matrices<Bones>, "", "movzwl %ax, %eax")

const ulna_port* ulna_port_v1() {
  return offer_on(kSse2, "bug_result_of_16_bits", &ulna_port::bone_offset_matrices, planted_stub);
}
