#include "models/import/join.h"

#include <assimp/postprocess.h>
#include <assimp/scene.h>

#include <bit>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace ulna {
namespace {

using Influences = std::vector<std::pair<unsigned, uint32_t>>; // bone, bits of the weight

std::vector<Influences> influences_of(const aiMesh& mesh) {
  std::vector<Influences> all(mesh.mNumVertices);
  for (unsigned b = 0; b < mesh.mNumBones; ++b) {
    const aiBone& bone = *mesh.mBones[b];
    for (unsigned w = 0; w < bone.mNumWeights; ++w)
      if (const unsigned v = bone.mWeights[w].mVertexId; v < all.size())
        all[v].emplace_back(b, std::bit_cast<uint32_t>(bone.mWeights[w].mWeight));
  }
  return all;
}

/// One set of texture coordinates more, which tells vertices with different influences apart.
void add_coordinates(aiMesh& mesh, unsigned set) {
  std::map<Influences, unsigned> numbers;
  mesh.mTextureCoords[set] = new aiVector3D[mesh.mNumVertices];
  mesh.mNumUVComponents[set] = 2;
  unsigned v = 0;
  for (Influences& influences : influences_of(mesh)) {
    const auto next = static_cast<unsigned>(numbers.size());
    const unsigned number = numbers.try_emplace(std::move(influences), next).first->second;
    constexpr unsigned kExact = 1u << 20; // whole numbers that no tolerance takes for equal
    mesh.mTextureCoords[set][v++] = {float(number % kExact), float(number / kExact), 0};
  }
}

void remove_coordinates(aiMesh& mesh, unsigned set) {
  delete[] mesh.mTextureCoords[set];
  mesh.mTextureCoords[set] = nullptr;
  mesh.mNumUVComponents[set] = 0;
}

} // namespace

void join_equal_vertices(Assimp::Importer& importer) {
  // The importer's scene is ours to change: we hand over no const object of our own.
  auto* scene = const_cast<aiScene*>(importer.GetScene());
  std::vector<unsigned> sets(scene->mNumMeshes);
  for (unsigned m = 0; m < scene->mNumMeshes; ++m) {
    sets[m] = scene->mMeshes[m]->GetNumUVChannels();
    if (sets[m] == AI_MAX_NUMBER_OF_TEXTURECOORDS) return; // better not joined than sewn up
  }
  for (unsigned m = 0; m < scene->mNumMeshes; ++m) add_coordinates(*scene->mMeshes[m], sets[m]);
  if (!importer.ApplyPostProcessing(aiProcess_JoinIdenticalVertices)) return;
  for (unsigned m = 0; m < scene->mNumMeshes; ++m) remove_coordinates(*scene->mMeshes[m], sets[m]);
}

} // namespace ulna
