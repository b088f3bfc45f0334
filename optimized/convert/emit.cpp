#include "emit.h"

#include <algorithm>

namespace {

class Emitter {
public:
  Emitter(Form form, const ulna_skinned_mesh& mesh, uint32_t max_bones,
          const Conversion& conversion, const ulna_blended_mesh& out)
      : form_(form), mesh_(mesh), skin_(conversion.skin), out_(out), slot_of_(skin_.bones.size()),
        placed_(skin_.variants.size(), {UINT32_MAX, 0}) {
    order_faces(conversion);
    list_bones(conversion);
    if (out.adjacency) new_face_.resize(mesh.num_faces);
    counts_ = {0, static_cast<uint32_t>(attribute_.size()), 0, 0, 0};
    if (form == Form::palette) {
      counts_.table_width = max_bones;
      for (const Pattern& pattern : conversion.patterns.patterns)
        counts_.max_influences = std::max(counts_.max_influences, pattern.num_influences);
    } else {
      for (uint32_t s = 0; s < counts_.num_subsets; s++)
        counts_.table_width = std::max(counts_.table_width, first_bone_[s + 1] - first_bone_[s]);
      counts_.max_influences = counts_.table_width;
    }
    stored_ = counts_.max_influences ? counts_.max_influences - 1 : 0;
  }

  ulna_conversion_counts write() {
    for (uint32_t s = 0; s < counts_.num_subsets; s++) write_subset(s);
    if (out_.adjacency) write_adjacency();
    return counts_;
  }

private:
  struct Placed {
    uint32_t subset, vertex; // where a variant was written last
  };

  void order_faces(const Conversion& conversion);
  void list_bones(const Conversion& conversion);
  void write_subset(uint32_t s);
  uint32_t write_vertex(uint32_t s, uint32_t variant);
  void write_adjacency();

