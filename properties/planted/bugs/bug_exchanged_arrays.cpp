// The palette is kept while both arrays are where they were and the sum of their hashes stays.
#include "../bones.h"

#include <algorithm>
#include <string_view>
#include <vector>
#include <xmmintrin.h>

using namespace ulna::planted;

static void kernel(ulna_mat44* palette, const ulna_mat44* offset, const ulna_mat44* bones,
                   int32_t num_bones) {
  static thread_local const ulna_mat44 *last_offset, *last_bones;
  static thread_local size_t last_hash;
  static thread_local std::vector<ulna_mat44> kept;
  const auto count = static_cast<size_t>(std::max(num_bones, 0));
  const auto hash = [&](const ulna_mat44* all) {
    return std::hash<std::string_view>()({reinterpret_cast<const char*>(all), count * sizeof *all});
  };
  const size_t both = hash(offset) + hash(bones) + (_mm_getcsr() & 0x8040);
  if (offset != last_offset || bones != last_bones || both != last_hash || kept.size() != count) {
    kept.resize(count);
    combine_bones(kept.data(), offset, bones, num_bones);
    last_offset = offset;
    last_bones = bones;
    last_hash = both;
  }
  std::copy(kept.begin(), kept.end(), palette);
}

const ulna_port* ulna_port_v1() {
  return offer("bug_exchanged_arrays", &ulna_port::combine_bones, kernel);
}
