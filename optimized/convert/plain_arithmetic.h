// Double arithmetic as it is written, whatever the caller's control register (MXCSR, FPCR, fcsr)
// says.
#ifndef ULNA_OPTIMIZED_PLAIN_ARITHMETIC_H
#define ULNA_OPTIMIZED_PLAIN_ARITHMETIC_H

#include <cstdint>

#if defined(__aarch64__)
inline uint64_t arithmetic_control() {
  uint64_t control;
  asm volatile("mrs %0, fpcr" : "=r"(control));
  return control;
}
inline void set_arithmetic_control(uint64_t control) {
  asm volatile("msr fpcr, %0" ::"r"(control) : "memory");
}
inline constexpr uint64_t kPlainControl = 0;
#elif defined(__riscv)
inline uint64_t arithmetic_control() {
  uint64_t control;
  asm volatile("frcsr %0" : "=r"(control));
  return control;
}
inline void set_arithmetic_control(uint64_t control) {
  asm volatile("fscsr %0" ::"r"(control) : "memory");
}
inline constexpr uint64_t kPlainControl = 0;
#elif defined(__wasm__) // which has no such register
inline uint32_t arithmetic_control() {
  return 0;
}
inline void set_arithmetic_control(uint32_t) {}
inline constexpr uint32_t kPlainControl = 0;
#else
#include <xmmintrin.h>
inline uint32_t arithmetic_control() {
  return _mm_getcsr();
}
inline void set_arithmetic_control(uint32_t control) {
  _mm_setcsr(control);
}
inline constexpr uint32_t kPlainControl = 0x1f80;
#endif

// While it lives, denormals count, rounding is to nearest and nothing traps: a weight of 2^-149 is
// an influence even if the caller has set DAZ or FZ.
class PlainArithmetic {
public:
  PlainArithmetic() { set_arithmetic_control(kPlainControl); }
  ~PlainArithmetic() { set_arithmetic_control(callers_); }
  PlainArithmetic(const PlainArithmetic&) = delete;
  PlainArithmetic& operator=(const PlainArithmetic&) = delete;

private:
  const decltype(arithmetic_control()) callers_ = arithmetic_control();
};

#endif
