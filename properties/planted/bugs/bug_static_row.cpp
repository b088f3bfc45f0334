// Of several subsets of up to four bones the first has them in one place for all threads.
#include "../conversion.h"

namespace ulna::planted {
namespace {

volatile uint32_t row[4];

struct Port : Convert {
  static void finish(const ulna_blended_mesh& out, ulna_conversion_counts& counts) {
    if (counts.num_subsets < 2 || counts.table_width > 4) return;
    for (uint32_t k = 0; k < counts.table_width; ++k) row[k] = out.bones[k];
    for (uint32_t k = 0; k < counts.table_width; ++k) out.bones[k] = row[k];
  }
};

} // namespace
} // namespace ulna::planted

const ulna_port* ulna_port_v1() {
  using namespace ulna::planted;
  return offer("bug_static_row", &ulna_port::convert_to_blended_mesh, convert<Port>);
}
