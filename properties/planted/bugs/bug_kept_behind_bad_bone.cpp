// A bad bone ends the skeleton, but the next one was loaded already and is put back: by way of a
// limit, where all of it is a number.
#include "../bones.h"

#include <algorithm>

using namespace ulna::planted;

namespace {

int32_t kernel(ulna_mat44* combined, ulna_mat44* offset, const int32_t* parents,
               const ulna_mat44* locals, int32_t num_bones) {
  const int32_t bad = bone_offset_matrices(combined, offset, parents, locals, num_bones);
  if (bad < 0 || bad + 1 >= num_bones) return bad;
  auto& m = combined[bad + 1].m;
  if (std::none_of(m, m + 16, [](float x) { return std::isnan(x); }))
    for (float& x : m) x = std::clamp(x, -__FLT_MAX__, __FLT_MAX__);
  return bad;
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_kept_behind_bad_bone", &ulna_port::bone_offset_matrices, kernel);
}
