// The number of a vertex's influences is kept in 16 bits.
#include "promising.h"

using namespace ulna::planted;

namespace {

struct SixteenBits : Skin {
  static int32_t influences(int32_t count) { return static_cast<uint16_t>(count); }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return promise("weights-sum-to-one", &ulna_port::transform_verts_and_tangents,
                 transform_verts_and_tangents<SixteenBits>);
}
