// The right kernels for vertices that all have the same number of influences, in both layouts, made
// like those of kernels.h: a port derives from Uniform and hides a hook.
#pragma once

#include "kernels.h"

#include <cmath>

namespace ulna::planted {

struct Uniform {
  using Real = float;

  // sum + a * b
  template <class Real>
  static Real add(Real sum, Real a, Real b) {
    return sum + a * b;
  }
  // Whether the matrices are weighted and added up before they meet the vector (the collapsed
  // form), or the products after (the direct one).
  static constexpr bool kMatrixFirst = true;
  // How many of the vertices are done.
  static int32_t count(int32_t num_verts) { return num_verts; }
  static int influences(int32_t num_influences, Vector) { return num_influences; }
  // Three floats of positions or normals.
  static void load(const float* from, float (&v)[3], Vector) {
    for (int c = 0; c < 3; ++c) v[c] = from[c];
  }
  // Of influence k, in the entries of a vertex.
  static int32_t joint(const uint8_t* own, int k) { return own[k]; }
  static float weight(const float* own, int k, int /*n*/) { return own[k]; }
  // The influence that is done as the k-th of n.
  static int place(int k, int /*n*/) { return k; }
  // Which rows of a matrix a vector meets: a normal has no translation.
  static int rows(Vector which) { return which == kPosition ? 4 : 3; }
  template <class Real>
  static void normalise(Real (&v)[3]) {
    const Real scale = 1 / std::sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    for (Real& x : v) x *= scale;
  }
  static float element(const float* m, int row, int column) { return m[4 * row + column]; }
  // The place of an element of palette in a reordered joint.
  static int reordered(int row, int column) { return 4 * column + row; }
};

// A matrix of either layout.
struct Elements {
  const float* m;
  bool reordered;
};

template <class Port>
float element(const Elements& matrix, int row, int column) {
  return matrix.reordered ? matrix.m[Port::reordered(row, column)]
                          : Port::element(matrix.m, row, column);
}

// What the vertices of a mesh are skinned by: the palette of either layout, whose matrices have
// numbers of the type Index.
template <class Index>
struct IndexedMesh {
  const float* matrices;
  bool reordered;
  const Index* indices;
  const float* weights;
  int32_t num_influences;
  int32_t num_verts;

  Elements matrix(int32_t joint) const {
    return {matrices + (reordered ? 12 : 16) * joint, reordered};
  }
};
using UniformMesh = IndexedMesh<uint8_t>;

template <class Port, class Index>
void skin_vector(float* to, const float (&from)[3], Vector which, const IndexedMesh<Index>& mesh,
                 int32_t vertex) {
  using Real = typename Port::Real;
  const int n = Port::influences(mesh.num_influences, which);
  const Index* const indices = mesh.indices + vertex * mesh.num_influences;
  const float* const weights = mesh.weights + vertex * mesh.num_influences;
  const Real row[4] = {from[0], from[1], from[2], 1};
  Real blended[12] = {};
  Real result[3] = {};
  for (int i = 0; i < n; ++i) {
    const int k = Port::place(i, n);
    const Elements matrix = mesh.matrix(Port::joint(indices, k));
    const Real weight = Port::weight(weights, k, n);
    for (int c = 0; c < 3; ++c) {
      Real sum = 0;
      for (int r = 0; r < Port::rows(which); ++r) {
        const Real m = element<Port>(matrix, r, c);
        Real& entry = blended[3 * r + c];
        if (Port::kMatrixFirst)
          entry = Port::add(entry, weight, m);
        else
          sum = Port::add(sum, row[r], m);
      }
      if (!Port::kMatrixFirst) result[c] = Port::add(result[c], weight, sum);
    }
  }
  if (Port::kMatrixFirst)
    for (int c = 0; c < 3; ++c)
      for (int r = 0; r < Port::rows(which); ++r)
        result[c] = Port::add(result[c], row[r], blended[3 * r + c]);
  if (which == kNormal) Port::normalise(result);
  for (int c = 0; c < 3; ++c) to[c] = static_cast<float>(result[c]);
}

// All vertices of a mesh; load(v, which, vector) gives a vector of one.
template <class Port, class Load>
void skin_mesh(ulna_mesh_vertex* dst, const UniformMesh& mesh, Load load) {
  for (int32_t v = 0; v < Port::count(mesh.num_verts); ++v) {
    float vector[3];
    load(v, kPosition, vector);
    skin_vector<Port>(dst[v].position, vector, kPosition, mesh, v);
    load(v, kNormal, vector);
    skin_vector<Port>(dst[v].normal, vector, kNormal, mesh, v);
  }
}

template <class Port>
auto load_aos(const float* positions, const float* normals) {
  return [=](int32_t v, Vector which, float(&to)[3]) {
    Port::load((which == kPosition ? positions : normals) + 3 * v, to, which);
  };
}

inline auto load_soa(const ulna_soa_verts& src) {
  return [=](int32_t v, Vector which, float(&to)[3]) {
    const bool moves = which == kPosition;
    to[0] = (moves ? src.x : src.nx)[v];
    to[1] = (moves ? src.y : src.ny)[v];
    to[2] = (moves ? src.z : src.nz)[v];
  };
}

template <class Port = Uniform>
void skin_aos_verts(ulna_mesh_vertex* dst, const float* positions, const float* normals,
                    const ulna_mat44* palette, const uint8_t* joint_indices,
                    const float* joint_weights, int32_t num_influences, int32_t num_verts) {
  skin_mesh<Port>(dst, {palette->m, false, joint_indices, joint_weights, num_influences, num_verts},
                  load_aos<Port>(positions, normals));
}

template <class Port = Uniform>
void reorder_palette(ulna_joint_mat* joints, const ulna_mat44* palette, int32_t num_joints) {
  for (int32_t i = 0; i < Port::count(num_joints); ++i)
    for (int row = 0; row < 4; ++row)
      for (int column = 0; column < 3; ++column)
        joints[i].m[Port::reordered(row, column)] = palette[i].m[4 * row + column];
}

template <class Port = Uniform>
void skin_soa_verts(ulna_mesh_vertex* dst, const ulna_soa_verts* src, const ulna_joint_mat* joints,
                    const uint8_t* joint_indices, const float* joint_weights,
                    int32_t num_influences, int32_t num_verts) {
  skin_mesh<Port>(dst, {joints->m, true, joint_indices, joint_weights, num_influences, num_verts},
                  load_soa(*src));
}

// The arguments of a call in one, for ports that do something before or after the right kernel:
// aos_call<f> and soa_call<f> are the operations that call f.
struct AosCall {
  ulna_mesh_vertex* dst;
  const float* positions;
  const float* normals;
  const ulna_mat44* palette;
  const uint8_t* joint_indices;
  const float* joint_weights;
  int32_t num_influences;
  int32_t num_verts;

