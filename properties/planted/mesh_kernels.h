// The right kernels that skin and blend meshes by 4x4 matrices, made like those of kernels.h: a
// port derives from Mesh and hides a hook.
#pragma once

#include "kernels.h"

namespace ulna::planted {

struct Mesh {
  using Real = float;

  // sum + a * b
  template <class Real>
  static Real add(Real sum, Real a, Real b) {
    return sum + a * b;
  }
  // Whether the matrices are weighted and added up before they meet the vector, or the products
  // after.
  static constexpr bool kMatrixFirst = true;
  // Row r of (v, 1).
  static float component(const float* v, int r) { return r < 3 ? v[r] : 1; }
  // How many rows of a matrix take part.
  static int rows(Vector which) { return which == kPosition ? 4 : 3; }
  static float element(const float* m, int r, int c, Vector) { return m[4 * r + c]; }
  // The influence, or slot, that is done as the k-th of n.
  static int32_t place(int32_t k, int32_t /*n*/) { return k; }
  // What a vertex of which no influence counts gets.
  static constexpr bool kZeroesUninfluenced = true;
  static constexpr bool kKeepsUninfluenced = false;
  // Three floats at the place of a vector.
  static void load(const float* from, float* v) {
    for (int c = 0; c < 3; ++c) v[c] = from[c];
  }
  template <class Real>
  static void store(float* to, const Real (&xyz)[4]) {
    for (int c = 0; c < 3; ++c) to[c] = static_cast<float>(xyz[c]);
  }

  // Of update_skinned_mesh.
  static int32_t step_of_dst(int32_t dst_stride, int32_t /*src_stride*/) { return dst_stride; }
  static bool has_normals(int32_t has_normals) { return has_normals != 0; }
  static const ulna_mat44* normal_palette(const ulna_mat44* palette, const ulna_mat44* normals) {
    return normals ? normals : palette;
  }
  static uint32_t first(const uint32_t* first_influence, int32_t v) { return first_influence[v]; }
  // Influence k of the n of a vertex, from the first.
  static ulna_influence influence(const ulna_influence* own, int32_t k, int32_t /*n*/,
                                  float /*least*/) {
    return own[k];
  }
  static int32_t influences(int32_t count) { return count; }
  static bool counts(float weight, float least) { return !(weight < least); }

