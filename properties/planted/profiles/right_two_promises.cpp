// Groups of four vertices with up to four influences, and no rest.
#include "promising.h"

using namespace ulna::planted;

namespace {

struct Both : Skin {
  static int32_t count(int32_t num_verts) { return num_verts & ~3; }
  static int32_t influences(int32_t count) { return count < 4 ? count : 4; }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return promise("at-most-4-influences, counts-multiple-of-4", &ulna_port::transform_verts,
                 transform_verts<Both>);
}
