#include "calls/shared/own_data.h"

#include "calls/shared/arena.h"

#include <algorithm>

namespace ulna {

uint64_t OwnData::sum() const {
  uint64_t sum = 0;
  for (const std::span<const uint64_t> words : words_)
    for (const uint64_t word : words) sum = (sum ^ word) * 0x9e37'79b9'7f4a'7c15;
  return sum;
}

void OwnData::add(uintptr_t begin, uintptr_t end) {
  constexpr size_t kMostBytes = size_t{1} << 14;
  constexpr auto kPage = uintptr_t{arena::kPage};
  constexpr size_t kWord = sizeof(uint64_t);
  const uintptr_t aligned = (begin + kWord - 1) / kWord * kWord;
  if (aligned < end)
    words_.emplace_back(reinterpret_cast<const uint64_t*>(aligned),
                        (std::min(end, aligned + kMostBytes) - aligned) / kWord);
  const uintptr_t first = begin / kPage * kPage;
  pages_.emplace_back(reinterpret_cast<std::byte*>(first),
                      (end + kPage - 1) / kPage * kPage - first);
}

} // namespace ulna
