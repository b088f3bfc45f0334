/* The vertices of one call among threads: data-level parallelism, as Davies has it. */
#ifndef ULNA_OPTIMIZED_OPENMP_H
#define ULNA_OPTIMIZED_OPENMP_H

#include "ulna/port.h"

#ifdef __cplusplus
extern "C" {
#endif

const ulna_port* openmp_port(void);

#ifdef __cplusplus
}
#endif

#endif
