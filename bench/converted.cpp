#include "bench/converted.h"

#include "certify/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

namespace ulna::bench {
namespace {

using Bones = std::set<uint32_t>;

uint32_t divide_up(uint32_t n, uint32_t by) {
  return (n + by - 1) / by;
}

bool fit_together(const Bones& a, const Bones& b, uint32_t max_bones) {
  Bones both = a;
  both.insert(b.begin(), b.end());
  return both.size() <= max_bones;
}

/// The sets of bones that no other contains, large ones first.
std::vector<Bones> largest_sets(const std::set<Bones>& sets) {
  std::vector<Bones> sorted(sets.begin(), sets.end()), largest;
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const Bones& a, const Bones& b) { return a.size() > b.size(); });
  for (const Bones& set : sorted) {
    const bool contained = std::any_of(largest.begin(), largest.end(), [&](const Bones& other) {
      return std::includes(other.begin(), other.end(), set.begin(), set.end());
    });
    if (!contained) largest.push_back(set);
  }
  return largest;
}

/// Sets no two of which fit one subset: those that fit the fewest others are asked first.
uint32_t clique(const std::vector<Bones>& sets, uint32_t max_bones) {
  std::vector<std::pair<size_t, const Bones*>> order;
  for (const Bones& set : sets)
    order.emplace_back(
        std::count_if(sets.begin(), sets.end(),
                      [&](const Bones& other) { return fit_together(set, other, max_bones); }),
        &set);
  std::stable_sort(order.begin(), order.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<const Bones*> apart;
  for (const auto& [fits, set] : order) {
    const bool fits_none =
        std::none_of(apart.begin(), apart.end(), [&, s = set](const Bones* other) {
          return fit_together(*s, *other, max_bones);
        });
    if (fits_none) apart.push_back(set);
  }
  return uint32_t(apart.size());
}

/// n bones that hang together by faces need n + p - 1 places in p subsets: all but one of the
/// subsets must share a bone with another.
uint32_t hanging_together(const std::vector<Bones>& sets, uint32_t max_bones) {
  std::vector<Bones> groups;
  for (Bones group : sets) {
    std::erase_if(groups, [&group](const Bones& other) {
      const bool meet = std::any_of(other.begin(), other.end(),
                                    [&](uint32_t bone) { return group.count(bone) > 0; });
      if (meet) group.insert(other.begin(), other.end());
      return meet;
    });
    groups.push_back(group);
  }
  uint32_t places = 0, most = 1;
  for (const Bones& group : groups) {
    const auto n = uint32_t(group.size());
    const uint32_t subsets = max_bones == 1 ? n : std::max(divide_up(n - 1, max_bones - 1), 1u);
    most = std::max(most, subsets);
    places += n + subsets - 1;
  }
  return std::max(most, divide_up(places, max_bones));
}

uint32_t lower_bound(const std::set<Bones>& sets, uint32_t max_bones) {
  const std::vector<Bones> largest = largest_sets(sets);
  return std::max(clique(largest, max_bones), hanging_together(largest, max_bones));
}

} // namespace

Conversion::Conversion(const Mesh& mesh, uint32_t max_bones)
    : mesh_(mesh), limits_{4, max_bones, UINT32_MAX}, vertices_(mesh.indices.size()),
      indices_(mesh.indices.size()), bones_(size_t{mesh.num_faces()} * max_bones),
      face_remap_(mesh.num_faces()), vertex_remap_(mesh.indices.size()),
      subsets_(mesh.num_faces()) {}

void Conversion::run(Convert convert) {
  const ulna_skinned_mesh mesh = mesh_.view();
  const ulna_blended_mesh out = {vertices_.data(), indices_.data(),    subsets_.data(),
                                 bones_.data(),    face_remap_.data(), vertex_remap_.data(),
                                 nullptr};
  const int32_t code = convert(&mesh, &limits_, &out, &counts_);
  if (code != ULNA_CONVERTED)
    throw InternalError(fmt::format("the port refuses {} with code {}", mesh_.name, code));
}

std::vector<uint32_t> Conversion::kept_bones(uint32_t vertex, uint32_t subset, bool palette) const {
  const ulna_blended_vertex& v = vertices_[vertex];
  std::vector<uint32_t> bones;
  float stored = 0;
  for (uint32_t slot = 0; slot < counts_.max_influences; ++slot) {
    const bool implicit = slot + 1 == counts_.max_influences;
    const float weight = implicit ? 1 - stored : v.weights[slot];
    stored += weight;
    if (weight > 0)
      bones.push_back(
          bones_[size_t{subset} * counts_.table_width + (palette ? v.indices[slot] : slot)]);
  }
  return bones;
}

Conversion::Quality Conversion::quality(bool palette) const {
  Quality quality{counts_.num_subsets, 0, 0, 0,
                  double(counts_.num_vertices) / mesh_.num_vertices()};
  std::map<uint32_t, std::set<Bones>> sets; // of the faces of each attribute
  std::vector<bool> counted(mesh_.num_vertices());
  for (uint32_t s = 0; s < counts_.num_subsets; ++s) {
    const ulna_subset& subset = subsets_[s];
    for (uint32_t f = subset.face_start; f < subset.face_start + subset.face_count; ++f) {
      Bones bones;
      for (uint32_t k = 0; k < 3; ++k) {
        const auto kept = kept_bones(indices_[3 * f + k], s, palette);
        bones.insert(kept.begin(), kept.end());
        const uint32_t source = vertices_[indices_[3 * f + k]].source;
        if (counted[source]) continue;
        counted[source] = true;
        double all = 0, left = 0;
        for (uint32_t i = mesh_.first_influence[source]; i < mesh_.first_influence[source + 1];
             ++i) {
          const ulna_influence& influence = mesh_.influences[i];
          const bool is_kept = std::find(kept.begin(), kept.end(), influence.bone) != kept.end();
          all += double(influence.weight);
          left += is_kept ? double(influence.weight) : 0;
        }
        quality.lost += 1 - left / all;
        quality.lost_at_most = std::max(quality.lost_at_most, 1 - left / all);
      }
      sets[subset.attribute].insert(bones);
    }
  }
  for (const auto& [attribute, of_attribute] : sets)
    quality.bound += lower_bound(of_attribute, limits_.max_bones);
  return quality;
}

} // namespace ulna::bench
