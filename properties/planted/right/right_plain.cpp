// The kernels of kernels.h as they stand.
#include "../kernels.h"

using namespace ulna::planted;

const ulna_port* ulna_port_v1() {
  return offer_all<Skin, Slerp, Lerp>("right_plain");
}
