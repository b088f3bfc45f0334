// Takes the length, which rdx held, from rdx again behind a call of memmove.
#include "../over_memmove.h"

using namespace ulna::planted;

ULNA_OVER_MEMMOVE("", "lea -12(%[kept],%%rdx), %[kept]")

const ulna_port* ulna_port_v1() {
  return offer("bug_kept_length", &ulna_port::reorder_palette, reorder_kept<over_memmove>);
}
