// Where two bones must hold a face, pairs of its first four are tried.
#include "../conversion.h"

namespace ulna::planted {
namespace {

struct Port : Convert {
  static size_t tried(size_t bones) { return std::min<size_t>(bones, 4); }
};

} // namespace
} // namespace ulna::planted

const ulna_port* ulna_port_v1() {
  return ulna::planted::offer_converters<ulna::planted::Port>("bug_pairs_of_four");
}
