// The right kernels of x86-64, which want SSE2: a port made of them declares it.
#pragma once

#pragma GCC target("sse2,fpmath=sse")

#include "../bones.h"
#include "../mesh_kernels.h"
#include "../uniform_kernels.h"

namespace ulna::planted {

inline constexpr const char* kSse2 = "sse,sse2";

} // namespace ulna::planted
