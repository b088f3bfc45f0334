// For ports that split a call into parts, by the number of processors.
#pragma once

#include <thread>
#include <vector>
#include <xmmintrin.h>

namespace ulna::planted {

// Calls part(i) for each i below `parts` in a thread of its own, with the caller's FTZ and DAZ.
template <class Part>
void in_threads(int parts, const Part& part) {
  const unsigned callers = _mm_getcsr();
  std::vector<std::thread> threads;
  for (int i = 0; i < parts; ++i)
    threads.emplace_back([&, i] {
      _mm_setcsr(callers);
      part(i);
    });
  for (std::thread& thread : threads) thread.join();
}

} // namespace ulna::planted
