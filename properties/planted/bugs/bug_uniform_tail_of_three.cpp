// Of what is left over by groups of four, one vertex and two have their code, and three were
// forgotten.
#include "../uniform_kernels.h"

using namespace ulna::planted;

namespace {

struct Bug : Uniform {
  static int32_t count(int32_t num_verts) { return num_verts % 4 == 3 ? num_verts - 3 : num_verts; }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_uniform_tail_of_three", &ulna_port::skin_aos_verts, skin_aos_verts<Bug>);
}
