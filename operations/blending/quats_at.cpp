#include "operations/blending/quats_at.h"

#include "operations/blending/blending.h"
#include "operations/blending/single_quats.h"

#include <utility>

namespace ulna::blending {

Quats<const ulna_vec4> quats_at(const Case& c, size_t place) {
  if (c.operation->takes_one_element)
    return {&c.arrays[kA].as<ulna_vec4>()[place], &c.arrays[kB].as<ulna_vec4>()[place]};
  const auto joint = size_t(c.arrays[kIndex].as<int32_t>()[place]);
  const ulna_joint_quat& from = c.arrays[kJoints].as<ulna_joint_quat>()[joint];
  const ulna_joint_quat& to = c.arrays[kBlendJoints].as<ulna_joint_quat>()[joint];
  return {&from.q, c.same_array ? &from.q : &to.q};
}

Quats<ulna_vec4> quats_at(Case& c, size_t place) {
  const auto [from, to] = quats_at(std::as_const(c), place);
  return {const_cast<ulna_vec4*>(from), const_cast<ulna_vec4*>(to)};
}

} // namespace ulna::blending
