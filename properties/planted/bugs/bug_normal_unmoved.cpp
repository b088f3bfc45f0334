// Normals get no translation, whatever their fourth component is.
#include "../sorted_kernels.h"

using namespace ulna::planted;

namespace {

struct Bug : Sorted {
  static float component(const ulna_vec4& v, int r, Vector which) {
    return r == 3 && which == kNormal ? 0 : Sorted::component(v, r, which);
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_sorted<Bug>("bug_normal_unmoved");
}
