// Weights of one bone are added up in float: what is more than another by less than an ulp ties
// with it.
#include "../conversion.h"

namespace ulna::planted {
namespace {

struct Port : Convert {
  static bool before(const Influence& a, const Influence& b) {
    const auto first = static_cast<float>(a.weight), second = static_cast<float>(b.weight);
    return first != second ? first > second : a.bone < b.bone;
  }
};

} // namespace
} // namespace ulna::planted

const ulna_port* ulna_port_v1() {
  return ulna::planted::offer_converters<ulna::planted::Port>("bug_tie_in_float");
}
