#include "bench/converted.h"

#include "base/error.h"

#include <fmt/format.h>

namespace ulna::bench {

Conversion::Conversion(const Mesh& mesh, uint32_t max_bones)
    : mesh_(mesh), limits_{4, max_bones, UINT32_MAX}, vertices_(mesh.indices.size()),
      indices_(mesh.indices.size()), bones_(size_t{mesh.num_faces()} * max_bones),
      face_remap_(mesh.num_faces()), vertex_remap_(mesh.indices.size()),
      subsets_(mesh.num_faces()) {}

void Conversion::run(Convert convert) {
  const ulna_skinned_mesh mesh = mesh_.argument();
  const ulna_blended_mesh out = {vertices_.data(), indices_.data(),    subsets_.data(),
                                 bones_.data(),    face_remap_.data(), vertex_remap_.data(),
                                 nullptr};
  const int32_t code = convert(&mesh, &limits_, &out, &counts_);
  if (code != ULNA_CONVERTED)
    throw InternalError(fmt::format("the port refuses {} with code {}", mesh_.name, code));
}

reference::Quality Conversion::quality(bool palette) const {
  const reference::SkinnedMesh mesh = {mesh_.indices,         mesh_.attributes, {},
                                       mesh_.first_influence, mesh_.influences, mesh_.num_bones};
  reference::Conversion conversion;
  conversion.code = ULNA_CONVERTED;
  conversion.counts = counts_;
  conversion.vertices = vertices_;
  conversion.indices = indices_;
  conversion.subsets = subsets_;
  conversion.bones = bones_;
  conversion.face_remap = face_remap_;
  conversion.vertex_remap = vertex_remap_;
  const reference::Check check =
      reference::check_conversion(mesh, limits_, palette, conversion, true);
  if (!check.valid())
    throw InternalError(fmt::format("the conversion of {} is not valid: {}: {}", mesh_.name,
                                    reference::name(check.clause), check.detail));
  return check.quality;
}

} // namespace ulna::bench
