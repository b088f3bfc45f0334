#include "bench/meshes.h"

#include "base/error.h"
#include "base/random.h"

#include <assimp/Importer.hpp>
#include <assimp/postprocess.h>
#include <assimp/scene.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace ulna::bench {

ulna_skinned_mesh Mesh::view() const {
  return {indices.data(),    attributes.data(), nullptr,        first_influence.data(),
          influences.data(), num_faces(),       num_vertices(), num_bones};
}

unsigned load_steps() {
  return aiProcess_Triangulate | aiProcess_JoinIdenticalVertices;
}

Mesh load_mesh(const std::string& path) {
  Assimp::Importer importer;
  const aiScene* scene = importer.ReadFile(path, load_steps());
  if (!scene) throw BadInput(importer.GetErrorString());
  Mesh mesh;
  mesh.name = path.substr(path.find_last_of('/') + 1);
  std::map<std::string, uint32_t> bones;
  for (unsigned m = 0; m < scene->mNumMeshes; ++m) {
    const aiMesh& part = *scene->mMeshes[m];
    const uint32_t first_vertex = mesh.num_vertices();
    std::vector<std::vector<ulna_influence>> influences(part.mNumVertices);
    for (unsigned b = 0; b < part.mNumBones; ++b) {
      const aiBone& bone = *part.mBones[b];
      const uint32_t number =
          bones.emplace(bone.mName.C_Str(), uint32_t(bones.size())).first->second;
      for (unsigned w = 0; w < bone.mNumWeights; ++w)
        influences[bone.mWeights[w].mVertexId].push_back({number, bone.mWeights[w].mWeight});
    }
    for (const auto& of_vertex : influences) {
      mesh.influences.insert(mesh.influences.end(), of_vertex.begin(), of_vertex.end());
      mesh.first_influence.push_back(uint32_t(mesh.influences.size()));
    }
    for (unsigned f = 0; f < part.mNumFaces; ++f) {
      if (part.mFaces[f].mNumIndices != 3) continue; // a point or a line
      for (unsigned k = 0; k < 3; ++k)
        mesh.indices.push_back(first_vertex + part.mFaces[f].mIndices[k]);
      mesh.attributes.push_back(m);
    }
  }
  mesh.num_bones = uint32_t(bones.size());
  return mesh;
}

Mesh make_crowd() {
  constexpr uint32_t kCharacters = 8, kBones = 32, kSide = 250;
  Mesh mesh;
  mesh.name = "crowd";
  mesh.num_bones = kCharacters * kBones;
  Random r(0, 0x63726f7764);
  for (uint32_t character = 0; character < kCharacters; ++character) {
    const uint32_t first_vertex = mesh.num_vertices();
    std::vector<std::pair<double, double>> at(kBones);
    for (auto& [x, y] : at) x = r.uniform(0, kSide), y = r.uniform(0, kSide);
    for (uint32_t i = 0; i < (kSide + 1) * (kSide + 1); ++i) {
      std::vector<std::pair<double, uint32_t>> near;
      for (uint32_t b = 0; b < kBones; ++b)
        near.emplace_back(std::hypot(at[b].first - i % (kSide + 1), at[b].second - i / (kSide + 1)),
                          b);
      std::partial_sort(near.begin(), near.begin() + 4, near.end());
      for (uint32_t k = 0; k < 4 && near[k].first <= 1.3 * near[0].first + 2; ++k)
        mesh.influences.push_back(
            {character * kBones + near[k].second, float(1 / (near[k].first + 1))});
      mesh.first_influence.push_back(uint32_t(mesh.influences.size()));
    }
    for (uint32_t i = 0; i < kSide * kSide; ++i) {
      const uint32_t corner = first_vertex + i / kSide * (kSide + 1) + i % kSide;
      const uint32_t below = corner + kSide + 1;
      for (uint32_t v : {corner, corner + 1, below, corner + 1, below + 1, below})
        mesh.indices.push_back(v);
      mesh.attributes.insert(mesh.attributes.end(), 2, 0);
    }
  }
  return mesh;
}

} // namespace ulna::bench
