// What is proved of single ports.
#pragma once

namespace ulna::proofs {

/// No error of the quantity is larger. proofs/prove.py proves no less than what stands here, and
/// fails where it reads something else.
struct Proved {
  const char* port;
  const char* operation;
  const char* quantity;
  double error;
};
constexpr Proved kProved[] = {
    {"sse", "slerp_joints", "q", 0x1.67p-22},    {"sse3", "slerp_joints", "q", 0x1.67p-22},
    {"asm", "slerp_joints", "q", 0x1.67p-22},    {"avx2", "slerp_joints", "q", 0x1.38p-22},
    {"avx512", "slerp_joints", "q", 0x1.38p-22}, {"scalar", "slerp_joints", "q", 0x1.01p-22},
    {"scalar", "lerp_joints", "q", 0x1.6ep-22},  {"sse", "lerp_joints", "q", 0x1.6ep-22},
    {"sse3", "lerp_joints", "q", 0x1.6ep-22},    {"asm", "lerp_joints", "q", 0x1.6ep-22},
    {"avx2", "lerp_joints", "q", 0x1.58p-22},    {"avx512", "lerp_joints", "q", 0x1.58p-22},
};
} // namespace ulna::proofs
