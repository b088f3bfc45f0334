#include "models/import/surface.h"

#include "base/error.h"

#include <assimp/mesh.h>

#include <array>
#include <cmath>

namespace ulna::importer {
namespace {

Vec to_double(const aiVector3D& v) {
  return {v.x, v.y, v.z};
}

bool finite(const Vec& v) {
  return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}

/// The unit vector along v, or `otherwise` where v has no direction.
Vec direction(const Vec& v, const Vec& otherwise) {
  const double length = v.Length();
  if (!std::isfinite(length) || length < 1e-30) return otherwise;
  return v / length;
}

/// A unit vector perpendicular to a unit vector.
Vec perpendicular(const Vec& n) {
  const Vec axis = std::abs(n.x) < 0.6 ? Vec(1, 0, 0) : Vec(0, 1, 0);
  return direction(n ^ axis, Vec(1, 0, 0));
}

/// The unit vector along the part of v that is perpendicular to the unit vector n, or any that is.
/// A file's tangent within 1e-3 rad of the normal says nothing.
Vec across(const Vec& v, const Vec& n) {
  const Vec along = direction(v, {});
  const Vec part = along - n * (n * along);
  return part.Length() > 1e-3 ? direction(part, {}) : perpendicular(n);
}

/// The direction in which u grows over a triangle, times the triangle's size: larger ones count for
/// more at a shared vertex. Zero where the texture coordinates span nothing.
Vec growth_of_u(const aiMesh& mesh, unsigned a, unsigned b, unsigned c) {
  const aiVector3D* uv = mesh.mTextureCoords[0];
  const Vec p = to_double(mesh.mVertices[b]) - to_double(mesh.mVertices[a]);
  const Vec q = to_double(mesh.mVertices[c]) - to_double(mesh.mVertices[a]);
  const Vec s = to_double(uv[b]) - to_double(uv[a]);
  const Vec t = to_double(uv[c]) - to_double(uv[a]);
  const double area = s.x * t.y - t.x * s.y;
  if (!(std::abs(area) > 1e-30)) return {};
  return direction((p * t.y - q * s.y) * (area < 0 ? -1.0 : 1.0), {}) * (p ^ q).Length();
}

/// One tangent for each vertex. Assimp's own step splits the vertices of an indexed mesh again, up
/// to one for every corner of every face, which no engine's mesh does.
std::vector<Vec> tangents_from_texture(const aiMesh& mesh) {
  std::vector<Vec> sum(mesh.mNumVertices);
  if (!mesh.HasTextureCoords(0)) return sum;
  for (unsigned f = 0; f < mesh.mNumFaces; ++f) {
    const aiFace& face = mesh.mFaces[f];
    for (unsigned k = 2; k < face.mNumIndices; ++k) {
      const std::array corners{face.mIndices[0], face.mIndices[k - 1], face.mIndices[k]};
      if (corners[0] >= sum.size() || corners[1] >= sum.size() || corners[2] >= sum.size())
        throw BadInput("a face names a vertex that is not there; export the model again");
      const Vec u = growth_of_u(mesh, corners[0], corners[1], corners[2]);
      for (const unsigned corner : corners) sum[corner] += u;
    }
  }
  return sum;
}

} // namespace

void add_surface(const aiMesh& from, Mesh& mesh) {
  std::vector<Vec> made;
  if (!from.HasTangentsAndBitangents()) made = tangents_from_texture(from);
  mesh.positions.reserve(from.mNumVertices);
  for (unsigned i = 0; i < from.mNumVertices; ++i) {
    mesh.positions.push_back(to_double(from.mVertices[i]));
    if (!finite(mesh.positions.back()))
      throw BadInput("a vertex is not finite; export the model again");
    // A vertex without a face gets no generated normal; any unit vector exercises the kernels.
    const Vec n = direction(from.HasNormals() ? to_double(from.mNormals[i]) : Vec(), {0, 0, 1});
    const Vec t = made.empty() ? to_double(from.mTangents[i]) : made[i];
    mesh.normals.push_back(n);
    mesh.tangents.push_back(across(t, n));
    const aiVector3D uv = from.HasTextureCoords(0) ? from.mTextureCoords[0][i] : aiVector3D();
    mesh.uvs.push_back({uv.x, uv.y});
  }
}

} // namespace ulna::importer
