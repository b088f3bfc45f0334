// The weights of lone influences, of which there are none, are passed over.
#include "../sorted_kernels.h"

using namespace ulna::planted;

namespace {

struct Bug : Sorted {
  static int weights(int influences) { return influences; }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_sorted<Bug>("bug_lone_weight_skipped");
}
