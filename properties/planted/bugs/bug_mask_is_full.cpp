// A mask register is taken for full.
#include "../bones.h"
#include "../stub.h"

using namespace ulna::planted;

ULNA_PLANTED_STUB(derive_bitangents, derive_bitangents<>,
                  "kmovw %k1, %eax\n"
                  "test $1, %al\n"
                  "jnz 1f\n"
                  "xor %edx, %edx\n"
                  "1:\n",
                  "")

const ulna_port* ulna_port_v1() {
  return offer_on("avx512f", "bug_mask_is_full", &ulna_port::derive_bitangents, planted_stub);
}
