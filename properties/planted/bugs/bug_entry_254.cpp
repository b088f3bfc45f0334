// Takes 254 for the largest index of a palette: entry 255 becomes its neighbour.
#include "../conversion.h"

namespace ulna::planted {
namespace {

struct Port : Convert {
  static uint8_t palette_index(size_t entry) {
    return static_cast<uint8_t>(std::min<size_t>(entry, 254));
  }
};

} // namespace
} // namespace ulna::planted

const ulna_port* ulna_port_v1() {
  return ulna::planted::offer_converters<ulna::planted::Port>("bug_entry_254");
}
