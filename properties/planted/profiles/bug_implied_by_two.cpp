// The last weight is what the two before it leave of 1: of four the first is forgotten.
#include "promising.h"

using namespace ulna::planted;

namespace {

struct Implied : Four {
  static float weight(const float* own, int k, int) {
    return k < 3 ? own[k] : 1 - (own[1] + own[2]);
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return promise("last-weight-implied", &ulna_port::skin_split_verts,
                 four_call<ulna_mesh_vertex, skin<Implied>>);
}
