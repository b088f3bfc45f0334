// Takes a palette for that of the last call where its address, its length and its first and last
// matrix are the same. Joints between them move alone.
#include "../kept_palette.h"

using namespace ulna::planted;

namespace {

bool is_same(const ulna_mat44* last, const ulna_mat44* palette, size_t count) {
  return std::memcmp(last, palette, sizeof *last) == 0 &&
         std::memcmp(last + count - 1, palette + count - 1, sizeof *last) == 0;
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_reorder_kept_by_ends", &ulna_port::reorder_palette,
               reorder_unless_same<is_same>);
}
