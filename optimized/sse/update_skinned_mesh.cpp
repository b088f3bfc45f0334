#include "../common/operations.h"
#include "mat44_rows.h"

namespace {

constexpr float kNothing[6] = {};

enum class Normals { none, by_palette, by_their_own };

struct Mesh {
  char* dst;
  int32_t dst_stride;
  const char* src;
  int32_t src_stride;
  int32_t num_vertices;
  const ulna_mat44* palette;
  const ulna_mat44* normal_palette;
  const uint32_t* first_influence;
  const ulna_influence* influences;
  float min_influence;
};

template <Normals normals>
void skin(const Mesh& mesh) {
  for (int32_t i = 0; i < mesh.num_vertices; i++) {
    PositionRows rows = {no_rows(), _mm_setzero_ps()};
    NormalRows normal_rows = no_rows();
    bool counts = false;
    for (uint32_t k = mesh.first_influence[i]; k < mesh.first_influence[i + 1]; k++) {
      const ulna_influence influence = mesh.influences[k];
      if (influence.weight < mesh.min_influence) continue;
      counts = true;
      const __m128 weight = _mm_set1_ps(influence.weight);
      add_weighted(rows, weight, mesh.palette[influence.bone]);
      if (normals == Normals::by_their_own)
        add_weighted(normal_rows, weight, mesh.normal_palette[influence.bone]);
    }
    const ptrdiff_t n = i;
    // Rows of zeros would make a NaN of an infinite vertex.
    const float* from =
        counts ? reinterpret_cast<const float*>(mesh.src + n * mesh.src_stride) : kNothing;
    float* to = reinterpret_cast<float*>(mesh.dst + n * mesh.dst_stride);
    store_three(to, transform(from, rows));
    if (normals == Normals::by_palette) store_three(to + 3, transform(from + 3, rows.turn));
    if (normals == Normals::by_their_own) store_three(to + 3, transform(from + 3, normal_rows));
  }
}

} // namespace

void update_skinned_mesh(void* dst, int32_t dst_stride, const void* src, int32_t src_stride,
                         int32_t num_vertices, int32_t has_normals, const ulna_mat44* palette,
                         const ulna_mat44* normal_palette, const uint32_t* first_influence,
                         const ulna_influence* influences, float min_influence) {
  const Mesh mesh = {static_cast<char*>(dst),
                     dst_stride,
                     static_cast<const char*>(src),
                     src_stride,
                     num_vertices,
                     palette,
                     normal_palette,
                     first_influence,
                     influences,
                     min_influence};
  if (!has_normals)
    skin<Normals::none>(mesh);
  else if (!normal_palette)
    skin<Normals::by_palette>(mesh);
  else
    skin<Normals::by_their_own>(mesh);
}