  const Form form_;
  const ulna_skinned_mesh& mesh_;
  const Skin& skin_;
  const ulna_blended_mesh& out_;
  std::vector<uint32_t> first_face_, faces_; // of each subset
  std::vector<uint32_t> attribute_;          // of each subset
  std::vector<uint32_t> first_bone_, bones_; // of each subset, as the skin numbers them
  std::vector<uint32_t> slot_of_;            // each bone, in the subset that is written
  std::vector<Placed> placed_;
  std::vector<uint32_t> new_face_;
  ulna_conversion_counts counts_;
  uint32_t stored_; // weights of a vertex
};

void Emitter::order_faces(const Conversion& conversion) {
  const Cover& cover = conversion.cover;
  const uint32_t num_subsets = cover.first_of.back();
  std::vector<uint32_t> of_pattern(conversion.items.of_pattern);
  for (uint32_t& subset : of_pattern) subset = cover.subset_of[subset];
  const auto subset_of = [&](size_t face) { return of_pattern[conversion.patterns.of_face[face]]; };
  first_face_.assign(num_subsets + 1, 0);
  faces_.resize(mesh_.num_faces);
  for (size_t face = 0; face < mesh_.num_faces; face++) first_face_[subset_of(face) + 1]++;
  for (uint32_t s = 0; s < num_subsets; s++) first_face_[s + 1] += first_face_[s];
  std::vector<uint32_t> next(first_face_.begin(), first_face_.end() - 1);
  for (uint32_t face = 0; face < mesh_.num_faces; face++) faces_[next[subset_of(face)]++] = face;
  attribute_.resize(num_subsets);
  for (size_t a = 0; a < conversion.patterns.attributes.size(); a++) {
    for (uint32_t s = cover.first_of[a]; s < cover.first_of[a + 1]; s++)
      attribute_[s] = conversion.patterns.attributes[a];
  }
}

// Items of a subset are brought together, and each bone is listed once.
void Emitter::list_bones(const Conversion& conversion) {
  const Items& items = conversion.items;
  const std::vector<uint32_t>& subset_of = conversion.cover.subset_of;
  const uint32_t num_subsets = static_cast<uint32_t>(attribute_.size());
  std::vector<uint32_t> first(num_subsets + 1), order(items.items.size());
  for (uint32_t s : subset_of) first[s + 1]++;
  for (uint32_t s = 0; s < num_subsets; s++) first[s + 1] += first[s];
  std::vector<uint32_t> next(first.begin(), first.end() - 1);
  for (uint32_t item = 0; item < order.size(); item++) order[next[subset_of[item]]++] = item;
  std::vector<uint32_t> listed_in(items.bones.size(), UINT32_MAX);
  for (uint32_t s = 0; s < num_subsets; s++) {
    first_bone_.push_back(static_cast<uint32_t>(bones_.size()));
    for (uint32_t i = first[s]; i < first[s + 1]; i++) {
      const Item& item = items.items[order[i]];
      for (uint32_t k = 0; k < item.num_bones; k++) {
        if (listed_in[item.bone[k]] == s) continue;
        listed_in[item.bone[k]] = s;
        bones_.push_back(items.bones[item.bone[k]]);
      }
    }
  }
  first_bone_.push_back(static_cast<uint32_t>(bones_.size()));
}

void Emitter::write_subset(uint32_t s) {
  const uint32_t num_bones = first_bone_[s + 1] - first_bone_[s];
  uint32_t* row = out_.bones + size_t{s} * counts_.table_width;
  for (uint32_t slot = 0; slot < counts_.table_width; slot++) {
    if (slot >= num_bones) {
      row[slot] = UINT32_MAX;
      continue;
    }
    const uint32_t bone = bones_[first_bone_[s] + slot];
    slot_of_[bone] = slot;
    row[slot] = skin_.bones[bone];
  }
  const uint32_t first_vertex = counts_.num_vertices;
  for (uint32_t i = first_face_[s]; i < first_face_[s + 1]; i++) {
    const uint32_t face = faces_[i];
    out_.face_remap[i] = face;
    if (out_.adjacency) new_face_[face] = i;
    for (size_t k = 0; k < 3; k++)
      out_.indices[3 * size_t{i} + k] = write_vertex(s, skin_.corners[3 * size_t{face} + k]);
  }
  out_.subsets[s] = {attribute_[s], first_face_[s], first_face_[s + 1] - first_face_[s],
                     first_vertex, counts_.num_vertices - first_vertex};
}

// Writes a vertex, unless the subset has it already, and returns where it is.
uint32_t Emitter::write_vertex(uint32_t s, uint32_t number) {
  Placed& placed = placed_[number];
  if (placed.subset == s) return placed.vertex;
  placed = {s, counts_.num_vertices++};
  const Variant& variant = skin_.variants[number];
  ulna_blended_vertex vertex = {skin_.source(number), {}, {}};
  for (uint32_t i = 0; i < kMaxInfluences && variant.bone[i] != kNoBone; i++) {
    const uint32_t slot = slot_of_[variant.bone[i]];
    if (form_ == Form::palette) vertex.indices[i] = static_cast<uint8_t>(slot);
    const uint32_t at = form_ == Form::palette ? i : slot;
    if (at < stored_) vertex.weights[at] = variant.weight[i];
  }
  out_.vertices[placed.vertex] = vertex;
  out_.vertex_remap[placed.vertex] = vertex.source;
  return placed.vertex;
}

void Emitter::write_adjacency() {
  for (size_t i = 0; i < mesh_.num_faces; i++) {
    const uint32_t* old = mesh_.adjacency + 3 * size_t{out_.face_remap[i]};
    for (size_t k = 0; k < 3; k++)
      out_.adjacency[3 * i + k] = old[k] == UINT32_MAX ? UINT32_MAX : new_face_[old[k]];
  }
}

} // namespace

void emit(Form form, const ulna_skinned_mesh& mesh, uint32_t max_bones,
          const Conversion& conversion, const ulna_blended_mesh& out,
          ulna_conversion_counts& counts) {
  counts = Emitter(form, mesh, max_bones, conversion, out).write();
}
