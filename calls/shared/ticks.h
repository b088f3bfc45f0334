// The processor's clock.
#pragma once

#include <cstdint>

#if defined(__x86_64__) || defined(__i386__)
#include <x86intrin.h>
#endif

namespace ulna {

/// A count that all processors share, and that goes on while nothing happens.
inline uint64_t processor_ticks() {
#if defined(__x86_64__) || defined(__i386__)
  return __rdtsc();
#else
  uint64_t ticks;
#if defined(__aarch64__)
  asm volatile("isb\n mrs %0, cntvct_el0" : "=r"(ticks)::"memory");
#else
  asm volatile("rdtime %0" : "=r"(ticks)::"memory");
#endif
  return ticks;
#endif
}

} // namespace ulna
