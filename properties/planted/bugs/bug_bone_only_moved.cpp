// A bone that is a pure translation is moved by it from where its parent is, along the axes of the
// world instead of its parent's.
#include "../special.h"

using namespace ulna::planted;

namespace {

struct Bug : Bones {
  template <class R>
  static Affine<R> multiply(const Affine<R>& local, const Affine<R>& parent) {
    if (!has_identity(local)) return product<Bones>(local, parent);
    Affine<R> moved = parent;
    for (int c = 0; c < 3; ++c) moved.m[9 + c] += local.m[9 + c];
    return moved;
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_bone_only_moved", &ulna_port::bone_offset_matrices, bone_offset_matrices<Bug>);
}
