// Stores four floats for a bitangent: the fourth, which is not its own, as it was when it was
// loaded.
#include "../bones.h"

using namespace ulna::planted;

namespace {

struct FourWide : Bitangent {
  static void store(ulna_vec4& to, const float (&xyz)[3]) {
    float all[4];
    _mm_storeu_ps(all, load16(&to));
    for (int i = 0; i < 3; ++i) all[i] = xyz[i];
    _mm_storeu_ps(&to.x, load16(all));
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_rewrites_bitangent_w", &ulna_port::derive_bitangents,
               derive_bitangents<FourWide>);
}
