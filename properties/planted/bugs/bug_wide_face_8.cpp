// Of the face that needs more bones than there may be 8 bits are told.
#include "../conversion.h"

namespace ulna::planted {
namespace {

struct Port : Convert {
  static int32_t error(int32_t right, const ulna_skinned_mesh& /*mesh*/,
                       const ulna_conversion_limits& /*limits*/, uint32_t& where) {
    if (right == ULNA_TOO_FEW_BONES) where &= 0xff;
    return right;
  }
};

} // namespace
} // namespace ulna::planted

const ulna_port* ulna_port_v1() {
  return ulna::planted::offer_converters<ulna::planted::Port>("bug_wide_face_8");
}
