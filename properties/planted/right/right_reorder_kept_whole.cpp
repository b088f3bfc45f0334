// Takes a palette for that of the last call only where all its bits are the same.
#include "../kept_palette.h"

using namespace ulna::planted;

namespace {

bool is_same(const ulna_mat44* last, const ulna_mat44* palette, size_t count) {
  return std::memcmp(last, palette, count * sizeof *last) == 0;
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("right_reorder_kept_whole", &ulna_port::reorder_palette,
               reorder_unless_same<is_same>);
}
