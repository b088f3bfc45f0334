// The first weight is what the others leave of 1, whatever it is itself.
#include "promising.h"

using namespace ulna::planted;

namespace {

struct Implied : Four {
  static float weight(const float* own, int k, int n) {
    return implied_weight(n - 1 - k, n, [&](int i) { return own[n - 1 - i]; });
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return promise("weights-sum-to-one", &ulna_port::skin_interleaved_verts,
                 four_call<ulna_textured_vertex, skin<Implied>>);
}
