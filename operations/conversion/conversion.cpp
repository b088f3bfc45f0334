#include "operations/conversion/conversion.h"

#include "base/error.h"
#include "cases/verdict.h"
#include "operations/shared/reduce.h"
#include "reference/conversion/check.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace ulna::conversion {
namespace {

#define ULNA_CONVERSION_DOMAIN(max_bones)                                                          \
  "any indices, attributes, adjacency, bones, weights and limits: what is wrong is returned as a " \
  "code, with the number of the face, influence or vertex; first_influence rises from 0 to the "   \
  "number of influences; max_influences 1 to 4, max_bones " max_bones                              \
  "; no denormal weight where the caller flushes"
constexpr const char* kDomain = ULNA_CONVERSION_DOMAIN("2 to 4");
constexpr const char* kIndexedDomain = ULNA_CONVERSION_DOMAIN("1 to 256");

constexpr int32_t kMostBones = 256;

template <class T>
void put(Array& array, const std::vector<T>& values) {
  array.resize(values.size() * sizeof(T));
  std::copy(values.begin(), values.end(), array.template as<T>().begin());
}

void validate(const Case& c) {
  const auto& arrays = c.arrays;
  const size_t faces = arrays[kAttributes].words();
  if (arrays[kIndices].words() != 3 * faces)
    throw BadInput(
        fmt::format("indices: {} faces, attributes has {}", arrays[kIndices].words() / 3, faces));
  if (arrays[kAdjacency].words() != 0 && arrays[kAdjacency].words() != 3 * faces)
    throw BadInput(fmt::format("adjacency: {} faces, must be none or {}",
                               arrays[kAdjacency].words() / 3, faces));
  const auto first = arrays[kFirstInfluence].as<uint32_t>();
  const auto influences = arrays[kInfluences].as<ulna_influence>();
  if (first.empty() || first.front() != 0 || first.back() != influences.size() ||
      !std::is_sorted(first.begin(), first.end()))
    throw BadInput(
        fmt::format("first_influence: must rise from 0 to the {} influences", influences.size()));
  if (c.integers[kNumBones] < 0) throw BadInput("num_bones: negative");
  for (const auto& [array, words] : output_words(c))
    if (arrays[size_t(array)].words() != words)
      throw BadInput(fmt::format("{}: {} words, must be {}",
                                 c.operation->arrays[size_t(array)].name,
                                 arrays[size_t(array)].words(), words));
}

std::vector<ArraySpec> arrays() {
  return {
      {"indices", "sss", 4, false, "corners.abc"},
      {"attributes", "s", 4, false},
      {"adjacency", "sss", 4, false, "edges.012"},
      {"first_influence", "s", 4, false},
      {"influences", "sf", 4, false, "bone weight"},
      {"vertices", "sfffb", 4, true, "source weights.012 indices"},
      {"new_indices", "sss", 4, true, "corners.abc"},
      {"subsets", "sssss", 4, true, "attribute face_start face_count vertex_start vertex_count"},
      {"bones", "s", 4, true},
      {"face_remap", "s", 4, true},
      {"vertex_remap", "s", 4, true},
      {"new_adjacency", "sss", 4, true, "edges.012"},
      {"counts", "sssss", 4, true, "num_vertices num_subsets table_width max_influences where"}};
}

/// The pointers and counts, in the order of the structs of ulna/port.h.
std::vector<Record> records(const Case& c) {
  const auto number = [&](int i) {
    return Record::Field{Argument::kInteger, uint32_t(c.integers[size_t(i)])};
  };
  const bool adjacency = c.arrays[kAdjacency].size() != 0;
  const reference::SkinnedMesh mesh = mesh_of(c);
  return {{"mesh",
           {{kIndices},
            {kAttributes},
            {adjacency ? kAdjacency : Argument::kNull},
            {kFirstInfluence},
            {kInfluences},
            {Argument::kInteger, mesh.num_faces()},
            {Argument::kInteger, mesh.num_vertices()},
            number(kNumBones)}},
          {"limits", {number(kMaxInfluences), number(kMaxBones), number(kRigidBone)}},
          {"out",
           {{kVertices},
            {kNewIndices},
            {kSubsets},
            {kBones},
            {kFaceRemap},
            {kVertexRemap},
            {adjacency ? kNewAdjacency : Argument::kNull}}}};
}

template <class T>
std::span<const T> output(const Results& results, int array) {
  const std::span<const std::byte> bytes = results.outputs[size_t(array - kVertices)];
  return {reinterpret_cast<const T*>(bytes.data()), bytes.size() / sizeof(T)};
}

/// After an error nothing but counts.where may have changed: says what has.
std::string written_on_error(const Case& c, const Results& results) {
  for (size_t a = kVertices; a <= kCounts; ++a) {
    const std::span<const std::byte> bytes = results.outputs[a - kVertices];
    const size_t owed = a == kCounts ? offsetof(ulna_conversion_counts, where) : bytes.size();
    if (owed != 0 && std::memcmp(bytes.data(), c.arrays[a].data(), owed) != 0)
      return fmt::format("wrote {} although it returned an error", c.operation->arrays[a].name);
  }
  return {};
}

std::string check(const Case& c, const Results& results, Tally& tally, bool indexed) {
  const reference::SkinnedMesh mesh = mesh_of(c);
  // A denormal weight may count as zero where the caller flushes: then nothing is said.
  const bool either = c.flush && std::any_of(mesh.influences.begin(), mesh.influences.end(),
                                             [](const ulna_influence& i) {
                                               return std::fpclassify(i.weight) == FP_SUBNORMAL;
                                             });
  if (either) {
    tally.unjudged += mesh.num_faces();
    return {};
  }
  // The proof that there are no fewer subsets costs ten times the rest.
  const bool sampled = mesh.num_faces() % 8 == 0;
  const reference::Check check =
      reference::check_conversion(mesh, limits_of(c), indexed, conversion_of(results), sampled);
  tally.elements += mesh.num_faces();
  if (!check.valid()) return fmt::format("{}: {}", reference::name(check.clause), check.detail);
  if (results.returned != ULNA_CONVERTED) return written_on_error(c, results);
  if (!sampled) return {};
  Quality& q = tally.quality;
  ++q.conversions;
  q.subsets += check.quality.subsets;
  q.lower_bound += check.quality.lower_bound;
  q.vertices_in += check.quality.vertices_in;
  q.vertices_out += check.quality.vertices_out;
  q.weight_lost += check.quality.weight_lost_sum;
  q.worst_weight_lost = std::max(q.worst_weight_lost, check.quality.weight_lost_worst);
  return {};
}

// --- Cutting a case down -----------------------------------------------------------------------

std::vector<bool> used_vertices(const Mesh& mesh) {
  std::vector<bool> used(mesh.num_vertices());
  for (const uint32_t v : mesh.indices)
    if (v < used.size()) used[v] = true;
  return used;
}

/// Only for meshes whose faces name kept vertices, or none that there is.
Mesh with_vertices(const Mesh& mesh, const std::vector<bool>& kept) {
  const std::vector<size_t> number = new_numbers(kept);
  Mesh smaller;
  smaller.num_bones = mesh.num_bones;
  for (uint32_t v = 0; v < kept.size(); ++v)
    if (kept[v])
      smaller.add_vertex(std::span(mesh.influences)
                             .subspan(mesh.first_influence[v],
                                      mesh.first_influence[v + 1] - mesh.first_influence[v]));
  smaller.indices = mesh.indices;
  // A corner that is no vertex stays none.
  for (uint32_t& v : smaller.indices) v = v < kept.size() ? uint32_t(number[v]) : UINT32_MAX;
  smaller.attributes = mesh.attributes;
  smaller.adjacency = mesh.adjacency;
  return smaller;
}

Mesh with_bones(const Mesh& mesh, const std::vector<bool>& kept) {
  const std::vector<size_t> number = new_numbers(kept);
  Mesh smaller = mesh;
  smaller.num_bones = static_cast<uint32_t>(std::count(kept.begin(), kept.end(), true));
  for (ulna_influence& i : smaller.influences)
    i.bone = i.bone < kept.size() ? uint32_t(number[i.bone]) : UINT32_MAX;
  return smaller;
}

/// The mesh with at most `most` influences on a vertex: the first ones.
Mesh capped(const Mesh& mesh, uint32_t most) {
  Mesh smaller = mesh;
  smaller.first_influence = {0};
  smaller.influences.clear();
  for (uint32_t v = 0; v < mesh.num_vertices(); ++v) {
    const uint32_t first = mesh.first_influence[v];
    const uint32_t count = std::min(most, mesh.first_influence[v + 1] - first);
    smaller.add_vertex(std::span(mesh.influences).subspan(first, count));
  }
  return smaller;
}

Mesh without_influence(const Mesh& mesh, uint32_t entry) {
  Mesh smaller = mesh;
  smaller.influences.erase(smaller.influences.begin() + entry);
  for (uint32_t& first : smaller.first_influence)
    if (first > entry) --first;
  return smaller;
}

Case filled(const Case& c, const Mesh& mesh, const ulna_conversion_limits& limits) {
  Case smaller = c;
  fill(smaller, mesh, limits);
  return smaller;
}

Case keep(const Case& c, std::span<const size_t> faces) {
  const Mesh mesh = copy_of(c);
  Mesh smaller = mesh;
  smaller.indices.clear();
  smaller.attributes.clear();
  smaller.adjacency.clear();
  std::vector<uint32_t> new_face(mesh.num_faces(), UINT32_MAX);
  for (const size_t f : faces) {
    new_face[f] = smaller.num_faces();
    smaller.add_face(mesh.indices[3 * f], mesh.indices[3 * f + 1], mesh.indices[3 * f + 2],
                     mesh.attributes[f]);
  }
  if (!mesh.adjacency.empty()) {
    for (const size_t f : faces)
      for (size_t k = 0; k < 3; ++k) {
        const uint32_t other = mesh.adjacency[3 * f + k];
        // A neighbour that is no face stays none.
        smaller.adjacency.push_back(other == UINT32_MAX       ? other
                                    : other < new_face.size() ? new_face[other]
                                                              : UINT32_MAX - 1);
      }
  }
  // Vertices that lost their last face go; those that never had one may be what matters.
  const std::vector<bool> before = used_vertices(mesh);
  std::vector<bool> kept = used_vertices(smaller);
  for (size_t v = 0; v < kept.size(); ++v) kept[v] = kept[v] || !before[v];
  return filled(c, with_vertices(smaller, kept), limits_of(c));
}

std::vector<Reduction> reductions(const Case& c) {
  constexpr size_t kFewInfluences = 48;
  const Mesh mesh = copy_of(c);
  const ulna_conversion_limits limits = limits_of(c);
  std::vector<Reduction> out;
  const auto add = [&](const Mesh& smaller) {
    out.push_back([&c, smaller, limits] { return filled(c, smaller, limits); });
  };
  for (const auto& kept : fewer_unused(used_vertices(mesh))) add(with_vertices(mesh, kept));
  std::vector<bool> used(mesh.num_bones);
  for (const ulna_influence& i : mesh.influences)
    if (i.bone < used.size()) used[i.bone] = true;
  if (limits.rigid_bone == UINT32_MAX)
    for (const auto& kept : fewer_unused(used)) add(with_bones(mesh, kept));
  uint32_t most = 0;
  for (uint32_t v = 0; v < mesh.num_vertices(); ++v)
    most = std::max(most, mesh.first_influence[v + 1] - mesh.first_influence[v]);
  for (uint32_t cap = 1; cap < most; cap *= 2) add(capped(mesh, cap));
  if (mesh.influences.size() <= kFewInfluences)
    for (uint32_t i = 0; i < mesh.influences.size(); ++i) add(without_influence(mesh, i));
  if (!mesh.adjacency.empty()) {
    Mesh smaller = mesh;
    smaller.adjacency.clear();
    add(smaller);
  }
  if (std::any_of(mesh.attributes.begin(), mesh.attributes.end(), [](auto a) { return a != 0; })) {
    Mesh smaller = mesh;
    std::fill(smaller.attributes.begin(), smaller.attributes.end(), 0);
    add(smaller);
  }
  return out;
}

} // namespace

