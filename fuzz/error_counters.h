// Numerical error as coverage: what the fuzzer climbs.
#pragma once

#include <cstddef>

namespace ulna::fuzz {

inline constexpr size_t kMaxPorts = 8;

/// The step of an error in units of its bound: 128 to a factor of two from an eighth of the bound
/// up, 8 below. An error of zero is none; NaN and everything beyond 5.6 bounds are the last.
size_t error_step(double fraction);
inline constexpr size_t kErrorSteps = 832;

/// Tells libFuzzer how large the error of this execution was, once for each port and quantity: a
/// second time may take the place of the first. `port` below kMaxPorts, `quantity` below
/// kMaxQuantities (cases/operation.h).
void count_error(size_t port, size_t quantity, double fraction);

} // namespace ulna::fuzz
