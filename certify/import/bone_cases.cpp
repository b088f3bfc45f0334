#include "certify/import/bone_cases.h"

#include "certify/contracts/sorted_verts.h"
#include "certify/contracts/uniform_verts.h"
#include "certify/import/mesh_skin.h"

#include <cmath>
#include <map>

namespace ulna::importer {
namespace {

using reference::VertexInfluences;

constexpr size_t kMostPoses = 4;
constexpr size_t kMostGroups = 64; ///< cases of blend_vertices
constexpr size_t kMostSlots = 4, kMostMatrices = 256;
static_assert(kMostSlots == sorted_verts::kMostInfluences &&
              kMostSlots == uniform_verts::kMostInfluences);
constexpr float kUnwritten = -1; ///< no value that a kernel would write by chance
constexpr std::array kTweens{0.25f, 0.5f, 0.8f, 1.25f};
constexpr std::array kLeast{0.0f, 0.0f, 0.1f, 0.25f};

Vec by_row(const Vec& v, double w, const ulna_mat44& m) {
  const auto column = [&](size_t c) {
    return v.x * double{m.m[c]} + v.y * double{m.m[4 + c]} + v.z * double{m.m[8 + c]} +
           w * double{m.m[12 + c]};
  };
  return {column(0), column(1), column(2)};
}

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

/// The inverse transpose of the linear part, as normals need it; row 3 and column 3 take no part.
ulna_mat44 for_normals(const ulna_mat44& m) {
  aiMatrix3x3t<double> linear(m.m[0], m.m[1], m.m[2], m.m[4], m.m[5], m.m[6], m.m[8], m.m[9],
                              m.m[10]);
  linear.Inverse().Transpose();
  return {{float(linear.a1), float(linear.a2), float(linear.a3), 0, float(linear.b1),
           float(linear.b2), float(linear.b3), 0, float(linear.c1), float(linear.c2),
           float(linear.c3), 0, 0, 0, 0, 1}};
}

/// All meshes behind each other, each with bones of its own: a bone of two meshes may have two
/// offsets.
struct Drawn {
  std::vector<Vec> positions, normals, tangents;
  std::vector<ulna_mat44> offsets;
  std::vector<size_t> joints; ///< of the bones
  VertexInfluences skin{{0}, {}};

