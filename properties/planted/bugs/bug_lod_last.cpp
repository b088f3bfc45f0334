// The last influence of a vertex counts.
#include "../distant_positions.h"

namespace ulna::planted {
namespace {

struct Port : DistantPositions {
  static int32_t chosen(int32_t count) { return count - 1; }
};

} // namespace
} // namespace ulna::planted

const ulna_port* ulna_port_v1() {
  return ulna::planted::offer_distant_positions<ulna::planted::Port>("bug_lod_last");
}
