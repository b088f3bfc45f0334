// Counts sixteen vertices at a time, by comparing their bytes.
#include "../sorting.h"

#include <bit>
#include <emmintrin.h>

namespace ulna::planted {
namespace {

struct Port : Sort {
  static void count(const Sorting& s, uint32_t* count) {
    int32_t v = 0;
    for (; v + 16 <= s.num_verts; v += 16) {
      const __m128i n = _mm_loadu_si128(reinterpret_cast<const __m128i*>(s.num_influences + v));
      for (char k = 0; k < 4; ++k) {
        const int equal = _mm_movemask_epi8(_mm_cmpeq_epi8(n, _mm_set1_epi8(char(k + 1))));
        count[int(k)] += uint32_t(std::popcount(unsigned(equal)));
      }
    }
    for (; v < s.num_verts; ++v) ++count[s.num_influences[v] - 1];
  }
};

} // namespace
} // namespace ulna::planted

const ulna_port* ulna_port_v1() {
  return ulna::planted::offer_sort<ulna::planted::Port>("right_sort_by_bytes");
}
