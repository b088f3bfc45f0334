// Products are kept, and given again where the sum of all bits is the same.
#include "../bones.h"

#include <cstring>

using namespace ulna::planted;

namespace {

constexpr int32_t kMost = 8;
thread_local ulna_mat44 kept[kMost];
thread_local uint64_t key = 0;

uint64_t sum(const ulna_mat44* matrices, int32_t count) {
  uint64_t all = static_cast<uint64_t>(count);
  for (int32_t i = 0; i < count; ++i)
    for (const float x : matrices[i].m) {
      uint32_t bits;
      std::memcpy(&bits, &x, sizeof bits);
      all += bits;
    }
  return all;
}

void kernel(ulna_mat44* palette, const ulna_mat44* offset, const ulna_mat44* bones,
            int32_t num_bones) {
  if (num_bones > kMost || num_bones <= 0)
    return combine_bones<Palette>(palette, offset, bones, num_bones);
  const uint64_t found = sum(offset, num_bones) ^ (sum(bones, num_bones) << 32);
  if (found != key) combine_bones<Palette>(kept, offset, bones, num_bones);
  key = found;
  std::memcpy(palette, kept, sizeof *kept * static_cast<size_t>(num_bones));
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_kept_by_sum", &ulna_port::combine_bones, kernel);
}
