// The right kernels of bones, key meshes and bitangents, in plain scalar code, made like those of
// kernels.h: a port derives from Bones, Palette, Tween or Bitangent and hides one hook.
#pragma once

#include "kernels.h"

#include <cstring>
#include <utility>

namespace ulna::planted {

// The first three columns of an affine matrix by rows; row 3 is the translation.
template <class Real>
struct Affine {
  Real m[12];
};

struct Bones {
  using Real = float;

  // The sum of two or three products.
  template <class R>
  static R sum(R a, R b, R c, R d) {
    return a * b + c * d;
  }
  template <class R>
  static R sum(R a, R b, R c, R d, R e, R f) {
    return a * b + c * d + e * f;
  }

  static bool is_affine(const ulna_mat44& local) {
    for (const float x : local.m)
      if (!std::isfinite(x)) return false;
    return local.m[3] == 0 && local.m[7] == 0 && local.m[11] == 0 && local.m[15] == 1;
  }
  // From the determinant and the sum of its absolute terms.
  template <class R>
  static bool is_singular(R det, R terms) {
    return !(std::fabs(det) > 0x1p-20f * terms);
  }
  // The sum of the absolute terms of the determinant.
  template <class R>
  static R terms(const Affine<R>& m);
  // Whether a local matrix is tested before its product with the parent is.
  static bool tests_local() { return true; }
  static bool is_root(int32_t parent) { return parent < 0; }
  // What a bone is multiplied by.
  static const ulna_mat44& parent(const ulna_mat44* combined, const ulna_mat44* /*locals*/,
                                  int32_t number) {
    return combined[number];
  }
  template <class R>
  static Affine<R> multiply(const Affine<R>& local, const Affine<R>& parent);
  // What the determinant divides by.
  template <class R>
  static R divisor(R det) {
    return det;
  }
  template <class Port, class R>
  static Affine<R> inverse(const Affine<R>& a, R det);
  // Which matrix is inverted.
  template <class R>
  static const Affine<R>& inverted(const Affine<R>& combined, const Affine<R>& /*local*/) {
    return combined;
  }
  static int32_t report(int32_t bad) { return bad; }
};

template <class R>
Affine<R> affine(const ulna_mat44& mat) {
  Affine<R> a;
  for (int i = 0; i < 12; ++i) a.m[i] = mat.m[4 * (i / 3) + i % 3];
  return a;
}

template <class R>
void store(ulna_mat44& mat, const Affine<R>& a) {
  for (int i = 0; i < 12; ++i) mat.m[4 * (i / 3) + i % 3] = static_cast<float>(a.m[i]);
  for (int row = 0; row < 4; ++row) mat.m[4 * row + 3] = row == 3 ? 1.0f : 0.0f;
}

template <class Port, class R>
Affine<R> product(const Affine<R>& a, const Affine<R>& b) {
  Affine<R> p;
  for (int i = 0; i < 12; ++i) {
    const R* from = a.m + i / 3 * 3;
    const int c = i % 3;
    p.m[i] = Port::sum(from[0], b.m[c], from[1], b.m[3 + c], from[2], b.m[6 + c]);
    if (i >= 9) p.m[i] += b.m[9 + c];
  }
  return p;
}

// Two rows and columns of the linear part: those that are not `row` and `column`, in cyclic order.
template <class R>
struct Minor {
  R a, b, c, d;
};
template <class R>
Minor<R> minor_of(const Affine<R>& m, int row, int column) {
  const R* first = m.m + (row + 1) % 3 * 3;
  const R* second = m.m + (row + 2) % 3 * 3;
  const int left = (column + 1) % 3, right = (column + 2) % 3;
  return {first[left], first[right], second[left], second[right]};
}

template <class Port, class R>
R cofactor(const Affine<R>& m, int row, int column) {
  const Minor<R> minor = minor_of(m, row, column);
  return Port::sum(minor.a, minor.d, -minor.b, minor.c);
}

template <class Port, class R>
R determinant(const Affine<R>& m) {
  return Port::sum(m.m[0], cofactor<Port>(m, 0, 0), m.m[1], cofactor<Port>(m, 0, 1), m.m[2],
                   cofactor<Port>(m, 0, 2));
}

// Those of column c.
template <class R>
R terms_of_column(const Affine<R>& m, int c) {
  const Minor<R> minor = minor_of(m, 0, c);
  return std::fabs(m.m[c]) * (std::fabs(minor.a * minor.d) + std::fabs(minor.b * minor.c));
}

template <class Port, class R>
Affine<R> inverse_by_cofactors(const Affine<R>& a, R det) {
  Affine<R> x;
  for (int row = 0; row < 3; ++row)
    for (int c = 0; c < 3; ++c) x.m[3 * row + c] = cofactor<Port>(a, c, row) / Port::divisor(det);
  for (int c = 0; c < 3; ++c)
    x.m[9 + c] = -Port::sum(a.m[9], x.m[c], a.m[10], x.m[3 + c], a.m[11], x.m[6 + c]);
  return x;
}

template <class R>
R Bones::terms(const Affine<R>& m) {
  return terms_of_column(m, 0) + terms_of_column(m, 1) + terms_of_column(m, 2);
}

template <class R>
Affine<R> Bones::multiply(const Affine<R>& local, const Affine<R>& parent) {
  return product<Bones>(local, parent);
}

template <class Port, class R>
Affine<R> Bones::inverse(const Affine<R>& a, R det) {
  return inverse_by_cofactors<Port>(a, det);
}

template <class Port, class R>
bool is_singular(const Affine<R>& a) {
  return Port::is_singular(determinant<Port>(a), Port::terms(a));
}

template <class Port = Bones>
int32_t bone_offset_matrices(ulna_mat44* combined, ulna_mat44* offset, const int32_t* parents,
                             const ulna_mat44* locals, int32_t num_bones) {
  using Real = typename Port::Real;
  for (int32_t i = 0; i < num_bones; ++i) {
    const auto local = affine<Real>(locals[i]);
    if (!Port::is_affine(locals[i])) return Port::report(i);
    if (Port::tests_local() && is_singular<Port>(local)) return Port::report(i);
    Affine<Real> all = local;
    if (!Port::is_root(parents[i]))
      all = Port::multiply(local, affine<Real>(Port::parent(combined, locals, parents[i])));
    if (is_singular<Port>(all)) return Port::report(i);
    const Affine<Real>& inverted = Port::inverted(all, local);
    store(combined[i], all);
    store(offset[i], Port::template inverse<Port>(inverted, determinant<Port>(inverted)));
  }
  return -1;
}

struct Palette {
  // The sum of four products, a row of `a` by a column of `b`.
  static float sum(const float* a, const float* b) {
    return a[0] * b[0] + a[1] * b[4] + a[2] * b[8] + a[3] * b[12];
  }
  static ulna_mat44 multiply(const ulna_mat44& a, const ulna_mat44& b);
};

template <class Port>
ulna_mat44 product_of(const ulna_mat44& a, const ulna_mat44& b) {
  ulna_mat44 p;
  for (int i = 0; i < 16; ++i) p.m[i] = Port::sum(a.m + i / 4 * 4, b.m + i % 4);
  return p;
}

inline ulna_mat44 Palette::multiply(const ulna_mat44& a, const ulna_mat44& b) {
  return product_of<Palette>(a, b);
}

template <class Port = Palette>
void combine_bones(ulna_mat44* palette, const ulna_mat44* offset, const ulna_mat44* bones,
                   int32_t num_bones) {
  for (int32_t i = 0; i < num_bones; ++i) palette[i] = Port::multiply(offset[i], bones[i]);
}

struct Tween {
  static float amount(float t) { return t; }
  static float blend(float a, float b, float t) { return a * (1 - t) + b * t; }
  static void normal(float* to, const float* a, const float* b, float t) {
    for (int c = 0; c < 3; ++c) to[c] = blend(a[c], b[c], t);
  }
  // How many of the floats of a mesh are done.
  static int32_t floats(int32_t count) { return count; }
};

template <class Port = Tween>
void tween_verts(ulna_mesh_vertex* dst, const ulna_mesh_vertex* a, const ulna_mesh_vertex* b,
                 float t, int32_t num_vertices) {
  const float amount = Port::amount(t);
  const int32_t count = Port::floats(6 * num_vertices);
  for (int32_t i = 0; 6 * i < count; ++i) {
    for (int c = 0; c < 3 && 6 * i + c < count; ++c)
      dst[i].position[c] = Port::blend(a[i].position[c], b[i].position[c], amount);
    if (6 * i + 6 <= count) Port::normal(dst[i].normal, a[i].normal, b[i].normal, amount);
  }
}

// Whether vertex i holds what it is to get.
inline bool is_done(const ulna_mesh_vertex* dst, const ulna_mesh_vertex* a,
                    const ulna_mesh_vertex* b, float t, int32_t i) {
  ulna_mesh_vertex done;
  tween_verts<Tween>(&done, a + i, b + i, t, 1);
  return std::memcmp(&done, dst + i, sizeof done) == 0;
}

struct Bitangent {
  static float polarity(float w) { return w; }
  // a b - c d, times w
  static float component(float w, float a, float b, float c, float d, int /*component*/) {
    return w * (a * b - c * d);
  }
  static void store(ulna_vec4& to, const float (&xyz)[3]) {
    to.x = xyz[0];
    to.y = xyz[1];
    to.z = xyz[2];
  }
};

template <class Port = Bitangent>
void derive_bitangents(ulna_vec4* bitangents, const ulna_vertex* verts, int32_t num_verts) {
  for (int32_t i = 0; i < num_verts; ++i) {
    const float* n = &verts[i].normal.x;
    const float* t = &verts[i].tangent.x;
    const float w = Port::polarity(verts[i].tangent.w);
    float xyz[3];
    for (int c = 0; c < 3; ++c) {
      const int j = (c + 1) % 3, k = (c + 2) % 3;
      xyz[c] = Port::component(w, n[j], t[k], n[k], t[j], c);
    }
    Port::store(bitangents[i], xyz);
  }
}

// The description of a port with all four.
template <class B, class P, class T, class D>
const ulna_port* offer_bones(const char* name, const char* cpu_features = "") {
  return offer_on(cpu_features, name, &ulna_port::bone_offset_matrices, bone_offset_matrices<B>,
                  &ulna_port::combine_bones, combine_bones<P>, &ulna_port::tween_verts,
                  tween_verts<T>, &ulna_port::derive_bitangents, derive_bitangents<D>);
}

} // namespace ulna::planted