  // Some of the vertices.
  AosCall part(int32_t first, int32_t count) const {
    const int32_t entry = first * num_influences;
    return {dst + first,           positions + 3 * first, normals + 3 * first, palette,
            joint_indices + entry, joint_weights + entry, num_influences,      count};
  }
  template <class Port = Uniform>
  void run() const {
    skin_aos_verts<Port>(dst, positions, normals, palette, joint_indices, joint_weights,
                         num_influences, num_verts);
  }
};

template <void (*Kernel)(AosCall)>
void aos_call(ulna_mesh_vertex* dst, const float* positions, const float* normals,
              const ulna_mat44* palette, const uint8_t* joint_indices, const float* joint_weights,
              int32_t num_influences, int32_t num_verts) {
  Kernel(
      {dst, positions, normals, palette, joint_indices, joint_weights, num_influences, num_verts});
}

struct SoaCall {
  ulna_mesh_vertex* dst;
  ulna_soa_verts src;
  const ulna_joint_mat* joints;
  const uint8_t* joint_indices;
  const float* joint_weights;
  int32_t num_influences;
  int32_t num_verts;

  SoaCall part(int32_t first, int32_t count) const {
    const int32_t entry = first * num_influences;
    const ulna_soa_verts from{src.x + first,  src.y + first,  src.z + first,
                              src.nx + first, src.ny + first, src.nz + first};
    return {dst + first,           from,           joints, joint_indices + entry,
            joint_weights + entry, num_influences, count};
  }
  template <class Port = Uniform>
  void run() const {
    skin_soa_verts<Port>(dst, &src, joints, joint_indices, joint_weights, num_influences,
                         num_verts);
  }
};

template <void (*Kernel)(SoaCall)>
void soa_call(ulna_mesh_vertex* dst, const ulna_soa_verts* src, const ulna_joint_mat* joints,
              const uint8_t* joint_indices, const float* joint_weights, int32_t num_influences,
              int32_t num_verts) {
  Kernel({dst, *src, joints, joint_indices, joint_weights, num_influences, num_verts});
}

template <class Port>
const ulna_port* offer_uniform(const char* name, const char* cpu_features = "") {
  return offer_on(cpu_features, name, &ulna_port::skin_aos_verts, skin_aos_verts<Port>,
                  &ulna_port::reorder_palette, reorder_palette<Port>, &ulna_port::skin_soa_verts,
                  skin_soa_verts<Port>);
}

} // namespace ulna::planted
