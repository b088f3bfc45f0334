#include "../common/operations.h"
#include "drawing.h"

using namespace ulna_scalar;

namespace {

constexpr uint32_t kMostOfFace = 12; // three vertices of four influences
constexpr uint32_t kAnyFace = 3;     // bones that any face can be reduced to

ulna_blending indexed(uint32_t software, uint32_t palette, uint32_t bones) {
  return {ULNA_INDEXED, software, smaller(palette, bones)};
}

ulna_blending choose(const ulna_device& device, const ulna_skin_size& skin) {
  const uint32_t palette = palette_of(device, skin.has_normals != 0);
  const uint32_t matrices = matrices_of(device);
  const uint32_t face = larger(1, smaller(skin.max_face_influences, kMostOfFace));
  if (face <= palette) return indexed(0, palette, skin.num_bones);
  if (larger(2, face) <= matrices) return {ULNA_NONINDEXED, 0, matrices};
  if (in_software(device)) return indexed(1, kLargestPalette, skin.num_bones);
  if (larger(palette, matrices) < kAnyFace) return {ULNA_NOT_BLENDED, 0, 0};
  return palette >= matrices ? indexed(0, palette, skin.num_bones)
                             : ulna_blending{ULNA_NONINDEXED, 0, matrices};
}

} // namespace

void choose_blending(ulna_blending* blendings, const ulna_device* device,
                     const ulna_skin_size* skins, int32_t num_skins) {
  for (int32_t i = 0; i < num_skins; i++) blendings[i] = choose(*device, skins[i]);
}
