#include "cases/move.h"
#include "operations/sorted_verts/sorted_verts.h"

namespace ulna::sorted_verts {
namespace {

/// A vertex goes to the next group, with an influence that some vertex has, or to the one before.
bool change_group(Case& c, Random& r) {
  std::vector<Vertex> vertices = unpacked(c);
  if (vertices.empty()) return false;
  auto& influences = vertices[r.below(vertices.size())].influences;
  if (r.one_in(2)) {
    if (influences.size() == kMostInfluences) return false;
    const auto& others = vertices[r.below(vertices.size())].influences;
    const Influence more = others[r.below(others.size())];
    influences.push_back(more);
  } else {
    if (influences.size() == 1) return false;
    influences.erase(influences.begin() + static_cast<ptrdiff_t>(r.below(influences.size())));
  }
  pack(c, vertices, has_normals(c));
  return true;
}

constexpr Move kAll[] = {{"change the group of a vertex", 15, change_group}};

} // namespace

const std::span<const Move> kMoves = kAll;

} // namespace ulna::sorted_verts
