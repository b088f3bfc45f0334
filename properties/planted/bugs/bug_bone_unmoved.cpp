// A bone without translation is where its parent is, and is taken for it: its rotation is lost.
#include "../special.h"

using namespace ulna::planted;

namespace {

struct Bug : Bones {
  template <class R>
  static Affine<R> multiply(const Affine<R>& local, const Affine<R>& parent) {
    return has_translation(local) ? product<Bones>(local, parent) : parent;
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_bone_unmoved", &ulna_port::bone_offset_matrices, bone_offset_matrices<Bug>);
}