uint32_t Mesh::add_vertex(std::span<const ulna_influence> of_vertex) {
  influences.insert(influences.end(), of_vertex.begin(), of_vertex.end());
  first_influence.push_back(static_cast<uint32_t>(influences.size()));
  return num_vertices() - 1;
}

void Mesh::add_face(uint32_t a, uint32_t b, uint32_t c, uint32_t attribute) {
  indices.insert(indices.end(), {a, b, c});
  attributes.push_back(attribute);
}

reference::SkinnedMesh mesh_of(const Case& c) {
  return {.indices = c.arrays[kIndices].as<uint32_t>(),
          .attributes = c.arrays[kAttributes].as<uint32_t>(),
          .adjacency = c.arrays[kAdjacency].as<uint32_t>(),
          .first_influence = c.arrays[kFirstInfluence].as<uint32_t>(),
          .influences = c.arrays[kInfluences].as<ulna_influence>(),
          .num_bones = static_cast<uint32_t>(c.integers[kNumBones])};
}

ulna_conversion_limits limits_of(const Case& c) {
  return {static_cast<uint32_t>(c.integers[kMaxInfluences]),
          static_cast<uint32_t>(c.integers[kMaxBones]),
          static_cast<uint32_t>(c.integers[kRigidBone])};
}

reference::Conversion conversion_of(const Results& results) {
  return {.code = results.returned,
          .counts = output<ulna_conversion_counts>(results, kCounts)[0],
          .vertices = output<ulna_blended_vertex>(results, kVertices),
          .indices = output<uint32_t>(results, kNewIndices),
          .subsets = output<ulna_subset>(results, kSubsets),
          .bones = output<uint32_t>(results, kBones),
          .face_remap = output<uint32_t>(results, kFaceRemap),
          .vertex_remap = output<uint32_t>(results, kVertexRemap),
          .adjacency = output<uint32_t>(results, kNewAdjacency)};
}

