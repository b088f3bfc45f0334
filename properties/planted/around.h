// What lies behind an output or between its parts, for ports that put it back in a way of their
// own.
#pragma once

#include "kernels.h"

#include <cstdint>

namespace ulna::planted {

// Calls rewrite(word) for up to four words behind `end`, without the next page.
template <class Word, class Rewrite>
void rewrite_behind(void* end, Rewrite rewrite) {
  constexpr uintptr_t kPage = 4096;
  auto* word = static_cast<Word*>(end);
  for (int i = 0; i < 4 && reinterpret_cast<uintptr_t>(word) % kPage != 0; ++i, ++word)
    *word = rewrite(*word);
}

// Stores three floats with the fourth that lies behind them, as it was when it was loaded.
template <class Real>
void store_with_fourth(ulna_vec4& to, const Real (&xyz)[3]) {
  float all[4];
  _mm_storeu_ps(all, load16(&to));
  for (int i = 0; i < 3; ++i) all[i] = static_cast<float>(xyz[i]);
  _mm_storeu_ps(&to.x, load16(all));
}

} // namespace ulna::planted
