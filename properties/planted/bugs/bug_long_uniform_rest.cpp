// Beyond 5000 vertices the streams are done by eights, and what is left of them by halves of that:
// three at most are left over, and forgotten.
#include "../uniform_kernels.h"

using namespace ulna::planted;

namespace {

struct Bug : Uniform {
  static int32_t count(int32_t num_verts) {
    return num_verts > 5000 && num_verts % 8 > 4 ? num_verts & ~3 : num_verts;
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_long_uniform_rest", &ulna_port::skin_soa_verts, skin_soa_verts<Bug>);
}
