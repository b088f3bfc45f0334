#include "patterns.h"

#include "id_table.h"
#include "sort_few.h"

#include <algorithm>

// The rank of each face's attribute among the distinct ones.
static std::vector<uint32_t> rank_attributes(const ulna_skinned_mesh& mesh,
                                             std::vector<uint32_t>& attributes) {
  std::vector<uint32_t> ranks(mesh.num_faces);
  IdTable<1> ids;
  for (size_t face = 0; face < mesh.num_faces; face++) {
    const bool again = face && mesh.attributes[face] == mesh.attributes[face - 1];
    ranks[face] = again ? ranks[face - 1] : ids.id({mesh.attributes[face]});
  }
  for (uint32_t id = 0; id < ids.size(); id++) attributes.push_back(ids[id][0]);
  std::sort(attributes.begin(), attributes.end());
  std::vector<uint32_t> rank_of_id(ids.size());
  for (uint32_t rank = 0; rank < ids.size(); rank++) rank_of_id[ids.id({attributes[rank]})] = rank;
  for (uint32_t& rank : ranks) rank = rank_of_id[rank];
  return ranks;
}

// A number for the set of a variant's bones.
static std::vector<uint32_t> number_bone_sets(const std::vector<Variant>& variants) {
  std::vector<uint32_t> numbers(variants.size());
  IdTable<kMaxInfluences> ids;
  for (size_t i = 0; i < variants.size(); i++) {
    const uint32_t* bone = variants[i].bone;
    if (i && std::equal(bone, bone + kMaxInfluences, variants[i - 1].bone)) {
      numbers[i] = numbers[i - 1];
      continue;
    }
    IdTable<kMaxInfluences>::Key key = {bone[0], bone[1], bone[2], bone[3]};
    sort_few(key.data(), key.data() + key.size());
    numbers[i] = ids.id(key);
  }
  return numbers;
}

// The attribute and the three sets of bones in ascending order, without a branch.
static IdTable<4>::Key key_of(uint32_t rank, uint32_t a, uint32_t b, uint32_t c) {
  const uint32_t low = std::min(a, b), high = std::max(a, b);
  return {rank, std::min(low, c), std::max(low, std::min(high, c)), std::max(high, c)};
}

static void add_bones(Pattern& pattern, const Variant& variant) {
  pattern.num_influences = std::max(pattern.num_influences, count_of(variant));
  for (uint32_t i = 0; i < kMaxInfluences && variant.bone[i] != kNoBone; i++) {
    uint32_t* end = pattern.bone + pattern.num_bones;
    if (std::find(pattern.bone, end, variant.bone[i]) == end)
      pattern.bone[pattern.num_bones++] = variant.bone[i];
  }
}

Patterns find_patterns(const ulna_skinned_mesh& mesh, const Skin& skin) {
  Patterns found;
  const std::vector<uint32_t> ranks = rank_attributes(mesh, found.attributes);
  const std::vector<uint32_t> sets = number_bone_sets(skin.variants);
  found.of_face.resize(mesh.num_faces);
  IdTable<4> ids;
  IdTable<4>::Key last = {};
  for (size_t face = 0; face < mesh.num_faces; face++) {
    const uint32_t* corner = skin.corners + 3 * face;
    const IdTable<4>::Key key =
        key_of(ranks[face], sets[corner[0]], sets[corner[1]], sets[corner[2]]);
    uint32_t& id = found.of_face[face];
    id = face && key == last ? found.of_face[face - 1] : ids.id(key);
    last = key;
    if (id == found.patterns.size()) {
      found.patterns.push_back({ranks[face], 0, 0, 0, {}});
      for (int k = 0; k < 3; k++) add_bones(found.patterns.back(), skin.variants[corner[k]]);
    }
    found.patterns[id].num_faces++;
  }
  return found;
}
