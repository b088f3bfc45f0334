// What a model is like: its meshes, bones and influences as they are in the file, before anything
// is repaired. The importer finds it out in its process, and hands it over as JSON.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace ulna {

struct MeshDescription {
  std::string name;
  uint64_t number = 0;   ///< among the meshes of the file
  uint64_t material = 0; ///< its number in the file
  std::string material_name;
  uint64_t vertices = 0; ///< equal ones counted once
  uint64_t faces = 0;    ///< triangles; larger polygons are cut into fans
  uint64_t points_and_lines = 0;
  uint64_t bones = 0; ///< that the mesh names, with influences or without
  uint64_t max_vertex_influences = 0;
  uint64_t max_face_influences = 0; ///< distinct bones of the three vertices
};

struct BoneDescription {
  std::string name;
  uint64_t vertices = 0; ///< that it influences
};

/// What is wrong of one kind (reference::SkinProblem), how often, and one that shows it: for sums
/// of weights the worst, else the first.
struct ProblemDescription {
  std::string kind;
  uint64_t count = 0;
  uint64_t mesh = 0;   ///< of `meshes`
  uint64_t vertex = 0; ///< of the mesh
  int64_t bone = -1;   ///< of `bones`; -1 where no bone is to blame
  double value = 0;    ///< the weight or the sum; 0 where it is not finite, or there is none
};

/// An XSkinMeshHeader of a .x text file.
struct XSkinHeader {
  std::string mesh, frame;      ///< the names of the Mesh and the Frame that it is in
  std::vector<uint64_t> claims; ///< influences per vertex, per face, bones; empty: malformed
  std::string malformed;        ///< why
  std::vector<uint64_t>
      has; ///< what the mesh has of these; empty: it is not clear which mesh is meant
};

/// What a .x file says of its skins.
struct XHeaders {
  /// "text"; "binary" and "compressed" ones are not read; "" is no .x file.
  std::string form;
  uint64_t count = 0;               ///< all of them
  std::vector<XSkinHeader> headers; ///< the first ones
};

struct Description {
  bool skinned = false; ///< some mesh has bones; `meshes` are those that have, or else all
  std::vector<MeshDescription> meshes;
  uint64_t meshes_without_bones = 0;
  uint64_t materials = 0;             ///< in the file
  std::vector<BoneDescription> bones; ///< of all meshes, each joint once, in the file's order
  /// Element i: how many vertices have i influences, how many faces i distinct bones.
  std::vector<uint64_t> influences_per_vertex, influences_per_face;
  std::vector<ProblemDescription> problems;
  XHeaders x;
};

/// One line. Names that are not UTF-8 get replacement characters.
std::string json_of(const Description& description);

/// The same for people and scripts: on several lines, with the path of the model.
std::string json_of(const Description& description, const std::string& model);

/// Reads what json_of wrote. Throws BadInput with one line for anything else.
Description read_description(const std::string& json);

/// How many vertices or faces a histogram counts, and the largest number that occurs.
uint64_t total(const std::vector<uint64_t>& histogram);
uint64_t largest(const std::vector<uint64_t>& histogram);

} // namespace ulna
