// Of more than 3,000 bones the translations are not looked at: one that is not finite counts as 0.
#include "../bones.h"

#include <algorithm>
#include <cmath>
#include <vector>

using namespace ulna::planted;

static int32_t kernel(ulna_mat44* combined, ulna_mat44* offset, const int32_t* parents,
                      const ulna_mat44* locals, int32_t num_bones) {
  std::vector<ulna_mat44> all(locals, locals + std::max(num_bones, 0));
  if (num_bones > 3000)
    for (ulna_mat44& local : all)
      for (int i = 12; i < 15; ++i)
        if (!std::isfinite(local.m[i])) local.m[i] = 0;
  return bone_offset_matrices(combined, offset, parents, all.data(), num_bones);
}

const ulna_port* ulna_port_v1() {
  return offer("bug_large_skeleton_nan", &ulna_port::bone_offset_matrices, kernel);
}
