// Of a vertex no more than 64 entries are merged with others of their bones.
#include "../conversion.h"

namespace ulna::planted {
namespace {

struct Merges64 : Convert {
  static bool merges(size_t merged) { return merged < 64; }
};

} // namespace
} // namespace ulna::planted

const ulna_port* ulna_port_v1() {
  return ulna::planted::offer_converters<ulna::planted::Merges64>("bug_merges_64");
}
