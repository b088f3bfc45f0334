// Does not merge the influences of one bone.
#include "../conversion.h"

namespace ulna::planted {
namespace {

struct Port : Convert {
  static bool merges(size_t /*merged*/) { return false; }
};

} // namespace
} // namespace ulna::planted

const ulna_port* ulna_port_v1() {
  return ulna::planted::offer_converters<ulna::planted::Port>("bug_not_merged");
}
