// The coefficients of the last joint kept for all threads, which take turns; whose turn it is says
// what else keeps its own in the same place.
#pragma once

#include "kernels.h"

#include <mutex>

namespace ulna::planted {

inline volatile double kept_first, kept_second;

struct NoTurn {
  void lock() {}
  void unlock() {}
};

template <class Kernel, auto& turn>
struct KeepsScales : Kernel {
  static Scales scales(const Pair& pair, double lerp) {
    const Scales own = Kernel::scales(pair, lerp);
    const std::lock_guard lock(turn);
    kept_first = own.first;
    kept_second = own.second;
    return {kept_first, kept_second};
  }
};

} // namespace ulna::planted
