// Loses the row behind the first 1024 of the bone table, as when a buffer is moved to a larger one.
#include "../conversion.h"

namespace ulna::planted {
namespace {

struct Port : Convert {
  static void finish(const ulna_blended_mesh& out, ulna_conversion_counts& counts) {
    for (uint32_t k = 0; counts.num_subsets > 1024 && k < counts.table_width; ++k)
      out.bones[size_t{1024} * counts.table_width + k] = 0;
  }
};

} // namespace
} // namespace ulna::planted

const ulna_port* ulna_port_v1() {
  return ulna::planted::offer_converters<ulna::planted::Port>("bug_row_1024");
}
