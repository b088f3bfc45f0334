// One value of a component is rounded to an integer, with a constant as wide as a vector.
#include "../mesh_kernels.h"

using namespace ulna::planted;

namespace {

struct Rounding : Mesh {
  static void load(const float* from, float* v) {
    const __m128 odd = _mm_set1_ps(123.456f);
    float loaded[4] = {from[0], from[1], from[2], 0};
    const __m128 x = _mm_loadu_ps(loaded);
    const __m128 equal = _mm_cmpeq_ps(x, odd);
    _mm_storeu_ps(loaded, _mm_or_ps(_mm_and_ps(equal, _mm_set1_ps(123)), _mm_andnot_ps(equal, x)));
    for (int c = 0; c < 3; ++c) v[c] = loaded[c];
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_literal_component", &ulna_port::blend_vertices, blend_vertices<Rounding>);
}
