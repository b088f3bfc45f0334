// Of the entries of a vertex the first eight are read.
#include "../conversion.h"

namespace ulna::planted {
namespace {

struct Port : Convert {
  static uint32_t entries(uint32_t count) { return count < 8 ? count : 8; }
};

} // namespace
} // namespace ulna::planted

const ulna_port* ulna_port_v1() {
  return ulna::planted::offer_converters<ulna::planted::Port>("bug_eight_entries");
}