std::vector<std::pair<int, size_t>> output_words(const Case& c) {
  const size_t faces = c.arrays[kAttributes].words();
  const auto bones = static_cast<size_t>(std::clamp(c.integers[kMaxBones], 0, kMostBones));
  return {{kVertices, 3 * faces * 5},
          {kNewIndices, 3 * faces},
          {kSubsets, faces * 5},
          {kBones, faces * bones},
          {kFaceRemap, faces},
          {kVertexRemap, 3 * faces},
          {kNewAdjacency, c.arrays[kAdjacency].words()},
          {kCounts, 5}};
}

void fill(Case& c, const Mesh& mesh, const ulna_conversion_limits& limits) {
  c.integers[kMaxInfluences] = static_cast<int32_t>(limits.max_influences);
  c.integers[kMaxBones] = static_cast<int32_t>(limits.max_bones);
  c.integers[kRigidBone] = static_cast<int32_t>(limits.rigid_bone);
  c.integers[kNumBones] = static_cast<int32_t>(mesh.num_bones);
  put(c.arrays[kIndices], mesh.indices);
  put(c.arrays[kAttributes], mesh.attributes);
  put(c.arrays[kAdjacency], mesh.adjacency);
  put(c.arrays[kFirstInfluence], mesh.first_influence);
  put(c.arrays[kInfluences], mesh.influences);
  for (const auto& [array, words] : output_words(c)) {
    c.arrays[size_t(array)].resize(4 * words);
    for (size_t i = 0; i < words; ++i) c.arrays[size_t(array)].set_word(i, kUnwritten);
  }
}

