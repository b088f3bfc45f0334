// One influence has a weight too, as the others have.
#include "../sorted_kernels.h"

using namespace ulna::planted;

namespace {

struct Bug : Sorted {
  static int weights(int influences) { return influences; }
  static float weight(const float* own, int k, int) { return own[k]; }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_sorted<Bug>("bug_lone_weight_read");
}
