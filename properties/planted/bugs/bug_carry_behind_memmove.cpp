// Takes the carry flag for clear behind a call of memmove.
#include "../over_memmove.h"

using namespace ulna::planted;

ULNA_OVER_MEMMOVE("", "adc $0, %[kept]")

const ulna_port* ulna_port_v1() {
  return offer("bug_carry_behind_memmove", &ulna_port::reorder_palette, reorder_kept<over_memmove>);
}
