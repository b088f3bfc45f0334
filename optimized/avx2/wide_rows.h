// Sets of bones, 256 bits at a time, and what is left over in words.
#ifndef ULNA_OPTIMIZED_WIDE_ROWS_H
#define ULNA_OPTIMIZED_WIDE_ROWS_H

#include <cstddef>
#include <cstdint>
#include <immintrin.h>

struct WideRows {
  static uint32_t count(const uint64_t* a, const uint64_t* b, size_t words) {
    uint64_t count = 0;
    size_t i = 0;
    if (words >= 4) {
      __m256i sums = _mm256_setzero_si256();
      for (; i + 4 <= words; i += 4)
        sums = _mm256_add_epi64(sums, count_bits(_mm256_or_si256(load(a + i), load(b + i))));
      const __m128i halves =
          _mm_add_epi64(_mm256_castsi256_si128(sums), _mm256_extracti128_si256(sums, 1));
      count = static_cast<uint64_t>(_mm_cvtsi128_si64(halves) + _mm_extract_epi64(halves, 1));
    }
    for (; i < words; i++) count += static_cast<uint64_t>(_mm_popcnt_u64(a[i] | b[i]));
    return static_cast<uint32_t>(count);
  }

  static void unite(uint64_t* a, const uint64_t* b, size_t words) {
    size_t i = 0;
    for (; i + 4 <= words; i += 4) {
      _mm256_storeu_si256(reinterpret_cast<__m256i*>(a + i),
                          _mm256_or_si256(load(a + i), load(b + i)));
    }
    for (; i < words; i++) a[i] |= b[i];
  }

private:
  static __m256i load(const uint64_t* words) {
    return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(words));
  }

  // The bits set in each of four words: those of half bytes are looked up, and added up.
  static __m256i count_bits(__m256i words) {
    const __m256i table = _mm256_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, //
                                           0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4);
    const __m256i low = _mm256_set1_epi8(15);
    const __m256i bits = _mm256_add_epi8(
        _mm256_shuffle_epi8(table, _mm256_and_si256(words, low)),
        _mm256_shuffle_epi8(table, _mm256_and_si256(_mm256_srli_epi16(words, 4), low)));
    return _mm256_sad_epu8(bits, _mm256_setzero_si256());
  }
};

#endif
