// Each product of vector and matrix is weighted, where the plain kernel weights the matrices.
#include "../sorted_kernels.h"

using namespace ulna::planted;

namespace {

struct VertexFirst : Sorted {
  static constexpr bool kMatrixFirst = false;
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_sorted<VertexFirst>("right_sorted_vertex_first");
}
