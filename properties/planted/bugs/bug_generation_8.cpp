// Products are kept at one call in 256, for the calls whose number has the same eight bits: by then
// the matrices at the same addresses may be others.
#include "../bones.h"

#include <algorithm>
#include <vector>

using namespace ulna::planted;

static void kernel(ulna_mat44* palette, const ulna_mat44* offset, const ulna_mat44* bones,
                   int32_t num_bones) {
  static thread_local uint8_t generation;
  static thread_local const void* of[2];
  static thread_local std::vector<ulna_mat44> kept;
  const auto count = size_t(num_bones > 0 ? num_bones : 0);
  if (++generation == 0 && count > 0 && kept.size() == count && of[0] == offset && of[1] == bones) {
    std::copy(kept.begin(), kept.end(), palette);
    return;
  }
  combine_bones<>(palette, offset, bones, num_bones);
  if (generation != 0) return;
  kept.assign(palette, palette + count);
  of[0] = offset, of[1] = bones;
}

const ulna_port* ulna_port_v1() {
  return offer("bug_generation_8", &ulna_port::combine_bones, kernel);
}
