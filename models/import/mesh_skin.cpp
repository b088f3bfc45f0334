#include "models/import/mesh_skin.h"

#include "reference/conversion/adjacency.h"

#include <algorithm>
#include <unordered_map>

namespace ulna::importer {
namespace {

/// Numbers joints in the order in which they come.
class BoneNumbers {
public:
  uint32_t of(size_t joint) {
    const auto [it, is_new] = number_.emplace(joint, static_cast<uint32_t>(joints.size()));
    if (is_new) joints.push_back(joint);
    return it->second;
  }
  std::vector<size_t> joints;

private:
  std::unordered_map<size_t, uint32_t> number_;
};

struct Entries {
  Mat offset;
  std::vector<uint32_t> vertices;
  std::vector<float> weights;
};

void follow_node(const Mesh& mesh, const Skeleton& skeleton, BoneNumbers& numbers,
                 std::vector<Entries>& bones) {
  std::vector<bool> bound(mesh.positions.size());
  for (const Entries& bone : bones)
    for (const uint32_t v : bone.vertices) bound[v] = true;
  const uint32_t own = numbers.of(skeleton.joint_of(mesh.node));
  bones.resize(numbers.joints.size());
  for (uint32_t v = 0; v < bound.size(); ++v) {
    if (bound[v]) continue;
    bones[own].vertices.push_back(v);
    bones[own].weights.push_back(1);
  }
}

/// Each position's first vertex that has it, which stands for all of them.
std::vector<uint32_t> welded(const std::vector<Vec>& positions) {
  std::vector<uint32_t> order(positions.size());
  for (uint32_t v = 0; v < order.size(); ++v) order[v] = v;
  const auto key = [&](uint32_t v) {
    return std::array{positions[v].x, positions[v].y, positions[v].z};
  };
  std::stable_sort(order.begin(), order.end(),
                   [&](uint32_t a, uint32_t b) { return key(a) < key(b); });
  std::vector<uint32_t> first(positions.size());
  for (size_t i = 0; i < order.size(); ++i)
    first[order[i]] = i > 0 && key(order[i]) == key(order[i - 1]) ? first[order[i - 1]] : order[i];
  return first;
}

/// Appends the neighbours of the faces of one mesh, whose first face has the number `base`.
void add_adjacency(const Mesh& mesh, uint32_t base, std::vector<uint32_t>& adjacency) {
  const std::vector<uint32_t> points = welded(mesh.positions);
  std::vector<uint32_t> indices;
  for (const Face& face : mesh.faces) indices.insert(indices.end(), face.begin(), face.end());
  const reference::Edges edges(points, indices);
  for (size_t f = 0; f < mesh.faces.size(); ++f)
    for (size_t k = 0; k < 3; ++k) {
      const auto back = edges.first_back(f, k);
      const bool is_edge = points[mesh.faces[f][k]] != points[mesh.faces[f][(k + 1) % 3]];
      adjacency.push_back(back && is_edge ? base + *back : UINT32_MAX);
    }
}

} // namespace

ulna_mat44 to_mat44(const Mat& m) {
  return {{float(m.a1), float(m.b1), float(m.c1), 0, float(m.a2), float(m.b2), float(m.c2), 0,
           float(m.a3), float(m.b3), float(m.c3), 0, float(m.a4), float(m.b4), float(m.c4), 1}};
}

MeshSkin mesh_skin(const Mesh& mesh, const Skeleton& skeleton, FreeVertices free) {
  BoneNumbers numbers;
  std::vector<Entries> bones;
  for (const Bone& bone : mesh.bones) {
    const uint32_t b = numbers.of(skeleton.joint_of(bone));
    if (b == bones.size()) bones.push_back({bone.offset, {}, {}});
    for (const Influence& influence : bone.influences) {
      bones[b].vertices.push_back(influence.vertex);
      bones[b].weights.push_back(influence.weight);
    }
  }
  if (free == FreeVertices::follow_node && has_free_vertices(mesh))
    follow_node(mesh, skeleton, numbers, bones);

  MeshSkin skin{{static_cast<uint32_t>(mesh.positions.size()), static_cast<uint32_t>(bones.size())},
                std::move(numbers.joints)};
  for (uint32_t b = 0; b < bones.size(); ++b) {
    skin.info.set_bone_name(b, skeleton.joints()[skin.joints[b]].name);
    skin.info.set_bone_offset_matrix(b, to_mat44(bones[b].offset));
    skin.info.set_bone_influences(b, bones[b].vertices, bones[b].weights);
  }
  return skin;
}

WholeMesh whole_mesh(const Character& character, const Skeleton& skeleton, FreeVertices free) {
  WholeMesh whole;
  BoneNumbers numbers;
  for (uint32_t m = 0; m < character.meshes.size(); ++m) {
    const Mesh& mesh = character.meshes[m];
    const MeshSkin skin = mesh_skin(mesh, skeleton, free);
    std::vector<uint32_t> bone;
    for (const size_t joint : skin.joints) bone.push_back(numbers.of(joint));
    reference::VertexInfluences by_vertex = skin.info.by_vertex();
    for (ulna_influence& i : by_vertex.influences) i.bone = bone[i.bone];
    const uint32_t first_vertex = whole.mesh.num_vertices();
    for (size_t v = 0; v < mesh.positions.size(); ++v)
      whole.mesh.add_vertex(
          std::span(by_vertex.influences)
              .subspan(by_vertex.first_influence[v],
                       by_vertex.first_influence[v + 1] - by_vertex.first_influence[v]));
    add_adjacency(mesh, whole.mesh.num_faces(), whole.mesh.adjacency);
    for (const Face& face : mesh.faces)
      whole.mesh.add_face(first_vertex + face[0], first_vertex + face[1], first_vertex + face[2],
                          m);
  }
  whole.joints = std::move(numbers.joints);
  whole.mesh.num_bones = static_cast<uint32_t>(whole.joints.size());
  return whole;
}

} // namespace ulna::importer
