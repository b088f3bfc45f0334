#include "models/import/layout_cases.h"

#include "cases/make_case.h"
#include "operations/sorted_verts/sorted_verts.h"
#include "operations/uniform_verts/uniform_verts.h"

namespace ulna::importer {
namespace {

static_assert(kMostSlots == sorted_verts::kMostInfluences);
static_assert(kMostSlots == uniform_verts::kMostInfluences);

/// What a vertex of stored weights follows: the first joint where no weight is above zero. None
/// where it names a bone that indices do not reach.
std::vector<ulna_influence> stored_influences(const PosedMesh& posed, size_t v,
                                              size_t most_matrices) {
  std::vector<ulna_influence> kept = largest_influences(posed, v);
  if (kept.empty()) kept.push_back({0, 1});
  if (std::any_of(kept.begin(), kept.end(),
                  [&](const ulna_influence& i) { return i.bone >= most_matrices; }))
    return {};
  return kept;
}

std::vector<ulna_mat44> first_matrices(std::vector<ulna_mat44> palette, size_t most) {
  palette.resize(std::min(palette.size(), most));
  return palette;
}

// --- Sorted streams ----------------------------------------------------------------------------

/// Every vertex whose joints 16 bits can name.
std::vector<sorted_verts::Vertex> stream_vertices(const PosedMesh& posed) {
  const auto vec4 = [](const Vec& v, float w) {
    return ulna_vec4{float(v.x), float(v.y), float(v.z), w};
  };
  constexpr ulna_vec4 kUnwrittenVector{kUnwritten, kUnwritten, kUnwritten, kUnwritten};
  std::vector<sorted_verts::Vertex> out;
  for (size_t v = 0; v < posed.size(); ++v) {
    const auto kept = stored_influences(posed, v, sorted_verts::kMostMatrices);
    if (kept.empty()) continue;
    sorted_verts::Vertex& vertex = out.emplace_back();
    vertex.position = vertex.normal = kUnwrittenVector;
    vertex.src_position = vec4(posed.positions[v], 1);
    vertex.src_normal = vec4(posed.normals[v], 0);
    for (const auto& [bone, weight] : kept) vertex.influences.push_back({bone, weight});
  }
  return out;
}

// --- One number of influences ------------------------------------------------------------------

/// Every vertex whose joints can be named, with as many influences as the one that has the most:
/// those that it lacks are of the first joint and weigh nothing.
struct UniformMesh {
  std::vector<ulna_mesh_vertex> vertices;
  std::vector<TextureCoordinates> uvs;
  size_t num_influences = 1;
  std::vector<uint32_t> joint_indices;
  std::vector<float> joint_weights;
};

UniformMesh uniform_mesh(const PosedMesh& posed, size_t most_matrices, size_t least_influences) {
  UniformMesh mesh;
  mesh.num_influences = least_influences;
  std::vector<std::vector<ulna_influence>> influences;
  for (size_t v = 0; v < posed.size(); ++v) {
    auto kept = stored_influences(posed, v, most_matrices);
    if (kept.empty()) continue;
    mesh.vertices.push_back(mesh_vertex(posed.positions[v], posed.normals[v]));
    mesh.uvs.push_back(posed.uvs[v]);
    mesh.num_influences = std::max(mesh.num_influences, kept.size());
    influences.push_back(std::move(kept));
  }
  for (auto& kept : influences) {
    kept.resize(mesh.num_influences, {0, 0});
    for (const auto& [bone, weight] : kept) {
      mesh.joint_indices.push_back(bone);
      mesh.joint_weights.push_back(weight);
    }
  }
  return mesh;
}

std::vector<float> components(const std::vector<ulna_mesh_vertex>& vertices,
                              float (ulna_mesh_vertex::*member)[3], size_t first, size_t count) {
  std::vector<float> out;
  for (const ulna_mesh_vertex& v : vertices)
    out.insert(out.end(), (v.*member) + first, (v.*member) + first + count);
  return out;
}

std::vector<ulna_textured_vertex> textured(const UniformMesh& mesh) {
  std::vector<ulna_textured_vertex> out(mesh.vertices.size());
  for (size_t v = 0; v < out.size(); ++v) {
    std::copy_n(mesh.vertices[v].position, 3, out[v].position);
    std::copy_n(mesh.vertices[v].normal, 3, out[v].normal);
    std::copy_n(mesh.uvs[v].begin(), 2, out[v].uv);
  }
  return out;
}

/// What reorder_palette makes.
std::vector<ulna_joint_mat> reordered(const std::vector<ulna_mat44>& palette) {
  std::vector<ulna_joint_mat> out(palette.size());
  for (size_t j = 0; j < palette.size(); ++j)
    for (size_t row = 0; row < 3; ++row)
      for (size_t column = 0; column < 4; ++column)
        out[j].m[4 * row + column] = palette[j].m[4 * column + row];
  return out;
}

class LayoutCases {
public:
  LayoutCases(const Animated& animated, Writer& writer)
      : animated_(animated), uniform_(of_operation("skin_aos_verts", 1)),
        four_(of_operation("skin_split_verts", kMostSlots)), writer_(writer) {}

