// Where the fourth components of a vertex add up to one, they are taken for 1, 0 and 0.
#include "../distant_kernels.h"

using namespace ulna::planted;

namespace {

struct Bug : Distant {
  static float component(const ulna_vec4& base, int c, Vector which) {
    const ulna_vec4* position = &base - which;
    const bool usual = position[0].w + position[1].w + position[2].w == 1;
    if (c == 3 && usual) return which == kPosition ? 1 : 0;
    return (&base.x)[c];
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_distant<Bug>("bug_fourths_are_one");
}
