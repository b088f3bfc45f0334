// A whole vector is stored, and its w with it.
#include "../bones.h"

using namespace ulna::planted;

namespace {

struct FullVector : Bitangent {
  static void store(ulna_vec4& to, const float (&xyz)[3]) { to = {xyz[0], xyz[1], xyz[2], 0}; }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_bitangent_w", &ulna_port::derive_bitangents, derive_bitangents<FullVector>);
}
