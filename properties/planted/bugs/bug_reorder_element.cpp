// Of two elements that change places, one pair does not.
#include "../uniform_kernels.h"

using namespace ulna::planted;

namespace {

struct Bug : Uniform {
  static int reordered(int row, int column) {
    const bool stays = (row == 1 && column == 2) || (row == 2 && column == 1);
    return stays ? Uniform::reordered(column, row) : Uniform::reordered(row, column);
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_reorder_element", &ulna_port::reorder_palette, reorder_palette<Bug>);
}