Mesh copy_of(const Case& c) {
  const reference::SkinnedMesh mesh = mesh_of(c);
  const auto copy = [](const auto& span) { return std::vector(span.begin(), span.end()); };
  return {copy(mesh.indices),         copy(mesh.attributes), copy(mesh.adjacency),
          copy(mesh.first_influence), copy(mesh.influences), mesh.num_bones};
}

Operation operation(bool indexed) {
  Operation op{};
  op.contract = {
      .version = 1,
      .summary = indexed
                     ? "a skinned mesh cut into subsets of at most max_bones bones; weight k of "
                       "a vertex belongs to bone indices[k] of its subset"
                     : "a skinned mesh cut into subsets of at most max_bones bones; weight k of "
                       "a vertex belongs to bone k of its subset",
      .domain = indexed ? kIndexedDomain : kDomain,
      .footprint =
          "reads mesh, limits and out, and the arrays of mesh; writes the arrays of out, which "
          "hold 3 vertices and a subset for each face, and counts; on an error nothing but "
          "counts.where. Beyond the counts the arrays of out may be scribbled on",
      .bound =
          "the clauses of docs/conversion.md: 1 every face once, with its corners and its "
          "attribute; 2 ranges without a gap; 3 the bones of a subset distinct, used, and as "
          "many as may be; 4 weights within 2^-23 of their targets; 5 the largest influences "
          "kept; 6 no cracks; 7 the implicit weight what the others leave; 8 remaps and "
          "adjacency agree; 9 drawn, each subset is what update_skinned_mesh gives. The number "
          "of subsets and the weight lost are reported, not judged",
      .source = "a textbook chapter on skinned meshes in Direct3D 9; the documentation of D3DX; "
                "docs/conversion.md where they are silent",
  };
  op.arrays = arrays();
  op.output = kVertices;
  op.element = "face";
  op.integers = {"max_influences", "max_bones", "rigid_bone", "num_bones"};
  op.compares_pairs = true; // of each face and each subset
  op.quick_elements = 850'000;
  op.arguments = [](const Case& c) -> std::vector<Argument> {
    const auto record = static_cast<int>(c.arrays.size());
    return {{record}, {record + 1}, {record + 2}, {kCounts}};
  };
  op.records = records;
  op.returns = true;
  op.may_write = [](const Case&) { return true; };
  op.validate = validate;
  op.make_valid = make_valid;
  op.enter_domain =
      indexed ? [](Case& c) { enter_domain(c, true); } : [](Case& c) { enter_domain(c, false); };
  op.check_whole =
      indexed ? [](const Case& c, const Results& r, Tally& t) { return check(c, r, t, true); }
              : [](const Case& c, const Results& r, Tally& t) { return check(c, r, t, false); };
  op.computes = [](const Case& c) { return c.arrays[kAttributes].words() > 0; };
  op.keep = keep;
  op.size = [](const Case& c) { return c.arrays[kAttributes].words(); };
  op.place_of = [](const Case&, size_t face) { return face; };
  op.reductions = reductions;
  op.weights = WeightColumns{kInfluences, 1, 1};
  op.may_be_absent = OptionalArray{kAdjacency, kIndices};
  return op;
}

} // namespace ulna::conversion
