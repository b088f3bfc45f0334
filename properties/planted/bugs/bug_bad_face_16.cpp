// Of the face with a bad corner 16 bits are told.
#include "../conversion.h"

namespace ulna::planted {
namespace {

struct Port : Convert {
  static int32_t error(int32_t right, const ulna_skinned_mesh& /*mesh*/,
                       const ulna_conversion_limits& /*limits*/, uint32_t& where) {
    if (right == ULNA_BAD_INDEX) where &= 0xffff;
    return right;
  }
};

} // namespace
} // namespace ulna::planted

const ulna_port* ulna_port_v1() {
  return ulna::planted::offer_converters<ulna::planted::Port>("bug_bad_face_16");
}