  void write() {
    for (size_t p = 0; p < animated_.palettes.size(); ++p) {
      write_sorted(p);
      write_reordering(p);
      for (const char* operation : {"skin_aos_verts", "skin_soa_verts"})
        write_uniform(operation, p);
      for (const char* operation : {"skin_interleaved_verts", "skin_split_verts"})
        write_four(operation, p);
    }
  }

private:
  UniformMesh of_operation(const char* name, size_t least_influences) const {
    const size_t most = uniform_verts::most_matrices(operation_named(name));
    return uniform_mesh(animated_.posed, most, least_influences);
  }

  /// With normals, or now and then without.
  void write_sorted(size_t p) {
    Case c = make_case(operation_named("skin_sorted_verts"));
    set_array(c, "palette", first_matrices(animated_.palettes[p], sorted_verts::kMostMatrices));
    sorted_verts::pack(c, stream_vertices(animated_.posed), p % 4 != 2);
    put(animated_, writer_, std::move(c), p, "all meshes, sorted by their number of influences");
  }

  void write_reordering(size_t p) {
    const std::vector<ulna_mat44>& palette = animated_.palettes[p];
    Case c = make_case(operation_named("reorder_palette"));
    set_array(c, "joints", unwritten_matrices<ulna_joint_mat>(palette.size()));
    set_array(c, "palette", palette);
    put(animated_, writer_, std::move(c), p, "bones of all meshes");
  }

  /// A case of one of the operations but for what it reads of vertices and matrices.
  static Case begun(const char* operation, const UniformMesh& mesh) {
    Case c = make_case(operation_named(operation));
    const size_t dst_words = c.operation->arrays[uniform_verts::kDst].words(c);
    set_array(c, "dst", std::vector<float>(mesh.vertices.size() * dst_words, kUnwritten));
    set_array(c, "joint_indices", mesh.joint_indices);
    set_array(c, "joint_weights", mesh.joint_weights);
    return c;
  }

  void put_mesh(Case c, const UniformMesh& mesh, size_t p) {
    put(animated_, writer_, std::move(c), p,
        fmt::format("all meshes, {} influences per vertex", mesh.num_influences));
  }

  std::vector<ulna_mat44> named_matrices(const Case& c, size_t p) const {
    return first_matrices(animated_.palettes[p], uniform_verts::most_matrices(*c.operation));
  }

  void write_uniform(const char* operation, size_t p) {
    Case c = begun(operation, uniform_);
    c.integers = {static_cast<int32_t>(uniform_.num_influences)};
    const auto palette = named_matrices(c, p);
    if (uniform_verts::is_soa(c)) {
      set_array(c, "joints", reordered(palette));
      const std::array<const char*, 3> positions{"x", "y", "z"}, normals{"nx", "ny", "nz"};
      for (size_t i = 0; i < 3; ++i) {
        set_array(c, positions[i],
                  components(uniform_.vertices, &ulna_mesh_vertex::position, i, 1));
        set_array(c, normals[i], components(uniform_.vertices, &ulna_mesh_vertex::normal, i, 1));
      }
    } else {
      set_array(c, "palette", palette);
      set_array(c, "positions", components(uniform_.vertices, &ulna_mesh_vertex::position, 0, 3));
      set_array(c, "normals", components(uniform_.vertices, &ulna_mesh_vertex::normal, 0, 3));
    }
    put_mesh(std::move(c), uniform_, p);
  }

  void write_four(const char* operation, size_t p) {
    Case c = begun(operation, four_);
    set_array(c, "palette", named_matrices(c, p));
    if (uniform_verts::stream_width(c) > uniform_verts::kComponents) {
      set_array(c, "src", textured(four_));
    } else {
      set_array(c, "src", four_.vertices);
    }
    put_mesh(std::move(c), four_, p);
  }

  const Animated& animated_;
  const UniformMesh uniform_, four_;
  Writer& writer_;
};

} // namespace

void write_layout_cases(const Animated& animated, Writer& writer) {
  LayoutCases(animated, writer).write();
}

} // namespace ulna::importer
