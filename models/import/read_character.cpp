#include "models/import/read_character.h"

#include "base/error.h"
#include "base/text.h"
#include "models/import/join.h"
#include "models/import/surface.h"

#include <assimp/Importer.hpp>
#include <assimp/postprocess.h>
#include <assimp/scene.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fcntl.h>
#include <functional>
#include <unistd.h>
#include <unordered_map>

namespace ulna::importer {
namespace {

/// Assimp and the parsers in it print what they like; our two streams carry one line each.
class Silence {
public:
  Silence() : out_(dup(STDOUT_FILENO)), err_(dup(STDERR_FILENO)) {
    const int null = open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (null < 0) return;
    dup2(null, STDOUT_FILENO);
    dup2(null, STDERR_FILENO);
    close(null);
  }
  ~Silence() {
    for (const auto& [saved, stream] : {std::pair{out_, STDOUT_FILENO}, {err_, STDERR_FILENO}}) {
      if (saved < 0) continue;
      dup2(saved, stream);
      close(saved);
    }
  }
  Silence(const Silence&) = delete;
  Silence& operator=(const Silence&) = delete;

private:
  int out_, err_;
};

[[noreturn]] void too_large(const char* what, size_t limit) {
  throw BadInput(fmt::format("more than {} {}; reduce the model", limit, what));
}

Vec to_double(const aiVector3D& v) {
  return {v.x, v.y, v.z};
}
Quat to_double(const aiQuaternion& q) {
  return {q.w, q.x, q.y, q.z};
}
Mat to_double(const aiMatrix4x4& m) {
  return {m.a1, m.a2, m.a3, m.a4, m.b1, m.b2, m.b3, m.b4,
          m.c1, m.c2, m.c3, m.c4, m.d1, m.d2, m.d3, m.d4};
}

using NodeIndex = std::unordered_map<std::string, int>;

/// Appends the nodes, parents first; `meshes_of` receives the node of each mesh. Without recursion:
/// the depth is the file's choice.
NodeIndex add_nodes(const aiScene& scene, Character& character, std::vector<int>& meshes_of) {
  NodeIndex index;
  std::vector<std::pair<const aiNode*, int>> todo{{scene.mRootNode, -1}};
  while (!todo.empty()) {
    const auto [node, parent] = todo.back();
    todo.pop_back();
    const int self = static_cast<int>(character.nodes.size());
    if (character.nodes.size() == kMaxNodes) too_large("nodes", kMaxNodes);
    const std::string name(node->mName.data, node->mName.length);
    character.nodes.push_back({name, parent, to_double(node->mTransformation)});
    index.emplace(name, self); // the first of a name is the one that bones and channels mean
    for (unsigned i = 0; i < node->mNumMeshes; ++i)
      if (node->mMeshes[i] < meshes_of.size() && meshes_of[node->mMeshes[i]] < 0)
        meshes_of[node->mMeshes[i]] = self;
    for (unsigned i = node->mNumChildren; i-- > 0;)
      if (node->mChildren[i]) todo.emplace_back(node->mChildren[i], self);
  }
  return index;
}

int find(const NodeIndex& index, const aiString& name) {
  const auto it = index.find(std::string(name.data, name.length));
  return it == index.end() ? -1 : it->second;
}

void add_bones(const aiMesh& from, const NodeIndex& index, Mesh& mesh, size_t& influences) {
  for (unsigned b = 0; b < from.mNumBones; ++b) {
    const aiBone& bone = *from.mBones[b];
    if (bone.mNumWeights > kMaxInfluences - influences) too_large("influences", kMaxInfluences);
    influences += bone.mNumWeights;
    Bone& to = mesh.bones.emplace_back();
    to.name.assign(bone.mName.data, bone.mName.length);
    to.node = find(index, bone.mName);
    to.offset = to_double(bone.mOffsetMatrix);
    if (!bone.mWeights) continue;
    to.influences.reserve(bone.mNumWeights);
    for (unsigned w = 0; w < bone.mNumWeights; ++w) {
      if (bone.mWeights[w].mVertexId >= from.mNumVertices)
        throw BadInput("a weight names a vertex that is not there; export the model again");
      to.influences.push_back({bone.mWeights[w].mVertexId, bone.mWeights[w].mWeight});
    }
  }
}

void add_faces(const aiMesh& from, Mesh& mesh, size_t& faces) {
  for (unsigned f = 0; f < from.mNumFaces; ++f) {
    const aiFace& face = from.mFaces[f];
    if (face.mNumIndices < 3) {
      ++mesh.points_and_lines;
      continue;
    }
    if (face.mNumIndices - 2 > kMaxFaces - faces) too_large("faces", kMaxFaces);
    faces += face.mNumIndices - 2;
    for (unsigned k = 2; k < face.mNumIndices; ++k)
      mesh.faces.push_back({face.mIndices[0], face.mIndices[k - 1], face.mIndices[k]});
    for (unsigned k = 0; k < face.mNumIndices; ++k)
      if (face.mIndices[k] >= from.mNumVertices)
        throw BadInput("a face names a vertex that is not there; export the model again");
  }
}

/// The meshes of the scene: those with bones, or those without.
void add_meshes(const aiScene& scene, const NodeIndex& index, const std::vector<int>& nodes,
                bool with_bones, Character& character) {
  size_t vertices = 0, influences = 0, faces = 0;
  for (unsigned m = 0; m < scene.mNumMeshes; ++m) {
    const aiMesh& from = *scene.mMeshes[m];
    if ((from.mNumBones > 0) != with_bones || from.mNumVertices == 0 || !from.mVertices) continue;
    if (from.mNumVertices > kMaxVertices - vertices) too_large("vertices", kMaxVertices);
    if (character.meshes.size() == kMaxMeshes) too_large("meshes", kMaxMeshes);
    vertices += from.mNumVertices;
    Mesh& mesh = character.meshes.emplace_back();
    mesh.name.assign(from.mName.data, from.mName.length);
    mesh.number = m;
    mesh.material = from.mMaterialIndex;
    if (from.mMaterialIndex < scene.mNumMaterials) {
      const aiString name = scene.mMaterials[from.mMaterialIndex]->GetName();
      mesh.material_name.assign(name.data, name.length);
    }
    // An instance at another node would skin to the same place: the joints decide. The first node
    // stands for all of them, and the root for a mesh that hangs nowhere.
    mesh.node = std::max(nodes[m], 0);
    add_surface(from, mesh);
    add_faces(from, mesh, faces);
    add_bones(from, index, mesh, influences);
  }
}

template <class To, class From>
std::vector<Key<To>> keys(const From* from, unsigned count, size_t& total) {
  if (!from) return {};
  if (count > kMaxKeys - total) too_large("keys", kMaxKeys);
  total += count;
  std::vector<Key<To>> out;
  out.reserve(count);
  for (unsigned i = 0; i < count; ++i)
    if (std::isfinite(from[i].mTime)) out.push_back({from[i].mTime, to_double(from[i].mValue)});
  std::stable_sort(out.begin(), out.end(),
                   [](const auto& a, const auto& b) { return a.time < b.time; });
  return out;
}

void add_clips(const aiScene& scene, const NodeIndex& index, Character& character) {
  size_t total = 0;
  for (unsigned a = 0; a < scene.mNumAnimations; ++a) {
    const aiAnimation& from = *scene.mAnimations[a];
    Clip clip;
    clip.name.assign(from.mName.data, from.mName.length);
    clip.ticks_per_second = from.mTicksPerSecond;
    for (unsigned c = 0; c < from.mNumChannels; ++c) {
      const aiNodeAnim& channel = *from.mChannels[c];
      Track track;
      track.node = find(index, channel.mNodeName);
      if (track.node < 0) continue;
      track.positions = keys<Vec>(channel.mPositionKeys, channel.mNumPositionKeys, total);
      track.rotations = keys<Quat>(channel.mRotationKeys, channel.mNumRotationKeys, total);
      track.scalings = keys<Vec>(channel.mScalingKeys, channel.mNumScalingKeys, total);
      clip.tracks.push_back(std::move(track));
    }
    character.clips.push_back(std::move(clip));
  }
}

const aiScene* read_scene(Assimp::Importer& importer, const std::string& path) {
  const Silence silence;
  // An IQM file is indexed already, and its weights are found by the index.
  if (importer.ReadFile(path, aiProcess_GenSmoothNormals) && !is_iqm(path))
    join_equal_vertices(importer);
  return importer.GetScene();
}

} // namespace

Character read_character(const std::string& path, Rig rig) {
  Assimp::Importer importer;
  const aiScene* scene = read_scene(importer, path);
  if (!scene || !scene->mRootNode)
    throw BadInput(fmt::format("Assimp cannot read it ({}); export it again, or as glTF",
                               printable(importer.GetErrorString(), 200)));
  Character character;
  std::vector<int> node_of(scene->mNumMeshes, -1);
  const NodeIndex index = add_nodes(*scene, character, node_of);
  add_meshes(*scene, index, node_of, true, character);
  if (character.meshes.empty()) add_meshes(*scene, index, node_of, false, character);
  if (character.meshes.empty())
    throw BadInput("it has no mesh, so there is nothing to skin; choose a model with a skin");
  add_clips(*scene, index, character);
  if (is_iqm(path)) add_iqm_skeleton(path, character);
  const auto skinned = [](const Mesh& mesh) { return !mesh.bones.empty(); };
  if (std::any_of(character.meshes.begin(), character.meshes.end(), skinned)) {
    std::erase_if(character.meshes, std::not_fn(skinned));
  } else if (rig == Rig::made) {
    add_rig(character);
  }
  character.materials = scene->mNumMaterials;
  character.meshes_without_bones = scene->mNumMeshes - character.meshes.size();
  return character;
}

} // namespace ulna::importer
