// What is behind the 8,192nd influence of a vertex takes no part.
#include "promising.h"

using namespace ulna::planted;

namespace {

struct Some : Skin {
  static int32_t influences(int32_t count) { return count < 8192 ? count : 8192; }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return promise("weights-sum-to-one", &ulna_port::transform_verts_and_tangents,
                 transform_verts_and_tangents<Some>);
}
