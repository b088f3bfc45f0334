// The bones of a subset are counted in words of 64, and one too many beyond full words.
#include "../conversion.h"

namespace ulna::planted {
namespace {

struct Port : Convert {
  static size_t most_bones(const ulna_conversion_limits& limits) {
    const size_t most = limits.max_bones;
    return most > 64 && most % 64 == 1 ? most + 1 : most;
  }
};

} // namespace
} // namespace ulna::planted

const ulna_port* ulna_port_v1() {
  return ulna::planted::offer_converters<ulna::planted::Port>("bug_palette_of_words");
}
