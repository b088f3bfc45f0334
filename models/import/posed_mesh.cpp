#include "models/import/posed_mesh.h"

#include "models/import/mesh_skin.h"

namespace ulna::importer {
namespace {

using reference::VertexInfluences;

constexpr size_t kMostPoses = 4;

/// The product in double, rounded.
ulna_mat44 product(const ulna_mat44& a, const ulna_mat44& b) {
  ulna_mat44 out;
  for (size_t r = 0; r < 4; ++r)
    for (size_t c = 0; c < 4; ++c) {
      double sum = 0;
      for (size_t k = 0; k < 4; ++k) sum += double{a.m[4 * r + k]} * double{b.m[4 * k + c]};
      out.m[4 * r + c] = static_cast<float>(sum);
    }
  return out;
}

PosedMesh draw(const Scene& scene) {
  PosedMesh out;
  const auto append = [](auto& to, const auto& from) {
    to.insert(to.end(), from.begin(), from.end());
  };
  for (const Mesh& mesh : scene.character.meshes) {
    const MeshSkin skin = mesh_skin(mesh, scene.skeleton, FreeVertices::follow_node);
    const auto first_bone = static_cast<uint32_t>(out.joints.size());
    const uint32_t first_entry = out.skin.first_influence.back();
    const VertexInfluences of_mesh = skin.info.by_vertex();
    for (const ulna_influence& i : of_mesh.influences)
      out.skin.influences.push_back({first_bone + i.bone, i.weight});
    for (size_t v = 0; v < mesh.positions.size(); ++v)
      out.skin.first_influence.push_back(first_entry + of_mesh.first_influence[v + 1]);
    for (uint32_t b = 0; b < skin.joints.size(); ++b)
      out.offsets.push_back(skin.info.bone_offset_matrix(b));
    append(out.joints, skin.joints);
    append(out.positions, mesh.positions);
    append(out.normals, mesh.normals);
    append(out.tangents, mesh.tangents);
    append(out.uvs, mesh.uvs);
  }
  return out;
}

std::vector<ulna_mat44> bone_matrices(const Scene& scene, const PosedMesh& posed,
                                      const Pose& pose) {
  std::vector<ulna_mat44> out;
  for (const size_t joint : posed.joints)
    out.push_back(to_mat44(world_matrix(scene.skeleton.joints()[joint], pose)));
  return out;
}

std::vector<ulna_mat44> palette_of(const PosedMesh& posed, const std::vector<ulna_mat44>& bones) {
  std::vector<ulna_mat44> out;
  for (size_t b = 0; b < bones.size(); ++b) out.push_back(product(posed.offsets[b], bones[b]));
  return out;
}

} // namespace

Animated::Animated(const Scene& s) : scene(s), posed(draw(s)) {
  const size_t poses = std::min(scene.poses.size(), kMostPoses);
  for (size_t p = 0; p < poses; ++p) {
    bones.push_back(bone_matrices(scene, posed, scene.poses[p]));
    palettes.push_back(palette_of(posed, bones.back()));
  }
}

void put(const Animated& animated, Writer& writer, Case c, size_t pose, const std::string& what) {
  const Scene& scene = animated.scene;
  writer.write(std::move(c), fmt::format("pose{}", pose),
               fmt::format("{}, {}, {}", scene.model, what, moment(scene.poses[pose])));
}

ulna_mesh_vertex mesh_vertex(const Vec& position, const Vec& normal) {
  return {{float(position.x), float(position.y), float(position.z)},
          {float(normal.x), float(normal.y), float(normal.z)}};
}

std::vector<ulna_influence> largest_influences(const PosedMesh& posed, size_t v) {
  const auto all = posed.influences(v);
  std::vector<ulna_influence> kept(all.begin(), all.end());
  // NaN has no place in an order.
  std::erase_if(kept, [](const ulna_influence& i) { return !(i.weight > 0); });
  std::stable_sort(kept.begin(), kept.end(), [](const ulna_influence& a, const ulna_influence& b) {
    return a.weight > b.weight;
  });
  if (kept.size() > kMostSlots) kept.resize(kMostSlots);
  double sum = 0;
  for (const ulna_influence& i : kept) sum += double{i.weight};
  for (ulna_influence& i : kept) i.weight = static_cast<float>(double{i.weight} / sum);
  return kept;
}

std::vector<ulna_mesh_vertex> unwritten(size_t count) {
  return std::vector<ulna_mesh_vertex>(
      count, {{kUnwritten, kUnwritten, kUnwritten}, {kUnwritten, kUnwritten, kUnwritten}});
}

} // namespace ulna::importer
