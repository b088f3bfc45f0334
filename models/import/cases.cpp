#include "models/import/cases.h"

#include "base/text.h"
#include "cases/case_file.h"
#include "cases/make_case.h"
#include "cases/operation.h"
#include "models/import/bone_cases.h"
#include "models/import/layout_cases.h"
#include "models/import/mesh_skin.h"
#include "models/import/skin.h"
#include "models/import/writer.h"
#include "reference/conversion/draw_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>

namespace ulna::importer {
namespace {

constexpr size_t kMaxPoses = 8;
constexpr size_t kMinBlends = 3;
constexpr std::array kLerps{0.25f, 0.5f, 0.8f, 0.05f};

/// Vertices and influences in all the cases of one skinning operation: a large model gets fewer
/// poses, so that it is still read within the judge's limit.
constexpr size_t kMaxWork = size_t{1} << 20;

/// What a vertex holds before the call: no value that skinning would give by chance.
std::vector<ulna_vertex> fresh_vertices(size_t count) {
  const ulna_vec4 v{-1, -1, -1, -1};
  return std::vector<ulna_vertex>(count, ulna_vertex{v, v, v});
}

void write_skin(const Scene& scene, const Skin& skin, size_t mesh, Writer& writer) {
  const size_t vertices = skin.mesh->positions.size();
  Case positions = make_case(operation_named("transform_verts"));
  set_array(positions, "base", weighted_base(skin));
  Case all = make_case(operation_named("transform_verts_and_tangents"));
  set_array(all, "base", model_base(skin));
  // Its influences come with decreasing weights, so that the first of a vertex stands for all.
  Case distant = make_case(operation_named("transform_verts_and_tangents_lod"));
  set_array(distant, "base", model_base(skin));
  Case distant_positions = make_case(operation_named("transform_verts_lod"));
  set_array(distant_positions, "base", weighted_base(skin));
  for (Case* c : {&positions, &all, &distant, &distant_positions}) {
    set_array(*c, "verts", fresh_vertices(vertices));
    set_array(*c, "weights", skin.weights);
  }
  for (size_t p = 0; p < scene.poses.size(); ++p) {
    const Pose& pose = scene.poses[p];
    for (Case* c : {&positions, &distant_positions})
      set_array(*c, "joints", joint_palette(skin, scene.skeleton, pose));
    for (Case* c : {&all, &distant})
      set_array(*c, "joints", model_palette(skin, scene.skeleton, pose));
    for (const Case* c : {&positions, &all, &distant, &distant_positions})
      writer.write(
          *c, fmt::format("mesh{}-pose{}", mesh, p),
          fmt::format("{}, mesh {}, {}", scene.model, printable(skin.mesh->name), moment(pose)));
  }
}

std::vector<ulna_vec4> rotations(const std::vector<ulna_joint_quat>& joints) {
  std::vector<ulna_vec4> all;
  for (const ulna_joint_quat& joint : joints) all.push_back(joint.q);
  return all;
}

void write_blends(const Scene& scene, Writer& writer) {
  std::vector<int32_t> index(scene.skeleton.joints().size());
  std::iota(index.begin(), index.end(), 0);
  std::vector<std::vector<ulna_joint_quat>> quats;
  for (const Pose& pose : scene.poses)
    quats.push_back(joint_quats(scene.character, scene.skeleton, pose));
  for (size_t i = 0; i < std::max(scene.poses.size(), kMinBlends); ++i) {
    const size_t from = i % quats.size(), to = (i + 1) % quats.size();
    for (const char* name : {"slerp_joints", "lerp_joints", "slerp", "nlerp"}) {
      Case c = make_case(operation_named(name));
      c.real = kLerps[i % kLerps.size()];
      if (c.operation->takes_one_element) {
        set_array(c, "a", rotations(quats[from]));
        set_array(c, "b", rotations(quats[to]));
        set_array(c, "out", rotations(quats[from]));
      } else {
        set_array(c, "joints", quats[from]);
        set_array(c, "blend_joints", quats[to]);
        set_array(c, "index", index);
      }
      writer.write(std::move(c), fmt::format("pose{}-pose{}", from, to),
                   fmt::format("{}, joints of all meshes, {}, to {}", scene.model,
                               moment(scene.poses[from]), moment(scene.poses[to])));
    }
  }
}

struct ConversionCase {
  const char* operation;
  ulna_conversion_limits limits;
};
constexpr ConversionCase kConversions[] = {
    {"convert_to_blended_mesh", {4, 4, UINT32_MAX}},
    {"convert_to_indexed_blended_mesh", {4, 12, UINT32_MAX}},
    {"convert_to_blended_mesh", {2, 3, UINT32_MAX}},
    {"convert_to_indexed_blended_mesh", {4, 26, UINT32_MAX}},
};

void write_adjacency(const Scene& scene, Writer& writer) {
  for (size_t m = 0; m < scene.character.meshes.size(); ++m) {
    const Mesh& mesh = scene.character.meshes[m];
    std::vector<float> positions;
    for (const Vec& at : mesh.positions)
      for (const auto x : {at.x, at.y, at.z}) positions.push_back(static_cast<float>(x));
    std::vector<uint32_t> indices;
    for (const auto& face : mesh.faces) indices.insert(indices.end(), face.begin(), face.end());
    Case c = make_case(operation_named("generate_adjacency"));
    set_array(c, "positions", positions);
    set_array(c, "adjacency", std::vector<uint32_t>(indices.size(), UINT32_MAX - 1));
    set_array(c, "indices", indices);
    writer.write(std::move(c), fmt::format("mesh{}", m),
                 fmt::format("{}, mesh {}", scene.model, printable(mesh.name)));
  }
}

/// Of a vertex with more influences those that a conversion to four would keep.
void write_sorting(const Scene& scene, const conversion::Mesh& mesh, Writer& writer) {
  constexpr uint32_t kMost = 4;
  Case c = make_case(operation_named("sort_verts_by_influences"));
  std::vector<uint32_t> influences(mesh.num_vertices());
  for (uint32_t v = 0; v < influences.size(); ++v)
    influences[v] = std::clamp(mesh.first_influence[v + 1] - mesh.first_influence[v], 1u, kMost);
  set_array(c, "num_influences", influences);
  set_array(c, "indices", mesh.indices);
  set_array(c, "places", std::vector<uint32_t>(influences.size(), UINT32_MAX));
  set_array(c, "new_indices", std::vector<uint32_t>(mesh.indices.size(), UINT32_MAX));
  set_array(c, "counts", std::vector<uint32_t>(kMost, UINT32_MAX));
  writer.write(std::move(c), "all", fmt::format("{}, all meshes", scene.model));
}

/// For devices of every kind: what the skin of the whole mesh asks of them, and a subset for each
/// of its first faces.
void write_draw_plans(const Scene& scene, const conversion::Mesh& mesh, Writer& writer) {
  constexpr std::array<std::array<int32_t, 3>, 4> kDevices{
      {{4, 0, 0}, {2, 63, 2}, {4, 11, 2}, {4, 255, 1}}};
  constexpr size_t kMostFaces = 1000;
  constexpr size_t kWidth = 12;
  const reference::SkinnedMesh faces = mesh.view();
  const uint32_t most = reference::max_face_influences(faces);
  std::vector<ulna_skin_size> skins{{mesh.num_bones, most, 0}, {mesh.num_bones, most, 1}};
  std::vector<uint32_t> rows;
  for (size_t f = 0; f < std::min<size_t>(mesh.num_faces(), kMostFaces); ++f) {
    std::vector<uint32_t> row = reference::bones_of_face(faces, f);
    row.resize(kWidth, UINT32_MAX);
    rows.insert(rows.end(), row.begin(), row.end());
  }
  for (const auto& device : kDevices) {
    const std::string name = fmt::format("device{}-{}-{}", device[0], device[1], device[2]);
    const std::string note = fmt::format("{}, all meshes, {} matrices, last index {}", scene.model,
                                         device[0], device[1]);
    Case blending = make_case(operation_named("choose_blending"));
    std::copy(device.begin(), device.end(), blending.integers.begin());
    set_array(blending, "skins", skins);
    set_array(blending, "blendings", std::vector<ulna_blending>(skins.size()));
    writer.write(std::move(blending), name, note);
    Case draws = make_case(operation_named("plan_draws"));
    draws.integers = {device[0], device[1], device[2], int32_t{kWidth}, 4, 1, 1};
    set_array(draws, "bones", rows);
    set_array(draws, "draws", std::vector<ulna_draw>(rows.size() / kWidth));
    writer.write(std::move(draws), name, note);
  }
}

void write_conversions(const Scene& scene, const WholeMesh& whole, Writer& writer) {
  // A weight that flushing turns into zero would be an influence or none.
  const auto denormal = [](const ulna_influence& i) {
    return std::fpclassify(i.weight) == FP_SUBNORMAL;
  };
  const bool may_flush =
      std::none_of(whole.mesh.influences.begin(), whole.mesh.influences.end(), denormal);
  for (const auto& [operation, limits] : kConversions) {
    Case c = make_case(operation_named(operation));
    conversion::fill(c, whole.mesh, limits);
    writer.write(std::move(c), fmt::format("limit{}", limits.max_bones),
                 fmt::format("{}, all meshes, {} bones per subset, {} influences per vertex",
                             scene.model, limits.max_bones, limits.max_influences),
                 may_flush);
  }
}

void count(const Skin& skin, Summary& summary) {
  summary.vertices += skin.mesh->positions.size();
  summary.influences += skin.weights.size();
  for (const ulna_joint_weight& w : skin.weights)
    summary.max_influences = std::max(summary.max_influences,
                                      uint64_t(w.next_vertex_offset) / sizeof(ulna_joint_weight));
}

} // namespace

Summary write_cases(const Character& character, const std::string& model, const std::string& folder,
                    uint64_t seed) {
  const Skeleton skeleton(character);
  std::vector<Skin> skins;
  Summary summary;
  for (const Mesh& mesh : character.meshes) {
    skins.push_back(bind_mesh(mesh, skeleton));
    count(skins.back(), summary);
  }
  const size_t num_poses =
      std::clamp(kMaxWork / (summary.vertices + summary.influences), size_t{2}, kMaxPoses);
  const Poses poses = sample_poses(character, skeleton, num_poses, seed);
  summary.joints = skeleton.joints().size();
  summary.meshes = skins.size();
  summary.clips = poses.clips;
  summary.synthetic = poses.synthetic;
  summary.synthetic_rig = character.synthetic_rig;

  const Scene scene{character, skeleton, poses.poses,
                    fmt::format("model {}{}", printable(model),
                                character.synthetic_rig ? " (synthetic joints)" : "")};
  Writer writer(folder, summary.cases);
  for (size_t m = 0; m < skins.size(); ++m) write_skin(scene, skins[m], m, writer);
  write_blends(scene, writer);
  const WholeMesh whole = whole_mesh(scene.character, scene.skeleton, FreeVertices::follow_node);
  write_conversions(scene, whole, writer);
  write_sorting(scene, whole.mesh, writer);
  write_adjacency(scene, writer);
  write_draw_plans(scene, whole.mesh, writer);
  const Animated animated(scene);
  write_bone_cases(animated, writer);
  write_layout_cases(animated, writer);
  return summary;
}

void write_mesh(const Character& character, const std::string& path) {
  Case c = make_case(operation_named("convert_to_indexed_blended_mesh"));
  const WholeMesh whole = whole_mesh(character, Skeleton(character), FreeVertices::stay);
  conversion::fill(c, whole.mesh, {4, 1, UINT32_MAX});
  save_case(c, path);
}

} // namespace ulna::importer
