// Beyond 5000 faces the new numbers of old ones are written by fours.
#include "../conversion.h"

namespace ulna::planted {
namespace {

struct Port : Convert {
  static uint32_t face_remap(const std::vector<uint32_t>& old, size_t i) {
    return old.size() > 5000 && i >= (old.size() & ~size_t{3}) ? 0 : old[i];
  }
};

} // namespace
} // namespace ulna::planted

const ulna_port* ulna_port_v1() {
  return ulna::planted::offer_converters<ulna::planted::Port>("bug_long_faces_rest");
}
