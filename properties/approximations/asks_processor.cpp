// Right, with no approximation instruction, but asks what the processor has: on another it may run
// other code.
#include "../planted/kernels.h"

#include <sys/auxv.h>

using namespace ulna::planted;

const ulna_port* ulna_port_v1() {
  static_cast<void>(getauxval(AT_HWCAP));
  return offer_all<Skin, Slerp, Lerp>("asks_processor");
}