  size_t size() const { return positions.size(); }
  std::span<const ulna_influence> influences(size_t v) const {
    return std::span(skin.influences)
        .subspan(skin.first_influence[v], skin.first_influence[v + 1] - skin.first_influence[v]);
  }
};

Drawn draw(const Scene& scene) {
  Drawn out;
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
  }
  return out;
}

std::vector<ulna_mat44> bone_matrices(const Scene& scene, const Drawn& drawn, const Pose& pose) {
  std::vector<ulna_mat44> out;
  for (const size_t joint : drawn.joints)
    out.push_back(to_mat44(world_matrix(scene.skeleton.joints()[joint], pose)));
  return out;
}

std::vector<ulna_mat44> palette_of(const Drawn& drawn, const std::vector<ulna_mat44>& bones) {
  std::vector<ulna_mat44> out;
  for (size_t b = 0; b < bones.size(); ++b) out.push_back(product(drawn.offsets[b], bones[b]));
  return out;
}

ulna_mesh_vertex mesh_vertex(const Vec& position, const Vec& normal) {
  return {{float(position.x), float(position.y), float(position.z)},
          {float(normal.x), float(normal.y), float(normal.z)}};
}

std::vector<ulna_mesh_vertex> skinned(const Drawn& drawn, const std::vector<ulna_mat44>& palette) {
  std::vector<ulna_mesh_vertex> out;
  for (size_t v = 0; v < drawn.size(); ++v) {
    Vec position, normal;
    for (const auto& [bone, weight] : drawn.influences(v)) {
      position += by_row(drawn.positions[v], 1, palette[bone]) * double{weight};
      normal += by_row(drawn.normals[v], 0, palette[bone]) * double{weight};
    }
    out.push_back(mesh_vertex(position, normal));
  }
  return out;
}

/// Vertices with gaps between, whose floats are `filler`.
std::vector<float> with_stride(const std::vector<ulna_mesh_vertex>& vertices, size_t bytes,
                               float filler) {
  std::vector<float> out(vertices.size() * bytes / 4, filler);
  for (size_t v = 0; v < vertices.size(); ++v)
    std::memcpy(out.data() + v * bytes / 4, &vertices[v], std::min(bytes, sizeof vertices[v]));
  return out;
}

// --- Vertices with stored weights --------------------------------------------------------------

/// The largest influences of a vertex, by bone, their weights divided by their sum.
std::vector<ulna_influence> largest_influences(const Drawn& drawn, size_t v) {
  const auto all = drawn.influences(v);
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

ulna_blend_vertex blend_vertex(const Drawn& drawn, size_t v) {
  const ulna_mesh_vertex m = mesh_vertex(drawn.positions[v], drawn.normals[v]);
  ulna_blend_vertex out{};
  std::copy(std::begin(m.position), std::end(m.position), out.position);
  std::copy(std::begin(m.normal), std::end(m.normal), out.normal);
  return out;
}

/// Every vertex whose bones are among the first that a palette has room for.
std::vector<ulna_blend_vertex> indexed_vertices(const Drawn& drawn) {
  std::vector<ulna_blend_vertex> out;
  for (size_t v = 0; v < drawn.size(); ++v) {
    const std::vector<ulna_influence> kept = largest_influences(drawn, v);
    if (std::any_of(kept.begin(), kept.end(),
                    [](const ulna_influence& i) { return i.bone >= kMostMatrices; }))
      continue;
    ulna_blend_vertex& vertex = out.emplace_back(blend_vertex(drawn, v));
    for (size_t k = 0; k < kept.size(); ++k) {
      vertex.indices[k] = static_cast<uint8_t>(kept[k].bone);
      if (k < std::size(vertex.weights)) vertex.weights[k] = kept[k].weight;
    }
  }
  return out;
}

// --- Sorted streams ----------------------------------------------------------------------------

/// Every vertex whose joints 16 bits can name. A vertex of which no weight is above zero follows
/// the first joint, as it does with indices.
std::vector<sorted_verts::Vertex> stream_vertices(const Drawn& drawn) {
  const auto vec4 = [](const Vec& v, float w) {
    return ulna_vec4{float(v.x), float(v.y), float(v.z), w};
  };
  constexpr ulna_vec4 kUnwrittenVector{kUnwritten, kUnwritten, kUnwritten, kUnwritten};
  std::vector<sorted_verts::Vertex> out;
  for (size_t v = 0; v < drawn.size(); ++v) {
    std::vector<ulna_influence> kept = largest_influences(drawn, v);
    if (kept.empty()) kept.push_back({0, 1});
    if (std::any_of(kept.begin(), kept.end(),
                    [](const ulna_influence& i) { return i.bone >= sorted_verts::kMostMatrices; }))
      continue;
    sorted_verts::Vertex& vertex = out.emplace_back();
    vertex.position = vertex.normal = kUnwrittenVector;
    vertex.src_position = vec4(drawn.positions[v], 1);
    vertex.src_normal = vec4(drawn.normals[v], 0);
    for (const auto& [bone, weight] : kept) vertex.influences.push_back({bone, weight});
  }
  return out;
}

// --- One number of influences ------------------------------------------------------------------

/// The vertices of streams whose joints 8 bits can name. What a vertex has less than four
/// influences has a weight of zero.
Case uniform_case(const char* operation, std::span<const sorted_verts::Vertex> vertices,
                  std::span<const ulna_mat44> palette) {
  Case c = make_case(operation_named(operation));
  c.integers = {kMostSlots};
  const auto set_count = [&c](int array, size_t count) {
    c.arrays[size_t(array)].resize(count * c.operation->arrays[size_t(array)].element_size(c));
  };
  for (int a = uniform_verts::kDst; a < uniform_verts::palette_of(c); ++a)
    set_count(a, vertices.size());
  std::ranges::fill(c.arrays[uniform_verts::kDst].as<float>(), kUnwritten);
  set_count(uniform_verts::palette_of(c), palette.size());
  for (size_t joint = 0; joint < palette.size(); ++joint)
    uniform_verts::set_matrix(c, joint, palette[joint]);
  std::vector<uint32_t> joints;
  std::vector<float> weights;
  for (size_t v = 0; v < vertices.size(); ++v) {
    const ulna_vec4& p = vertices[v].src_position;
    const ulna_vec4& n = vertices[v].src_normal;
    const std::array<float, uniform_verts::kComponents> read{p.x, p.y, p.z, n.x, n.y, n.z};
    for (size_t i = 0; i < read.size(); ++i) uniform_verts::set_component(c, v, i, read[i]);
    for (const auto& [joint, weight] : vertices[v].influences) {
      joints.push_back(joint);
      weights.push_back(weight);
    }
    joints.resize((v + 1) * kMostSlots, 0);
    weights.resize((v + 1) * kMostSlots, 0);
  }
  set_array(c, "joint_indices", joints);
  set_array(c, "joint_weights", weights);
  return c;
}

// --- Few matrices for all vertices -------------------------------------------------------------

/// Vertices that four matrices are enough for.
struct Group {
  std::vector<uint32_t> bones;
  std::vector<size_t> vertices;

  /// The slot of a bone; as many as there are bones where it has none.
  size_t slot(uint32_t bone) const {
    return size_t(std::find(bones.begin(), bones.end(), bone) - bones.begin());
  }
  bool has_room(const std::vector<uint32_t>& more) const {
    const auto news = std::count_if(more.begin(), more.end(),
                                    [this](uint32_t bone) { return slot(bone) == bones.size(); });
    return bones.size() + size_t(news) <= kMostSlots;
  }
  void add(const std::vector<uint32_t>& more) {
    for (const uint32_t bone : more)
      if (slot(bone) == bones.size()) bones.push_back(bone);
  }
};

/// Each vertex goes to the first group that has room for its bones.
std::vector<Group> groups(const Drawn& drawn) {
  std::map<std::vector<uint32_t>, std::vector<size_t>> by_bones;
  for (size_t v = 0; v < drawn.size(); ++v) {
    std::vector<uint32_t> bones;
    for (const ulna_influence& i : largest_influences(drawn, v)) bones.push_back(i.bone);
    std::sort(bones.begin(), bones.end());
    bones.erase(std::unique(bones.begin(), bones.end()), bones.end());
    by_bones[bones].push_back(v);
  }
  std::vector<Group> out;
  for (const auto& entry : by_bones) {
    auto group = std::find_if(out.begin(), out.end(),
                              [&](const Group& g) { return g.has_room(entry.first); });
    if (group == out.end() && out.size() == kMostGroups) continue;
    if (group == out.end()) group = out.insert(out.end(), Group{});
    group->add(entry.first);
    group->vertices.insert(group->vertices.end(), entry.second.begin(), entry.second.end());
  }
  return out;
}

std::vector<ulna_blend_vertex> group_vertices(const Drawn& drawn, const Group& group) {
  std::vector<ulna_blend_vertex> out;
  for (const size_t v : group.vertices) {
    ulna_blend_vertex& vertex = out.emplace_back(blend_vertex(drawn, v));
    for (const auto& [bone, weight] : largest_influences(drawn, v)) {
      const size_t slot = group.slot(bone);
      if (slot < std::size(vertex.weights)) vertex.weights[slot] += weight;
    }
  }
  return out;
}

// --- Cases -------------------------------------------------------------------------------------

std::vector<ulna_mesh_vertex> unwritten(size_t count) {
  return std::vector<ulna_mesh_vertex>(
      count, {{kUnwritten, kUnwritten, kUnwritten}, {kUnwritten, kUnwritten, kUnwritten}});
}

std::vector<ulna_mat44> unwritten_matrices(size_t count) {
  ulna_mat44 m;
  std::fill(std::begin(m.m), std::end(m.m), kUnwritten);
  return std::vector<ulna_mat44>(count, m);
}

class BoneCases {
public:
  BoneCases(const Scene& scene, Writer& writer)
      : scene_(scene), writer_(writer), drawn_(draw(scene)) {
    const size_t poses = std::min(scene.poses.size(), kMostPoses);
    for (size_t p = 0; p < poses; ++p) {
      bones_.push_back(bone_matrices(scene, drawn_, scene.poses[p]));
      palettes_.push_back(palette_of(drawn_, bones_.back()));
    }
  }

  void write() {
    for (size_t p = 0; p < palettes_.size(); ++p) {
      write_hierarchy(p);
      write_palette(p);
      write_skin(p);
      write_indexed(p);
      write_streams(p);
      write_uniform(p);
      write_tween(p);
    }
    write_groups();
    write_bitangents();
  }

private:
  void put(Case c, size_t pose, const std::string& what) {
    writer_.write(std::move(c), fmt::format("pose{}", pose),
                  fmt::format("{}, {}, {}", scene_.model, what, moment(scene_.poses[pose])));
  }

  /// All nodes, whether they are joints or not.
  void write_hierarchy(size_t p) {
    std::vector<int32_t> parents;
    std::vector<ulna_mat44> locals;
    for (size_t n = 0; n < scene_.character.nodes.size(); ++n) {
      parents.push_back(scene_.character.nodes[n].parent);
      locals.push_back(to_mat44(scene_.poses[p].locals[n]));
    }
    Case c = make_case(operation_named("bone_offset_matrices"));
    set_array(c, "parents", parents);
    set_array(c, "locals", locals);
    for (const char* array : {"combined", "offset"})
      set_array(c, array, unwritten_matrices(locals.size()));
    put(std::move(c), p, "all nodes");
  }

  void write_palette(size_t p) {
    Case c = make_case(operation_named("combine_bones"));
    set_array(c, "palette", unwritten_matrices(drawn_.offsets.size()));
    set_array(c, "offset", drawn_.offsets);
    set_array(c, "bones", bones_[p]);
    put(std::move(c), p, "bones of all meshes");
  }

  /// With normals by their own palette or the common one, or without; vertices close together or
  /// far apart; influences ignored or not.
  void write_skin(size_t p) {
    const bool has_normals = p % 4 != 3;
    const std::array<int32_t, 3> integers{p % 2 ? 32 : 24, p % 3 ? 24 : 36, has_normals};
    std::vector<ulna_mesh_vertex> vertices;
    for (size_t v = 0; v < drawn_.size(); ++v)
      vertices.push_back(mesh_vertex(drawn_.positions[v], drawn_.normals[v]));
    std::vector<ulna_mat44> normal_palette;
    if (p % 2)
      for (const ulna_mat44& m : palettes_[p]) normal_palette.push_back(for_normals(m));

    Case c = make_case(operation_named("update_skinned_mesh"));
    c.real = kLeast[p % kLeast.size()];
    c.integers.assign(integers.begin(), integers.end());
    set_array(c, "dst", with_stride(unwritten(drawn_.size()), size_t(integers[0]), kUnwritten));
    set_array(c, "src", with_stride(vertices, size_t(integers[1]), 0));
    set_array(c, "palette", palettes_[p]);
    set_array(c, "normal_palette", normal_palette);
    set_array(c, "first_influence", drawn_.skin.first_influence);
    set_array(c, "influences", drawn_.skin.influences);
    put(std::move(c), p, "all meshes");
  }

  void write_indexed(size_t p) {
    const std::vector<ulna_blend_vertex> vertices = indexed_vertices(drawn_);
    std::vector<ulna_mat44> palette = palettes_[p];
    palette.resize(std::min(palette.size(), kMostMatrices));
    Case c = make_case(operation_named("blend_vertices_indexed"));
    c.integers = {kMostSlots - 1};
    set_array(c, "dst", unwritten(vertices.size()));
    set_array(c, "src", vertices);
    set_array(c, "palette", palette);
    put(std::move(c), p, "all meshes, four influences per vertex");
  }

  /// With normals, or now and then without.
  void write_streams(size_t p) {
    std::vector<ulna_mat44> palette = palettes_[p];
    palette.resize(std::min(palette.size(), sorted_verts::kMostMatrices));
    Case c = make_case(operation_named("skin_sorted_verts"));
    set_array(c, "palette", palette);
    sorted_verts::pack(c, stream_vertices(drawn_), p % 4 != 2);
    put(std::move(c), p, "all meshes, sorted by their number of influences");
  }

  /// In both layouts, and what brings the palette from one into the other.
  void write_uniform(size_t p) {
    Case c = make_case(operation_named("reorder_palette"));
    set_array(c, "joints",
              std::vector<float>(palettes_[p].size() * sizeof(ulna_joint_mat) / 4, kUnwritten));
    set_array(c, "palette", palettes_[p]);
    put(std::move(c), p, "bones of all meshes");
    std::vector<ulna_mat44> palette = palettes_[p];
    palette.resize(std::min(palette.size(), uniform_verts::kMostMatrices));
    std::vector<sorted_verts::Vertex> vertices = stream_vertices(drawn_);
    std::erase_if(vertices, [](const sorted_verts::Vertex& v) {
      return std::ranges::any_of(v.influences, [](const sorted_verts::Influence& i) {
        return i.joint >= uniform_verts::kMostMatrices;
      });
    });
    for (const char* operation : {"skin_aos_verts", "skin_soa_verts"})
      put(uniform_case(operation, vertices, palette), p, "all meshes, four influences each");
  }

  void write_tween(size_t p) {
    const size_t to = (p + 1) % palettes_.size();
    Case c = make_case(operation_named("tween_verts"));
    c.real = kTweens[p % kTweens.size()];
    set_array(c, "dst", unwritten(drawn_.size()));
    set_array(c, "a", skinned(drawn_, palettes_[p]));
    set_array(c, "b", skinned(drawn_, palettes_[to]));
    put(std::move(c), p, fmt::format("all meshes, to {}, from", moment(scene_.poses[to])));
  }

  void write_groups() {
    const std::vector<Group> all = groups(drawn_);
    for (size_t g = 0; g < all.size(); ++g) {
      const size_t p = g % palettes_.size();
      std::vector<ulna_mat44> matrices;
      for (const uint32_t bone : all[g].bones) matrices.push_back(palettes_[p][bone]);
      // A vertex of which no weight is above zero has no bones; some matrix has to be there.
      if (matrices.empty()) matrices.push_back(palettes_[p].at(0));
      Case c = make_case(operation_named("blend_vertices"));
      c.integers = {static_cast<int32_t>(matrices.size()) - 1};
      set_array(c, "dst", unwritten(all[g].vertices.size()));
      set_array(c, "src", group_vertices(drawn_, all[g]));
      set_array(c, "matrices", matrices);
      put(std::move(c), p, fmt::format("vertices of {} bones, group {}", matrices.size(), g));
    }
  }

  /// In the bind pose. The file's polarity is not kept by Assimp: both take turns.
  void write_bitangents() {
    const auto vec4 = [](const Vec& v, float w) {
      return ulna_vec4{float(v.x), float(v.y), float(v.z), w};
    };
    std::vector<ulna_vertex> vertices;
    for (size_t v = 0; v < drawn_.size(); ++v)
      vertices.push_back({vec4(drawn_.positions[v], 1), vec4(drawn_.normals[v], 0),
                          vec4(drawn_.tangents[v], v % 2 ? 1.0f : -1.0f)});
    Case c = make_case(operation_named("derive_bitangents"));
    set_array(
        c, "bitangents",
        std::vector<ulna_vec4>(vertices.size(), {kUnwritten, kUnwritten, kUnwritten, kUnwritten}));
    set_array(c, "verts", vertices);
    put(std::move(c), 0, "all meshes, bind pose");
  }

  const Scene& scene_;
  Writer& writer_;
  const Drawn drawn_;
  std::vector<std::vector<ulna_mat44>> bones_, palettes_; ///< in each pose
};

} // namespace

void write_bone_cases(const Scene& scene, Writer& writer) {
  BoneCases(scene, writer).write();
}

} // namespace ulna::importer
