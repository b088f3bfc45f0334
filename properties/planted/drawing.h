// choose_blending and plan_draws, with what can go wrong in them.
#pragma once

#include "kernels.h"

#include <algorithm>

namespace ulna::planted {

/// The parts of right ports: what a device can hold, and what a mesh and a subset need.
struct Drawing {
  static bool has_hardware(const ulna_device& d) { return d.vertex_processing != 1; }
  static bool has_software(const ulna_device& d) { return d.vertex_processing != 0; }
  static uint64_t entries(const ulna_device& d) { return uint64_t{d.max_blend_matrix_index} + 1; }
  static uint64_t palette(const ulna_device& d, bool normals) {
    if (!has_hardware(d) || d.max_blend_matrix_index == 0) return 0;
    return std::min<uint64_t>(normals ? entries(d) / 2 : entries(d), 256);
  }
  static uint32_t matrices(const ulna_device& d) {
    return has_hardware(d) ? std::min(d.max_blend_matrices, 4u) : 0;
  }
  // Of choose_blending.
  static uint32_t face(uint32_t influences) { return std::clamp(influences, 1u, 12u); }
  static uint32_t least_matrices() { return 2; }
  static uint32_t bones_in_software(uint32_t bones, bool /*normals*/) {
    return std::min(256u, bones);
  }
  static bool prefers_indexed(uint64_t palette, uint32_t matrices) { return palette >= matrices; }
  // Of plan_draws.
  static bool is_true(int32_t flag) { return flag != 0; }
  static const uint32_t* row(const uint32_t* bones, int32_t i, int32_t width) {
    return bones + int64_t{i} * width;
  }
  static uint32_t slots(const uint32_t* row, int32_t width) {
    while (width > 0 && row[width - 1] == UINT32_MAX) --width;
    return uint32_t(width);
  }
  static uint32_t weights(uint32_t slots) { return std::max(slots, 1u) - 1; }
  static uint32_t indexed_weights(int32_t influences) {
    return influences == 1 ? 256 : uint32_t(influences) - 1;
  }
  static uint64_t fits_hardware(const ulna_device& d, bool indexed, bool normals) {
    return indexed ? palette(d, normals) : std::max(matrices(d), 1u);
  }
  static int32_t first(int32_t first_in_software, int32_t /*num_subsets*/) {
    return first_in_software;
  }
};

template <class Port>
ulna_blending blending(const ulna_device& d, const ulna_skin_size& skin) {
  const bool normals = skin.has_normals != 0;
  const uint64_t palette = Port::palette(d, normals);
  const uint32_t matrices = Port::matrices(d);
  const uint32_t face = Port::face(skin.max_face_influences);
  const auto in_palette = uint32_t(std::min<uint64_t>(palette, skin.num_bones));
  if (palette >= face) return {2, 0, in_palette};
  if (matrices >= std::max(face, Port::least_matrices())) return {1, 0, matrices};
  if (Port::has_software(d)) return {2, 1, Port::bones_in_software(skin.num_bones, normals)};
  if (std::max<uint64_t>(palette, matrices) < 3) return {0, 0, 0};
  if (Port::prefers_indexed(palette, matrices)) return {2, 0, in_palette};
  return {1, 0, matrices};
}

template <class Port>
void choose_blending(ulna_blending* blendings, const ulna_device* device,
                     const ulna_skin_size* skins, int32_t num_skins) {
  for (int32_t i = 0; i < num_skins; ++i) blendings[i] = blending<Port>(*device, skins[i]);
}

template <class Port>
int32_t plan_draws(ulna_draw* draws, const ulna_device* device, const uint32_t* bones,
                   int32_t num_subsets, int32_t table_width, int32_t max_influences,
                   int32_t indexed_flag, int32_t normals_flag) {
  const bool indexed = Port::is_true(indexed_flag);
  const uint64_t hardware = Port::fits_hardware(*device, indexed, Port::is_true(normals_flag));
  const uint32_t software = indexed ? 256 : 4;
  int32_t first = num_subsets;
  for (int32_t i = 0; i < num_subsets; ++i) {
    const uint32_t slots = Port::slots(Port::row(bones, i, table_width), table_width);
    const uint32_t weights = indexed ? Port::indexed_weights(max_influences) : Port::weights(slots);
    if (Port::has_hardware(*device) && hardware > 0 && slots <= hardware) {
      draws[i] = {0, weights};
    } else if (Port::has_software(*device) && slots <= software) {
      draws[i] = {1, weights};
      first = std::min(first, i);
    } else {
      draws[i] = {2, 0};
    }
  }
  return Port::first(first, num_subsets);
}

template <class Port>
const ulna_port* offer_drawing(const char* name) {
  return offer(name, &ulna_port::choose_blending, choose_blending<Port>, &ulna_port::plan_draws,
               plan_draws<Port>);
}

} // namespace ulna::planted
