// Other faces first, within each subset.
#include "../conversion.h"

namespace ulna::planted {
namespace {

struct Port : Convert {
  static void arrange(std::vector<Subset>& subsets) {
    for (Subset& s : subsets) std::reverse(s.faces.begin(), s.faces.end());
  }
};

} // namespace
} // namespace ulna::planted

const ulna_port* ulna_port_v1() {
  return ulna::planted::offer_converters<ulna::planted::Port>("right_convert_face_order");
}
