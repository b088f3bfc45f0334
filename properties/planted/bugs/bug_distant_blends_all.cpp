// All influences are blended, as near by.
#include "../distant_kernels.h"

using namespace ulna::planted;

const ulna_port* ulna_port_v1() {
  return offer("bug_distant_blends_all", &ulna_port::transform_verts_and_tangents_lod,
               transform_verts_and_tangents<Skin>);
}
