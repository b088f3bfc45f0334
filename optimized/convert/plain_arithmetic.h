// Double arithmetic as it is written, whatever the caller's MXCSR says.
#ifndef ULNA_OPTIMIZED_PLAIN_ARITHMETIC_H
#define ULNA_OPTIMIZED_PLAIN_ARITHMETIC_H

#include <xmmintrin.h>

// While it lives, denormals count, rounding is to nearest and nothing traps: a weight of 2^-149 is
// an influence even if the caller has set DAZ.
class PlainArithmetic {
public:
  PlainArithmetic() : callers_(_mm_getcsr()) { _mm_setcsr(0x1f80); }
  ~PlainArithmetic() { _mm_setcsr(callers_); }
  PlainArithmetic(const PlainArithmetic&) = delete;
  PlainArithmetic& operator=(const PlainArithmetic&) = delete;

private:
  unsigned callers_;
};

#endif
