/* One library for every CPU: each operation is that of the fastest port that can run here. */
#ifndef ULNA_OPTIMIZED_BEST_H
#define ULNA_OPTIMIZED_BEST_H

#include "ulna/port.h"

#ifdef __cplusplus
extern "C" {
#endif

const ulna_port* best_port(void);

/* The name of the port that the operation at this offset in ulna_port is taken from on a CPU with
 * these features (as features_of_this_cpu has them; NULL: on this CPU), or NULL where none
 * has it. Exported beside the interface of ports, for `ulna list`. */
#if defined(__GNUC__)
__attribute__((visibility("default")))
#endif
const char*
ulna_best_origin(size_t member, const char* cpu_features);

#ifdef __cplusplus
}
#endif

#endif
