// First-fault loads of whole vectors, and nobody asks which lanes they have loaded: a processor may
// stop at any page.
#include "../sve.h"

using namespace ulna::planted;

namespace {

void scalable(ulna_mesh_vertex* dst, const ulna_mesh_vertex* a, const ulna_mesh_vertex* b, float t,
              int32_t num) {
  const int64_t n = kFloats * num;
  for (int64_t i = 0; i < n; i += static_cast<int64_t>(svcntw())) {
    const svbool_t all = svptrue_b32();
    svsetffr();
    const svfloat32_t first = svmul_x(all, svldff1(all, floats(a) + i), 1 - t);
    const svfloat32_t second = svldff1(all, floats(b) + i);
    svst1(svwhilelt_b32(i, n), floats(dst) + i, svmla_x(all, first, second, t));
  }
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_on("sve", "bug_sve_first_fault", &ulna_port::tween_verts, scalable);
}
