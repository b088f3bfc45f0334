// Takes the first slot for the one whose weight is not stored.
#include "../conversion.h"

namespace ulna::planted {
namespace {

struct Port : Convert {
  static size_t slot(size_t k, size_t n) { return (k + n - 1) % n; }
};

} // namespace
} // namespace ulna::planted

const ulna_port* ulna_port_v1() {
  return ulna::planted::offer_converters<ulna::planted::Port>("bug_implicit_slot");
}
