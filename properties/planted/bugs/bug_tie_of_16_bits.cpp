// Influences are sorted by weights of 16 bits: what differs by an ulp ties.
#include "../conversion.h"

namespace ulna::planted {
namespace {

struct Port : Convert {
  static bool before(const Influence& a, const Influence& b) {
    const auto coarse = [](double weight) {
      int exponent = 0;
      const double digits = std::frexp(weight, &exponent);
      return std::ldexp(std::floor(digits * 65536), exponent);
    };
    const double first = coarse(a.weight), second = coarse(b.weight);
    return first != second ? first > second : a.bone < b.bone;
  }
};

} // namespace
} // namespace ulna::planted

const ulna_port* ulna_port_v1() {
  return ulna::planted::offer_converters<ulna::planted::Port>("bug_tie_of_16_bits");
}
