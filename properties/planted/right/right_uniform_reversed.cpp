// The influences of a vertex from the last to the first.
#include "../uniform_kernels.h"

using namespace ulna::planted;

namespace {

struct Reversed : Uniform {
  static int place(int k, int n) { return n - 1 - k; }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_uniform<Reversed>("right_uniform_reversed");
}
