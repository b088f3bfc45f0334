#include "operations/blending/quats_at.h"

#include "operations/blending/blending.h"
#include "operations/blending/single_quats.h"

namespace ulna::blending {

Quats quats_at(Case& c, size_t place) {
  if (c.operation->takes_one_element)
    return {&c.arrays[kA].as<ulna_vec4>()[place], &c.arrays[kB].as<ulna_vec4>()[place]};
  const auto joint = size_t(c.arrays[kIndex].as<int32_t>()[place]);
  ulna_joint_quat& from = c.arrays[kJoints].as<ulna_joint_quat>()[joint];
  ulna_joint_quat& to = c.arrays[kBlendJoints].as<ulna_joint_quat>()[joint];
  return {&from.q, c.same_array ? &from.q : &to.q};
}

} // namespace ulna::blending
