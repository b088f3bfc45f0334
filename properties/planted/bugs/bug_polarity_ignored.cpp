// tangent.w is ignored: where a texture is mirrored, the bitangent points the wrong way.
#include "../bones.h"

using namespace ulna::planted;

namespace {

struct Unmirrored : Bitangent {
  static float polarity(float) { return 1; }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_polarity_ignored", &ulna_port::derive_bitangents,
               derive_bitangents<Unmirrored>);
}