  // Of blend_vertices and blend_vertices_indexed.
  static float last_weight(const float* weights, int32_t num_weights) {
    float sum = 0;
    for (int32_t k = 0; k < num_weights; ++k) sum += weights[k];
    return 1 - sum;
  }
  // The weight of slot k; `Port` is the port.
  template <class Port>
  static float weight(const ulna_blend_vertex& v, int32_t k, int32_t num_weights) {
    return k < num_weights ? v.weights[k] : Port::last_weight(v.weights, num_weights);
  }
  static int32_t bone(const ulna_blend_vertex& v, int32_t k, bool indexed) {
    return indexed ? v.indices[k] : k;
  }
  // Before the first slot of a vertex.
  static void begin(const ulna_blend_vertex&, const ulna_mat44*, int32_t /*num_weights*/) {}
};

// One vector by all influences of its vertex; each(visit) calls visit(weight, matrix) for them.
template <class Port, class Each>
void blend_vector(float* to, const float* from, Vector which, Each each) {
  using Real = typename Port::Real;
  const int rows = Port::rows(which);
  float v[4];
  Port::load(from, v);
  Real blended[16] = {};
  Real xyz[4] = {}; // and what column 3 gives
  bool counted = false;
  each([&](float weight, const float* m) {
    counted = true;
    for (int c = 0; c < 4; ++c) {
      Real sum = 0;
      for (int r = 0; r < rows; ++r) {
        const Real element = Port::element(m, r, c, which);
        Real& entry = blended[4 * r + c];
        if (Port::kMatrixFirst)
          entry = Port::add(entry, Real{weight}, element);
        else
          sum = Port::add(sum, Real{Port::component(v, r)}, element);
      }
      if (!Port::kMatrixFirst) xyz[c] = Port::add(xyz[c], Real{weight}, sum);
    }
  });
  if (!counted && Port::kKeepsUninfluenced) return;
  if (Port::kMatrixFirst && (counted || !Port::kZeroesUninfluenced))
    for (int c = 0; c < 4; ++c)
      for (int r = 0; r < rows; ++r)
        xyz[c] = Port::add(xyz[c], Real{Port::component(v, r)}, blended[4 * r + c]);
  Port::store(to, xyz);
}

template <class Port = Mesh>
void update_skinned_mesh(void* dst, int32_t dst_stride, const void* src, int32_t src_stride,
                         int32_t num_vertices, int32_t has_normals, const ulna_mat44* palette,
                         const ulna_mat44* normal_palette, const uint32_t* first_influence,
                         const ulna_influence* influences, float min_influence) {
  const ptrdiff_t step = Port::step_of_dst(dst_stride, src_stride);
  for (int32_t v = 0; v < num_vertices; ++v) {
    const ptrdiff_t at = v;
    const auto* from =
        reinterpret_cast<const float*>(static_cast<const char*>(src) + at * src_stride);
    auto* to = reinterpret_cast<float*>(static_cast<char*>(dst) + at * step);
    const ulna_influence* own = influences + Port::first(first_influence, v);
    const auto all = static_cast<int32_t>(first_influence[v + 1] - first_influence[v]);
    const int32_t n = Port::influences(all);
    const auto each_of = [&](const ulna_mat44* matrices) {
      return [=](auto visit) {
        for (int32_t i = 0; i < n; ++i) {
          const int32_t k = Port::place(i, n);
          if (!Port::counts(own[k].weight, min_influence)) continue;
          const ulna_influence influence = Port::influence(own, k, n, min_influence);
          visit(influence.weight, matrices[influence.bone].m);
        }
      };
    };
    blend_vector<Port>(to, from, kPosition, each_of(palette));
    if (Port::has_normals(has_normals))
      blend_vector<Port>(to + 3, from + 3, kNormal,
                         each_of(Port::normal_palette(palette, normal_palette)));
  }
}

template <class Port, bool Indexed>
void blend_mesh(ulna_mesh_vertex* dst, const ulna_blend_vertex* src, int32_t num_vertices,
                const ulna_mat44* matrices, int32_t num_weights) {
  for (int32_t i = 0; i < num_vertices; ++i) {
    const ulna_blend_vertex& v = src[i];
    Port::begin(v, matrices, num_weights);
    const auto each = [&](auto visit) {
      for (int32_t n = 0; n <= num_weights; ++n) {
        const int32_t k = Port::place(n, num_weights + 1);
        visit(Port::template weight<Port>(v, k, num_weights),
              matrices[Port::bone(v, k, Indexed)].m);
      }
    };
    blend_vector<Port>(dst[i].position, v.position, kPosition, each);
    blend_vector<Port>(dst[i].normal, v.normal, kNormal, each);
  }
}

template <class Port = Mesh>
void blend_vertices(ulna_mesh_vertex* dst, const ulna_blend_vertex* src, int32_t num_vertices,
                    const ulna_mat44* matrices, int32_t num_weights) {
  blend_mesh<Port, false>(dst, src, num_vertices, matrices, num_weights);
}

template <class Port = Mesh>
void blend_vertices_indexed(ulna_mesh_vertex* dst, const ulna_blend_vertex* src,
                            int32_t num_vertices, const ulna_mat44* palette, int32_t num_weights) {
  blend_mesh<Port, true>(dst, src, num_vertices, palette, num_weights);
}

// The description of a port with all three operations.
template <class Port>
const ulna_port* offer_mesh(const char* name, const char* cpu_features = "") {
  return offer_on(cpu_features, name, &ulna_port::update_skinned_mesh, update_skinned_mesh<Port>,
                  &ulna_port::blend_vertices, blend_vertices<Port>,
                  &ulna_port::blend_vertices_indexed, blend_vertices_indexed<Port>);
}

} // namespace ulna::planted
