#include "narrow.h"
#include "reduce.h"
#include "save_bone_sets.h"

void reduce_together(const ulna_skinned_mesh& mesh, const Patterns& patterns, uint32_t max_bones,
                     InfluenceReader& reader, Skin& skin) {
  Region region(mesh, patterns, max_bones, reader, skin);
  narrow(region);
  constexpr double kSlack = 0.01;
  save_sets(patterns, kSlack, region);
  for (const Region::Vertex& vertex : region.vertices) {
    if (vertex.kept == (1u << vertex.count) - 1) continue;
    Variant& variant = skin.variants[vertex.number];
    variant = keep(variant, reader.read(vertex.number), vertex.kept);
  }
}
