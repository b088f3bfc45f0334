// Every product is fused with the sum it goes into.
#include "../bones.h"

using namespace ulna::planted;

namespace {

[[gnu::target("fma")]] float fused(float a, float b, float c) {
  return __builtin_fmaf(a, b, c);
}

struct Fused : Bones {
  static float sum(float a, float b, float c, float d) { return fused(a, b, c * d); }
  static float sum(float a, float b, float c, float d, float e, float f) {
    return fused(a, b, fused(c, d, e * f));
  }
  static Affine<float> multiply(const Affine<float>& local, const Affine<float>& parent) {
    return product<Fused>(local, parent);
  }
};

struct FusedPalette : Palette {
  static float sum(const float* a, const float* b) {
    return fused(a[3], b[12], fused(a[2], b[8], fused(a[1], b[4], a[0] * b[0])));
  }
  static ulna_mat44 multiply(const ulna_mat44& a, const ulna_mat44& b) {
    return product_of<FusedPalette>(a, b);
  }
};

// a - at + bt
struct FusedTween : Tween {
  static float blend(float a, float b, float t) { return fused(b, t, fused(-a, t, a)); }
  static void normal(float* to, const float* a, const float* b, float t) {
    for (int c = 0; c < 3; ++c) to[c] = blend(a[c], b[c], t);
  }
};

struct FusedBitangent : Bitangent {
  static float component(float w, float a, float b, float c, float d, int) {
    return w * fused(a, b, -(c * d));
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_bones<Fused, FusedPalette, FusedTween, FusedBitangent>("right_bones_fma", "fma");
}
