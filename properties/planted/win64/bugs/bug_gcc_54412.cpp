// Vectors of 32 bytes are passed by their addresses, and assembly loads them by aligned moves, as
// it may behind MSVC. GCC on Windows keeps them on a stack aligned at 16 (its bug 54412): every
// second time that is a crash.
#include "../stub.h"

#include <immintrin.h>

using namespace ulna::planted;

extern "C" __m256 planted_mix(__m256 from, __m256 to, __m256 first, __m256 second);

// The address of the result is in rcx; those of the arguments are in rdx, r8, r9, and on the stack.
asm(".text\n"
    ".globl planted_mix\n"
    "planted_mix:\n"
    "mov 40(%rsp), %rax\n"
    "vmovaps (%rdx), %ymm0\n"
    "vmovaps (%r8), %ymm1\n"
    "vmulps (%r9), %ymm0, %ymm0\n"
    "vmulps (%rax), %ymm1, %ymm1\n"
    "vaddps %ymm1, %ymm0, %ymm0\n"
    "vmovaps %ymm0, (%rcx)\n"
    "mov %rcx, %rax\n"
    "ret\n");

namespace {

[[gnu::target("avx")]] void by_eights(ulna_mesh_vertex* dst, const ulna_mesh_vertex* a,
                                      const ulna_mesh_vertex* b, float t, int32_t num) {
  const __m256 first = _mm256_set1_ps(1 - t), second = _mm256_set1_ps(t);
  const int32_t n = kFloats * num;
  int32_t i = 0;
  for (; i + 8 <= n; i += 8)
    _mm256_storeu_ps(floats(dst) + i, planted_mix(_mm256_loadu_ps(floats(a) + i),
                                                  _mm256_loadu_ps(floats(b) + i), first, second));
  for (; i < n; ++i) floats(dst)[i] = tweened(floats(a)[i], floats(b)[i], t);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_on("avx", "bug_gcc_54412", &ulna_port::tween_verts, by_eights);
}
