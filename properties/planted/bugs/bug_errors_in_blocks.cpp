// Looks at 64 entries at a time, at their bones and then at their weights: a bad weight hides a bad
// bone in a later block.
#include "../conversion.h"

const ulna_port* ulna_port_v1() {
  using namespace ulna::planted;
  return offer_converters<ChecksInBlocks<64>>("bug_errors_in_blocks");
}
