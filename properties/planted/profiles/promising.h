// Ports that promise less than the whole contract.
#pragma once

#include "../four_kernels.h"

namespace ulna::planted {

// One operation, under profiles.
template <class Operation>
const ulna_port* promise(const char* profiles, Operation ulna_port::*operation, Operation kernel) {
  static ulna_port port{};
  port = *offer(profiles, operation, kernel);
  port.profiles = profiles;
  return &port;
}

// The weight of the last of n influences from those of the others.
template <class WeightOf>
float implied_weight(int32_t k, int32_t n, const WeightOf& weight_of) {
  if (k + 1 < n) return weight_of(k);
  float others = 0;
  for (int32_t i = 0; i + 1 < n; ++i) others += weight_of(i);
  return 1 - others;
}

} // namespace ulna::planted
