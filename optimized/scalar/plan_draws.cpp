#include "../common/operations.h"
#include "drawing.h"

using namespace ulna_scalar;

// A row that a conversion wrote has its bones first, but slots count up to the last one in any.
static uint32_t slots_of(const uint32_t* row, int32_t width) {
  while (width > 0 && row[width - 1] == UINT32_MAX) width--;
  return static_cast<uint32_t>(width);
}

int32_t plan_draws(ulna_draw* draws, const ulna_device* device, const uint32_t* bones,
                   int32_t num_subsets, int32_t table_width, int32_t max_influences,
                   int32_t indexed, int32_t has_normals) {
  const bool hardware = in_hardware(*device), software = in_software(*device);
  const uint32_t hardware_holds =
      indexed ? palette_of(*device, has_normals != 0) : larger(1, matrices_of(*device));
  const uint32_t software_holds = indexed ? kLargestPalette : kMostMatrices;
  int32_t first_in_software = num_subsets;
  for (int32_t i = 0; i < num_subsets; i++) {
    const uint32_t slots = slots_of(bones + int64_t{i} * table_width, table_width);
    const uint32_t weights = !indexed              ? larger(1, slots) - 1
                             : max_influences == 1 ? uint32_t{ULNA_0WEIGHTS}
                                                   : static_cast<uint32_t>(max_influences) - 1;
    if (hardware && hardware_holds > 0 && slots <= hardware_holds) {
      draws[i] = {ULNA_HARDWARE_PASS, weights};
    } else if (software && slots <= software_holds) {
      draws[i] = {ULNA_SOFTWARE_PASS, weights};
      if (first_in_software == num_subsets) first_in_software = i;
    } else {
      draws[i] = {ULNA_NOT_DRAWN, 0};
    }
  }
  return first_in_software;
}
