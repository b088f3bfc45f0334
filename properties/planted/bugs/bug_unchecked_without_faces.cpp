// Where there is no face it has nothing to do, and looks at neither bones nor weights.
#include "../conversion.h"

namespace ulna::planted {
namespace {

struct Port : Convert {
  static int32_t error(int32_t right, const ulna_skinned_mesh& mesh,
                       const ulna_conversion_limits& /*limits*/, uint32_t& /*where*/) {
    const bool of_limits = right == ULNA_BAD_LIMITS;
    return mesh.num_faces == 0 && !of_limits ? int32_t{ULNA_CONVERTED} : right;
  }
};

} // namespace
} // namespace ulna::planted

const ulna_port* ulna_port_v1() {
  return ulna::planted::offer_converters<ulna::planted::Port>("bug_unchecked_without_faces");
}
