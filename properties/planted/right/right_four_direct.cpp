// Each product of vector and matrix is weighted, where the plain kernel weights the matrices.
#include "../four_kernels.h"

using namespace ulna::planted;

namespace {

struct Direct : Four {
  static constexpr bool kMatrixFirst = false;
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_four<skin<Direct>, skin<Direct>>("right_four_direct");
}
