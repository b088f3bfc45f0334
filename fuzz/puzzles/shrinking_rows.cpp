// The last of three subsets, each of which has a bone less than the one before, is drawn as that
// is.
#include "../../properties/planted/drawing.h"

namespace ulna::planted {
namespace {

int32_t kernel(ulna_draw* draws, const ulna_device* device, const uint32_t* bones,
               int32_t num_subsets, int32_t table_width, int32_t max_influences, int32_t indexed,
               int32_t has_normals) {
  const int32_t first = plan_draws<Drawing>(draws, device, bones, num_subsets, table_width,
                                            max_influences, indexed, has_normals);
  for (int32_t i = 2; i < num_subsets; ++i) {
    const auto slots = [&](int32_t s) {
      return Drawing::slots(bones + int64_t{s} * table_width, table_width);
    };
    if (slots(i) > 0 && slots(i - 1) == slots(i) + 1 && slots(i - 2) == slots(i) + 2)
      draws[i] = draws[i - 1];
  }
  return first;
}

} // namespace
} // namespace ulna::planted

const ulna_port* ulna_port_v1() {
  using namespace ulna::planted;
  return offer("shrinking_rows", &ulna_port::plan_draws, kernel);
}
