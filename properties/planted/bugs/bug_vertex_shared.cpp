// Each vertex is put together in one place for all threads.
#include "../four_kernels.h"

using namespace ulna::planted;

namespace {

volatile float vertex[3];

struct Shared : Four {
  static void load(const float* from, float (&v)[3], Vector) {
    for (int c = 0; c < 3; ++c) vertex[c] = from[c];
    for (int c = 0; c < 3; ++c) v[c] = vertex[c];
  }
};

void kernel(Interleaved call) {
  skin<Shared>(call);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_interleaved<kernel>("bug_vertex_shared");
}
