#include "models/import/bone_cases.h"

#include "cases/make_case.h"
#include "models/import/mesh_skin.h"
#include "operations/vertex_blending/vertex_buffer.h"

#include <cmath>
#include <map>

namespace ulna::importer {
namespace {

constexpr size_t kMostGroups = 64; ///< cases of blend_vertices
constexpr size_t kMostMatrices = 256;
constexpr std::array kTweens{0.25f, 0.5f, 0.8f, 1.25f};
constexpr std::array kLeast{0.0f, 0.0f, 0.1f, 0.25f};

Vec by_row(const Vec& v, double w, const ulna_mat44& m) {
  const auto column = [&](size_t c) {
    return v.x * double{m.m[c]} + v.y * double{m.m[4 + c]} + v.z * double{m.m[8 + c]} +
           w * double{m.m[12 + c]};
  };
  return {column(0), column(1), column(2)};
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

std::vector<ulna_mesh_vertex> skinned(const PosedMesh& posed,
                                      const std::vector<ulna_mat44>& palette) {
  std::vector<ulna_mesh_vertex> out;
  for (size_t v = 0; v < posed.size(); ++v) {
    Vec position, normal;
    for (const auto& [bone, weight] : posed.influences(v)) {
      position += by_row(posed.positions[v], 1, palette[bone]) * double{weight};
      normal += by_row(posed.normals[v], 0, palette[bone]) * double{weight};
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

ulna_blend_vertex blend_vertex(const PosedMesh& posed, size_t v) {
  const ulna_mesh_vertex m = mesh_vertex(posed.positions[v], posed.normals[v]);
  ulna_blend_vertex out{};
  std::copy(std::begin(m.position), std::end(m.position), out.position);
  std::copy(std::begin(m.normal), std::end(m.normal), out.normal);
  return out;
}

/// Every vertex whose bones are among the first that a palette has room for.
std::vector<ulna_blend_vertex> indexed_vertices(const PosedMesh& posed) {
  std::vector<ulna_blend_vertex> out;
  for (size_t v = 0; v < posed.size(); ++v) {
    const std::vector<ulna_influence> kept = largest_influences(posed, v);
    if (std::any_of(kept.begin(), kept.end(),
                    [](const ulna_influence& i) { return i.bone >= kMostMatrices; }))
      continue;
    ulna_blend_vertex& vertex = out.emplace_back(blend_vertex(posed, v));
    for (size_t k = 0; k < kept.size(); ++k) {
      vertex.indices[k] = static_cast<uint8_t>(kept[k].bone);
      if (k < std::size(vertex.weights)) vertex.weights[k] = kept[k].weight;
    }
  }
  return out;
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
std::vector<Group> groups(const PosedMesh& posed) {
  std::map<std::vector<uint32_t>, std::vector<size_t>> by_bones;
  for (size_t v = 0; v < posed.size(); ++v) {
    std::vector<uint32_t> bones;
    for (const ulna_influence& i : largest_influences(posed, v)) bones.push_back(i.bone);
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

std::vector<ulna_blend_vertex> group_vertices(const PosedMesh& posed, const Group& group) {
  std::vector<ulna_blend_vertex> out;
  for (const size_t v : group.vertices) {
    ulna_blend_vertex& vertex = out.emplace_back(blend_vertex(posed, v));
    for (const auto& [bone, weight] : largest_influences(posed, v)) {
      const size_t slot = group.slot(bone);
      if (slot < std::size(vertex.weights)) vertex.weights[slot] += weight;
    }
  }
  return out;
}

// --- Cases -------------------------------------------------------------------------------------

class BoneCases {
public:
  BoneCases(const Animated& animated, Writer& writer)
      : animated_(animated), scene_(animated.scene), posed_(animated.posed),
        palettes_(animated.palettes), writer_(writer) {}

  void write() {
    for (size_t p = 0; p < palettes_.size(); ++p) {
      write_hierarchy(p);
      write_palette(p);
      write_skin(p);
      write_indexed(p);
      write_tween(p);
    }
    write_groups();
    write_bitangents();
  }

private:
  void put(Case c, size_t pose, const std::string& what) {
    importer::put(animated_, writer_, std::move(c), pose, what);
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
      set_array(c, array, unwritten_matrices<ulna_mat44>(locals.size()));
    put(std::move(c), p, "all nodes");
  }

  void write_palette(size_t p) {
    Case c = make_case(operation_named("combine_bones"));
    set_array(c, "palette", unwritten_matrices<ulna_mat44>(posed_.offsets.size()));
    set_array(c, "offset", posed_.offsets);
    set_array(c, "bones", animated_.bones[p]);
    put(std::move(c), p, "bones of all meshes");
  }

  /// With normals by their own palette or the common one, or without; vertices close together or
  /// far apart; influences ignored or not.
  void write_skin(size_t p) {
    const bool has_normals = p % 4 != 3;
    const std::array<int32_t, 3> integers{p % 2 ? 32 : 24, p % 3 ? 24 : 36, has_normals};
    std::vector<ulna_mesh_vertex> vertices;
    for (size_t v = 0; v < posed_.size(); ++v)
      vertices.push_back(mesh_vertex(posed_.positions[v], posed_.normals[v]));
    std::vector<ulna_mat44> normal_palette;
    if (p % 2)
      for (const ulna_mat44& m : palettes_[p]) normal_palette.push_back(for_normals(m));

    Case c = make_case(operation_named("update_skinned_mesh"));
    c.real = kLeast[p % kLeast.size()];
    c.integers.assign(integers.begin(), integers.end());
    set_array(c, "dst", with_stride(unwritten(posed_.size()), size_t(integers[0]), kUnwritten));
    set_array(c, "src", with_stride(vertices, size_t(integers[1]), 0));
    set_array(c, "palette", palettes_[p]);
    set_array(c, "normal_palette", normal_palette);
    set_array(c, "first_influence", posed_.skin.first_influence);
    set_array(c, "influences", posed_.skin.influences);
    put(std::move(c), p, "all meshes");
  }

  void write_indexed(size_t p) {
    const std::vector<ulna_blend_vertex> vertices = indexed_vertices(posed_);
    std::vector<ulna_mat44> palette = palettes_[p];
    palette.resize(std::min(palette.size(), kMostMatrices));
    Case c = make_case(operation_named("blend_vertices_indexed"));
    c.integers = {kMostSlots - 1};
    set_array(c, "dst", unwritten(vertices.size()));
    set_array(c, "src", vertices);
    set_array(c, "palette", palette);
    write_buffer(c, true, p, "all meshes, four influences per vertex");
    put(std::move(c), p, "all meshes, four influences per vertex");
  }

  /// As the vertex buffers of a game have them: with or without normals, and texture coordinates.
  void write_buffer(const Case& blended, bool indexed, size_t p, const std::string& what) {
    vertex_buffer::Format format{.indexed = indexed, .has_normals = p % 4 != 3};
    format.stored_weights = blended.integers[vertex_blending::kNumWeights];
    constexpr size_t kTextureBytes = 8;
    put(in_buffer(blended, format, p % 3 ? 32 : 0, 4 * format.read() + (p % 2 ? kTextureBytes : 0)),
        p, what);
  }

  void write_tween(size_t p) {
    const size_t to = (p + 1) % palettes_.size();
    Case c = make_case(operation_named("tween_verts"));
    c.real = kTweens[p % kTweens.size()];
    set_array(c, "dst", unwritten(posed_.size()));
    set_array(c, "a", skinned(posed_, palettes_[p]));
    set_array(c, "b", skinned(posed_, palettes_[to]));
    put(std::move(c), p, fmt::format("all meshes, to {}, from", moment(scene_.poses[to])));
  }

  void write_groups() {
    const std::vector<Group> all = groups(posed_);
    for (size_t g = 0; g < all.size(); ++g) {
      const size_t p = g % palettes_.size();
      std::vector<ulna_mat44> matrices;
      for (const uint32_t bone : all[g].bones) matrices.push_back(palettes_[p][bone]);
      // A vertex of which no weight is above zero has no bones; some matrix has to be there.
      if (matrices.empty()) matrices.push_back(palettes_[p].at(0));
      Case c = make_case(operation_named("blend_vertices"));
      c.integers = {static_cast<int32_t>(matrices.size()) - 1};
      set_array(c, "dst", unwritten(all[g].vertices.size()));
      set_array(c, "src", group_vertices(posed_, all[g]));
      set_array(c, "matrices", matrices);
      const std::string what = fmt::format("vertices of {} bones, group {}", matrices.size(), g);
      write_buffer(c, false, p, what);
      put(std::move(c), p, what);
    }
  }

  /// In the bind pose. The file's polarity is not kept by Assimp: both take turns.
  void write_bitangents() {
    const auto vec4 = [](const Vec& v, float w) {
      return ulna_vec4{float(v.x), float(v.y), float(v.z), w};
    };
    std::vector<ulna_vertex> vertices;
    for (size_t v = 0; v < posed_.size(); ++v)
      vertices.push_back({vec4(posed_.positions[v], 1), vec4(posed_.normals[v], 0),
                          vec4(posed_.tangents[v], v % 2 ? 1.0f : -1.0f)});
    Case c = make_case(operation_named("derive_bitangents"));
    set_array(
        c, "bitangents",
        std::vector<ulna_vec4>(vertices.size(), {kUnwritten, kUnwritten, kUnwritten, kUnwritten}));
    set_array(c, "verts", vertices);
    put(std::move(c), 0, "all meshes, bind pose");
  }

  const Animated& animated_;
  const Scene& scene_;
  const PosedMesh& posed_;
  const std::vector<std::vector<ulna_mat44>>& palettes_; ///< in each pose
  Writer& writer_;
};

} // namespace

void write_bone_cases(const Animated& animated, Writer& writer) {
  BoneCases(animated, writer).write();
}

} // namespace ulna::importer
