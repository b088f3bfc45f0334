// Two quaternions are loaded at once, of which one is needed.
#include "../single_quats.h"

using namespace ulna::planted;

namespace {

struct ReadsEight : SingleSlerp {
  static double cosine(const float* a, const float* b) {
    const volatile float* const behind = b;
    const float unused = behind[7];
    return SingleSlerp::cosine(a, b) + 0 * (unused == unused ? 0 : 1);
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_single_reads_eight", &ulna_port::slerp, blend_single<ReadsEight>);
}
