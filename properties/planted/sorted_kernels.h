// The right kernel that skins sorted streams, made like those of kernels.h: a port derives from
// Sorted and hides a hook.
#pragma once

#include "kernels.h"

namespace ulna::planted {

struct Sorted {
  using Real = float;

  // sum + a * b
  template <class Real>
  static Real add(Real sum, Real a, Real b) {
    return sum + a * b;
  }
  // Whether the matrices are weighted and added up before they meet the vector, or the products
  // after.
  static constexpr bool kMatrixFirst = true;
  // The number of influences of the group that is done as the i-th.
  static int group(int i) { return i + 1; }
  // How many vertices of a group are done.
  static int32_t count(const int32_t* counts, int influences) { return counts[influences - 1]; }
  // How many entries a vertex has.
  static int indices(int influences) { return influences; }
  static int weights(int influences) { return influences == 1 ? 0 : influences; }
  // Of influence k, in the entries of a vertex.
  static int32_t joint(const uint16_t* own, int k, int /*influences*/) { return own[k]; }
  static float weight(const float* own, int k, int influences) {
    return influences == 1 ? 1 : own[k];
  }
  // The influence that is done as the k-th of n.
  static int place(int k, int /*n*/) { return k; }
  static float component(const ulna_vec4& v, int r, Vector) { return (&v.x)[r]; }
  static float element(const float* m, int r, int c) { return m[4 * r + c]; }
  static bool has_normals(const ulna_vec4* normals) { return normals != nullptr; }
  template <class Real>
  static void store(ulna_vec4& to, const Real (&sum)[4], Vector) {
    to = {static_cast<float>(sum[0]), static_cast<float>(sum[1]), static_cast<float>(sum[2]),
          static_cast<float>(sum[3])};
  }
};

// What one vertex is skinned by.
struct SortedVertex {
  int influences;
  const ulna_mat44* palette;
  const uint16_t* indices;
  const float* weights;
};

template <class Port>
void skin_vector(ulna_vec4& to, const ulna_vec4& from, Vector which, const SortedVertex& vertex) {
  using Real = typename Port::Real;
  Real blended[16] = {};
  Real result[4] = {};
  for (int i = 0; i < vertex.influences; ++i) {
    const int k = Port::place(i, vertex.influences);
    const float* m = vertex.palette[Port::joint(vertex.indices, k, vertex.influences)].m;
    const Real weight = Port::weight(vertex.weights, k, vertex.influences);
    for (int c = 0; c < 4; ++c) {
      Real sum = 0;
      for (int r = 0; r < 4; ++r) {
        const Real element = Port::element(m, r, c);
        Real& entry = blended[4 * r + c];
        if (Port::kMatrixFirst)
          entry = Port::add(entry, weight, element);
        else
          sum = Port::add(sum, Real{Port::component(from, r, which)}, element);
      }
      if (!Port::kMatrixFirst) result[c] = Port::add(result[c], weight, sum);
    }
  }
  if (Port::kMatrixFirst)
    for (int c = 0; c < 4; ++c)
      for (int r = 0; r < 4; ++r)
        result[c] = Port::add(result[c], Real{Port::component(from, r, which)}, blended[4 * r + c]);
  Port::store(to, result, which);
}

template <class Port = Sorted>
void skin_sorted_verts(ulna_vec4* positions, ulna_vec4* normals, const ulna_vec4* src_positions,
                       const ulna_vec4* src_normals, const ulna_mat44* palette,
                       const uint16_t* joint_indices, const float* joint_weights,
                       const int32_t* counts) {
  for (int i = 0; i < 4; ++i) {
    const int influences = Port::group(i);
    for (int32_t left = Port::count(counts, influences); left > 0; --left) {
      const SortedVertex vertex{influences, palette, joint_indices, joint_weights};
      skin_vector<Port>(*positions++, *src_positions++, kPosition, vertex);
      if (Port::has_normals(normals))
        skin_vector<Port>(*normals++, *src_normals++, kNormal, vertex);
      joint_indices += Port::indices(influences);
      joint_weights += Port::weights(influences);
    }
  }
}

template <class Port>
const ulna_port* offer_sorted(const char* name, const char* cpu_features = "") {
  return offer_on(cpu_features, name, &ulna_port::skin_sorted_verts, skin_sorted_verts<Port>);
}

} // namespace ulna::planted
