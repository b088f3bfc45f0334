// The fourth component stays what it was.
#include "../sorted_kernels.h"

using namespace ulna::planted;

namespace {

struct Bug : Sorted {
  template <class Real>
  static void store(ulna_vec4& to, const Real (&sum)[4], Vector) {
    to = {sum[0], sum[1], sum[2], to.w};
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_sorted<Bug>("bug_fourth_kept");
}
