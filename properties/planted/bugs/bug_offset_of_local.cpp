// The offset is the inverse of the local matrix, which for roots it is.
#include "../bones.h"

using namespace ulna::planted;

namespace {

struct OfLocal : Bones {
  template <class R>
  static const Affine<R>& inverted(const Affine<R>&, const Affine<R>& local) {
    return local;
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_offset_of_local", &ulna_port::bone_offset_matrices,
               bone_offset_matrices<OfLocal>);
}
