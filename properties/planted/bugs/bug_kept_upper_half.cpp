// Keeps something in the upper half of ymm8 over a call of memmove.
#include "../over_memmove.h"

using namespace ulna::planted;

ULNA_OVER_MEMMOVE("vmovq %[kept], %%xmm8\nvinsertf128 $1, %%xmm8, %%ymm8, %%ymm8",
                  "vextractf128 $1, %%ymm8, %%xmm8\nvmovq %%xmm8, %[kept]\nvzeroupper")

const ulna_port* ulna_port_v1() {
  return offer_on("avx", "bug_kept_upper_half", &ulna_port::reorder_palette,
                  reorder_kept<over_memmove>);
}
