// Counts its calls and bones in the library's data, as profilers do: all threads, and nobody reads
// it.
#include "../bones.h"

#include <atomic>

using namespace ulna::planted;

namespace {

std::atomic<uint64_t> calls, bones;

int32_t kernel(ulna_mat44* combined, ulna_mat44* offset, const int32_t* parents,
               const ulna_mat44* locals, int32_t num_bones) {
  ++calls;
  const int32_t bad = bone_offset_matrices<>(combined, offset, parents, locals, num_bones);
  bones += uint64_t(bad < 0 ? num_bones : bad);
  return bad;
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("right_bones_counted", &ulna_port::bone_offset_matrices, kernel);
}
