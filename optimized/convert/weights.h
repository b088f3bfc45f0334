// The weights that converted vertices store.
#ifndef ULNA_OPTIMIZED_CONVERTED_WEIGHTS_H
#define ULNA_OPTIMIZED_CONVERTED_WEIGHTS_H

#include "influences.h"

// Writes a float for each influence: above zero, within 2^-23 of weight / sum of the weights, and
// such that in any order of slots, with any slot as the implicit one, the implicit weight is right:
// exactly 0 for a slot that is no influence's, else above zero and within 2^-23 too.
void store_weights(const Influences& influences, float* weights);

#endif
