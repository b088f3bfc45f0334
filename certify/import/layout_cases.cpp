#include "certify/import/layout_cases.h"

#include "certify/contracts/sorted_verts.h"

namespace ulna::importer {
namespace {

static_assert(kMostSlots == sorted_verts::kMostInfluences);

// --- Sorted streams ----------------------------------------------------------------------------

/// Every vertex whose joints 16 bits can name. A vertex of which no weight is above zero follows
/// the first joint, as it does with indices.
std::vector<sorted_verts::Vertex> stream_vertices(const Drawn& drawn) {
  const auto vec4 = [](const Vec& v, float w) {
    return ulna_vec4{float(v.x), float(v.y), float(v.z), w};
  };
  constexpr ulna_vec4 kUnwrittenVector{kUnwritten, kUnwritten, kUnwritten, kUnwritten};
  std::vector<sorted_verts::Vertex> out;
  for (size_t v = 0; v < drawn.size(); ++v) {
    std::vector<ulna_influence> kept = largest_influences(drawn, v);
    if (kept.empty()) kept.push_back({0, 1});
    if (std::any_of(kept.begin(), kept.end(),
                    [](const ulna_influence& i) { return i.bone >= sorted_verts::kMostMatrices; }))
      continue;
    sorted_verts::Vertex& vertex = out.emplace_back();
    vertex.position = vertex.normal = kUnwrittenVector;
    vertex.src_position = vec4(drawn.positions[v], 1);
    vertex.src_normal = vec4(drawn.normals[v], 0);
    for (const auto& [bone, weight] : kept) vertex.influences.push_back({bone, weight});
  }
  return out;
}

class LayoutCases {
public:
  LayoutCases(const Animated& animated, Writer& writer) : animated_(animated), writer_(writer) {}

  void write() {
    for (size_t p = 0; p < animated_.palettes.size(); ++p) {
      write_sorted(p);
    }
  }

private:
  /// With normals, or now and then without.
  void write_sorted(size_t p) {
    std::vector<ulna_mat44> palette = animated_.palettes[p];
    palette.resize(std::min(palette.size(), sorted_verts::kMostMatrices));
    Case c = make_case(operation_named("skin_sorted_verts"));
    set_array(c, "palette", palette);
    sorted_verts::pack(c, stream_vertices(animated_.drawn), p % 4 != 2);
    put(animated_, writer_, std::move(c), p, "all meshes, sorted by their number of influences");
  }

  const Animated& animated_;
  Writer& writer_;
};

} // namespace

void write_layout_cases(const Animated& animated, Writer& writer) {
  LayoutCases(animated, writer).write();
}

} // namespace ulna::importer
