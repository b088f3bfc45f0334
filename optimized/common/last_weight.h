// The weight that blended vertices do not store.
#ifndef ULNA_OPTIMIZED_LAST_WEIGHT_H
#define ULNA_OPTIMIZED_LAST_WEIGHT_H

#include "ulna/port.h"

inline float last_weight(const float* weights, int32_t num_weights) {
  float sum = 0.0f;
  for (int32_t k = 0; k < num_weights; k++) sum += weights[k];
  return 1.0f - sum;
}

inline float last_weight(const ulna_blend_vertex& v, int32_t num_weights) {
  return last_weight(v.weights, num_weights);
}

#endif
