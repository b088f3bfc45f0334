// The targets of joints, kept from call to call under a number of 8 bits that comes again.
#pragma once

#include "kernels.h"

namespace ulna::planted {

struct KeptTargets {
  static constexpr size_t kJoints = 1024;
  uint8_t calls = 0;
  uint8_t stamp[kJoints] = {};
  ulna_joint_quat target[kJoints] = {};

  /// A call's number: 0 means never.
  void count() {
    if (++calls == 0) calls = 1;
  }

  /// A joint's target as this call has it, or an earlier one of the same number had.
  const ulna_joint_quat& of(size_t joint, const ulna_joint_quat* now) {
    if (joint >= kJoints) return now[joint];
    if (stamp[joint] != calls) target[joint] = now[joint];
    stamp[joint] = calls;
    return target[joint];
  }
};

} // namespace ulna::planted
