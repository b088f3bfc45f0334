// The first three weights are divided by their sum, and the fourth dropped.
#include "promising.h"

using namespace ulna::planted;

namespace {

struct Divided : Four {
  static int influences(int, Vector) { return 3; }
  static float weight(const float* own, int k, int) { return own[k] / (own[0] + own[1] + own[2]); }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return promise("weights-sum-to-one", &ulna_port::skin_interleaved_verts,
                 four_call<ulna_textured_vertex, skin<Divided>>);
}
