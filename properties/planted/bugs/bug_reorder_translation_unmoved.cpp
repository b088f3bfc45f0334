// A joint that is where it was in the last call is left as it is: where it is now is compared, and
// not how it is turned.
#include "../uniform_kernels.h"

#include <cstring>
#include <vector>

using namespace ulna::planted;

namespace {

thread_local const ulna_mat44* last_palette;
thread_local std::vector<ulna_mat44> last;

void kernel(ulna_joint_mat* joints, const ulna_mat44* palette, int32_t num_joints) {
  const auto count = static_cast<size_t>(num_joints);
  if (last_palette != palette || last.size() != count) {
    last.assign(palette, palette + count);
    last_palette = palette;
  }
  for (size_t i = 0; i < count; ++i)
    if (std::memcmp(last[i].m + 12, palette[i].m + 12, 3 * sizeof(float)) != 0)
      last[i] = palette[i];
  reorder_palette(joints, last.data(), num_joints);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_reorder_translation_unmoved", &ulna_port::reorder_palette, kernel);
}
