// Sets of bones as words, for any processor.
#ifndef ULNA_OPTIMIZED_PLAIN_ROWS_H
#define ULNA_OPTIMIZED_PLAIN_ROWS_H

#include <bit>
#include <cstddef>
#include <cstdint>

struct PlainRows {
  static uint32_t count(const uint64_t* a, const uint64_t* b, size_t words) {
    int count = 0;
    for (size_t i = 0; i < words; i++) count += std::popcount(a[i] | b[i]);
    return static_cast<uint32_t>(count);
  }
  static void unite(uint64_t* a, const uint64_t* b, size_t words) {
    for (size_t i = 0; i < words; i++) a[i] |= b[i];
  }
};

#endif
