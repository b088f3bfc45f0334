// The influences of the last mesh are kept, and taken for those of the next where all weights have
// the same sum.
#include "../conversion.h"

#include <cstring>
#include <vector>

namespace ulna::planted {
namespace {

thread_local std::vector<ulna_influence> kept;

uint64_t sum(const std::vector<ulna_influence>& influences) {
  uint64_t all = 0;
  for (const ulna_influence& i : influences) {
    uint32_t bits;
    std::memcpy(&bits, &i.weight, sizeof bits);
    all += uint64_t{bits} + (uint64_t{i.bone} << 40);
  }
  return all;
}

int32_t kernel(const ulna_skinned_mesh* mesh, const ulna_conversion_limits* limits,
               const ulna_blended_mesh* out, ulna_conversion_counts* counts) {
  OwnInfluences own(*mesh);
  if (own.influences.size() != kept.size() || sum(own.influences) != sum(kept))
    kept = own.influences;
  own.influences = kept;
  own.mesh.influences = own.influences.data();
  return convert<Convert>(&own.mesh, limits, out, counts);
}

} // namespace
} // namespace ulna::planted

const ulna_port* ulna_port_v1() {
  using namespace ulna::planted;
  return offer("bug_influences_kept_by_sum", &ulna_port::convert_to_blended_mesh, kernel);
}
