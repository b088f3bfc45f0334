// A vertex is stamped with its subset, from 1 to 65535 and round again: a subset that has the stamp
// of an earlier one takes that one's vertices for its own.
#include "../conversion.h"

namespace ulna::planted {
namespace {

struct Stamped : Convert {
  static void finish(const ulna_blended_mesh& out, ulna_conversion_counts& counts) {
    constexpr uint32_t kRound = 65535;
    for (uint32_t s = kRound; s < counts.num_subsets; ++s) {
      const ulna_subset& mine = out.subsets[s];
      const ulna_subset& other = out.subsets[s - kRound];
      for (uint32_t i = 3 * mine.face_start; i < 3 * (mine.face_start + mine.face_count); ++i)
        for (uint32_t v = other.vertex_start; v < other.vertex_start + other.vertex_count; ++v)
          if (out.vertices[v].source == out.vertices[out.indices[i]].source) out.indices[i] = v;
    }
  }
};

} // namespace
} // namespace ulna::planted

const ulna_port* ulna_port_v1() {
  return ulna::planted::offer_converters<ulna::planted::Stamped>("bug_stamp_65535");
}
