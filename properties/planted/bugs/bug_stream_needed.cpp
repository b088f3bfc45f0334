// Normals are taken to be there.
#include "../sorted_kernels.h"

using namespace ulna::planted;

namespace {

struct Bug : Sorted {
  static bool has_normals(const ulna_vec4*) { return true; }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_sorted<Bug>("bug_stream_needed");
}
