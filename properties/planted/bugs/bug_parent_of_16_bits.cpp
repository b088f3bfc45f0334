// Parents are kept in 16 bits, with their sign.
#include "../bones.h"

#include <vector>

using namespace ulna::planted;

namespace {

int32_t kernel(ulna_mat44* combined, ulna_mat44* offset, const int32_t* parents,
               const ulna_mat44* locals, int32_t num_bones) {
  std::vector<int32_t> kept(parents, parents + (num_bones > 0 ? num_bones : 0));
  for (int32_t& parent : kept) parent = static_cast<int16_t>(parent);
  return bone_offset_matrices(combined, offset, kept.data(), locals, num_bones);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_parent_of_16_bits", &ulna_port::bone_offset_matrices, kernel);
}
