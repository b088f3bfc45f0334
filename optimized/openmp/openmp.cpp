#include "openmp.h"

#include "../best/choose.h"

#include <algorithm>
#include <xmmintrin.h>

namespace {

// The fastest kernels that can run here, the same as those of `best`, for what is split here.
struct Kernels {
  Origins origins{};
  ulna_port port{};

  Kernels() {
    const Origins all = choose(features_of_this_cpu());
    for (const size_t member :
         {offsetof(ulna_port, skin_aos_verts), offsetof(ulna_port, skin_soa_verts),
          offsetof(ulna_port, skin_interleaved_verts), offsetof(ulna_port, skin_split_verts)})
      origins[operation_at(member)] = all[operation_at(member)];
    take_operations(port, origins);
  }
};

const Kernels& kernels() {
  static const Kernels chosen;
  return chosen;
}

// Vertices. To wake a thread takes microseconds, and a block is to take more. Its first vertex is
// as well aligned as that of the call.
constexpr int32_t kBlock = 2048;

// Calls skin(first, count) for all vertices, in blocks on several threads. A thread has FTZ and DAZ
// of whoever started it, and takes those of the caller.
template <class Skin>
void each_block(int32_t num_verts, Skin skin) {
  if (num_verts < 2 * kBlock) return skin(0, num_verts);
  const int32_t num_blocks = (num_verts - 1) / kBlock + 1;
  const unsigned callers = _mm_getcsr();
#pragma omp parallel for schedule(static)
  for (int32_t block = 0; block < num_blocks; block++) {
    const unsigned own = _mm_getcsr();
    _mm_setcsr(callers);
    const ptrdiff_t first = ptrdiff_t{block} * kBlock;
    skin(first, int32_t(std::min<ptrdiff_t>(kBlock, num_verts - first)));
    _mm_setcsr(own);
  }
}

void skin_aos_verts(ulna_mesh_vertex* dst, const float* positions, const float* normals,
                    const ulna_mat44* palette, const uint8_t* joint_indices,
                    const float* joint_weights, int32_t num_influences, int32_t num_verts) {
  const auto skin = kernels().port.skin_aos_verts;
  each_block(num_verts, [=](ptrdiff_t first, int32_t count) {
    skin(dst + first, positions + 3 * first, normals + 3 * first, palette,
         joint_indices + first * num_influences, joint_weights + first * num_influences,
         num_influences, count);
  });
}

void skin_soa_verts(ulna_mesh_vertex* dst, const ulna_soa_verts* src, const ulna_joint_mat* joints,
                    const uint8_t* joint_indices, const float* joint_weights,
                    int32_t num_influences, int32_t num_verts) {
  const auto skin = kernels().port.skin_soa_verts;
  each_block(num_verts, [=](ptrdiff_t first, int32_t count) {
    const ulna_soa_verts block = {src->x + first,  src->y + first,  src->z + first,
                                  src->nx + first, src->ny + first, src->nz + first};
    skin(dst + first, &block, joints, joint_indices + first * num_influences,
         joint_weights + first * num_influences, num_influences, count);
  });
}

template <class Vertex>
using SkinWhole = void (*)(Vertex* dst, const Vertex* src, const ulna_mat44* palette,
                           const uint16_t* joint_indices, const float* joint_weights,
                           int32_t num_verts);

template <class Vertex, SkinWhole<Vertex> ulna_port::*Operation>
void skin_whole(Vertex* dst, const Vertex* src, const ulna_mat44* palette,
                const uint16_t* joint_indices, const float* joint_weights, int32_t num_verts) {
  const auto skin = kernels().port.*Operation;
  each_block(num_verts, [=](ptrdiff_t first, int32_t count) {
    skin(dst + first, src + first, palette, joint_indices + 4 * first, joint_weights + 4 * first,
         count);
  });
}

constexpr auto skin_interleaved_verts =
    skin_whole<ulna_textured_vertex, &ulna_port::skin_interleaved_verts>;
constexpr auto skin_split_verts = skin_whole<ulna_mesh_vertex, &ulna_port::skin_split_verts>;

struct Openmp {
  std::string features = features_needed(kernels().origins);
  ulna_port port{};

  Openmp() {
    port.struct_size = sizeof(ulna_port);
    port.name = "openmp";
    port.cpu_features = features.c_str();
    if (kernels().port.skin_aos_verts) port.skin_aos_verts = skin_aos_verts;
    if (kernels().port.skin_soa_verts) port.skin_soa_verts = skin_soa_verts;
    if (kernels().port.skin_interleaved_verts) port.skin_interleaved_verts = skin_interleaved_verts;
    if (kernels().port.skin_split_verts) port.skin_split_verts = skin_split_verts;
  }
};

} // namespace

const ulna_port* openmp_port(void) {
  static const Openmp openmp;
  return &openmp.port;
}
