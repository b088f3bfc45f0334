// For ports that do something else in large calls.
#pragma once

#include <xmmintrin.h>

namespace ulna::planted {

// FTZ and DAZ, while it lives.
class Flushing {
public:
  explicit Flushing(bool wanted) : before_(_mm_getcsr()) {
    if (wanted) _mm_setcsr(before_ | 0x8040);
  }
  ~Flushing() { _mm_setcsr(before_); }

private:
  unsigned before_;
};

} // namespace ulna::planted
