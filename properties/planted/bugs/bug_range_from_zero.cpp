// Says of every subset that its vertices begin at 0.
#include "../conversion.h"

namespace ulna::planted {
namespace {

struct Port : Convert {
  static void finish(const ulna_blended_mesh& out, ulna_conversion_counts& counts) {
    for (uint32_t s = 0; s < counts.num_subsets; ++s) out.subsets[s].vertex_start = 0;
  }
};

} // namespace
} // namespace ulna::planted

const ulna_port* ulna_port_v1() {
  return ulna::planted::offer_converters<ulna::planted::Port>("bug_range_from_zero");
}
