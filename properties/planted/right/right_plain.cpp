// The kernels of kernels.h as they stand.
#include "../kernels.h"

using namespace ulna::planted;

const ulna_port* ulna_port_v1() {
  return offer("right_plain", &ulna_port::transform_verts, transform_verts<Skin>,
               &ulna_port::transform_verts_and_tangents, transform_verts_and_tangents<Skin>,
               &ulna_port::slerp_joints, blend<Slerp>, &ulna_port::lerp_joints, blend<Lerp>);
}
