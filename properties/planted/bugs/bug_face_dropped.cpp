// Leaves out the last face of every subset of more than seven.
#include "../conversion.h"

namespace ulna::planted {
namespace {

struct Port : Convert {
  static void arrange(std::vector<Subset>& subsets) {
    for (Subset& s : subsets)
      if (s.faces.size() > 7) s.faces.pop_back();
  }
};

} // namespace
} // namespace ulna::planted

const ulna_port* ulna_port_v1() {
  return ulna::planted::offer_converters<ulna::planted::Port>("bug_face_dropped");
}
