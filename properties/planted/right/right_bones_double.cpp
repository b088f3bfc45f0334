// Everything is computed in double and rounded once, but for the chain, which is stored in float.
#include "../bones.h"

using namespace ulna::planted;

namespace {

struct InDouble : Bones {
  using Real = double;
};

struct PaletteInDouble : Palette {
  static float sum(const float* a, const float* b) {
    double s = 0;
    for (int i = 0; i < 4; ++i) s += double{a[i]} * double{b[4 * i]};
    return static_cast<float>(s);
  }
  static ulna_mat44 multiply(const ulna_mat44& a, const ulna_mat44& b) {
    return product_of<PaletteInDouble>(a, b);
  }
};

struct TweenInDouble : Tween {
  static float blend(float a, float b, float t) {
    return static_cast<float>(a * (1 - double{t}) + b * double{t});
  }
  static void normal(float* to, const float* a, const float* b, float t) {
    for (int c = 0; c < 3; ++c) to[c] = blend(a[c], b[c], t);
  }
};

struct BitangentInDouble : Bitangent {
  static float component(float w, float a, float b, float c, float d, int) {
    return static_cast<float>(w * (double{a} * b - double{c} * d));
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_bones<InDouble, PaletteInDouble, TweenInDouble, BitangentInDouble>(
      "right_bones_double");
}
