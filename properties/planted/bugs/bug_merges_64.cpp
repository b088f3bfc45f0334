// Of a vertex no more than 64 entries are merged with others of their bones.
#include "../conversion.h"

namespace ulna::planted {
namespace {

struct Merges64 : Convert {
  // Asked once for each vertex.
  static uint32_t entries(uint32_t count) {
    merged = 0;
    return count;
  }
  // Asked for each entry of a bone that came before.
  static bool merges() { return ++merged <= 64; }

private:
  static thread_local int merged;
};
thread_local int Merges64::merged;

} // namespace
} // namespace ulna::planted

const ulna_port* ulna_port_v1() {
  return ulna::planted::offer_converters<ulna::planted::Merges64>("bug_merges_64");
}
