// The joints of a call in runs: commonly a call blends all joints of a pose, whose indices follow
// each other, and then two joints are one load.
#ifndef ULNA_AVX512_JOINT_RUNS_H
#define ULNA_AVX512_JOINT_RUNS_H

#include "../common/stages.h"

#include <immintrin.h>

// Eight joints from `first` on.
struct Consecutive {
  ptrdiff_t first;
};

class ConsecutiveGroups {
public:
  ConsecutiveGroups(int32_t first, int32_t count) : first_(first), count_(count) {}
  int32_t count() const { return count_; }
  Consecutive at(int32_t g) const { return {first_ + ptrdiff_t(8) * g}; }
  Consecutive whole(int32_t g) const { return at(g); }

private:
  int32_t first_;
  int32_t count_;
};

// Whether eight[0] to eight[7] are first, first + 1 and so on.
inline bool are_consecutive(const int32_t* eight, int32_t first) {
  if (eight[0] != first || eight[7] - 7 != first) return false; // most lists that are none
  const __m256i expected =
      _mm256_add_epi32(_mm256_set1_epi32(first), _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
  const __m256i found = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(eight));
  return _mm256_cmpneq_epi32_mask(found, expected) == 0;
}

// How many of the joints from the first on are consecutive: eights, of `num_joints` at most.
inline int32_t consecutive_joints(const int32_t* index, int32_t num_joints) {
  if (num_joints < 8 || !are_consecutive(index, index[0])) return 0;
  const __m512i step = _mm512_set1_epi32(16);
  __m512i expected =
      _mm512_add_epi32(_mm512_set1_epi32(index[0]),
                       _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15));
  int32_t length = 0;
  for (; num_joints - length >= 16; length += 16) {
    if (_mm512_cmpneq_epi32_mask(_mm512_loadu_si512(index + length), expected) != 0) break;
    expected = _mm512_add_epi32(expected, step);
  }
  while (num_joints - length >= 8 && are_consecutive(index + length, index[0] + length))
    length += 8;
  return length;
}

// step(groups) for the runs that make up a call, with ConsecutiveGroups or ListedGroups<8>.
template <class Step>
[[gnu::always_inline]] inline void for_each_run(const int32_t* index, int32_t num_joints,
                                                const Step& step) {
  while (num_joints > 0) {
    int32_t length = consecutive_joints(index, num_joints);
    if (length > 0) {
      step(ConsecutiveGroups(index[0], length / 8));
    } else {
      do length += 8;
      while (length < num_joints &&
             !(num_joints - length >= 8 && are_consecutive(index + length, index[length])));
      if (length > num_joints) length = num_joints;
      step(ListedGroups<8>(index, length));
    }
    index += length;
    num_joints -= length;
  }
}

#endif
