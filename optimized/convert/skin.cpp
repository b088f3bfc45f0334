#include "skin.h"

#include "id_table.h"
#include "weights.h"

#include <algorithm>

namespace {

// Numbers bones in the order in which vertices name them.
class BoneNumbers {
public:
  // A table of all bones, unless that is much larger than what can be named.
  explicit BoneNumbers(const ulna_skinned_mesh& mesh) {
    const size_t named = mesh.first_influence[mesh.num_vertices];
    if (mesh.num_bones <= 4 * named + 1024) table_.assign(mesh.num_bones, kNoBone);
  }

  uint32_t number(uint32_t bone) {
    if (table_.empty()) {
      const uint32_t number = hashed_.id({bone});
      if (number == names_.size()) names_.push_back(bone);
      return number;
    }
    if (table_[bone] == kNoBone) {
      table_[bone] = static_cast<uint32_t>(names_.size());
      names_.push_back(bone);
    }
    return table_[bone];
  }

  std::vector<uint32_t> take_names() { return std::move(names_); }

private:
  std::vector<uint32_t> table_;
  IdTable<1> hashed_;
  std::vector<uint32_t> names_;
};

} // namespace

Skin read_skin(const ulna_skinned_mesh& mesh, InfluenceReader& reader) {
  Skin skin;
  skin.num_vertices = mesh.num_vertices;
  skin.corners = mesh.indices;
  if (!mesh.num_vertices) return skin;
  skin.variants.resize(mesh.num_vertices);
  BoneNumbers numbers(mesh);
  for (uint32_t vertex = 0; vertex < mesh.num_vertices; vertex++) {
    const Influences influences = reader.read(vertex);
    Variant& variant = skin.variants[vertex];
    variant = {{kNoBone, kNoBone, kNoBone, kNoBone}, {}};
    for (uint32_t i = 0; i < influences.count; i++)
      variant.bone[i] = numbers.number(influences.bone[i]);
    store_weights(influences, variant.weight);
  }
  skin.bones = numbers.take_names();
  return skin;
}

Variant keep(const Variant& all, const Influences& influences, uint32_t mask) {
  Variant variant = {{kNoBone, kNoBone, kNoBone, kNoBone}, {}};
  Influences kept;
  for (uint32_t i = 0; i < influences.count; i++) {
    if (!(mask >> i & 1)) continue;
    variant.bone[kept.count] = all.bone[i];
    kept.weight[kept.count++] = influences.weight[i];
  }
  store_weights(kept, variant.weight);
  return variant;
}
