// A determinant of 0 is none where its terms are 0 too: singular bones with a row or column of
// zeros go through, unless their combined matrix, which has been rounded, shows it.
#include "../bones.h"

using namespace ulna::planted;

namespace {

struct ZeroTerms : Bones {
  template <class R>
  static bool is_singular(R det, R terms) {
    return !(std::fabs(det) >= 0x1p-20f * terms);
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_zero_terms", &ulna_port::bone_offset_matrices, bone_offset_matrices<ZeroTerms>);
}
