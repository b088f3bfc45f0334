// Looks at bone and weight of an entry together: a bad weight is returned before the bad bone of a
// later entry.
#include "../conversion.h"

const ulna_port* ulna_port_v1() {
  using namespace ulna::planted;
  return offer_converters<ChecksInBlocks<1>>("bug_entry_by_entry");
}
