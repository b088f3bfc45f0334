// The third of three meshes with as many bones each, no more than their faces have, is not looked
// at.
#include "../../properties/planted/drawing.h"

namespace ulna::planted {
namespace {

void kernel(ulna_blending* blendings, const ulna_device* device, const ulna_skin_size* skins,
            int32_t num_skins) {
  choose_blending<Drawing>(blendings, device, skins, num_skins);
  for (int32_t i = 2; i < num_skins; ++i) {
    const uint32_t bones = skins[i].num_bones;
    if (bones > 4 && bones == skins[i - 1].num_bones && bones == skins[i - 2].num_bones &&
        bones <= skins[i].max_face_influences)
      blendings[i] = {0, 0, 0};
  }
}

} // namespace
} // namespace ulna::planted

const ulna_port* ulna_port_v1() {
  using namespace ulna::planted;
  return offer("three_alike", &ulna_port::choose_blending, kernel);
}
