// Gives the new number of each old face, as the textbook has it.
#include "../conversion.h"

namespace ulna::planted {
namespace {

struct Port : Convert {
  static uint32_t face_remap(const std::vector<uint32_t>& old, size_t i) {
    return static_cast<uint32_t>(std::find(old.begin(), old.end(), i) - old.begin());
  }
};

} // namespace
} // namespace ulna::planted

const ulna_port* ulna_port_v1() {
  return ulna::planted::offer_converters<ulna::planted::Port>("bug_remap_inverted");
}
