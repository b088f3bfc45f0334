// Keeps the last parent's matrix by 16 bits of its number.
#include "../bones.h"
#include "../cut_keys.h"

using namespace ulna::planted;

namespace {

int32_t kernel(ulna_mat44* combined, ulna_mat44* offset, const int32_t* parents,
               const ulna_mat44* locals, int32_t num_bones) {
  std::vector<int32_t> changed(parents, parents + num_bones);
  KeptByKey kept;
  for (int32_t& parent : changed)
    if (parent >= 0) parent = int32_t(kept(size_t(parent), 1));
  return bone_offset_matrices<Bones>(combined, offset, changed.data(), locals, num_bones);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_parent_key_16", &ulna_port::bone_offset_matrices, kernel);
}
