// Software has half of its palette where there are normals, as the text of the chapter has it.
#include "../drawing.h"

namespace ulna::planted {
namespace {

struct Port : Drawing {
  static uint32_t bones_in_software(uint32_t bones, bool normals) {
    return std::min(normals ? 128u : 256u, bones);
  }
};

} // namespace
} // namespace ulna::planted

const ulna_port* ulna_port_v1() {
  return ulna::planted::offer_drawing<ulna::planted::Port>("bug_draw_software_128");
}
