// parent * local in place of local * parent, as it is right for column vectors.
#include "../bones.h"

using namespace ulna::planted;

namespace {

struct ParentFirst : Bones {
  template <class R>
  static Affine<R> multiply(const Affine<R>& local, const Affine<R>& parent) {
    return product<Bones>(parent, local);
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_chain_order", &ulna_port::bone_offset_matrices,
               bone_offset_matrices<ParentFirst>);
}
