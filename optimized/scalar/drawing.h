/* What a device of Direct3D 9 can hold. */
#ifndef ULNA_OPTIMIZED_SCALAR_DRAWING_H
#define ULNA_OPTIMIZED_SCALAR_DRAWING_H

#include "ulna/port.h"

namespace ulna_scalar {

constexpr uint32_t kLargestPalette = 256; // indices have 8 bits
constexpr uint32_t kMostMatrices = 4;     // of a vertex without indices

inline uint32_t smaller(uint32_t a, uint32_t b) {
  return a < b ? a : b;
}
inline uint32_t larger(uint32_t a, uint32_t b) {
  return a < b ? b : a;
}

inline bool in_hardware(const ulna_device& device) {
  return device.vertex_processing != ULNA_SOFTWARE_PROCESSING;
}
inline bool in_software(const ulna_device& device) {
  return device.vertex_processing != ULNA_HARDWARE_PROCESSING;
}

// The last index may be UINT32_MAX, which has no next.
inline uint32_t palette_of(const ulna_device& device, bool normals) {
  const uint32_t last = smaller(device.max_blend_matrix_index, 2 * kLargestPalette);
  if (last == 0 || !in_hardware(device)) return 0;
  return smaller(normals ? (last + 1) / 2 : last + 1, kLargestPalette);
}

inline uint32_t matrices_of(const ulna_device& device) {
  return in_hardware(device) ? smaller(device.max_blend_matrices, kMostMatrices) : 0;
}

} // namespace ulna_scalar

#endif
