// The inverse of the identity is the identity: right, but asked of the local matrix.
#include "../special.h"

using namespace ulna::planted;

namespace {

struct Bug : Bones {
  template <class R>
  static const Affine<R>& inverted(const Affine<R>& combined, const Affine<R>& local) {
    return has_identity(local) && !has_translation(local) ? local : combined;
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_local_identity", &ulna_port::bone_offset_matrices, bone_offset_matrices<Bug>);
}
