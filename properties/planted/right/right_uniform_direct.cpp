// Each product of vector and matrix is weighted, where the plain kernel weights the matrices.
#include "../uniform_kernels.h"

using namespace ulna::planted;

namespace {

struct Direct : Uniform {
  static constexpr bool kMatrixFirst = false;
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_uniform<Direct>("right_uniform_direct");
}
