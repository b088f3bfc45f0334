// Takes a palette for that of the last call where its address, its length and the sum of its floats
// are the same. Two matrices that have changed places have the sum that they had.
#include "../kept_palette.h"

using namespace ulna::planted;

namespace {

uint32_t sum_of(const ulna_mat44* palette, size_t count) {
  uint32_t sum = 0;
  for (size_t i = 0; i < count; ++i) {
    uint32_t words[16];
    std::memcpy(words, palette[i].m, sizeof words);
    for (const uint32_t word : words) sum += word;
  }
  return sum;
}

bool is_same(const ulna_mat44* last, const ulna_mat44* palette, size_t count) {
  return sum_of(last, count) == sum_of(palette, count);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_reorder_kept_by_sum", &ulna_port::reorder_palette,
               reorder_unless_same<is_same>);
}
