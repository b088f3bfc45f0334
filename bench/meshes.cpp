#include "bench/meshes.h"

#include "base/error.h"
#include "bench/workloads/sheet.h"

#include <assimp/Importer.hpp>
#include <assimp/postprocess.h>
#include <assimp/scene.h>

#include <algorithm>
#include <map>

namespace ulna::bench {

ulna_skinned_mesh Mesh::argument() const {
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
    for (const auto& of_vertex : influences) mesh.add_vertex(of_vertex);
    for (unsigned f = 0; f < part.mNumFaces; ++f) {
      if (part.mFaces[f].mNumIndices != 3) continue; // a point or a line
      const unsigned* const corners = part.mFaces[f].mIndices;
      mesh.add_face(first_vertex + corners[0], first_vertex + corners[1], first_vertex + corners[2],
                    m);
    }
  }
  mesh.num_bones = uint32_t(bones.size());
  return mesh;
}

Mesh make_crowd() {
  constexpr uint32_t kCharacters = 8, kBones = 32, kSide = 250;
  Mesh mesh;
  mesh.name = "crowd";
  Random random(0, 0x63726f7764);
  for (uint32_t character = 0; character < kCharacters; ++character)
    add_sheet(mesh, kSide, kSide, kBones, random);
  return mesh;
}

} // namespace ulna::bench
