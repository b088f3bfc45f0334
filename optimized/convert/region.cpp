#include "region.h"

#include <algorithm>

Region::Region(const ulna_skinned_mesh& mesh, const Patterns& patterns, uint32_t limit,
               InfluenceReader& reader, const Skin& skin)
    : max_bones(limit) {
  std::vector<bool> gives(mesh.num_vertices);
  const auto for_corners = [&](uint32_t face, auto&& function) {
    for (size_t k = 0; k < 3; k++) function(mesh.indices[3 * size_t{face} + k]);
  };
  for (uint32_t face = 0; face < mesh.num_faces; face++) {
    if (patterns.patterns[patterns.of_face[face]].num_bones > limit)
      for_corners(face, [&](uint32_t vertex) { gives[vertex] = true; });
  }
  std::vector<uint32_t> own(mesh.num_vertices, UINT32_MAX);
  for (uint32_t face = 0; face < mesh.num_faces; face++) {
    bool near = false;
    for_corners(face, [&](uint32_t vertex) { near |= gives[vertex]; });
    if (!near) continue;
    faces.push_back(face);
    for_corners(face, [&](uint32_t vertex) {
      if (own[vertex] == UINT32_MAX) {
        own[vertex] = add_vertex(vertex, reader, skin);
        vertices.back().fixed = !gives[vertex];
      }
      corners.push_back(own[vertex]);
    });
  }
  find_incident();
}

uint32_t Region::add_vertex(uint32_t number, InfluenceReader& reader, const Skin& skin) {
  const Influences influences = reader.read(number);
  Vertex vertex = {number, false, influences.count, (1u << influences.count) - 1, {}, {}, 0};
  for (uint32_t i = 0; i < influences.count; i++) {
    vertex.bone[i] = skin.variants[number].bone[i];
    vertex.bones |= uint64_t{1} << vertex.bone[i] % 64;
    vertex.share[i] = influences.weight[i] / influences.whole;
  }
  vertices.push_back(vertex);
  return static_cast<uint32_t>(vertices.size() - 1);
}

void Region::find_incident() {
  first_incident_.assign(vertices.size() + 1, 0);
  for (uint32_t corner : corners) first_incident_[corner + 1]++;
  for (size_t v = 0; v < vertices.size(); v++) first_incident_[v + 1] += first_incident_[v];
  incident_.resize(corners.size());
  std::vector<uint32_t> next(first_incident_.begin(), first_incident_.end() - 1);
  for (size_t i = 0; i < corners.size(); i++)
    incident_[next[corners[i]]++] = static_cast<uint32_t>(i / 3);
}

FaceBones Region::bones_of(uint32_t face) const {
  FaceBones bones;
  const uint32_t* corner = corners.data() + 3 * size_t{face};
  for (int k = 0; k < 3; k++) {
    if ((k > 0 && corner[k] == corner[0]) || (k > 1 && corner[k] == corner[1])) continue;
    const Vertex& vertex = vertices[corner[k]];
    const bool fixed = vertex.fixed || (vertex.kept & (vertex.kept - 1)) == 0;
    for (uint32_t i = 0; i < vertex.count; i++) {
      if (!(vertex.kept >> i & 1)) continue;
      uint32_t at = 0;
      while (at < bones.count && bones.bone[at] != vertex.bone[i]) at++;
      if (at == bones.count) {
        bones.bone[at] = vertex.bone[i];
        bones.cost[at] = 0.0;
        bones.fixed[at] = false;
        bones.count++;
      }
      bones.cost[at] += vertex.share[i];
      bones.fixed[at] |= fixed;
    }
  }
  return bones;
}

bool Region::has(uint32_t vertex, uint32_t bone) const {
  const Vertex& v = vertices[vertex];
  if (!(v.bones >> bone % 64 & 1)) return false;
  for (uint32_t i = 0; i < v.count; i++) {
    if (v.bone[i] == bone) return v.kept >> i & 1;
  }
  return false;
}

void Region::remove(uint32_t face, uint32_t bone, std::vector<Influence>& removed) {
  for (int k = 0; k < 3; k++) {
    const uint32_t corner = corners[3 * size_t{face} + k];
    const Vertex& vertex = vertices[corner];
    for (uint32_t i = 0; i < vertex.count; i++) {
      if (vertex.bone[i] != bone || !(vertex.kept >> i & 1)) continue;
      removed.push_back({corner, i});
      drop(removed.back());
    }
  }
}

void Region::add_lost(uint32_t vertex, std::vector<Influence>& lost) const {
  for (uint32_t i = 0; i < vertices[vertex].count; i++) {
    if (!(vertices[vertex].kept >> i & 1)) lost.push_back({vertex, i});
  }
}

void Region::sort_by_share(std::vector<Influence>& influences) const {
  std::sort(influences.begin(), influences.end(), [this](Influence a, Influence b) {
    if (share(a) != share(b)) return share(a) > share(b);
    return a.vertex != b.vertex ? a.vertex < b.vertex : a.index < b.index;
  });
}
