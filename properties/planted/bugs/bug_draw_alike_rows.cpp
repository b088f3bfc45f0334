// A row that begins as the one before it is taken for that one.
#include "../drawing.h"

namespace ulna::planted {
namespace {

struct Port : Drawing {
  static const uint32_t* row(const uint32_t* bones, int32_t i, int32_t width) {
    constexpr int32_t kCompared = 16;
    const uint32_t* const own = Drawing::row(bones, i, width);
    return i > 0 && width > kCompared && std::equal(own, own + kCompared, own - width)
               ? Port::row(bones, i - 1, width)
               : own;
  }
};

} // namespace
} // namespace ulna::planted

const ulna_port* ulna_port_v1() {
  return ulna::planted::offer_drawing<ulna::planted::Port>("bug_draw_alike_rows");
}
