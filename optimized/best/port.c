#include "best.h"

const ulna_port* ulna_port_v1(void) {
  return best_port();
}
