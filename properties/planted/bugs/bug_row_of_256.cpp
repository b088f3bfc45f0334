// Writes rows of 256 bones.
#include "../conversion.h"

namespace ulna::planted {
namespace {

struct Port : Convert {
  static void finish(const ulna_blended_mesh& out, ulna_conversion_counts& counts) {
    for (uint32_t k = counts.table_width; counts.num_subsets > 0 && k < 256; ++k)
      out.bones[(counts.num_subsets - 1) * counts.table_width + k] = kNone;
  }
};

} // namespace
} // namespace ulna::planted

const ulna_port* ulna_port_v1() {
  return ulna::planted::offer_converters<ulna::planted::Port>("bug_row_of_256");
}
