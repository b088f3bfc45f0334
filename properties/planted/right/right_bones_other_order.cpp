// Other associations: sums from the last term to the first, a + (b-a)t, w n before the cross
// product, and chains multiplied together in pairs before they meet what is above.
#include "../bones.h"

using namespace ulna::planted;

namespace {

struct Reversed : Bones {
  template <class R>
  static R sum(R a, R b, R c, R d) {
    return c * d + a * b;
  }
  template <class R>
  static R sum(R a, R b, R c, R d, R e, R f) {
    return e * f + (c * d + a * b);
  }
};

bool is_bad(const ulna_mat44& local) {
  return !Bones::is_affine(local) || is_singular<Bones>(affine<float>(local));
}

// (local * parent's local) * combined of the grandparent
int32_t in_pairs(ulna_mat44* combined, ulna_mat44* offset, const int32_t* parents,
                 const ulna_mat44* locals, int32_t num_bones) {
  for (int32_t i = 0; i < num_bones; ++i) {
    if (is_bad(locals[i])) return i;
    auto all = affine<float>(locals[i]);
    const int32_t parent = parents[i];
    if (parent >= 0) {
      all = product<Reversed>(all, affine<float>(locals[parent]));
      if (parents[parent] >= 0)
        all = product<Reversed>(all, affine<float>(combined[parents[parent]]));
    }
    if (is_singular<Reversed>(all)) return i;
    store(combined[i], all);
    store(offset[i], inverse_by_cofactors<Reversed>(all, determinant<Reversed>(all)));
  }
  return -1;
}

struct ReversedPalette : Palette {
  static float sum(const float* a, const float* b) {
    return (a[3] * b[12] + a[2] * b[8]) + (a[1] * b[4] + a[0] * b[0]);
  }
  static ulna_mat44 multiply(const ulna_mat44& a, const ulna_mat44& b) {
    return product_of<ReversedPalette>(a, b);
  }
};

struct ByDifference : Tween {
  static float blend(float a, float b, float t) { return a + (b - a) * t; }
  static void normal(float* to, const float* a, const float* b, float t) {
    for (int c = 0; c < 3; ++c) to[c] = blend(a[c], b[c], t);
  }
};

struct PolarityFirst : Bitangent {
  static float component(float w, float a, float b, float c, float d, int) {
    return (w * a) * b - (w * c) * d;
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("right_bones_other_order", &ulna_port::bone_offset_matrices, in_pairs,
               &ulna_port::combine_bones, combine_bones<ReversedPalette>, &ulna_port::tween_verts,
               tween_verts<ByDifference>, &ulna_port::derive_bitangents,
               derive_bitangents<PolarityFirst>);
}
