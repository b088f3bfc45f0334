// Sets of bones as registers of 256 bits.
#ifndef ULNA_OPTIMIZED_WIDE_ROWS_H
#define ULNA_OPTIMIZED_WIDE_ROWS_H

#include <cstddef>
#include <cstdint>
#include <immintrin.h>

struct WideRows {
  static constexpr size_t step = 4;

  // The bits of each half byte are looked up, and added up over 8 bytes at a time.
  static uint32_t count(const uint64_t* a, const uint64_t* b, size_t words) {
    const __m256i table = _mm256_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, //
                                           0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4);
    const __m256i low = _mm256_set1_epi8(15);
    __m256i sums = _mm256_setzero_si256();
    for (size_t i = 0; i < words; i += step) {
      const __m256i both = _mm256_or_si256(load(a + i), load(b + i));
      const __m256i bits = _mm256_add_epi8(
          _mm256_shuffle_epi8(table, _mm256_and_si256(both, low)),
          _mm256_shuffle_epi8(table, _mm256_and_si256(_mm256_srli_epi16(both, 4), low)));
      sums = _mm256_add_epi64(sums, _mm256_sad_epu8(bits, _mm256_setzero_si256()));
    }
    const __m128i halves =
        _mm_add_epi64(_mm256_castsi256_si128(sums), _mm256_extracti128_si256(sums, 1));
    return static_cast<uint32_t>(_mm_extract_epi32(halves, 0) + _mm_extract_epi32(halves, 2));
  }

  static void unite(uint64_t* a, const uint64_t* b, size_t words) {
    for (size_t i = 0; i < words; i += step) {
      _mm256_storeu_si256(reinterpret_cast<__m256i*>(a + i),
                          _mm256_or_si256(load(a + i), load(b + i)));
    }
  }

private:
  static __m256i load(const uint64_t* words) {
    return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(words));
  }
};

#endif
