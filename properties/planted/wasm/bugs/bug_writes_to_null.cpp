// Without normals it skins them all the same, at the address 0, where WebAssembly has memory.
#include "../sorted.h"

using namespace ulna::planted;

namespace {

struct Always {
  static bool is_there(const ulna_vec4*) { return true; }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_on("simd128", "bug_writes_to_null", &ulna_port::skin_sorted_verts,
                  skin_sorted_verts<Always>);
}
