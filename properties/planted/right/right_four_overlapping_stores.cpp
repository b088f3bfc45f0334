// A vertex is stored as registers of four floats, of which two meet where it has 24 bytes.
#include "../four_kernels.h"

using namespace ulna::planted;

namespace {

// The last register ends where the vertex does.
template <class Vertex>
void kernel(FourCall<Vertex> call) {
  constexpr int kLast = sizeof(Vertex) / sizeof(float) - 4;
  call.for_each_group(1, [](FourCall<Vertex> one) {
    Vertex skinned;
    float* const to = one.dst->position;
    const float* const from = skinned.position;
    one.dst = &skinned;
    skin(one);
    _mm_storeu_ps(to, _mm_loadu_ps(from));
    _mm_storeu_ps(to + kLast, _mm_loadu_ps(from + kLast));
  });
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_four<kernel, kernel>("right_four_overlapping_stores");
}
