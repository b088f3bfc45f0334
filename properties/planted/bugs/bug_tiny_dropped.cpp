// Takes a weight below 1e-30 for zero, whatever the others of its vertex are.
#include "../conversion.h"

namespace ulna::planted {
namespace {

struct Port : Convert {
  static float weight(float weight) { return weight < 1e-30f ? 0 : weight; }
};

} // namespace
} // namespace ulna::planted

const ulna_port* ulna_port_v1() {
  return ulna::planted::offer_converters<ulna::planted::Port>("bug_tiny_dropped");
}
