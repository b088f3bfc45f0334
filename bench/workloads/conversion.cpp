// Sheets of triangles whose vertices follow the bones near them, to be cut into subsets and given
// neighbours.

#include "bench/workloads/sheet.h"
#include "bench/workloads/workload.h"
#include "operations/list.h"
#include "operations/shared/place.h"

#include <algorithm>
#include <cmath>

namespace ulna::bench {
namespace {

constexpr uint32_t kBones = 64;
constexpr uint32_t kPaletteBones = 26; // of a subset: 96 vertex constants hold so many 4x3 matrices
constexpr uint32_t kSlotBones = 4;

/// The sides of a sheet of so many faces, in squares.
std::pair<uint32_t, uint32_t> sides_for(size_t faces) {
  const size_t squares = (faces + 1) / 2;
  const auto columns = std::max<size_t>(size_t(std::sqrt(double(squares))), 1);
  return {uint32_t(columns), uint32_t((squares + columns - 1) / columns)};
}

conversion::Mesh sheet_of(size_t faces, Random& random) {
  conversion::Mesh mesh;
  const auto [columns, rows] = sides_for(faces);
  add_sheet(mesh, columns, rows, kBones, random);
  mesh.indices.resize(3 * faces);
  mesh.attributes.resize(faces);
  return mesh;
}

Case make(const Operation& op, size_t faces, Random& random) {
  Case c = make_case(op);
  const bool indexed = op.member == convert_to_indexed_blended_mesh().member;
  conversion::fill(c, sheet_of(faces, random),
                   {.max_influences = 4,
                    .max_bones = indexed ? kPaletteBones : kSlotBones,
                    .rigid_bone = UINT32_MAX});
  place(c, random);
  return c;
}

Case make_surface(const Operation& op, size_t faces, Random& random) {
  enum : int { kAdjacency, kPositions, kIndices };
  const auto [columns, rows] = sides_for(faces);
  const conversion::Mesh mesh = sheet_of(faces, random);
  Case c = make_case(op);
  c.arrays[kAdjacency].resize(mesh.indices.size() * sizeof(uint32_t));
  c.arrays[kIndices].resize(mesh.indices.size() * sizeof(uint32_t));
  std::ranges::copy(mesh.indices, c.arrays[kIndices].as<uint32_t>().begin());
  c.arrays[kPositions].resize(mesh.num_vertices() * 3 * sizeof(float));
  const auto positions = c.arrays[kPositions].as<float>();
  for (uint32_t v = 0; v < mesh.num_vertices(); ++v) {
    positions[3 * v] = float(v % (columns + 1));
    positions[3 * v + 1] = float(v / (columns + 1));
    positions[3 * v + 2] = 0;
  }
  place(c, random);
  return c;
}

// --- Least cost ---------------------------------------------------------------------------------

constexpr double kVertices = 0.5; // of a face, where every vertex is in one subset alone
constexpr double kCorners = 3 * sizeof(uint32_t);

/// What every conversion reads and writes: no subset, and no bone of one.
Cost of_conversion(bool whole_lines) {
  constexpr double kInfluences = 4;
  const double read = kCorners + sizeof(uint32_t) +
                      kVertices * (sizeof(uint32_t) + kInfluences * sizeof(ulna_influence));
  const double written =
      kCorners + sizeof(uint32_t) + kVertices * (sizeof(ulna_blended_vertex) + sizeof(uint32_t));
  return {.bytes = read + (whole_lines ? 2 : 1) * written, .flops = 0};
}

Cost of_adjacency(bool whole_lines) {
  return {.bytes = kCorners + kVertices * kVec3 + (whole_lines ? 2 : 1) * kCorners, .flops = 0};
}

} // namespace

std::vector<Workload> conversion_workloads() {
  return {{&convert_to_blended_mesh(), make, of_conversion, kCharacters},
          {&convert_to_indexed_blended_mesh(), make, of_conversion, kCharacters},
          {&generate_adjacency(), make_surface, of_adjacency, kCharacters}};
}

} // namespace ulna::bench
