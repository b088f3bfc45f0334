// Laws of skin_sorted_verts, on the built-in ports that have it. As in skinning_test.cpp the
// tolerance is the sum of the bounds of what is compared, and zero where no operation of any
// conforming port can round.
#include "cases/make_case.h"
#include "operations/list.h"
#include "operations/skinned_mesh/skinned_mesh.h"
#include "operations/sorted_verts/sorted_verts.h"
#include "properties/lacking.h"
#include "properties/numbers.h"
#include "properties/ports.h"

#include <cmath>
#include <numeric>
#include <set>

namespace ulna {
namespace {

using namespace sorted_verts;
using laws::any_float;
using laws::matrix_of;
using laws::short_float;

/// What RapidCheck makes and shrinks.
struct Stream {
  std::vector<ulna_mat44> palette;
  std::vector<Vertex> vertices; ///< sorted, as cases have them
  bool has_normals = true;
  bool flush = false;
  std::array<uint8_t, 8> places{};
};

Case case_of(const Stream& stream) {
  Case c = make_case(skin_sorted_verts());
  laws::put(c.arrays[kPalette], stream.palette);
  pack(c, stream.vertices, stream.has_normals);
  for (size_t i = 0; i < c.arrays.size(); ++i) {
    const uint32_t alignment = c.operation->arrays[i].alignment;
    const auto shift = stream.places[i] / 2u % 64 / alignment * alignment;
    c.places[i] = {stream.places[i] % 2 ? Side::before : Side::behind, static_cast<uint8_t>(shift)};
  }
  c.flush = stream.flush;
  validate(c);
  return c;
}

// --- Generators, all of which shrink towards few, small and round ------------------------------

constexpr ulna_vec4 kUnwritten{123.456f, 123.456f, 123.456f, 123.456f};

rc::Gen<ulna_vec4> vector_of(const rc::Gen<float>& number) {
  return rc::gen::construct<ulna_vec4>(number, number, number, number);
}

rc::Gen<Vertex> vertex_of(const rc::Gen<float>& number, uint32_t matrices) {
  const auto influence = rc::gen::construct<Influence>(rc::gen::inRange(0u, matrices), number);
  const auto influences =
      rc::gen::mapcat(rc::gen::inRange<size_t>(1, kMostInfluences + 1), [influence](size_t n) {
        return rc::gen::container<std::vector<Influence>>(n, influence);
      });
  return rc::gen::construct<Vertex>(rc::gen::just(kUnwritten), rc::gen::just(kUnwritten),
                                    vector_of(number), vector_of(number), influences);
}

Stream finished(Stream stream) {
  std::stable_sort(
      stream.vertices.begin(), stream.vertices.end(),
      [](const Vertex& a, const Vertex& b) { return a.influences.size() < b.influences.size(); });
  stream.flush = *rc::gen::arbitrary<bool>();
  stream.places = *rc::gen::container<std::array<uint8_t, 8>>(rc::gen::arbitrary<uint8_t>());
  return stream;
}

constexpr uint32_t kMatrices = 5;

Stream stream_of(const rc::Gen<float>& number) {
  Stream stream;
  stream.palette = *rc::gen::container<std::vector<ulna_mat44>>(kMatrices, matrix_of(number));
  stream.vertices = *rc::gen::container<std::vector<Vertex>>(vertex_of(number, kMatrices));
  stream.has_normals = *rc::gen::arbitrary<bool>();
  return finished(std::move(stream));
}

// --- Outputs and their bounds ------------------------------------------------------------------

struct Value {
  float got;
  double bound; // NaN where nothing is owed
};
using Skinned = std::array<Value, 8>; // position and normal

std::vector<Skinned> values(laws::Port& port, const Case& c) {
  const laws::Port::Given given = port.call(c);
  RC_ASSERT(given.arrays.size() == 2u);
  std::vector<Skinned> all(num_vertices(c), Skinned{});
  for (const int array : {kPositions, kNormals}) {
    const auto owed = laws::expectations(c, reference::Rung::fast, array);
    const Array& output = given.arrays[size_t(array)];
    RC_ASSERT(output.words() == 4 * owed.size());
    for (size_t v = 0; v < owed.size(); ++v)
      for (size_t w = 0; w < 4; ++w)
        all[v][4 * size_t(array) + w] = {std::bit_cast<float>(output.word(4 * v + w)),
                                         owed[v].clause[w] == Clause::bounded ? owed[v].bound[w]
                                                                              : NAN};
  }
  return all;
}

/// Both are of the same exact values.
void expect_near(const Value& a, const Value& b) {
  RC_ASSERT(std::isnan(a.bound) == std::isnan(b.bound));
  if (!std::isnan(a.bound)) RC_ASSERT(std::fabs(double(a.got) - b.got) <= a.bound + b.bound);
}

void expect_same(const std::vector<Skinned>& a, const std::vector<Skinned>& b) {
  RC_ASSERT(a.size() == b.size());
  for (size_t v = 0; v < a.size(); ++v)
    for (size_t w = 0; w < a[v].size(); ++w) expect_near(a[v][w], b[v][w]);
}

class SortedVerts : public testing::TestWithParam<const char*> {
protected:
  void SetUp() override { skip_if_lacking(GetParam()); }
  laws::Port& port() const { return laws::port(GetParam()); }
  std::vector<Skinned> got(const Case& c) const { return values(port(), c); }
  std::vector<Skinned> got(const Stream& stream) const { return got(case_of(stream)); }
};

// --- Laws --------------------------------------------------------------------------------------

TEST_P(SortedVerts, HoldsTheContract) {
  laws::check([this] {
    const std::string findings = port().findings(case_of(stream_of(any_float())));
    if (!findings.empty()) RC_FAIL(findings);
  });
}

/// Weights of 10 bits that add up to one, sources of 11: nothing rounds in any order.
TEST_P(SortedVerts, TheBindPoseIsTheBindMesh) {
  laws::check([this] {
    Stream stream = stream_of(short_float());
    stream.palette.assign(kMatrices, {{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}});
    for (Vertex& v : stream.vertices) {
      int left = 1024;
      for (Influence& i : v.influences) {
        const int part = &i == &v.influences.back() ? left : *rc::gen::inRange(0, left + 1);
        i.weight = float(part) / 1024;
        left -= part;
      }
    }
    const std::vector<Skinned> all = got(stream);
    for (size_t v = 0; v < all.size(); ++v)
      for (size_t w = 0; w < 4; ++w) {
        RC_ASSERT(all[v][w].got == (&stream.vertices[v].src_position.x)[w]);
        if (stream.has_normals)
          RC_ASSERT(all[v][4 + w].got == (&stream.vertices[v].src_normal.x)[w]);
      }
  });
}

TEST_P(SortedVerts, SplittingACallInTwoGivesTheSame) {
  laws::check([this] {
    const Case whole = case_of(stream_of(any_float()));
    const size_t count = num_vertices(whole);
    const size_t cut = *rc::gen::inRange<size_t>(0, count + 1);
    std::vector<size_t> numbers(count);
    std::iota(numbers.begin(), numbers.end(), size_t{0});
    const std::span<const size_t> all = numbers;
    std::vector<Skinned> parts = got(whole.operation->keep(whole, all.first(cut)));
    const std::vector<Skinned> second = got(whole.operation->keep(whole, all.subspan(cut)));
    parts.insert(parts.end(), second.begin(), second.end());
    expect_same(parts, got(whole));
  });
}

TEST_P(SortedVerts, TheOrderOfInfluencesDoesNotMatter) {
  laws::check([this] {
    const Stream stream = stream_of(any_float());
    Stream other = stream;
    for (Vertex& v : other.vertices) std::reverse(v.influences.begin(), v.influences.end());
    expect_same(got(stream), got(other));
  });
}

TEST_P(SortedVerts, RelabellingMatricesChangesNothing) {
  laws::check([this] {
    const Stream stream = stream_of(any_float());
    Stream other = stream;
    std::reverse(other.palette.begin(), other.palette.end());
    for (Vertex& v : other.vertices)
      for (Influence& i : v.influences) i.joint = kMatrices - 1 - i.joint;
    expect_same(got(stream), got(other));
  });
}

TEST_P(SortedVerts, PositionsAndNormalsAreSkinnedAlike) {
  laws::check([this] {
    Stream stream = stream_of(any_float());
    stream.has_normals = true;
    for (Vertex& v : stream.vertices) v.src_normal = v.src_position;
    for (const Skinned& v : got(stream))
      for (size_t w = 0; w < 4; ++w) expect_near(v[w], v[4 + w]);
  });
}

TEST_P(SortedVerts, PositionsAreTheSameWithoutNormals) {
  laws::check([this] {
    Stream stream = stream_of(any_float());
    stream.has_normals = true;
    const std::vector<Skinned> with = got(stream);
    stream.has_normals = false;
    const std::vector<Skinned> without = got(stream);
    for (size_t v = 0; v < with.size(); ++v)
      for (size_t w = 0; w < 4; ++w) expect_near(with[v][w], without[v][w]);
  });
}

/// A vertex of one influence is one of more whose others weigh nothing, in another group.
TEST_P(SortedVerts, AnInfluenceWithoutWeightMightAsWellNotBeThere) {
  laws::check([this] {
    Stream stream = stream_of(short_float());
    for (Vertex& v : stream.vertices) v.influences.resize(1, Influence{});
    for (Vertex& v : stream.vertices) v.influences[0].weight = 1;
    Stream more = stream;
    const size_t influences = *rc::gen::inRange<size_t>(2, kMostInfluences + 1);
    for (Vertex& v : more.vertices)
      while (v.influences.size() < influences)
        v.influences.push_back({*rc::gen::inRange(0u, kMatrices), 0});
    expect_same(got(stream), got(more));
  });
}

/// Where w is 1, and 0 of normals, the first three columns are what update_skinned_mesh computes.
TEST_P(SortedVerts, IsUpdateSkinnedMeshWhereTheFourthComponentIsTheUsualOne) {
  laws::check([this] {
    Stream stream = stream_of(short_float());
    stream.has_normals = true;
    std::vector<ulna_mesh_vertex> src;
    std::vector<uint32_t> first{0};
    std::vector<ulna_influence> influences;
    for (Vertex& v : stream.vertices) {
      v.src_position.w = 1;
      v.src_normal.w = 0;
      if (v.influences.size() == 1) v.influences[0].weight = 1;
      const ulna_vec4& p = v.src_position;
      const ulna_vec4& n = v.src_normal;
      src.push_back({{p.x, p.y, p.z}, {n.x, n.y, n.z}});
      for (const Influence& i : v.influences) influences.push_back({i.joint, i.weight});
      first.push_back(static_cast<uint32_t>(influences.size()));
    }
    namespace mesh = skinned_mesh;
    Case c = make_case(update_skinned_mesh());
    c.integers = {24, 24, 1};
    c.real = -INFINITY;
    laws::put(c.arrays[mesh::kDst], std::vector<ulna_mesh_vertex>(src.size()));
    laws::put(c.arrays[mesh::kSrc], src);
    laws::put(c.arrays[mesh::kPalette], stream.palette);
    laws::put(c.arrays[mesh::kFirstInfluence], first);
    laws::put(c.arrays[mesh::kInfluences], influences);
    c.flush = stream.flush;
    validate(c);
    const Array output = laws::port("scalar").output(c); // not every port has both
    const auto owed = laws::expectations(c);
    const std::vector<Skinned> all = got(stream);
    for (size_t v = 0; v < all.size(); ++v)
      for (size_t w = 0; w < 6; ++w)
        expect_near(all[v][w < 3 ? w : w + 1],
                    {std::bit_cast<float>(output.word(6 * v + w)), owed[v].bound[w]});
  });
}

TEST_P(SortedVerts, ANanSpoilsNothingButItsVertex) {
  laws::check([this] {
    Stream stream = stream_of(short_float());
    RC_PRE(!stream.vertices.empty());
    const std::vector<Skinned> before = got(stream);
    const size_t spoiled = *rc::gen::inRange<size_t>(0, stream.vertices.size());
    stream.vertices[spoiled].src_position.y = NAN;
    const std::vector<Skinned> after = got(stream);
    for (size_t v = 0; v < before.size(); ++v)
      for (size_t w = 0; w < 8; ++w)
        if (v != spoiled || w >= 4) RC_ASSERT(before[v][w].got == after[v][w].got);
    for (size_t w = 0; w < 4; ++w) RC_ASSERT(std::isnan(after[spoiled][w].got));
  });
}

/// By hand: all four components of the source, and all four of the result.
TEST_P(SortedVerts, RowVectorsMeetMatricesFromTheLeft) {
  const ulna_mat44 m{{0, 1, 0, 9, -1, 0, 0, 8, 0, 0, 2, 7, 10, 20, 30, 6}};
  const ulna_mat44 identity{{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}};
  Stream stream;
  stream.palette = {m, identity};
  stream.vertices = {{kUnwritten, kUnwritten, {1, 2, 3, 0.5f}, {1, 0, 0, 0}, {{0, 1}}},
                     {kUnwritten, kUnwritten, {1, 2, 3, 1}, {0, 0, 1, 2}, {{0, 2}, {1, -1}}}};
  const std::vector<Skinned> all = got(stream);
  const std::array<float, 8> first{-2 + 5, 1 + 10, 6 + 15, 9 + 16 + 21 + 3, 0, 1, 0, 9};
  const std::array<float, 8> second{2 * 8 - 1,  2 * 21 - 2, 2 * 36 - 3, 2 * 52 - 1,
                                    2 * 20 - 0, 2 * 40 - 0, 2 * 62 - 1, 2 * 19 - 2};
  for (size_t w = 0; w < 8; ++w) {
    EXPECT_EQ(all[0][w].got, first[w]) << w;
    EXPECT_EQ(all[1][w].got, second[w]) << w;
  }
}

// --- Cases -------------------------------------------------------------------------------------

TEST(SortedCases, ComeApartAndTogetherAgain) {
  const Operation& op = skin_sorted_verts();
  for (uint64_t i = 0; i < op.num_edge_cases + 50; i += 7) {
    const Case c = op.generate(2, i);
    Case again = c;
    pack(again, unpacked(c), has_normals(c));
    EXPECT_TRUE(same_input(c, again)) << c.note;
  }
}

TEST(SortedCases, KeepTheOrderOfGroups) {
  Stream stream;
  stream.palette.resize(3);
  for (uint32_t k = 1; k <= 3; ++k) {
    Vertex v{};
    v.src_position.x = float(k);
    for (uint32_t i = 0; i < k; ++i) v.influences.push_back({i, float(10 * k + i)});
    stream.vertices.push_back(v);
  }
  const Case c = case_of(stream);
  const std::vector<size_t> order{2, 0, 2, 1};
  const Case kept = c.operation->keep(c, order);
  validate(kept);
  const std::vector<Vertex> vertices = unpacked(kept);
  ASSERT_EQ(vertices.size(), 4u);
  for (size_t v = 0; v < 4; ++v)
    EXPECT_EQ(vertices[v].src_position.x, (std::array<float, 4>{1, 2, 3, 3})[v]);
  EXPECT_EQ(vertices[1].influences[1].weight, 21);
  EXPECT_EQ(vertices[0].influences[0].weight, 1); // which is not stored
}

TEST(GeneratedStreams, HaveEveryChoiceOfGroupsAndWhateverAnIndexMayBe) {
  std::set<unsigned> groups; // with normals, and which groups have a vertex
  std::set<size_t> palettes;
  std::set<uint8_t> shifts; // of the numbers of matrices
  size_t highest = 0, twice = 0, other_w = 0, other_column = 0, other_sum = 0, alike = 0;
  const Operation& op = skin_sorted_verts();
  for (uint64_t i = 0; i < op.num_edge_cases + 300; ++i) {
    const Case c = op.generate(1, i);
    const Groups places(c);
    unsigned which = has_normals(c);
    for (const size_t count : places.counts()) which = 2 * which + (count > 0);
    groups.insert(which);
    palettes.insert(c.arrays[kPalette].size() / sizeof(ulna_mat44));
    shifts.insert(c.places[kJointIndices].shift);
    for (const ulna_mat44& m : c.arrays[kPalette].as<ulna_mat44>()) other_column += m.m[3] != 0;
    if (num_vertices(c) > 1000) continue;
    const std::vector<Vertex> vertices = unpacked(c);
    for (size_t v = 0; v < vertices.size(); ++v) {
      const auto& influences = vertices[v].influences;
      other_w += vertices[v].src_position.w != 1;
      double sum = 0;
      for (const Influence& influence : influences) {
        highest += influence.joint == 65535;
        sum += double{influence.weight};
      }
      other_sum += std::fabs(sum - 1) > 1e-3;
      twice += influences.size() > 1 && influences[0].joint == influences[1].joint;
      alike += v > 0 && influences[0].joint == vertices[v - 1].influences[0].joint;
    }
  }
  for (unsigned which = 1; which < 32; ++which) {
    const bool normals_of_no_vertex = which == 16;
    EXPECT_EQ(groups.count(which), normals_of_no_vertex ? 0u : 1u) << which;
  }
  for (const size_t size :
       {1u, 127u, 128u, 255u, 256u, 257u, 32767u, 32768u, 32769u, 65535u, 65536u})
    EXPECT_EQ(palettes.count(size), 1u) << size;
  for (uint8_t shift = 0; shift < 64; shift += 2) EXPECT_EQ(shifts.count(shift), 1u) << int(shift);
  EXPECT_GT(highest, 10u);
  for (const size_t count : {twice, other_w, other_column, other_sum, alike})
    EXPECT_GT(count, 100u);
}

INSTANTIATE_TEST_SUITE_P(Ports, SortedVerts, testing::ValuesIn(ports_with({"skin_sorted_verts"})),
                         [](const auto& test) { return std::string(test.param); });

} // namespace
} // namespace ulna
