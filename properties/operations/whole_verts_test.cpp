// The contract of vertices that all have four influences: what is owed of both layouts, what cases
// there are of them, and how they are cut down.
#include "cases/make_case.h"
#include "properties/operations/uniform_cases.h"

#include <cmath>
#include <map>
#include <set>

namespace ulna {
namespace {

using namespace uniform_verts;
using reference::Rung;

constexpr size_t kNormal = 3; ///< the first component of one
constexpr size_t kRest = 6;   ///< of a vertex that is not skinned, the first word

const Operation* const kBoth[] = {&skin_interleaved_verts(), &skin_split_verts()};

std::span<const uint32_t> indices_of(const Case& c) {
  return c.arrays[size_t(joint_indices_of(c))].as<uint32_t>();
}
std::span<const float> weights_of(const Case& c) {
  return c.arrays[size_t(joint_weights_of(c))].as<float>();
}

/// Calls look(case) for each edge case.
template <class Look>
void each_edge(const Operation& op, const Look& look) {
  for (uint64_t i = 0; i < op.num_edge_cases; ++i) look(op.generate(1, i));
}

/// The vertices without what is not skinned.
Case as_split(const Case& c) {
  Case split = make_case(skin_split_verts());
  split.flush = c.flush;
  for (const int a : {kDst, kFirstStream})
    split.arrays[size_t(a)].resize(num_vertices(c) * sizeof(ulna_mesh_vertex));
  for (size_t v = 0; v < num_vertices(c); ++v)
    for (size_t i = 0; i < kComponents; ++i) set_component(split, v, i, component(c, v, i));
  for (int a = palette_of(c); a <= joint_weights_of(c); ++a)
    split.arrays[size_t(a)] = c.arrays[size_t(a)];
  validate(split);
  return split;
}

void expect_owed_alike(const Expectation& a, const Expectation& b, size_t words,
                       const std::string& note) {
  for (size_t w = 0; w < words; ++w) {
    ASSERT_EQ(a.clause[w], b.clause[w]) << note << ", word " << w;
    if (a.clause[w] == Clause::unjudged) continue;
    expect_same(a.exact[w], b.exact[w]);
    EXPECT_EQ(a.bound[w], b.bound[w]) << note << ", word " << w;
  }
}

// --- What is owed -------------------------------------------------------------------------------

TEST(WholeVerts, OweTheSameWithAndWithoutWhatIsNotSkinned) {
  for (const Case& c : cases_of(skin_interleaved_verts())) {
    for (const Rung rung : {Rung::fast, Rung::top}) {
      const auto whole = laws::expectations(c, rung);
      const auto split = laws::expectations(as_split(c), rung);
      ASSERT_EQ(whole.size(), split.size());
      for (size_t v = 0; v < whole.size(); ++v)
        expect_owed_alike(whole[v], split[v], kComponents, c.note);
    }
  }
}

/// All of it, as normals are not brought to unit length.
TEST(WholeVerts, OweWhatASkinnedMeshOwes) {
  size_t judged = 0;
  for (const Case& c : cases_of(skin_split_verts())) {
    const auto owed = laws::expectations(c, Rung::top);
    const auto mesh = laws::expectations(as_mesh(c), Rung::top);
    ASSERT_EQ(owed.size(), mesh.size());
    for (size_t v = 0; v < owed.size(); ++v) {
      expect_owed_alike(owed[v], mesh[v], kComponents, c.note);
      judged += owed[v].clause[kNormal] == Clause::bounded;
    }
  }
  EXPECT_GT(judged, 3000u);
}

/// A sum in double, and the size of its terms.
struct PlainSum {
  double value = 0, terms = 0;
  void add(double term) {
    value += term;
    terms += std::fabs(term);
  }
};

/// Column i of the sum as the header has it, one product after the other: of (v, 1) or of v.
PlainSum plain_sum(const Case& c, size_t vertex, const float* v, bool moves, size_t i) {
  PlainSum sum;
  for (size_t k = 4 * vertex; k < 4 * vertex + 4; ++k) {
    const ulna_mat44 m = matrix_of(c, indices_of(c)[k]);
    const double weight = weights_of(c)[k];
    for (size_t row = 0; row < 3; ++row) sum.add(weight * v[row] * m.m[4 * row + i]);
    if (moves) sum.add(weight * m.m[12 + i]);
  }
  return sum;
}

TEST(WholeVerts, OweThePlainSum) {
  size_t judged = 0;
  for (const Case& c : cases_of(skin_interleaved_verts())) {
    const auto owed = laws::expectations(c);
    const auto src = c.arrays[kFirstStream].as<ulna_textured_vertex>();
    for (size_t v = 0; v < owed.size(); ++v) {
      for (size_t w = 0; w < kComponents; ++w) {
        if (owed[v].clause[w] != Clause::bounded) continue;
        const bool is_normal = w >= kNormal;
        const float* const vector = is_normal ? src[v].normal : src[v].position;
        const PlainSum sum = plain_sum(c, v, vector, !is_normal, w % 3);
        ASSERT_NEAR(owed[v].exact[w].value, sum.value, 0x1p-45 * sum.terms) << c.note << ": " << w;
        ++judged;
      }
    }
  }
  EXPECT_GT(judged, 20000u);
}

TEST(WholeVerts, OweEveryBitOfWhatIsNotSkinned) {
  size_t of_vertices_outside = 0;
  for (const Case& c : cases_of(skin_interleaved_verts())) {
    const auto owed = laws::expectations(c);
    const Array& src = c.arrays[kFirstStream];
    for (size_t v = 0; v < owed.size(); ++v) {
      of_vertices_outside += owed[v].clause[0] == Clause::unjudged;
      for (size_t w = kRest; w < 8; ++w) {
        ASSERT_EQ(owed[v].clause[w], Clause::copied) << c.note;
        ASSERT_EQ(owed[v].bits[w], src.word(8 * v + w)) << c.note;
      }
    }
  }
  EXPECT_GT(of_vertices_outside, 100u);
}

/// A matrix that no vertex names may hold anything, and what takes no part of one that is named.
TEST(WholeVerts, OweNothingOfWhatTakesNoPart) {
  Case c = make_case(skin_split_verts());
  c.arrays[kFirstStream].resize(sizeof(ulna_mesh_vertex));
  make_valid(c);
  ulna_mat44 m;
  std::fill(std::begin(m.m), std::end(m.m), 1.0f);
  for (size_t row = 0; row < 4; ++row) m.m[4 * row + 3] = NAN;
  set_matrix(c, 0, m);
  const auto with_column = laws::expectations(c).at(0);
  for (size_t w = 0; w < kComponents; ++w) EXPECT_EQ(with_column.clause[w], Clause::bounded);
  m.m[12] = NAN;
  set_matrix(c, 0, m);
  const auto with_row = laws::expectations(c).at(0);
  EXPECT_EQ(with_row.clause[0], Clause::unjudged);
  for (size_t w = 1; w < kComponents; ++w) EXPECT_EQ(with_row.clause[w], Clause::bounded);
}

// --- What cases there are -----------------------------------------------------------------------

TEST(WholeVerts, HavePalettesThatAByteOrASignedNumberDoesNotReach) {
  for (const Operation* op : kBoth) {
    std::set<uint32_t> named;
    each_edge(*op,
              [&](const Case& c) { named.insert(indices_of(c).begin(), indices_of(c).end()); });
    for (const uint32_t joint : {0u, 127u, 128u, 255u, 256u, 32767u, 32768u, 65534u, 65535u})
      EXPECT_TRUE(named.contains(joint)) << op->name << ", joint " << joint;
  }
}

/// Flush against the pages on both sides.
TEST(WholeVerts, HaveEverySmallCountAndNoPaletteWithoutVertices) {
  for (const Operation* op : kBoth) {
    std::set<std::pair<size_t, Side>> seen;
    each_edge(*op, [&](const Case& c) {
      if (num_vertices(c) == 0) {
        EXPECT_EQ(num_matrices(c), 0u) << c.note;
      }
      const Placement first = c.places.front();
      const bool flush = std::all_of(c.places.begin(), c.places.end(),
                                     [&](const Placement& p) { return p == first; });
      if (flush && first.shift == 0) seen.insert({num_vertices(c), first.side});
    });
    for (size_t count = 0; count <= 40; ++count)
      for (const Side side : {Side::before, Side::behind})
        EXPECT_TRUE(seen.contains({count, side})) << op->name << ", " << count << " vertices";
  }
}

TEST(WholeVerts, HaveEveryShiftOfEachArray) {
  for (const Operation* op : kBoth) {
    std::vector<std::set<size_t>> shifts(op->arrays.size());
    each_edge(*op, [&](const Case& c) {
      for (size_t a = 0; a < shifts.size(); ++a) shifts[a].insert(c.places[a].shift);
    });
    for (size_t a = 0; a < shifts.size(); ++a)
      EXPECT_EQ(shifts[a].size(), 64 / op->arrays[a].alignment) << op->arrays[a].name;
  }
}

/// How many influences of vertices weigh anything, each number often.
TEST(WholeVerts, HaveVerticesWithFewerInfluences) {
  for (const Operation* op : kBoth) {
    std::array<size_t, 5> vertices{};
    each_edge(*op, [&](const Case& c) {
      for (size_t first = 0; first < weights_of(c).size(); first += 4)
        ++vertices[4 - size_t(std::ranges::count(weights_of(c).subspan(first, 4), 0.0f))];
    });
    for (size_t k = 1; k < vertices.size(); ++k) EXPECT_GT(vertices[k], 1000u) << k;
  }
}

TEST(WholeVerts, HaveOneSpoiltVertexAtEachPlaceAmongRightOnes) {
  std::set<size_t> places;
  each_edge(skin_interleaved_verts(), [&](const Case& c) {
    std::vector<size_t> spoilt;
    const auto owed = laws::expectations(c);
    for (size_t v = 0; v < owed.size(); ++v)
      if (owed[v].clause[0] == Clause::unjudged) spoilt.push_back(v);
    if (owed.size() == 17 && spoilt.size() == 1) places.insert(spoilt[0]);
  });
  EXPECT_EQ(places.size(), 17u);
}

/// Bits that arithmetic, x87 or a comparison would change or confuse, as each of both words, with
/// denormals flushed and without.
TEST(WholeVerts, HaveEveryKindOfBitsInWhatIsNotSkinned) {
  std::map<std::tuple<std::string, size_t, bool>, size_t> seen;
  each_edge(skin_interleaved_verts(), [&](const Case& c) {
    const Array& src = c.arrays[kFirstStream];
    for (size_t i = 0; i < src.words(); ++i) {
      if (i % 8 < kRest) continue;
      const uint32_t bits = src.word(i), digits = bits & 0x7fffff, exponent = bits >> 23 & 0xff;
      const char* const kind = exponent == 255 ? digits == 0          ? "infinity"
                                                 : digits >> 22 == 0  ? "signalling NaN"
                                                 : digits == 0x400000 ? "plain NaN"
                                                                      : "NaN with a payload"
                               : exponent > 0  ? "number"
                               : digits > 0    ? "denormal"
                                               : "zero";
      ++seen[{std::string(bits >> 31 ? "negative " : "") + kind, i % 8, c.flush}];
    }
  });
  for (const char* kind :
       {"infinity", "signalling NaN", "NaN with a payload", "number", "denormal", "zero",
        "negative infinity", "negative signalling NaN", "negative NaN with a payload",
        "negative number", "negative denormal", "negative zero"})
    for (size_t word = kRest; word < 8; ++word)
      for (const bool flush : {false, true})
        EXPECT_GT((seen[{kind, word, flush}]), 10u) << kind << ", word " << word << ", " << flush;
}

TEST(WholeVerts, AreMostlyInTheDomain) {
  for (const Operation* op : kBoth) {
    size_t positions = 0, normals = 0, all = 0;
    for (uint64_t i = 0; i < 400; ++i) {
      const Case c = op->generate(4, op->num_edge_cases + i);
      if (num_vertices(c) > 1000) continue;
      for (const Expectation& e : laws::expectations(c)) {
        ++all;
        positions += e.clause[0] == Clause::bounded;
        normals += e.clause[kNormal] == Clause::bounded;
      }
    }
    EXPECT_GT(double(positions), 0.7 * double(all)) << op->name;
    EXPECT_GT(double(normals), 0.7 * double(all)) << op->name;
  }
}

// --- How they are cut down ----------------------------------------------------------------------

TEST(WholeVerts, LoseInfluencesInTheirPlaces) {
  Case c = make_case(skin_split_verts());
  c.arrays[kFirstStream].resize(2 * sizeof(ulna_mesh_vertex));
  c.arrays[size_t(palette_of(c))].resize(8 * sizeof(ulna_mat44));
  make_valid(c);
  for (uint32_t i = 0; i < 8; ++i) {
    c.arrays[size_t(joint_indices_of(c))].set_word(i, i);
    c.arrays[size_t(joint_weights_of(c))].as<float>()[i] = float(i + 1);
  }
  const uint32_t last_two[] = {2, 3}, second[] = {1};
  const Case two = with_influences(c, last_two), one = with_influences(c, second);
  validate(two);
  validate(one);
  const auto list = [](const auto& span) { return std::vector(span.begin(), span.end()); };
  EXPECT_EQ(list(indices_of(two)), (std::vector<uint32_t>{2, 2, 2, 3, 6, 6, 6, 7}));
  EXPECT_EQ(list(weights_of(two)), (std::vector<float>{0, 0, 3, 4, 0, 0, 7, 8}));
  EXPECT_EQ(list(indices_of(one)), (std::vector<uint32_t>{1, 1, 1, 1, 5, 5, 5, 5}));
  EXPECT_EQ(list(weights_of(one)), (std::vector<float>{0, 2, 0, 0, 0, 6, 0, 0}));
}

/// Each step changes something, and whatever is taken, in whatever order, there comes an end.
TEST(WholeVerts, AreNotCutDownForEver) {
  Random r(8, 1);
  for (int i = 0; i < 200; ++i) {
    Case c = skin_interleaved_verts().generate(8, r.below(skin_interleaved_verts().num_edge_cases));
    if (num_vertices(c) > 40 || num_matrices(c) > 40) continue;
    size_t steps = 0;
    for (auto smaller = c.operation->reductions(c); !smaller.empty();
         smaller = c.operation->reductions(c)) {
      Case picked = smaller[r.below(smaller.size())]();
      validate(picked);
      ASSERT_FALSE(same_input(picked, c)) << c.note;
      c = std::move(picked);
      ASSERT_LT(++steps, 100u) << c.note;
    }
  }
}

} // namespace
} // namespace ulna
