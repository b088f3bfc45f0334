// Takes a palette for that of the last call where its address, its length and the sum of the hashes
// of its matrices are the same. Two matrices that have changed places have the sum that they had.
#include "../kept_palette.h"

using namespace ulna::planted;

namespace {

uint64_t hash_of(const ulna_mat44& matrix) {
  uint64_t hash = 0xcbf29ce484222325;
  for (const float x : matrix.m) {
    uint32_t word;
    std::memcpy(&word, &x, sizeof word);
    hash = (hash ^ word) * 0x100000001b3;
  }
  return hash;
}

uint64_t sum_of(const ulna_mat44* palette, size_t count) {
  uint64_t sum = 0;
  for (size_t i = 0; i < count; ++i) sum += hash_of(palette[i]);
  return sum;
}

bool is_same(const ulna_mat44* last, const ulna_mat44* palette, size_t count) {
  return sum_of(last, count) == sum_of(palette, count);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_reorder_kept_by_hashes", &ulna_port::reorder_palette,
               reorder_unless_same<is_same>);
}
