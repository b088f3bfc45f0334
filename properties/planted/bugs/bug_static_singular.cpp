// What local matrices are singular is noted in one place for all threads, and read in a second
// pass.
#include "../bones.h"

using namespace ulna::planted;

namespace {

constexpr int32_t kMost = 1024;
volatile bool singular[kMost];

int32_t kernel(ulna_mat44* combined, ulna_mat44* offset, const int32_t* parents,
               const ulna_mat44* locals, int32_t num_bones) {
  if (num_bones > kMost)
    return bone_offset_matrices<>(combined, offset, parents, locals, num_bones);
  for (int32_t i = 0; i < num_bones; ++i)
    singular[i] = !Bones::is_affine(locals[i]) || is_singular<Bones>(affine<float>(locals[i]));
  for (int32_t i = 0; i < num_bones; ++i) {
    if (!singular[i]) continue;
    const int32_t bad = bone_offset_matrices<>(combined, offset, parents, locals, i);
    return bad < 0 ? i : bad;
  }
  return bone_offset_matrices<>(combined, offset, parents, locals, num_bones);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_static_singular", &ulna_port::bone_offset_matrices, kernel);
}
