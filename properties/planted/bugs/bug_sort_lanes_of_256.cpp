// Counts sixteen vertices at a time with bytes, and adds them up every 256 times: once too late.
#include "../sorting.h"

#include <utility>

namespace ulna::planted {
namespace {

struct Port : Sort {
  static void count(const Sorting& s, uint32_t* count) {
    uint8_t lanes[4][16] = {};
    int32_t v = 0, times = 0;
    const auto add_up = [&] {
      for (int k = 0; k < 4; ++k)
        for (uint8_t& lane : lanes[k]) count[k] += std::exchange(lane, uint8_t{0});
      times = 0;
    };
    for (; v + 16 <= s.num_verts; v += 16) {
      for (int lane = 0; lane < 16; ++lane) ++lanes[s.num_influences[v + lane] - 1][lane];
      if (++times == 256) add_up();
    }
    add_up();
    for (; v < s.num_verts; ++v) ++count[s.num_influences[v] - 1];
  }
};

} // namespace
} // namespace ulna::planted

const ulna_port* ulna_port_v1() {
  return ulna::planted::offer_sort<ulna::planted::Port>("bug_sort_lanes_of_256");
}
