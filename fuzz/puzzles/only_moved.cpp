// A bone that has only been moved needs no multiplication: its translation is added. By the last
// column of the offset, but as if the bone's own last element were always one.
#include "../../properties/planted/bones.h"

using namespace ulna::planted;

namespace {

bool is_moved(const ulna_mat44& bone) {
  for (int e = 0; e < 12; ++e)
    if (bone.m[e] != (e % 5 == 0 ? 1.0f : 0.0f)) return false;
  return true;
}

struct OnlyMoved : Palette {
  static ulna_mat44 multiply(const ulna_mat44& a, const ulna_mat44& b) {
    if (!is_moved(b)) return Palette::multiply(a, b);
    ulna_mat44 p = a;
    for (int row = 0; row < 4; ++row)
      for (int c = 0; c < 3; ++c) p.m[4 * row + c] += a.m[4 * row + 3] * b.m[12 + c];
    return p;
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("only_moved", &ulna_port::combine_bones, combine_bones<OnlyMoved>);
}
