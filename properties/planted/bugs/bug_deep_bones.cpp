// A bone with more than 65,535 ancestors is taken for a root.
#include "../bones.h"

#include <vector>

using namespace ulna::planted;

namespace {

int32_t kernel(ulna_mat44* combined, ulna_mat44* offset, const int32_t* parents,
               const ulna_mat44* locals, int32_t num_bones) {
  std::vector<int32_t> kept(parents, parents + (num_bones > 0 ? num_bones : 0));
  std::vector<int32_t> depth(kept.size());
  for (size_t i = 0; i < kept.size(); ++i) {
    if (kept[i] < 0) continue;
    depth[i] = depth[static_cast<size_t>(kept[i])] + 1;
    if (depth[i] > 65535) kept[i] = -1;
  }
  return bone_offset_matrices(combined, offset, kept.data(), locals, num_bones);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_deep_bones", &ulna_port::bone_offset_matrices, kernel);
}
