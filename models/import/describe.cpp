#include "models/import/describe.h"

#include "models/import/mesh_skin.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace ulna::importer {
namespace {

using reference::SkinProblem;

const char* name(SkinProblem::Kind kind) {
  switch (kind) {
  case SkinProblem::Kind::vertex_out_of_range:
    return "vertex_out_of_range";
  case SkinProblem::Kind::weight_not_finite:
    return "weight_not_finite";
  case SkinProblem::Kind::negative_weight:
    return "negative_weight";
  case SkinProblem::Kind::duplicate_bone:
    return "duplicate_bone";
  case SkinProblem::Kind::no_influence:
    return "no_influence";
  case SkinProblem::Kind::weight_sum:
    return "weight_sum";
  }
  return "";
}

/// The distinct bones of each vertex that count, in ascending order.
std::vector<std::vector<uint32_t>> bones_of_vertices(const reference::SkinInfo& info) {
  const reference::VertexInfluences all = info.by_vertex();
  std::vector<std::vector<uint32_t>> bones(info.num_vertices());
  for (uint32_t v = 0; v < bones.size(); ++v)
    for (uint32_t i = all.first_influence[v]; i < all.first_influence[v + 1]; ++i) {
      const auto& [bone, weight] = all.influences[i];
      if (weight != 0 && (bones[v].empty() || bones[v].back() != bone)) bones[v].push_back(bone);
    }
  return bones;
}

void count(size_t value, std::vector<uint64_t>& histogram) {
  if (histogram.size() <= value) histogram.resize(value + 1);
  ++histogram[value];
}

class Describer {
public:
  explicit Describer(const Character& character) : character_(character), skeleton_(character) {}

  Description describe() {
    out_.skinned = std::any_of(character_.meshes.begin(), character_.meshes.end(),
                               [](const Mesh& mesh) { return !mesh.bones.empty(); });
    out_.meshes_without_bones = character_.meshes_without_bones;
    out_.materials = character_.materials;
    for (const Mesh& mesh : character_.meshes) add_mesh(mesh);
    for (auto& [kind, problem] : problems_) out_.problems.push_back(std::move(problem));
    return std::move(out_);
  }

private:
  void add_mesh(const Mesh& mesh) {
    MeshDescription& m = out_.meshes.emplace_back();
    m.name = mesh.name;
    m.number = mesh.number;
    m.material = mesh.material;
    m.material_name = mesh.material_name;
    m.vertices = mesh.positions.size();
    m.faces = mesh.faces.size();
    m.points_and_lines = mesh.points_and_lines;
    if (mesh.bones.empty()) return;
    const MeshSkin skin = mesh_skin(mesh, skeleton_, FreeVertices::stay);
    m.bones = skin.joints.size();
    m.max_vertex_influences = skin.info.max_vertex_influences();
    m.max_face_influences =
        skin.info.max_face_influences(mesh.faces.empty() ? nullptr : mesh.faces[0].data(),
                                      static_cast<uint32_t>(mesh.faces.size()));
    const std::vector<size_t> bones = add_bones(skin);
    add_influences(mesh, skin, bones);
    for (const SkinProblem& problem : skin.info.validate()) add_problem(problem, bones);
  }

  /// The numbers of the mesh's bones among all.
  std::vector<size_t> add_bones(const MeshSkin& skin) {
    std::vector<size_t> numbers;
    for (const size_t joint : skin.joints) {
      const auto [it, is_new] = bone_of_joint_.emplace(joint, out_.bones.size());
      if (is_new) out_.bones.push_back({skeleton_.joints()[joint].name, 0});
      numbers.push_back(it->second);
    }
    return numbers;
  }

  void add_influences(const Mesh& mesh, const MeshSkin& skin, const std::vector<size_t>& bones) {
    const auto of_vertex = bones_of_vertices(skin.info);
    for (const auto& list : of_vertex) {
      count(list.size(), out_.influences_per_vertex);
      for (const uint32_t bone : list) ++out_.bones[bones[bone]].vertices;
    }
    std::vector<uint32_t> all;
    for (const Face& face : mesh.faces) {
      all.clear();
      for (const uint32_t v : face) all.insert(all.end(), of_vertex[v].begin(), of_vertex[v].end());
      std::sort(all.begin(), all.end());
      count(size_t(std::unique(all.begin(), all.end()) - all.begin()), out_.influences_per_face);
    }
  }

  void add_problem(const SkinProblem& problem, const std::vector<size_t>& bones) {
    ProblemDescription& known = problems_[problem.kind];
    const bool worse = problem.kind == SkinProblem::Kind::weight_sum &&
                       std::fabs(problem.value - 1) > std::fabs(known.value - 1);
    if (known.count == 0 || worse) {
      known.kind = name(problem.kind);
      known.mesh = out_.meshes.size() - 1;
      known.vertex = problem.vertex;
      known.bone =
          problem.bone == SkinProblem::kNone ? -1 : static_cast<int64_t>(bones[problem.bone]);
      known.value = std::isfinite(problem.value) ? problem.value : 0;
    }
    ++known.count;
  }

  const Character& character_;
  const Skeleton skeleton_;
  Description out_;
  std::map<size_t, size_t> bone_of_joint_;
  std::map<SkinProblem::Kind, ProblemDescription> problems_;
};

/// The meshes with bones that a header is about: see describe.h.
std::vector<size_t> meshes_of(const XSkinHeader& header, const XHeaders& all,
                              const std::vector<MeshDescription>& meshes) {
  const auto where = [&](const auto& condition) {
    std::vector<size_t> found;
    for (size_t m = 0; m < meshes.size(); ++m)
      if (meshes[m].bones > 0 && condition(meshes[m])) found.push_back(m);
    return found;
  };
  if (all.count == 1) return where([](const MeshDescription&) { return true; });
  if (all.count != all.headers.size()) return {}; // the others may have any name
  for (std::string XSkinHeader::*const name : {&XSkinHeader::mesh, &XSkinHeader::frame}) {
    const auto same = [&](const XSkinHeader& other) { return other.*name == header.*name; };
    if (std::count_if(all.headers.begin(), all.headers.end(), same) != 1) continue;
    const auto found =
        where([&](const MeshDescription& mesh) { return mesh.name == header.*name; });
    if (!found.empty()) return found;
  }
  return {};
}

} // namespace

Description describe(const Character& character) {
  return Describer(character).describe();
}

void compare_claims(const Character& character, const Description& description, XHeaders& headers) {
  const Skeleton skeleton(character);
  for (XSkinHeader& header : headers.headers) {
    uint64_t per_vertex = 0, per_face = 0;
    std::set<size_t> joints;
    for (const size_t m : meshes_of(header, headers, description.meshes)) {
      per_vertex = std::max(per_vertex, description.meshes[m].max_vertex_influences);
      per_face = std::max(per_face, description.meshes[m].max_face_influences);
      for (const Bone& bone : character.meshes[m].bones) joints.insert(skeleton.joint_of(bone));
    }
    if (!joints.empty()) header.has = {per_vertex, per_face, joints.size()};
  }
}

} // namespace ulna::importer
