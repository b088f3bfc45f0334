// Keeps t in xmm8 while the sine is taken, which need not leave it there, and here does.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

double sine_of(double x, double& kept) {
  asm volatile("movsd %[kept], %%xmm8\n"
               "movsd %[x], %%xmm0\n"
               "mov %%rsp, %%rbx\n"
               "sub $128, %%rsp\n" // the red zone
               "and $-16, %%rsp\n"
               "call sin@PLT\n"
               "mov %%rbx, %%rsp\n"
               "movsd %%xmm0, %[x]\n"
               "movsd %%xmm8, %[kept]"
               : [x] "+m"(x), [kept] "+m"(kept)
               :
               : "rax", "rbx", "rcx", "rdx", "rsi", "rdi", "r8", "r9", "r10", "r11", "xmm0", "xmm1",
                 "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", "xmm11",
                 "xmm12", "xmm13", "xmm14", "xmm15", "cc", "memory");
  return x;
}

struct Kept : Slerp {
  static Scales scales(const Pair& pair, double lerp) {
    const double c = pair.cosine;
    if (c > 1 - 1e-6) return {near_one(1 - lerp, c), near_one(lerp, c)};
    const double angle = std::atan2(std::sqrt((1 - c) * (1 + c)), c);
    const double first = sine_of((1 - lerp) * angle, lerp) / std::sin(angle);
    return {first, std::sin(lerp * angle) / std::sin(angle)};
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_kept_over_sine", &ulna_port::slerp_joints, blend<Kept>);
}
