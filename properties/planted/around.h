// What lies behind an output on the same page, for ports that put it back in a way of their own.
#pragma once

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

} // namespace ulna::planted
