// Laws of update_skinned_mesh, blend_vertices, blend_vertices_indexed and blend_vertex_buffer, on
// the built-in ports that have them. As in skinning_test.cpp the tolerance is the sum of the bounds
// of what is compared, and zero where no operation of any conforming port can round.
#include "cases/case_file.h"
#include "cases/make_case.h"
#include "operations/list.h"
#include "operations/skinned_mesh/skinned_mesh.h"
#include "operations/vertex_blending/vertex_buffer.h"
#include "properties/numbers.h"
#include "properties/ports.h"

#include <gmock/gmock.h>

#include <cmath>
#include <numeric>
#include <ostream>
#include <set>

namespace ulna {
namespace {

using laws::any_float;
using laws::matrix_of;
using laws::short_float;

constexpr int kFar = 10'000; ///< of a translation

using Vector = std::array<float, 3>;

struct Influence {
  float weight;
  uint32_t bone;
};

struct Vertex {
  Vector position;
  Vector normal;
  std::vector<Influence> influences;
};

/// What RapidCheck makes and shrinks: a mesh for any of the operations. Those that blend take the
/// first influences of a vertex, as many as it has slots, and the last of them has whatever
/// weight the others leave.
struct Mesh {
  std::vector<ulna_mat44> bones;
  std::vector<Vertex> vertices;
  bool flush = false;
  std::array<uint8_t, 6> places{};
};

/// How update_skinned_mesh is to be called.
struct Call {
  float least = -INFINITY;
  int dst_stride = 24;
  int src_stride = 24;
  bool normal_palette = false;
};

uint32_t bone_of(const Mesh& mesh, const Influence& influence) {
  return influence.bone % static_cast<uint32_t>(mesh.bones.size());
}

void finish(Case& c, const Mesh& mesh) {
  for (size_t i = 0; i < c.arrays.size(); ++i) {
    const uint32_t alignment = c.operation->arrays[i].alignment;
    const auto shift = mesh.places[i] / 2u % 64 / alignment * alignment;
    c.places[i] = {mesh.places[i] % 2 ? Side::before : Side::behind, static_cast<uint8_t>(shift)};
  }
  c.flush = mesh.flush;
  const auto dst = size_t(c.operation->output);
  for (size_t i = 0; i < c.arrays[dst].words(); ++i)
    c.arrays[dst].set_word(i, std::bit_cast<uint32_t>(123.456f));
  validate(c);
}

Case update_case(const Mesh& mesh, const Call& call = {}) {
  using namespace skinned_mesh;
  Case c = make_case(update_skinned_mesh());
  c.real = call.least;
  c.integers = {call.dst_stride, call.src_stride, 1};
  laws::put(c.arrays[kPalette], mesh.bones);
  if (call.normal_palette) laws::put(c.arrays[kNormalPalette], mesh.bones);
  std::vector<uint32_t> first{0};
  std::vector<ulna_influence> influences;
  c.arrays[kSrc].resize(mesh.vertices.size() * size_t(call.src_stride));
  c.arrays[kDst].resize(mesh.vertices.size() * size_t(call.dst_stride));
  for (size_t v = 0; v < mesh.vertices.size(); ++v) {
    const Vertex& vertex = mesh.vertices[v];
    std::byte* to = c.arrays[kSrc].data() + v * size_t(call.src_stride);
    std::memcpy(to, vertex.position.data(), 12);
    std::memcpy(to + 12, vertex.normal.data(), 12);
    for (const Influence& i : vertex.influences) influences.push_back({bone_of(mesh, i), i.weight});
    first.push_back(static_cast<uint32_t>(influences.size()));
  }
  laws::put(c.arrays[kFirstInfluence], first);
  laws::put(c.arrays[kInfluences], influences);
  finish(c, mesh);
  return c;
}

/// The non-indexed form blends with the first bones there are.
Case blend_case(const Operation& op, const Mesh& mesh, size_t slots) {
  using namespace vertex_blending;
  const bool indexed = &op == &blend_vertices_indexed();
  Case c = make_case(op);
  c.integers[kNumWeights] = static_cast<int32_t>(slots - 1);
  std::vector<ulna_blend_vertex> src;
  for (const Vertex& vertex : mesh.vertices) {
    ulna_blend_vertex v;
    std::memset(&v, 0xff, sizeof v);
    std::copy(vertex.position.begin(), vertex.position.end(), v.position);
    std::copy(vertex.normal.begin(), vertex.normal.end(), v.normal);
    for (size_t k = 0; k < slots; ++k) {
      if (k + 1 < slots) v.weights[k] = vertex.influences[k].weight;
      v.indices[k] = static_cast<uint8_t>(bone_of(mesh, vertex.influences[k]));
    }
    src.push_back(v);
  }
  laws::put(c.arrays[kSrc], src);
  c.arrays[kDst].resize(src.size() * sizeof(ulna_mesh_vertex));
  std::vector<ulna_mat44> matrices = mesh.bones;
  if (!indexed) matrices.resize(slots);
  laws::put(c.arrays[kMatrices], matrices);
  finish(c, mesh);
  return c;
}

/// A format with normals that has room for the weights, and gaps.
Case buffer_case(const Mesh& mesh, size_t slots) {
  vertex_buffer::Format format{.has_normals = true};
  format.indexed = mesh.places[3] % 2;
  format.stored_weights = int64_t(slots - 1 + mesh.places[4] % (5 - slots));
  const size_t gaps = mesh.places[5];
  const Operation& as = format.indexed ? blend_vertices_indexed() : blend_vertices();
  Case c = in_buffer(blend_case(as, mesh, slots), format, 4 * (format.written() + gaps % 4),
                     4 * (format.read() + gaps / 4 % 4));
  validate(c);
  return c;
}

Case case_of(const Operation& op, const Mesh& mesh, size_t slots) {
  if (&op == &update_skinned_mesh()) return update_case(mesh);
  return &op == &blend_vertex_buffer() ? buffer_case(mesh, slots) : blend_case(op, mesh, slots);
}

std::ostream& operator<<(std::ostream& out, const Mesh& mesh) {
  return out << write_case(update_case(mesh));
}

// --- Generators, all of which shrink towards few, small and round ------------------------------

rc::Gen<Vector> vector_of(const rc::Gen<float>& number) {
  return rc::gen::container<Vector>(number);
}

rc::Gen<std::array<uint8_t, 6>> places() {
  return rc::gen::container<std::array<uint8_t, 6>>(rc::gen::arbitrary<uint8_t>());
}

/// Vertices of `least` to 8 influences, and at least four bones.
rc::Gen<Mesh> mesh_of(const rc::Gen<float>& number, size_t least = 0) {
  const auto influence = rc::gen::construct<Influence>(number, rc::gen::arbitrary<uint32_t>());
  const auto influences =
      rc::gen::mapcat(rc::gen::inRange<size_t>(least, 9), [influence](size_t n) {
        return rc::gen::container<std::vector<Influence>>(n, influence);
      });
  const auto bones = rc::gen::mapcat(rc::gen::inRange<size_t>(4, 9), [number](size_t n) {
    return rc::gen::container<std::vector<ulna_mat44>>(n, matrix_of(number));
  });
  return rc::gen::construct<Mesh>(
      bones,
      rc::gen::container<std::vector<Vertex>>(
          rc::gen::construct<Vertex>(vector_of(number), vector_of(number), influences)),
      rc::gen::arbitrary<bool>(), places());
}

rc::Gen<size_t> slot_count() {
  return rc::gen::inRange<size_t>(1, 5);
}

/// `parts` weights in 1/1024 that add up to one.
std::vector<float> partition_of_one(size_t parts) {
  std::vector<float> weights;
  int left = 1024;
  for (size_t k = 0; k + 1 < parts; ++k) {
    const int part = *rc::gen::inRange(0, left + 1);
    weights.push_back(float(part) / 1024);
    left -= part;
  }
  weights.push_back(float(left) / 1024);
  return weights;
}

/// A mesh all of whose bones make the same motion, each vertex under `slots` of them with weights
/// that add up to one.
Mesh moved(const ulna_mat44& motion, size_t slots, size_t least_vertices) {
  Mesh mesh;
  mesh.bones.assign(5, motion);
  const size_t count = *rc::gen::inRange<size_t>(least_vertices, 20);
  for (size_t i = 0; i < count; ++i) {
    Vertex vertex{*vector_of(short_float()), *vector_of(short_float()), {}};
    for (const float weight : partition_of_one(slots))
      vertex.influences.push_back({weight, *rc::gen::inRange<uint32_t>(0, 5)});
    mesh.vertices.push_back(vertex);
  }
  mesh.flush = *rc::gen::arbitrary<bool>();
  mesh.places = *places();
  return mesh;
}

ulna_mat44 translation(float x, float y, float z) {
  return {{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1}};
}

// --- Outputs and their bounds -----------------------------------------------------------------

struct Value {
  double got;
  double bound; // NaN where nothing is owed
  double exact;
};
using Blended = std::array<Value, 6>; // position and normal

std::vector<Blended> values(laws::Port& port, const Case& c) {
  const Array output = port.output(c);
  const auto owed = laws::expectations(c);
  const size_t words = c.operation->arrays[size_t(c.operation->output)].words(c);
  RC_ASSERT(output.words() == owed.size() * words);
  std::vector<Blended> all(owed.size());
  for (size_t v = 0; v < all.size(); ++v) {
    for (size_t w = 0; w < 6; ++w) {
      const Expectation& e = owed[v];
      const bool bounded = e.clause[w] == Clause::bounded;
      all[v][w] = {std::bit_cast<float>(output.word(v * words + w)), bounded ? e.bound[w] : NAN,
                   e.exact[w].value};
    }
  }
  return all;
}

void expect_near(const Value& a, const Value& b) {
  RC_ASSERT(std::isnan(a.bound) == std::isnan(b.bound));
  if (std::isnan(a.bound)) return;
  RC_ASSERT(std::fabs(a.got - b.got) <= a.bound + b.bound);
}

/// Both sets of values are of the same exact ones. What the reference makes of them may differ by
/// the roundings of double, where the order of the terms does.
void expect_same(const std::vector<Blended>& a, const std::vector<Blended>& b) {
  RC_ASSERT(a.size() == b.size());
  for (size_t v = 0; v < a.size(); ++v)
    for (size_t w = 0; w < 6; ++w) {
      expect_near(a[v][w], b[v][w]);
      if (!std::isnan(a[v][w].bound))
        RC_ASSERT(std::fabs(a[v][w].exact - b[v][w].exact) <= a[v][w].bound * 0x1p-20);
    }
}

class OnPort : public testing::TestWithParam<const char*> {
protected:
  laws::Port& port() const { return laws::port(GetParam()); }
  std::vector<Blended> got(const Case& c) const { return values(port(), c); }
};

class Blending : public testing::TestWithParam<std::tuple<const char*, const char*>> {
protected:
  laws::Port& port() const { return laws::port(std::get<0>(GetParam())); }
  const Operation& op() const { return operation_named(std::get<1>(GetParam())); }
  std::vector<Blended> got(const Case& c) const { return values(port(), c); }
};

// --- Laws of all ------------------------------------------------------------------------

TEST_P(Blending, HoldsTheContract) {
  laws::check([this] {
    const Mesh mesh = *mesh_of(any_float(), 4);
    const std::string findings = port().findings(case_of(op(), mesh, *slot_count()));
    if (!findings.empty()) RC_FAIL(findings);
  });
}

TEST_P(Blending, TheBindPoseIsTheBindMesh) {
  laws::check([this] {
    const size_t slots = *slot_count();
    const Mesh mesh = moved(translation(0, 0, 0), slots, 0);
    const std::vector<Blended> all = got(case_of(op(), mesh, slots));
    // Weights of 10 bits and coordinates of 11: nothing rounds in any order.
    for (size_t v = 0; v < all.size(); ++v) {
      for (size_t c = 0; c < 3; ++c) {
        RC_ASSERT(all[v][c].got == double(mesh.vertices[v].position[c]));
        RC_ASSERT(all[v][3 + c].got == double(mesh.vertices[v].normal[c]));
      }
    }
  });
}

/// The rotation of a quaternion, and a translation.
ulna_mat44 rigid(const std::array<int, 4>& quaternion, const Vector& t) {
  const std::array<double, 9> rotation = laws::rotation_of(quaternion);
  ulna_mat44 m = translation(t[0], t[1], t[2]);
  for (size_t r = 0; r < 3; ++r)
    for (size_t c = 0; c < 3; ++c) m.m[4 * r + c] = float(rotation[3 * c + r]); // row vectors
  return m;
}

double length(const std::array<double, 3>& v) {
  return std::sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

TEST_P(Blending, ARigidMotionOfAllBonesMovesEveryVertexRigidly) {
  laws::check([this] {
    const auto turn = *laws::quaternion();
    const size_t slots = *slot_count();
    const Mesh mesh = moved(rigid(turn, *vector_of(short_float(kFar))), slots, 2);
    const std::vector<Blended> all = got(case_of(op(), mesh, slots));
    // Each of the nine entries of the rotation is rounded by at most 2^-25, which stretches a
    // vector by at most sqrt(9) times that. 2^-48 covers the entries' computation in double.
    const double stretch = 3 * 0x1p-25 + 0x1p-48;
    for (size_t v = 1; v < all.size(); ++v) {
      std::array<double, 3> from, to, bound_a, bound_b, normal, turned, bound_n;
      for (size_t c = 0; c < 3; ++c) {
        from[c] = double(mesh.vertices[v].position[c]) - mesh.vertices[v - 1].position[c];
        to[c] = all[v][c].got - all[v - 1][c].got;
        bound_a[c] = all[v - 1][c].bound;
        bound_b[c] = all[v][c].bound;
        normal[c] = mesh.vertices[v].normal[c];
        turned[c] = all[v][3 + c].got;
        bound_n[c] = all[v][3 + c].bound;
      }
      RC_ASSERT(std::fabs(length(to) - length(from)) <=
                length(bound_a) + length(bound_b) + stretch * length(from));
      RC_ASSERT(std::fabs(length(turned) - length(normal)) <=
                length(bound_n) + stretch * length(normal));
    }
  });
}

TEST_P(Blending, SplittingACallInTwoGivesTheSame) {
  laws::check([this] {
    const Case whole = case_of(op(), *mesh_of(any_float(), 4), *slot_count());
    const size_t count = op().size(whole);
    const size_t cut = *rc::gen::inRange<size_t>(0, count + 1);
    std::vector<size_t> numbers(count);
    std::iota(numbers.begin(), numbers.end(), size_t{0});
    const std::span<const size_t> all = numbers;
    std::vector<Blended> parts = got(op().keep(whole, all.first(cut)));
    const std::vector<Blended> second = got(op().keep(whole, all.subspan(cut)));
    parts.insert(parts.end(), second.begin(), second.end());
    expect_same(parts, got(whole));
  });
}

// --- Laws between the operations --------------------------------------------------------------

TEST_P(OnPort, TheNonIndexedFormIsTheIndexedOneWithIndicesInOrder) {
  laws::check([this] {
    const size_t slots = *slot_count();
    Mesh mesh = *mesh_of(any_float(), 4);
    for (Vertex& v : mesh.vertices)
      for (size_t k = 0; k < slots; ++k) v.influences[k].bone = static_cast<uint32_t>(k);
    expect_same(got(blend_case(blend_vertices(), mesh, slots)),
                got(blend_case(blend_vertices_indexed(), mesh, slots)));
  });
}

/// Skinning with the weights that blending has.
Mesh with_last_weights(Mesh mesh, size_t slots) {
  for (Vertex& v : mesh.vertices) {
    v.influences.resize(slots);
    float sum = 0;
    for (size_t k = 0; k + 1 < slots; ++k) sum += v.influences[k].weight;
    v.influences.back().weight = 1 - sum;
  }
  return mesh;
}

TEST_P(OnPort, BlendingIsSkinningWithTheLastWeightInFloat) {
  laws::check([this] {
    const size_t slots = *slot_count();
    const Mesh mesh = *mesh_of(any_float(), 4);
    expect_same(got(blend_case(blend_vertices_indexed(), mesh, slots)),
                got(update_case(with_last_weights(mesh, slots))));
  });
}

/// The last weight is no more than what the others' rounding leaves of one, and belongs to the last
/// bone alone, whose matrix is so large that this is all there is to see.
TEST_P(OnPort, WhatRoundingLeavesOfOneIsTheLastWeight) {
  laws::check([this] {
    const size_t slots = *rc::gen::inRange<size_t>(2, 5);
    Mesh mesh = *mesh_of(short_float(), 4);
    for (float& x : mesh.bones.back().m) x *= 0x1p40f;
    const auto others = static_cast<uint32_t>(mesh.bones.size() - 1);
    for (Vertex& v : mesh.vertices) {
      int shares[3];
      int sum = 0;
      for (size_t k = 0; k + 1 < slots; ++k) sum += shares[k] = *rc::gen::inRange(1, 1000);
      for (size_t k = 0; k + 1 < slots; ++k)
        v.influences[k] = {float(shares[k]) / float(sum), v.influences[k].bone % others};
      v.influences[slots - 1].bone = others;
    }
    expect_same(got(blend_case(blend_vertices_indexed(), mesh, slots)),
                got(update_case(with_last_weights(mesh, slots))));
  });
}

/// Bones, and the vertices' influences, in another order.
Mesh relabelled(const Mesh& mesh) {
  std::vector<uint32_t> order(mesh.bones.size());
  std::iota(order.begin(), order.end(), 0u);
  const uint32_t turn = *rc::gen::inRange(0u, static_cast<uint32_t>(order.size()));
  std::rotate(order.begin(), order.begin() + turn, order.end());
  if (*rc::gen::arbitrary<bool>()) std::reverse(order.begin(), order.end());
  Mesh other = mesh;
  for (size_t b = 0; b < order.size(); ++b) other.bones[order[b]] = mesh.bones[b];
  for (Vertex& v : other.vertices)
    for (Influence& i : v.influences) i.bone = order[bone_of(mesh, i)];
  return other;
}

TEST_P(OnPort, RelabellingBonesChangesNothing) {
  laws::check([this] {
    const Mesh mesh = *mesh_of(any_float(), 4);
    const Mesh other = relabelled(mesh);
    const size_t slots = *slot_count();
    expect_same(got(update_case(mesh)), got(update_case(other)));
    expect_same(got(blend_case(blend_vertices_indexed(), mesh, slots)),
                got(blend_case(blend_vertices_indexed(), other, slots)));
  });
}

// --- Laws of update_skinned_mesh --------------------------------------------------------------

TEST_P(OnPort, TheOrderOfInfluencesDoesNotMatter) {
  laws::check([this] {
    const Mesh mesh = *mesh_of(any_float());
    Mesh other = mesh;
    for (Vertex& v : other.vertices) std::reverse(v.influences.begin(), v.influences.end());
    expect_same(got(update_case(mesh)), got(update_case(other)));
  });
}

TEST_P(OnPort, WhatIsBelowMinInfluenceMightAsWellNotBeThere) {
  laws::check([this] {
    const Mesh mesh = *mesh_of(short_float());
    const float least = *short_float();
    Mesh fewer = mesh;
    for (Vertex& v : fewer.vertices)
      std::erase_if(v.influences, [&](const Influence& i) { return i.weight < least; });
    expect_same(got(update_case(mesh, {.least = least})), got(update_case(fewer)));
  });
}

TEST_P(OnPort, AMinInfluenceOfZeroKeepsAllThatIsNotNegative) {
  laws::check([this] {
    Mesh mesh = *mesh_of(any_float());
    for (Vertex& v : mesh.vertices)
      for (Influence& i : v.influences) i.weight = std::fabs(i.weight);
    expect_same(got(update_case(mesh, {.least = 0})), got(update_case(mesh)));
  });
}

TEST_P(OnPort, AVertexOfWhichNothingCountsGetsZeros) {
  laws::check([this] {
    const Mesh mesh = *mesh_of(any_float());
    for (const Blended& v : got(update_case(mesh, {.least = INFINITY}))) {
      for (const Value& value : v)
        if (!std::isnan(value.bound) && value.bound == 0) RC_ASSERT(value.got == 0);
    }
    Mesh bare = mesh;
    for (Vertex& v : bare.vertices) v.influences.clear();
    for (const Blended& v : got(update_case(bare)))
      for (const Value& value : v) RC_ASSERT(value.got == 0);
  });
}

TEST_P(OnPort, StridesChangeNothing) {
  laws::check([this] {
    const Mesh mesh = *mesh_of(any_float());
    const Call wide{.dst_stride = 4 * *rc::gen::inRange(6, 17),
                    .src_stride = 4 * *rc::gen::inRange(6, 17)};
    expect_same(got(update_case(mesh, wide)), got(update_case(mesh)));
  });
}

TEST_P(OnPort, NoNormalPaletteIsThePalette) {
  laws::check([this] {
    const Mesh mesh = *mesh_of(any_float());
    expect_same(got(update_case(mesh, {.normal_palette = true})), got(update_case(mesh)));
  });
}

TEST_P(OnPort, APartOfAMeshIsDrawnWithItsOwnInfluences) {
  laws::check([this] {
    using namespace skinned_mesh;
    const Case whole = update_case(*mesh_of(any_float()));
    const size_t count = num_vertices(whole);
    const size_t cut = *rc::gen::inRange<size_t>(0, count + 1);
    Case part = whole; // from the vertex on, with all influences
    const auto drop = [&](int array, size_t bytes) {
      const Array& all = whole.arrays[size_t(array)];
      Array& rest = part.arrays[size_t(array)];
      rest.resize(all.size() - cut * bytes);
      std::copy(all.data() + cut * bytes, all.data() + all.size(), rest.data());
    };
    drop(kDst, 24);
    drop(kSrc, 24);
    drop(kFirstInfluence, 4);
    validate(part);
    const std::vector<Blended> all = got(whole);
    expect_same({all.begin() + static_cast<ptrdiff_t>(cut), all.end()}, got(part));
  });
}

// --- The textbook's example -------------------------------------------------------------------

/// Two bones at (5, 5) and (3, 8) go to (7, 9) and (5, 12): the vertex (5, 8), which hangs on both
/// alike, goes to (7, 12).
TEST_P(OnPort, TheTextbookExample) {
  Mesh mesh;
  mesh.bones = {translation(7 - 5, 9 - 5, 0), translation(5 - 3, 12 - 8, 0)};
  mesh.vertices = {{{5, 8, 0}, {0, 1, 0}, {{0.5f, 0}, {0.5f, 1}}}};
  for (const Case& c : {update_case(mesh), blend_case(blend_vertices(), mesh, 2),
                        blend_case(blend_vertices_indexed(), mesh, 2)}) {
    const Array output = port().output(c);
    const ulna_mesh_vertex& v = output.as<ulna_mesh_vertex>()[0];
    EXPECT_THAT(v.position, testing::ElementsAre(7, 12, 0)) << c.operation->name;
    EXPECT_THAT(v.normal, testing::ElementsAre(0, 1, 0)) << c.operation->name;
  }
}

// --- What the generators promise ----------------------------------------------------------------

TEST(GeneratedMeshes, HaveEveryStrideAndWhateverMinInfluenceMayMeet) {
  using namespace skinned_mesh;
  std::set<int32_t> dst_strides, src_strides;
  std::set<std::pair<bool, bool>> normals; // has_normals, normal_palette
  std::set<int> beside_least;              // weights below, at and above a finite min_influence
  size_t leads = 0, bare = 0, wide_bones = 0;
  const Operation& op = update_skinned_mesh();
  for (uint64_t i = 0; i < op.num_edge_cases + 300; ++i) {
    const Case c = op.generate(1, i);
    dst_strides.insert(c.integers[kDstStride]);
    src_strides.insert(c.integers[kSrcStride]);
    normals.insert({c.integers[kHasNormals] != 0, c.arrays[kNormalPalette].size() > 0});
    const auto first = c.arrays[kFirstInfluence].as<uint32_t>();
    leads += !first.empty() && first[0] > 0;
    for (size_t v = 0; v + 1 < first.size(); ++v) bare += first[v] == first[v + 1];
    for (const ulna_influence& influence : c.arrays[kInfluences].as<ulna_influence>()) {
      wide_bones += influence.bone > 65535;
      if (influence.weight == c.real) beside_least.insert(0);
      if (influence.weight == std::nextafter(c.real, -INFINITY)) beside_least.insert(-1);
      if (influence.weight == std::nextafter(c.real, INFINITY)) beside_least.insert(1);
    }
  }
  for (int32_t stride = 12; stride <= 64; stride += 4) {
    EXPECT_EQ(dst_strides.count(stride), 1u) << stride;
    EXPECT_EQ(src_strides.count(stride), 1u) << stride;
  }
  EXPECT_EQ(normals.size(), 4u);
  EXPECT_EQ(beside_least.size(), 3u);
  EXPECT_GT(leads, 0u);
  EXPECT_GT(bare, 100u);
  EXPECT_GT(wide_bones, 0u);
}

TEST(GeneratedMeshes, HaveLastWeightsOfEverySign) {
  using namespace vertex_blending;
  for (const Operation* op : {&blend_vertices(), &blend_vertices_indexed()}) {
    std::set<int32_t> num_weights;
    std::set<size_t> palettes;
    size_t zero = 0, negative = 0, rounding = 0, unused_nans = 0, highest_indices = 0;
    for (uint64_t i = 0; i < op->num_edge_cases; ++i) {
      const Case c = op->generate(1, i);
      const auto n = size_t(c.integers[kNumWeights]);
      num_weights.insert(c.integers[kNumWeights]);
      palettes.insert(c.arrays[kMatrices].size() / sizeof(ulna_mat44));
      for (const ulna_blend_vertex& v : c.arrays[kSrc].as<ulna_blend_vertex>()) {
        const float last = reference::last_weight(v.weights, n);
        zero += last == 0;
        negative += last < 0;
        rounding += last != 0 && std::fabs(last) < 0x1p-22f;
        unused_nans += n < 3 && std::isnan(v.weights[n]);
        highest_indices += v.indices[n] == 255;
      }
    }
    EXPECT_EQ(num_weights, (std::set<int32_t>{0, 1, 2, 3}));
    const bool indexed = op == &blend_vertices_indexed();
    for (const size_t size : {1u, 2u, 3u, 4u}) EXPECT_EQ(palettes.count(size), 1u) << size;
    for (const size_t size : {127u, 128u, 129u, 255u, 256u})
      EXPECT_EQ(palettes.count(size), indexed ? 1u : 0u) << size;
    for (const size_t count : {zero, negative, rounding, unused_nans, highest_indices})
      EXPECT_GT(count, 100u) << op->name;
  }
}

INSTANTIATE_TEST_SUITE_P(Ports, OnPort,
                         testing::ValuesIn(ports_with({"update_skinned_mesh", "blend_vertices",
                                                       "blend_vertices_indexed"})),
                         [](const auto& test) { return std::string(test.param); });

INSTANTIATE_TEST_SUITE_P(Ports, Blending,
                         testing::ValuesIn(ports_and({"update_skinned_mesh", "blend_vertices",
                                                      "blend_vertices_indexed",
                                                      "blend_vertex_buffer"})),
                         kPortAndOperation);

} // namespace
} // namespace ulna
