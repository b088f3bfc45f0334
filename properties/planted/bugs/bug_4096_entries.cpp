// Of the entries of a vertex 4,096 are read.
#include "../conversion.h"

namespace ulna::planted {
namespace {

struct Port : Convert {
  static uint32_t entries(uint32_t count) { return std::min<uint32_t>(count, 4096); }
};

} // namespace
} // namespace ulna::planted

const ulna_port* ulna_port_v1() {
  return ulna::planted::offer_converters<ulna::planted::Port>("bug_4096_entries");
}
