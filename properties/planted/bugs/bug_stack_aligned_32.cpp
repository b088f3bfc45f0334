// Half a kilobyte of the stack is written 32 bytes at a time, by stores that ask for alignment to
// 32 bytes: callers owe 16.
#include "../mesh_kernels.h"
#include "../stub.h"

using namespace ulna::planted;

ULNA_PLANTED_STUB(blend_vertices, blend_vertices<>,
                  "vmovaps %ymm0, -40(%rsp)\n"
                  "vzeroupper\n",
                  "")

const ulna_port* ulna_port_v1() {
  return offer_on("avx", "bug_stack_aligned_32", &ulna_port::blend_vertices, planted_stub);
}
