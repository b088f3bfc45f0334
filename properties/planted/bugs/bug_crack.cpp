// Reduces each face for itself, so that neighbours part.
#include "../conversion.h"

namespace ulna::planted {
namespace {

struct Port : Convert {
  static bool reduces_for_all_faces(size_t /*most*/) { return false; }
};

} // namespace
} // namespace ulna::planted

const ulna_port* ulna_port_v1() {
  return ulna::planted::offer_converters<ulna::planted::Port>("bug_crack");
}
