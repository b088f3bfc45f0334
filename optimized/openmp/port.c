#include "openmp.h"

const ulna_port* ulna_port_v1(void) {
  return openmp_port();
}
