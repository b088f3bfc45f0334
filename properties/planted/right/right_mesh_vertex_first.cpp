// Each product of vector and matrix is weighted, where the plain kernel weights the matrices.
#include "../mesh_kernels.h"

using namespace ulna::planted;

namespace {

struct VertexFirst : Mesh {
  static constexpr bool kMatrixFirst = false;
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_mesh<VertexFirst>("right_mesh_vertex_first");
}
