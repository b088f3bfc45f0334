// Stores four floats for a bitangent: the fourth, which is not its own, as it was when it was
// loaded.
#include "../around.h"
#include "../bones.h"

using namespace ulna::planted;

namespace {

struct FourWide : Bitangent {
  static void store(ulna_vec4& to, const float (&xyz)[3]) { store_with_fourth(to, xyz); }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_rewrites_bitangent_w", &ulna_port::derive_bitangents,
               derive_bitangents<FourWide>);
}
