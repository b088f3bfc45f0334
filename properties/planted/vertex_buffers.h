// blend_vertex_buffer, with what can go wrong in it.
#pragma once

#include "mesh_kernels.h"

namespace ulna::planted {

struct BufferCall {
  int32_t dst_stride, src_stride, num_vertices, stored_weights, num_weights, indexed, has_normals;
};

/// The parts of a right port, beside those that blend a vector.
struct Buffers : Mesh {
  static ptrdiff_t offset(int32_t vertex, int32_t stride) { return ptrdiff_t{vertex} * stride; }
  static int32_t dst_stride(const BufferCall& call) { return call.dst_stride; }
  static bool is_true(int32_t flag) { return flag != 0; }
  /// Where they are in a vertex, in words.
  static int32_t indices_at(const BufferCall& call) { return 3 + call.stored_weights; }
  static int32_t normal_at(const BufferCall& call) {
    return 3 + call.stored_weights + (call.indexed ? 1 : 0);
  }
  static int32_t index(const unsigned char* indices, int32_t k) { return indices[k]; }
  static float last_of(const float* weights, const BufferCall& call) {
    return Mesh::last_weight(weights, call.num_weights);
  }
  /// Behind a vertex.
  static void finish(float* /*to*/, const float* /*from*/, const BufferCall&, int32_t /*vertex*/) {}
};

template <class Port = Buffers>
void blend_vertex_buffer(void* dst, int32_t dst_stride, const void* src, int32_t src_stride,
                         int32_t num_vertices, int32_t stored_weights, int32_t num_weights,
                         int32_t indexed, int32_t has_normals, const ulna_mat44* matrices) {
  const BufferCall call{dst_stride,  src_stride, num_vertices, stored_weights,
                        num_weights, indexed,    has_normals};
  for (int32_t v = 0; v < num_vertices; ++v) {
    const auto* from =
        reinterpret_cast<const float*>(static_cast<const char*>(src) + Port::offset(v, src_stride));
    auto* to =
        reinterpret_cast<float*>(static_cast<char*>(dst) + Port::offset(v, Port::dst_stride(call)));
    const auto* indices = reinterpret_cast<const unsigned char*>(from + Port::indices_at(call));
    const auto each = [&](auto visit) {
      for (int32_t n = 0; n <= num_weights; ++n) {
        const int32_t k = Port::place(n, num_weights + 1);
        const float weight = k < num_weights ? from[3 + k] : Port::last_of(from + 3, call);
        visit(weight, matrices[Port::is_true(indexed) ? Port::index(indices, k) : k].m);
      }
    };
    blend_vector<Port>(to, from, kPosition, each);
    if (Port::is_true(has_normals))
      blend_vector<Port>(to + 3, from + Port::normal_at(call), kNormal, each);
    Port::finish(to, from, call, v);
  }
}

template <class Port>
const ulna_port* offer_buffers(const char* name, const char* cpu_features = "") {
  return offer_on(cpu_features, name, &ulna_port::blend_vertex_buffer, blend_vertex_buffer<Port>);
}

} // namespace ulna::planted
