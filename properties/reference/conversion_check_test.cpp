// The checker of conversions: a valid one passes, and each way of being invalid is named.

#include "properties/laws.h"
#include "properties/reference/conversion_samples.h"
#include "reference/conversion/checks.h"

#include <cstring>
#include <functional>
#include <random>

namespace ulna::reference {

inline std::ostream& operator<<(std::ostream& out, Clause clause) {
  return out << int(clause) << " (" << name(clause) << ")";
}

} // namespace ulna::reference

namespace ulna::samples {
namespace {

using reference::Check;
using reference::Clause;

constexpr bool kForms[] = {false, true};

void expect_clause(const Check& check, Clause clause, const std::string& what) {
  EXPECT_EQ(check.clause, clause) << what << ": " << check.detail;
  EXPECT_EQ(check.detail.empty(), clause == Clause::none) << what;
  EXPECT_EQ(check.detail.find('\n'), std::string::npos) << what;
}

Sample planned(bool indexed, const std::function<void(Plan&)>& change) {
  Plan plan = hand_plan();
  change(plan);
  return written(hand_mesh(), kHandLimits, indexed, plan);
}

// --- Valid --------------------------------------------------------------------------------------

TEST(ConversionCheck, TheOneMadeByHandIsValidInBothForms) {
  for (const bool indexed : kForms) {
    const Check check = hand_sample(indexed).check(true);
    expect_clause(check, Clause::none, indexed ? "indexed" : "non-indexed");
    EXPECT_EQ(check.quality.subsets, 3u);
    EXPECT_EQ(check.quality.lower_bound, 3u); // {2, 3, 4} and {0, 4} have four bones
    EXPECT_EQ(check.quality.vertices_in, 7u);
    EXPECT_EQ(check.quality.vertices_out, 9u);
    // Vertex 3 loses a half, vertex 4 an eighth of seven.
    EXPECT_DOUBLE_EQ(check.quality.weight_lost_worst, 0.5);
    EXPECT_EQ(check.quality.worst_vertex, 3u);
    EXPECT_DOUBLE_EQ(check.quality.weight_lost_sum, 0.5 + 0.125 / 0.875);
  }
}

TEST(ConversionCheck, ThePlanWrittenDownIsTheOneMadeByHand) {
  for (const bool indexed : kForms) {
    const Sample a = hand_sample(indexed);
    const Sample b = written(hand_mesh(), kHandLimits, indexed, hand_plan());
    EXPECT_EQ(a.indices, b.indices);
    EXPECT_EQ(a.face_remap, b.face_remap);
    EXPECT_EQ(a.adjacency, b.adjacency);
    EXPECT_TRUE(std::equal(a.bones.begin(), a.bones.begin() + 9, b.bones.begin()));
    EXPECT_EQ(std::memcmp(a.vertices.data(), b.vertices.data(), 9 * sizeof a.vertices[0]), 0);
    EXPECT_EQ(std::memcmp(a.subsets.data(), b.subsets.data(), 3 * sizeof a.subsets[0]), 0);
    EXPECT_EQ(std::memcmp(&a.counts, &b.counts, sizeof a.counts), 0);
  }
}

struct Variant {
  const char* name;
  std::function<void(Plan&)> change;
};

// What the port may choose.
const Variant kRightPlans[] = {
    {"subsets of one attribute the other way round", [](Plan& p) { std::swap(p[0], p[1]); }},
    {"faces of a subset the other way round",
     [](Plan& p) { std::swap(p[2].faces[0], p[2].faces[1]); }},
    {"vertices of a subset in another order",
     [](Plan& p) {
       std::swap(p[2].vertices[0], p[2].vertices[3]);
       p[2].faces[0].corners = {1, 2, 0};
       p[2].faces[1].corners = {3, 1, 2};
     }},
    {"bones of a row in another order",
     [](Plan& p) {
       p[2].bones = {2, 0, 1};
       p[0].bones = {4, 2, 3};
     }},
    {"a subset more than needed",
     [](Plan& p) {
       const auto& v = p[2].vertices;
       PlannedSubset second{7, {2, 1, 0}, {v[1], v[2], v[3]}, {{1, {0, 1, 2}}}};
       p[2].vertices.pop_back();
       p[2].faces = {{0, {0, 1, 2}}};
       p.push_back(second);
     }},
    {"another reduction",
     [](Plan& p) {
       // Vertex 1 gives up bone 0 in place of vertex 3 bone 3.
       p[2].vertices[1].influences = {{1, 1}};
       p[2].vertices.pop_back();
       p[2].faces = {{0, {0, 1, 2}}};
       p[0].vertices[0].influences = {{2, 0.5f}, {3, 0.5f}};
       p.push_back({7,
                    {1, 2, 3},
                    {p[2].vertices[1], p[2].vertices[2], p[0].vertices[0]},
                    {{1, {0, 1, 2}}}});
     }},
    {"more reduction than needed",
     [](Plan& p) {
       p[2].vertices[2].influences = {{2, 1}};
     }},
    {"a stored weight off by 2^-24",
     [](Plan& p) {
       p[0].vertices[1].influences = {{3, kTwoThirds - 0x1p-24f}, {2, kOneThird + 0x1p-24f}};
     }},
};

TEST(ConversionCheck, WhatThePortMayChooseIsValid) {
  for (const bool indexed : kForms)
    for (const Variant& variant : kRightPlans)
      expect_clause(planned(indexed, variant.change).check(), Clause::none, variant.name);
}

TEST(ConversionCheck, WhatLiesBeyondTheCountsIsNobodys) {
  for (const bool indexed : kForms) {
    Sample s = hand_sample(indexed);
    for (size_t i = 9; i < 12; ++i) s.vertices[i] = {~0u, {NAN, NAN, NAN}, {9, 9, 9, 9}};
    for (size_t i = 9; i < 12; ++i) s.bones[i] = s.vertex_remap[i] = 12345;
    s.subsets[3] = {~0u, ~0u, ~0u, ~0u, ~0u};
    s.counts.where = 77;
    expect_clause(s.check(), Clause::none, "noise");
  }
}

TEST(ConversionCheck, MinusZeroIsZero) {
  for (const bool indexed : kForms) {
    Sample s = hand_sample(indexed);
    for (ulna_blended_vertex& v : s.vertices)
      for (float& w : v.weights)
        if (w == 0) w = -0.0f;
    ASSERT_EQ(s.mesh.influences[11].bone, 5u);
    s.mesh.influences[11].weight = -0.0f;
    expect_clause(s.check(), Clause::none, "-0");
  }
}

TEST(ConversionCheck, AnIndexedSlotWithoutWeightNamesAnyEntryOfItsSubset) {
  Sample s = hand_sample(true);
  s.vertices[0].indices[1] = 2; // the bone that slot 0 has
  s.vertices[2].indices[3] = 2;
  s.vertices[3].indices[1] = 1;
  expect_clause(s.check(), Clause::none, "any entry");
}

// --- Invalid ------------------------------------------------------------------------------------

struct WrongPlan {
  const char* name;
  Clause clause;
  std::function<void(Plan&)> change;
};

const WrongPlan kWrongPlans[] = {
    {"a face lost, another twice", Clause::faces,
     [](Plan& p) {
       p[2].vertices.pop_back();
       p[2].faces[0].corners = {0, 1, 2};
     }},
    {"winding flipped", Clause::faces,
     [](Plan& p) {
       p[2].faces[0].corners = {1, 3, 2};
     }},
    {"corners rotated", Clause::faces,
     [](Plan& p) {
       p[2].faces[0].corners = {2, 3, 1};
     }},
    {"corners rotated in every face", Clause::faces,
     [](Plan& p) {
       for (PlannedSubset& s : p)
         for (PlannedFace& f : s.faces)
           std::rotate(f.corners.begin(), f.corners.begin() + 1, f.corners.end());
     }},
    {"a degenerate face made whole", Clause::faces,
     [](Plan& p) {
       p[1].vertices.push_back(p[2].vertices[0]);
       p[1].faces[0].corners = {0, 1, 2};
     }},
    {"another source vertex", Clause::faces, [](Plan& p) { p[2].vertices[0].source = 6; }},
    {"a source vertex that there is not", Clause::faces,
     [](Plan& p) { p[2].vertices[0].source = 7; }},
    {"attributes mixed in a subset", Clause::faces,
     [](Plan& p) {
       p[2].vertices.push_back(p[1].vertices[1]);
       p[2].faces.push_back({3, {4, 0, 4}});
       p.erase(p.begin() + 1);
     }},
    {"a subset with the other attribute", Clause::faces, [](Plan& p) { p[1].attribute = 7; }},
    {"an attribute that no face has", Clause::faces, [](Plan& p) { p[2].attribute = 8; }},
    {"subsets not ordered by attribute", Clause::faces, [](Plan& p) { std::swap(p[1], p[2]); }},
    {"a subset without faces", Clause::faces,
     [](Plan& p) {
       p.insert(p.begin() + 1, {2, {0}, {}, {}});
     }},
    {"a vertex that no face uses", Clause::ranges,
     [](Plan& p) {
       p[0].vertices.push_back({2, {{2, 1}}});
     }},
    {"the same vertex twice in a subset", Clause::ranges,
     [](Plan& p) {
       p[2].vertices.push_back(p[2].vertices[1]);
       p[2].faces[0].corners[0] = 4;
     }},
    {"a bone that no vertex uses", Clause::bones, [](Plan& p) { p[1].bones.push_back(1); }},
    {"a foreign bone", Clause::kept_weights,
     [](Plan& p) {
       p[2].vertices[0].influences = {{1, 1}};
     }},
    {"an entry of weight zero kept", Clause::kept_weights,
     [](Plan& p) {
       p[1].bones = {4, 0, 5};
       p[1].vertices[0].influences = {{4, 0.5f}, {5, 0.5f}};
     }},
    {"the rigid bone missed", Clause::kept_weights,
     [](Plan& p) {
       p[1].bones = {4};
       p[1].vertices[1].influences = {{4, 1}};
     }},
    {"an influence given up without need", Clause::kept_weights,
     [](Plan& p) {
       p[0].vertices[1].influences = {{3, 1}};
     }},
    {"weights left as they were, though they do not add up", Clause::kept_weights,
     [](Plan& p) {
       p[0].vertices[1].influences = {{3, 0.5f}, {2, 0.5f}};
     }},
    {"weights exchanged", Clause::kept_weights,
     [](Plan& p) {
       p[0].vertices[1].influences = {{2, kTwoThirds}, {3, kOneThird}};
     }},
    {"a weight off by 2^-22", Clause::kept_weights,
     [](Plan& p) {
       p[0].vertices[1].influences = {{3, kTwoThirds + 0x1p-22f}, {2, kOneThird - 0x1p-22f}};
     }},
    {"an influence that was one too many kept", Clause::largest,
     [](Plan& p) {
       p[0].vertices[1].influences = {{3, 13421773 * 0x1p-24f}, {4, 3355443 * 0x1p-24f}};
     }},
    {"the larger influences given up", Clause::largest,
     [](Plan& p) {
       p[0].bones = {2, 4};
       p[0].vertices[1].influences = {{4, 1}};
     }},
    {"a crack: reduced in one subset only", Clause::cracks,
     [](Plan& p) {
       p[0].vertices[0].influences = {{2, 0.5f}, {3, 0.5f}};
     }},
    {"a crack: reduced differently", Clause::cracks,
     [](Plan& p) {
       p[0].vertices[0].influences = {{3, 1}};
     }},
    {"a crack: other bits", Clause::cracks,
     [](Plan& p) {
       const auto& v = p[2].vertices;
       PlannedSubset second{7, {0, 1, 2}, {v[1], v[2], v[3]}, {{1, {0, 1, 2}}}};
       p[2].vertices.pop_back();
       p[2].faces = {{0, {0, 1, 2}}};
       second.vertices[0].influences = {{0, 0.5f - 0x1p-24f}, {1, 0.5f + 0x1p-24f}};
       p.push_back(second);
     }},
    {"a crack inside a subset", Clause::cracks,
     [](Plan& p) {
       p[2].vertices.push_back({2, {{2, 1}}});
       p[2].faces[0].corners[1] = 4;
     }},
};

TEST(ConversionCheck, WrongPlansAreRefusedByTheirClause) {
  for (const bool indexed : kForms)
    for (const WrongPlan& wrong : kWrongPlans)
      expect_clause(planned(indexed, wrong.change).check(), wrong.clause, wrong.name);
}

enum class Forms { both, plain, indexed };

struct WrongOutput {
  const char* name;
  Clause clause;
  Forms forms;
  std::function<void(Sample&)> change;
};

constexpr auto kBoth = Forms::both;
constexpr auto kPlain = Forms::plain;
constexpr auto kIndexed = Forms::indexed;

const WrongOutput kWrongOutputs[] = {
    {"faces left out at the end", Clause::ranges, kBoth,
     [](Sample& s) { s.subsets[2].face_count = 1; }},
    {"a subset left out", Clause::ranges, kBoth, [](Sample& s) { s.counts.num_subsets = 2; }},
    {"no subset at all", Clause::ranges, kBoth, [](Sample& s) { s.counts.num_subsets = 0; }},
    {"a gap between faces", Clause::ranges, kBoth, [](Sample& s) { s.subsets[1].face_start = 2; }},
    {"faces that overlap", Clause::ranges, kBoth, [](Sample& s) { s.subsets[1].face_start = 0; }},
    {"faces beyond the last", Clause::ranges, kBoth,
     [](Sample& s) { s.subsets[2].face_count = ~0u; }},
    {"a gap between vertices", Clause::ranges, kBoth,
     [](Sample& s) { s.subsets[1].vertex_start = 4; }},
    {"vertices that overlap", Clause::ranges, kBoth,
     [](Sample& s) { s.subsets[1].vertex_start = 2; }},
    {"vertices beyond the last", Clause::ranges, kBoth,
     [](Sample& s) { s.subsets[2].vertex_count = ~0u; }},
    {"a vertex less", Clause::ranges, kBoth, [](Sample& s) { s.counts.num_vertices = 8; }},
    {"a vertex more", Clause::ranges, kBoth, [](Sample& s) { s.counts.num_vertices = 10; }},
    {"a vertex of another subset", Clause::ranges, kBoth, [](Sample& s) { s.indices[3] = 2; }},
    {"a vertex that there is not", Clause::ranges, kBoth, [](Sample& s) { s.indices[3] = ~0u; }},

    {"a bone that there is not", Clause::bones, kBoth, [](Sample& s) { s.bones[1] = 6; }},
    {"a bone twice", Clause::bones, kBoth, [](Sample& s) { s.bones[1] = 3; }},
    {"padded with 0", Clause::bones, kBoth, [](Sample& s) { s.bones[5] = 0; }},
    {"padded with a bone of no vertex", Clause::bones, kBoth, [](Sample& s) { s.bones[5] = 2; }},
    {"padded in front", Clause::bones, kBoth,
     [](Sample& s) {
       s.bones[3] = kNone;
       s.bones[5] = 4;
     }},
    {"a table narrower than it says", Clause::bones, kBoth,
     [](Sample& s) { s.counts.table_width = 2; }},
    {"a table of no width", Clause::bones, kBoth,
     [](Sample& s) { s.counts.table_width = s.counts.max_influences = 0; }},
    {"a table wider than its widest row", Clause::bones, kPlain,
     [](Sample& s) {
       s.limits.max_bones = 4;
       s.mesh.influences[6].weight = 0; // bone 3 of vertex 3, which makes face 1 too wide
       ASSERT_EQ(s.mesh.influences[6].bone, 3u);
       s.counts.table_width = s.counts.max_influences = 4;
       s.bones = {3, 4, 2, kNone, 4, 0, kNone, kNone, 0, 1, 2, kNone, 0, 0, 0, 0};
       s.vertices[0].weights[2] = 1;
       s.vertices[1].weights[2] = kOneThird;
       s.vertices[7].weights[2] = 0.25f;
       s.vertices[8].weights[2] = 1;
     }},
    {"more influences than a vertex has", Clause::bones, kIndexed,
     [](Sample& s) {
       s.counts.max_influences = 3;
       s.vertices[1].weights[1] = kOneThird;
       s.vertices[6].weights[1] = 0.5f;
       s.vertices[7].weights[1] = 0.25f;
     }},

    {"a stored weight off by 2^-22", Clause::kept_weights, kBoth,
     [](Sample& s) { s.vertices[1].weights[0] += 0x1p-22f; }},
    {"the stored weight in another slot", Clause::kept_weights, kPlain,
     [](Sample& s) {
       s.vertices[7] = {2, {0.75f, 0, 0}, {}};
     }},
    {"the weight of the last influence not stored", Clause::kept_weights, kPlain,
     [](Sample& s) { s.vertices[6].weights[1] = 0; }},
    {"the palette off by one", Clause::kept_weights, kIndexed,
     [](Sample& s) {
       s.vertices[6].indices[0] = 1;
       s.vertices[6].indices[1] = 2;
     }},

    {"a weight that is NaN", Clause::implicit_weight, kBoth,
     [](Sample& s) { s.vertices[6].weights[0] = NAN; }},
    {"a weight that is infinite", Clause::implicit_weight, kBoth,
     [](Sample& s) { s.vertices[6].weights[0] = INFINITY; }},
    {"a negative weight", Clause::implicit_weight, kBoth,
     [](Sample& s) { s.vertices[0].weights[0] = -0x1p-30f; }},
    {"a negative implicit weight", Clause::implicit_weight, kBoth,
     [](Sample& s) { s.vertices[5].weights[0] = 1 + 0x1p-23f; }},
    {"an implicit weight where there is no influence", Clause::implicit_weight, kBoth,
     [](Sample& s) { s.vertices[5].weights[0] = 1 - 0x1p-24f; }},
    {"an implicit weight in the padding", Clause::implicit_weight, kPlain,
     [](Sample& s) { s.vertices[4].weights[1] = 1 - 0x1p-24f; }},
    {"a slot beyond those of the subset", Clause::implicit_weight, kIndexed,
     [](Sample& s) { s.vertices[3].weights[0] = 0; }},
    {"a weight beyond the stored ones", Clause::implicit_weight, kBoth,
     [](Sample& s) { s.vertices[6].weights[2] = 0.25f; }},
    {"an index in the non-indexed form", Clause::implicit_weight, kPlain,
     [](Sample& s) { s.vertices[6].indices[1] = 1; }},
    {"an index beyond the bones of the subset", Clause::implicit_weight, kIndexed,
     [](Sample& s) { s.vertices[3].indices[0] = 2; }},
    {"an index beyond them in a slot without weight", Clause::implicit_weight, kIndexed,
     [](Sample& s) { s.vertices[3].indices[1] = 2; }},
    {"a bone named twice", Clause::implicit_weight, kIndexed,
     [](Sample& s) { s.vertices[6].indices[1] = 0; }},

    {"face_remap inverted", Clause::remaps, kBoth,
     [](Sample& s) {
       s.face_remap = {3, 2, 0, 1};
     }},
    {"face_remap twice the same", Clause::remaps, kBoth, [](Sample& s) { s.face_remap[3] = 1; }},
    {"face_remap of no face", Clause::remaps, kBoth, [](Sample& s) { s.face_remap[0] = 4; }},
    {"face_remap as if nothing had moved", Clause::remaps, kBoth,
     [](Sample& s) {
       s.face_remap = {0, 1, 2, 3};
     }},
    {"vertex_remap off by one", Clause::remaps, kBoth, [](Sample& s) { s.vertex_remap[8] = 4; }},
    {"vertex_remap inverted", Clause::remaps, kBoth,
     [](Sample& s) { s.vertex_remap = {5, 6, 7, 0, 1, 2, 4, 0, 0, 0, 0, 0}; }},
    {"adjacency with the old numbers", Clause::remaps, kBoth,
     [](Sample& s) { s.adjacency[1] = 3; }},
    {"adjacency not moved", Clause::remaps, kBoth,
     [](Sample& s) { s.adjacency = s.mesh.adjacency; }},
    {"a neighbour lost", Clause::remaps, kBoth, [](Sample& s) { s.adjacency[6] = kNone; }},
    {"a neighbour that there is not", Clause::remaps, kBoth,
     [](Sample& s) { s.adjacency[0] = 0x80000000; }},

    {"num_vertices without end", Clause::counts, kBoth,
     [](Sample& s) { s.counts.num_vertices = ~0u; }},
    {"num_subsets without end", Clause::counts, kBoth,
     [](Sample& s) { s.counts.num_subsets = ~0u; }},
    {"table_width without end", Clause::counts, kBoth,
     [](Sample& s) { s.counts.table_width = ~0u; }},
    {"max_influences without end", Clause::counts, kBoth,
     [](Sample& s) { s.counts.max_influences = ~0u; }},
    {"more bones than max_bones", Clause::counts, kBoth,
     [](Sample& s) { s.counts.table_width = 4; }},
    {"an array too short", Clause::counts, kBoth, [](Sample& s) { s.bones.resize(8); }},
    {"no adjacency where there is one", Clause::counts, kBoth,
     [](Sample& s) { s.adjacency.clear(); }},

    {"an error for a good mesh", Clause::code, kBoth, [](Sample& s) { s.code = ULNA_BAD_WEIGHT; }},
    {"too few bones where there are enough", Clause::code, kBoth,
     [](Sample& s) {
       s.code = ULNA_TOO_FEW_BONES;
       s.counts.where = 1;
     }},
    {"out of memory", Clause::code, kBoth, [](Sample& s) { s.code = ULNA_OUT_OF_MEMORY; }},
    {"a code that there is not", Clause::code, kBoth, [](Sample& s) { s.code = -1; }},
    {"no error for a bad mesh", Clause::code, kBoth, [](Sample& s) { s.mesh.indices[4] = 7; }},
};

TEST(ConversionCheck, WrongOutputsAreRefusedByTheirClause) {
  for (const bool indexed : kForms) {
    for (const WrongOutput& wrong : kWrongOutputs) {
      if (wrong.forms == (indexed ? Forms::plain : Forms::indexed)) continue;
      Sample s = hand_sample(indexed);
      wrong.change(s);
      expect_clause(s.check(), wrong.clause, wrong.name);
    }
  }
}

// --- Codes --------------------------------------------------------------------------------------

struct BadInput {
  const char* name;
  reference::Returned owed;
  std::function<void(Sample&)> change;
};

const BadInput kBadInputs[] = {
    {"no influences", {ULNA_BAD_LIMITS, 0}, [](Sample& s) { s.limits.max_influences = 0; }},
    {"five influences", {ULNA_BAD_LIMITS, 0}, [](Sample& s) { s.limits.max_influences = 5; }},
    {"too few bones", {ULNA_BAD_LIMITS, 0}, [](Sample& s) { s.limits.max_bones = !s.indexed; }},
    {"too many bones",
     {ULNA_BAD_LIMITS, 0},
     [](Sample& s) { s.limits.max_bones = s.indexed ? 257 : 5; }},
    {"a rigid bone that there is not",
     {ULNA_BAD_LIMITS, 0},
     [](Sample& s) { s.limits.rigid_bone = 6; }},
    {"a corner that there is not", {ULNA_BAD_INDEX, 3}, [](Sample& s) { s.mesh.indices[9] = 7; }},
    {"a neighbour that there is not",
     {ULNA_BAD_INDEX, 2},
     [](Sample& s) { s.mesh.adjacency[6] = 4; }},
    {"a bone that there is not",
     {ULNA_BAD_BONE, 11},
     [](Sample& s) { s.mesh.influences[11].bone = 6; }}, // of weight zero
    {"a negative weight",
     {ULNA_BAD_WEIGHT, 5},
     [](Sample& s) { s.mesh.influences[5].weight = -0x1p-149f; }},
    {"a weight that is NaN",
     {ULNA_BAD_WEIGHT, 0},
     [](Sample& s) { s.mesh.influences[0].weight = NAN; }},
    {"a weight that is infinite",
     {ULNA_BAD_WEIGHT, 12},
     [](Sample& s) { s.mesh.influences[12].weight = INFINITY; }},
    {"no influence", {ULNA_NO_INFLUENCE, 6}, [](Sample& s) { s.limits.rigid_bone = kNone; }},
    {"a bad index before a bad bone before a bad weight",
     {ULNA_BAD_INDEX, 1},
     [](Sample& s) {
       s.mesh.influences[0].weight = -1;
       s.mesh.influences[3].bone = 99;
       s.mesh.indices[11] = s.mesh.indices[5] = 7;
     }},
    {"a bad bone before a bad weight",
     {ULNA_BAD_BONE, 3},
     [](Sample& s) {
       s.mesh.influences[0].weight = -1;
       s.mesh.influences[3].bone = 99;
     }},
};

TEST(ConversionCheck, OwesTheFirstErrorAtItsFirstPlace) {
  for (const bool indexed : kForms) {
    for (const BadInput& bad : kBadInputs) {
      Sample s = hand_sample(indexed);
      bad.change(s);
      expect_clause(s.check(), Clause::code, bad.name); // it still says that it converted
      s.code = bad.owed.code;
      s.counts.where = bad.owed.where;
      expect_clause(s.check(), Clause::none, bad.name);
      s.counts.where += 1;
      expect_clause(s.check(), Clause::code, bad.name);
      s.counts.where -= 1;
      s.code = bad.owed.code == ULNA_BAD_BONE ? ULNA_BAD_WEIGHT : ULNA_BAD_BONE;
      expect_clause(s.check(), Clause::code, bad.name);
      s.code = ULNA_TOO_FEW_BONES;
      expect_clause(s.check(), Clause::code, bad.name);
    }
  }
}

/// One face for each of the given, whose corners have the given bones in equal shares.
Mesh faces_of_bones(const std::vector<std::array<std::vector<uint32_t>, 3>>& faces) {
  Mesh mesh;
  mesh.num_bones = 1000;
  for (const auto& corners : faces) {
    const uint32_t first = mesh.num_vertices();
    for (const std::vector<uint32_t>& bones : corners) {
      std::vector<ulna_influence> influences;
      for (const uint32_t bone : bones) influences.push_back({bone, 1.0f / float(bones.size())});
      mesh.add_vertex(influences);
    }
    mesh.add_face(0, {first, first + 1, first + 2});
  }
  return mesh;
}

/// The naive conversion, or TOO_FEW_BONES at the face if it is no kNone.
Sample converted(const Mesh& mesh, const ulna_conversion_limits& limits, bool indexed,
                 uint32_t too_few = kNone) {
  if (too_few == kNone) return written(mesh, limits, indexed, naive_plan(mesh, limits));
  Sample s = written(mesh, limits, indexed, {});
  s.code = ULNA_TOO_FEW_BONES;
  s.counts.where = too_few;
  return s;
}

TEST(ConversionCheck, OwesTooFewBonesWhereNoBonesSuffice) {
  const ulna_conversion_limits two{4, 2, kNone};
  const ulna_conversion_limits one{4, 1, kNone};
  // Two bones do if two corners share one.
  const Mesh good = faces_of_bones({{{{0, 1}, {2, 3}, {3, 4}}}, {{{0, 1}, {2, 5}, {1, 4}}}});
  const Mesh bad = faces_of_bones({{{{0, 1}, {2, 3}, {3, 4}}}, {{{0, 1}, {2, 5}, {3, 4}}}});
  for (const bool indexed : kForms) {
    expect_clause(converted(good, two, indexed).check(), Clause::none, "enough");
    expect_clause(converted(good, two, indexed, 1).check(), Clause::code, "enough");
    expect_clause(converted(bad, two, indexed, 1).check(), Clause::none, "too few");
    expect_clause(converted(bad, two, indexed, 0).check(), Clause::code, "another face");
    expect_clause(written(bad, two, indexed, {}).check(), Clause::code, "converted");
  }
  const Mesh common = faces_of_bones({{{{0, 1}, {1, 3}, {4, 1}}}});
  expect_clause(converted(common, one, true).check(), Clause::none, "one in common");
  expect_clause(converted(common, one, true, 0).check(), Clause::code, "one in common");
  expect_clause(converted(good, one, true, 0).check(), Clause::none, "none in common");
}

TEST(ConversionCheck, OwesTooFewBonesOrNotWhereRoundingChoosesTheBones) {
  // Bones 0 and 1 come out alike, and one of them is kept: two vertices may keep the same, or not.
  const ulna_influence half{0, 0.125f}, alike{1, 0.25f}, sure{2, 0.5f};
  Mesh mesh;
  mesh.num_bones = 10;
  for (int i = 0; i < 2; ++i) mesh.add_vertex({half, half, alike});
  mesh.add_vertex({{5, 1}});
  mesh.add_face(0, {0, 1, 2});
  // Where they have a bone for sure, behind those two, they share it.
  Mesh sharing;
  sharing.num_bones = 10;
  for (int i = 0; i < 2; ++i) sharing.add_vertex({half, half, alike, sure});
  sharing.add_vertex({{5, 1}});
  sharing.add_face(0, {0, 1, 2});
  for (const bool indexed : kForms) {
    expect_clause(converted(mesh, {1, 2, kNone}, indexed, 0).check(), Clause::none, "refused");
    expect_clause(converted(mesh, {1, 2, kNone}, indexed).check(), Clause::none, "converted");
    expect_clause(converted(sharing, {2, 2, kNone}, indexed, 0).check(), Clause::code, "sure");
  }
}

// --- Weights at the edge ------------------------------------------------------------------------

/// One face whose first corner has these influences; the others have bone 0.
Mesh one_vertex(const std::vector<ulna_influence>& influences) {
  Mesh mesh;
  mesh.num_bones = 100;
  mesh.add_vertex(influences);
  mesh.add_vertex({{0, 1}});
  mesh.add_vertex({{0, 1}});
  mesh.add_face(0, {0, 1, 2});
  return mesh;
}

/// The face as one subset, the first corner with the influences that are said to come out.
Check check_one(const Mesh& mesh, const ulna_conversion_limits& limits, bool indexed,
                const std::vector<ulna_influence>& out) {
  PlannedSubset subset{0, {0}, {{0, out}, {1, {{0, 1}}}, {2, {{0, 1}}}}, {{0, {0, 1, 2}}}};
  for (const ulna_influence& i : out)
    if (i.bone != 0) subset.bones.push_back(i.bone);
  return written(mesh, limits, indexed, {subset}).check();
}

TEST(ConversionCheck, WeightsThatAddUpToOneWithin2ToTheMinus20MayStay) {
  const ulna_conversion_limits limits{4, 4, kNone};
  for (const bool indexed : kForms) {
    for (const float off : {-0x1p-20f, -0x1p-21f, 0x1p-21f, 0x1p-20f}) {
      const Mesh mesh = one_vertex({{0, 0.5f}, {1, 0.25f}, {2, 0.25f + off}});
      const auto check = [&](float a, float b) {
        return check_one(mesh, limits, indexed, {{0, a}, {1, b}, {2, 1 - (a + b)}});
      };
      const float sum = 1 + off;
      expect_clause(check(0.5f, 0.25f), Clause::none, "as they were");
      expect_clause(check(0.5f / sum, 0.25f / sum), Clause::none, "scaled");
      expect_clause(check(0.5f, 0.25f / sum), Clause::none, "one of each");
      expect_clause(check(0.5f - off, 0.25f), Clause::kept_weights, "the wrong one takes it up");
      expect_clause(check(0.5f + off, 0.25f), Clause::kept_weights, "moved the wrong way");
    }
    const float off = 0x1.2p-20f;
    const Mesh mesh = one_vertex({{0, 0.5f}, {1, 0.25f}, {2, 0.25f + off}});
    expect_clause(check_one(mesh, limits, indexed, {{0, 0.5f}, {1, 0.25f}, {2, 0.25f}}),
                  Clause::kept_weights, "farther from one");
  }
}

TEST(ConversionCheck, WhatComesOutAsZeroCountsAsKeptIfZeroIsCloseEnough) {
  const ulna_conversion_limits limits{4, 4, kNone};
  for (const bool indexed : kForms) {
    const auto check = [&](float tiny) {
      return check_one(one_vertex({{0, 1}, {1, tiny}}), limits, indexed, {{0, 1}});
    };
    expect_clause(check(0x1p-24f), Clause::none, "2^-24");
    expect_clause(check(0x1p-149f), Clause::none, "2^-149");
    expect_clause(check(0x1p-22f), Clause::kept_weights, "2^-22");
  }
}

TEST(ConversionCheck, EqualWeightsGoByTheLowerBoneUnlessTheyAreMerged) {
  const ulna_conversion_limits limits{2, 4, kNone};
  for (const bool indexed : kForms) {
    const Mesh plain = one_vertex({{3, 0.25f}, {2, 0.25f}, {1, 0.5f}});
    const Mesh merged = one_vertex({{3, 0.125f}, {2, 0.25f}, {1, 0.5f}, {3, 0.125f}});
    const Mesh behind = one_vertex({{3, 0.125f}, {2, 0.25f}, {1, 0.5f}, {3, 0.125f - 0x1p-26f}});
    const auto check = [&](const Mesh& mesh, uint32_t bone) {
      return check_one(mesh, limits, indexed, {{1, kTwoThirds}, {bone, kOneThird}});
    };
    expect_clause(check(plain, 2), Clause::none, "the lower bone");
    expect_clause(check(plain, 3), Clause::largest, "the higher bone");
    expect_clause(check(merged, 2), Clause::none, "the lower bone, merged");
    expect_clause(check(merged, 3), Clause::none, "the higher bone, merged");
    expect_clause(check(behind, 2), Clause::none, "the larger one");
    expect_clause(check(behind, 3), Clause::largest, "the smaller one");
    expect_clause(check_one(merged, limits, indexed, {{2, 0.5f}, {3, 0.5f}}), Clause::largest,
                  "the largest given up");
    expect_clause(check_one(merged, limits, indexed, {{1, 1}}), Clause::kept_weights,
                  "one of two given up");
    expect_clause(check_one(merged, limits, indexed, {{1, 0.5f}, {2, 0.25f}, {3, 0.25f}}),
                  Clause::largest, "more than two kept");
  }
}

// Found by a night of fuzzing: the checker took the one choice that a port had not made.
TEST(ConversionCheck, OfAChoiceThatANarrowFaceHidesSomeHasToBeRight) {
  // Bone 3 is merged, and as good as 1 and 2, of which 1 goes before 2: {1, 2} or {1, 3} are kept.
  // The face has all three, which is too wide.
  const Mesh tied = one_vertex({{3, 0.125f}, {2, 0.25f}, {1, 0.25f}, {3, 0.125f}});
  for (const bool indexed : kForms) {
    const auto check = [&](uint32_t most, uint32_t bone) {
      return check_one(tied, {most, 2, kNone}, indexed, {{bone, 1}});
    };
    for (const uint32_t bone : {1u, 2u, 3u}) expect_clause(check(2, bone), Clause::none, "of two");
    expect_clause(check_one(tied, {2, 4, kNone}, indexed, {{2, 0.5f}, {3, 0.5f}}), Clause::largest,
                  "both without the first");
    expect_clause(check(1, 1), Clause::none, "the lower bone");
    expect_clause(check(1, 3), Clause::none, "the merged one");
    expect_clause(check(1, 2), Clause::largest, "one that another goes before");
  }
}

TEST(ConversionCheck, TheImplicitWeightIsRoundedAfterEachAdditionFromTheLeft) {
  // In double 2^-26 would be left for the padding; in float nothing is.
  const float most = 1 - 0x1p-24f;
  const auto check = [](const std::vector<ulna_influence>& influences) {
    Mesh mesh = one_vertex(influences);
    PlannedSubset subset{0, {}, {{0, influences}, {1, {{0, 1}}}, {2, {{0, 1}}}}, {{0, {0, 1, 2}}}};
    for (const ulna_influence& i : influences) subset.bones.push_back(i.bone);
    subset.bones.push_back(0);
    return written(mesh, {4, 4, kNone}, false, {subset}).check();
  };
  expect_clause(check({{1, most}, {2, 0x1.8p-25f}}), Clause::none, "lost in rounding");
  // 2^-26 and 2^-26 reach one together, but not one after the other.
  expect_clause(check({{1, 0x1p-26f}, {2, 0x1p-26f}, {3, most}}), Clause::none, "small ones first");
  expect_clause(check({{1, most}, {2, 0x1p-26f}, {3, 0x1p-26f}}), Clause::implicit_weight,
                "small ones last");
}

TEST(ConversionCheck, TheImplicitWeightIsOwedWithTheSubsetsOwnSlotsToo) {
  // In slot 2 of 4 the weight is stored, and 2^-23 off at most. Drawn with the three slots of its
  // subset it is implicit, and 2^-25 more: what rounding takes from the sum of all three.
  const auto check = [](float units, bool indexed) {
    Mesh mesh;
    mesh.num_bones = 5;
    mesh.add_vertex({{1, 0.5f}, {2, 0.5f - units * 0x1p-25f}, {3, units * 0x1p-25f}});
    for (int i = 0; i < 4; ++i) mesh.add_vertex({{1, 1}});
    mesh.add_vertex({{1, 0.25f}, {2, 0.25f}, {3, 0.25f}, {4, 0.25f}});
    mesh.add_face(0, {0, 1, 2});
    mesh.add_face(0, {3, 4, 5});
    const std::vector<ulna_influence> whole{{1, 1}};
    const PlannedSubset narrow{
        0,
        {1, 2, 3},
        {{0, {{1, 0.5f - 0x1p-24f}, {2, 0.5f - 14 * 0x1p-25f}, {3, 15 * 0x1p-25f}}},
         {1, whole},
         {2, whole}},
        {{0, {0, 1, 2}}}};
    const PlannedSubset wide{
        0,
        {1, 2, 3, 4},
        {{3, whole}, {4, whole}, {5, {{1, 0.25f}, {2, 0.25f}, {3, 0.25f}, {4, 0.25f}}}},
        {{1, {0, 1, 2}}}};
    return written(mesh, {4, 4, kNone}, indexed, {narrow, wide}).check();
  };
  for (const bool indexed : kForms) {
    expect_clause(check(12, indexed), Clause::none, "within both bounds");
    expect_clause(check(11, indexed), Clause::implicit_weight, "beyond that of the implicit one");
  }
}

TEST(ConversionCheck, AReducedVertexMayHaveKeptWhatCameOutAsZero) {
  // The weights are those for four bones, the fourth of which is too small to show: by the three
  // alone, the first is too far off.
  const double total = 0.5; // far from one, so that the weights have to be scaled
  const double tiny = 0.9 * 0x1p-23;
  const std::vector<double> shares{0.9 - tiny, 0.05, 0.05, tiny};
  std::vector<ulna_influence> influences;
  for (uint32_t i = 0; i < 4; ++i) influences.push_back({i, float(total * shares[i])});
  const float first = std::nextafter(float(shares[0]), 0.0f);
  const float second = float(0.05 + 0.7 * 0x1p-23);
  const std::vector<ulna_influence> out{{0, first}, {1, second}, {2, 1 - (first + second)}};
  ASSERT_GT(shares[0] / (1 - tiny) - first, 0x1p-23);
  for (const bool indexed : kForms) {
    expect_clause(check_one(one_vertex(influences), {4, 3, kNone}, indexed, out), Clause::none,
                  "with the fourth");
    influences.pop_back();
    expect_clause(check_one(one_vertex(influences), {4, 3, kNone}, indexed, out),
                  Clause::kept_weights, "without");
    influences.push_back({3, float(total * tiny)});
  }
}

TEST(ConversionCheck, ImplicitWeightsAgreeWithin2ToTheMinus23) {
  // In one face bone 0 is implicit, in the other bone 1.
  Mesh mesh;
  mesh.num_bones = 2;
  mesh.add_vertex({{0, 0.5f}, {1, 0.25f}});
  mesh.add_face(0, {0, 0, 0});
  mesh.add_face(1, {0, 0, 0});
  const auto check = [&](float bone_0, float bone_1) {
    const PlannedSubset first{0, {0, 1}, {{0, {{0, bone_0}, {1, 1 - bone_0}}}}, {{0, {}}}};
    const PlannedSubset second{1, {1, 0}, {{0, {{1, bone_1}, {0, 1 - bone_1}}}}, {{1, {}}}};
    return written(mesh, {2, 4, kNone}, false, {first, second}).check();
  };
  expect_clause(check(kTwoThirds, kOneThird), Clause::none, "the same");
  expect_clause(check(kTwoThirds + 0x1p-24f, kOneThird), Clause::none, "2^-24 apart");
  expect_clause(check(kTwoThirds + 0x1p-24f, kOneThird + 0x1p-23f), Clause::cracks, "3 * 2^-24");
}

TEST(ConversionCheck, FacesThatAreAlikeAreCounted) {
  Mesh mesh;
  mesh.num_bones = 1;
  for (int i = 0; i < 3; ++i) mesh.add_vertex({{0, 1}});
  mesh.add_face(0, {0, 1, 2});
  mesh.add_face(0, {0, 1, 2});
  mesh.add_face(0, {2, 1, 0});
  const PlannedSubset all{0,
                          {0},
                          {{0, {{0, 1}}}, {1, {{0, 1}}}, {2, {{0, 1}}}},
                          {{1, {0, 1, 2}}, {0, {0, 1, 2}}, {2, {2, 1, 0}}}};
  for (const bool indexed : kForms) {
    const Sample right = written(mesh, {4, 4, kNone}, indexed, {all});
    expect_clause(right.check(), Clause::none, "two alike");
    Sample s = right;
    s.face_remap[1] = 1;
    expect_clause(s.check(), Clause::remaps, "one of them named twice");
    s = right;
    std::copy_n(s.indices.begin() + 6, 3, s.indices.begin() + 3);
    expect_clause(s.check(), Clause::faces, "the other one twice");
    s = right;
    s.subsets[0].face_count = 2;
    expect_clause(s.check(), Clause::ranges, "a face left out, of whose vertices none is");
  }
}

TEST(ConversionCheck, BelowThreeBonesAVertexMayDifferFromFaceToFace) {
  // Vertex 0 has bones 1 and 2, and is in a face with bone 1 and another with bone 2.
  Mesh mesh;
  mesh.num_bones = 10;
  mesh.add_vertex({{1, 0.5f}, {2, 0.5f}});
  mesh.add_vertex({{1, 0.5f}, {3, 0.5f}});
  mesh.add_vertex({{2, 0.5f}, {4, 0.5f}});
  mesh.add_face(0, {0, 1, 1});
  mesh.add_face(0, {0, 2, 2});
  const ulna_conversion_limits limits{2, 2, kNone};
  const PlannedSubset first{0, {1}, {{0, {{1, 1}}}, {1, {{1, 1}}}}, {{0, {0, 1, 1}}}};
  const PlannedSubset second{0, {2}, {{0, {{2, 1}}}, {2, {{2, 1}}}}, {{1, {0, 1, 1}}}};
  const PlannedSubset both{0,
                           {1, 2},
                           {{0, {{1, 1}}}, {1, {{1, 1}}}, {0, {{2, 1}}}, {2, {{2, 1}}}},
                           {{0, {0, 1, 1}}, {1, {2, 3, 3}}}};
  PlannedSubset twice = both;
  twice.vertices[2].influences = {{1, 1}};
  for (const bool indexed : kForms) {
    expect_clause(written(mesh, limits, indexed, {first, second}).check(), Clause::none, "apart");
    expect_clause(written(mesh, limits, indexed, {both}).check(), Clause::none, "together");
    expect_clause(written(mesh, limits, indexed, {twice}).check(), Clause::ranges,
                  "the same twice");
    const ulna_conversion_limits three{2, 3, kNone};
    expect_clause(written(mesh, three, indexed, {first, second}).check(), Clause::kept_weights,
                  "no face is too wide for three");
  }
}

TEST(ConversionCheck, NothingComesOutOfNoFaces) {
  for (const bool indexed : kForms) {
    Sample s;
    s.indexed = indexed;
    s.limits = kHandLimits;
    s.mesh.num_bones = 1;
    s.mesh.add_vertex({});
    s.counts = {0, 0, indexed ? 3u : 0u, 0, 0};
    expect_clause(s.check(true), Clause::none, "no faces");
    s.counts.table_width = 2;
    expect_clause(s.check(), Clause::bones, "no faces, but a table");
    s.mesh = {};
    s.counts.table_width = 0;
    s.limits.rigid_bone = kNone;
    if (!indexed) expect_clause(s.check(), Clause::none, "nothing");
  }
}

TEST(ConversionCheck, BoneNumbersCostNothing) {
  Mesh mesh = one_vertex({{0xfffffffe, 0.5f}, {0, 0.5f}});
  mesh.num_bones = ~0u;
  for (const bool indexed : kForms)
    expect_clause(converted(mesh, {4, 4, kNone}, indexed).check(), Clause::none, "4 G bones");
}

// --- Clause 9 on its own ------------------------------------------------------------------------

/// What clause 9 says of a vertex of the sample drawn with the table's number of slots.
std::string drawn_wrongly(const Sample& s, size_t vertex, const std::vector<uint32_t>& kept) {
  size_t subset = 0;
  while (vertex >= size_t{s.subsets[subset].vertex_start} + s.subsets[subset].vertex_count)
    ++subset;
  const auto mesh = s.mesh.view();
  const std::span row = std::span(s.bones).subspan(subset * s.counts.table_width, 3);
  const reference::DrawnVertex drawn{mesh, s.indexed, s.vertices[vertex], row, kept};
  reference::Pose pose;
  return drawing_error(drawn, s.counts.max_influences, pose);
}

TEST(ConversionCheck, DrawingAloneSeesWrongWeightsAndBones) {
  for (const bool indexed : kForms) {
    const Sample right = hand_sample(indexed);
    const std::pair<size_t, std::vector<uint32_t>> all[] = {
        {0, {2}}, {1, {2, 3}}, {2, {4}}, {3, {4}}, {4, {0}}, {5, {0}}, {6, {0, 1}}, {7, {1, 2}}};
    for (const auto& [vertex, kept] : all) {
      EXPECT_EQ(drawn_wrongly(right, vertex, kept), "") << vertex;
      for (size_t weight = 0; weight + 1 < right.counts.max_influences; ++weight) {
        Sample wrong = right;
        ulna_blended_vertex& v = wrong.vertices[vertex];
        // Two slots of one bone could exchange their weights unseen.
        if (indexed && v.indices[1] == v.indices[0]) v.indices[1] ^= 1;
        v.weights[weight] += 0x1p-21f;
        EXPECT_NE(drawn_wrongly(wrong, vertex, kept), "") << vertex;
      }
      Sample other = right;
      for (uint32_t& bone : other.bones) bone = (bone + 1) % 6;
      EXPECT_NE(drawn_wrongly(other, vertex, kept), "") << vertex;
      EXPECT_NE(drawn_wrongly(right, vertex, {kept[0] == 3 ? 4u : 3u}), "") << vertex;
    }
  }
  Sample wrong = hand_sample(true);
  std::swap(wrong.vertices[1].indices[0], wrong.vertices[1].indices[1]);
  EXPECT_NE(drawn_wrongly(wrong, 1, {2, 3}), "");
}

// --- Laws ---------------------------------------------------------------------------------------

rc::Gen<float> weight() {
  const auto share = rc::gen::map(rc::gen::inRange(1, 65), [](int i) { return float(i) / 64; });
  const auto any = rc::gen::map(rc::gen::inRange<uint32_t>(0, 0x7f800000),
                                [](uint32_t bits) { return std::bit_cast<float>(bits); });
  const auto special = rc::gen::element(0.0f, -0.0f, 0x1p-149f, 0x1p-24f, 1e-8f, 1 / 3.0f, 1.0f);
  return rc::gen::weightedOneOf<float>({{6, share}, {1, any}, {3, special}});
}

/// Whether bones suffice for each face, where they may not.
bool can_do(const Mesh& mesh, const ulna_conversion_limits& limits) {
  const reference::Influences influences(mesh.view(), limits);
  return wrong_feasibility(mesh.view(), influences, limits.max_bones, {}).empty();
}

ulna_conversion_limits any_limits(bool indexed) {
  return {*rc::gen::inRange<uint32_t>(1, 5),
          indexed ? *rc::gen::element<uint32_t>(1, 2, 3, 4, 5, 12, 26, 256)
                  : *rc::gen::inRange<uint32_t>(2, 5),
          0};
}

Mesh any_mesh() {
  Mesh mesh;
  mesh.num_bones = *rc::gen::inRange<uint32_t>(1, 16);
  const auto influence =
      rc::gen::construct<ulna_influence>(rc::gen::inRange<uint32_t>(0, mesh.num_bones), weight());
  const auto vertices =
      *rc::gen::nonEmpty(rc::gen::container<std::vector<std::vector<ulna_influence>>>(
          rc::gen::resize(6, rc::gen::container<std::vector<ulna_influence>>(influence))));
  for (const auto& vertex : vertices) mesh.add_vertex(vertex);
  const auto corner = rc::gen::inRange<uint32_t>(0, mesh.num_vertices());
  const auto faces = *rc::gen::container<std::vector<std::array<uint32_t, 4>>>(
      rc::gen::container<std::array<uint32_t, 4>>(corner));
  for (const auto& f : faces) mesh.add_face(f[3] % 3, {f[0], f[1], f[2]});
  if (!faces.empty() && *rc::gen::arbitrary<bool>())
    for (size_t i = 0; i < mesh.indices.size(); ++i)
      mesh.adjacency.push_back(*rc::gen::inRange<uint32_t>(0, uint32_t(faces.size()) + 1) - 1);
  return mesh;
}

Sample any_conversion() {
  const bool indexed = *rc::gen::arbitrary<bool>();
  const Mesh mesh = any_mesh();
  const auto limits = any_limits(indexed);
  RC_PRE(can_do(mesh, limits));
  return written(mesh, limits, indexed, naive_plan(mesh, limits));
}

RC_GTEST_PROP(ConversionCheckLaws, WhatTheNaiveConverterMakesIsValid, ()) {
  const Sample s = any_conversion();
  const Check check = s.check(true);
  RC_LOG() << check.detail;
  RC_ASSERT(check.clause == Clause::none);
  RC_ASSERT(check.quality.lower_bound <= check.quality.subsets);
  RC_ASSERT(check.quality.vertices_in <= check.quality.vertices_out);
  RC_ASSERT(check.quality.weight_lost_worst <= 1);
}

RC_GTEST_PROP(ConversionCheckLaws, TheOrderInsideAnAttributeIsThePorts, ()) {
  const Mesh mesh = any_mesh();
  const auto limits = any_limits(false);
  RC_PRE(can_do(mesh, limits));
  Plan plan = naive_plan(mesh, limits);
  std::mt19937 random(*rc::gen::arbitrary<uint32_t>());
  std::shuffle(plan.begin(), plan.end(), random);
  std::stable_sort(plan.begin(), plan.end(),
                   [](const auto& a, const auto& b) { return a.attribute < b.attribute; });
  for (PlannedSubset& subset : plan) std::shuffle(subset.bones.begin(), subset.bones.end(), random);
  for (const bool indexed : kForms) {
    const Check check = written(mesh, limits, indexed, plan).check();
    RC_LOG() << check.detail;
    RC_ASSERT(check.clause == Clause::none);
  }
}

/// One element of one output gets another value. False: the conversion may still be valid.
class Mutation {
public:
  explicit Mutation(Sample& s) : s_(s) {}

  bool apply() {
    const reference::Influences influences(s_.mesh.view(), s_.limits);
    shrinkable_ = may_shrink(s_.mesh.view(), influences, s_.limits.max_bones);
    const size_t vertices = s_.counts.num_vertices;
    const size_t faces = s_.mesh.attributes.size();
    switch (*rc::gen::inRange(0, 10)) {
    case 0:
      return change(s_.indices[index(3 * faces)], uint32_t(vertices));
    case 1:
      return subset();
    case 2:
      return bone();
    case 3:
      return change(s_.face_remap[index(faces)], uint32_t(faces));
    case 4:
      return change(s_.vertex_remap[index(vertices)], s_.mesh.num_vertices());
    case 5:
      if (s_.adjacency.empty()) return false;
      return change(s_.adjacency[index(3 * faces)], uint32_t(faces));
    case 6:
      return count();
    case 7:
      return change(s_.vertices[index(vertices)].source, s_.mesh.num_vertices());
    case 8:
      return slot_weight();
    default:
      return slot_index();
    }
  }

private:
  static size_t index(size_t size) { return *rc::gen::inRange<size_t>(0, size); }

  /// Another value, often one that could be.
  static bool change(uint32_t& value, uint32_t limit) {
    const uint32_t before = value;
    value = *rc::gen::weightedOneOf<uint32_t>({{4, rc::gen::inRange<uint32_t>(0, limit + 1)},
                                               {1, rc::gen::just(kNone)},
                                               {1, rc::gen::arbitrary<uint32_t>()}});
    return value != before;
  }

  bool subset() {
    ulna_subset& subset = s_.subsets[index(s_.counts.num_subsets)];
    uint32_t* const members[] = {&subset.attribute, &subset.face_start, &subset.face_count,
                                 &subset.vertex_start, &subset.vertex_count};
    return change(*members[index(5)], s_.counts.num_vertices);
  }

  /// A vertex that may shrink may also have kept another bone.
  bool bone() {
    const size_t entry = index(size_t{s_.counts.num_subsets} * s_.counts.table_width);
    const ulna_subset& subset = s_.subsets[entry / s_.counts.table_width];
    bool free = false;
    for (uint32_t i = 0; i < subset.vertex_count; ++i)
      free |= shrinkable_[s_.vertices[subset.vertex_start + i].source] != 0;
    return change(s_.bones[entry], s_.mesh.num_bones) && !free;
  }

  bool count() {
    uint32_t* const members[] = {&s_.counts.num_vertices, &s_.counts.num_subsets,
                                 &s_.counts.table_width, &s_.counts.max_influences};
    return change(*members[index(4)], 5);
  }

  /// Twice the widest tolerance.
  bool slot_weight() {
    ulna_blended_vertex& v = s_.vertices[index(s_.counts.num_vertices)];
    float& w = v.weights[index(3)];
    const float before = w;
    w = *rc::gen::oneOf(
        rc::gen::element(0.0f, 1.0f, -1.0f, 0.5f, before + 0x1p-18f, before - 0x1p-18f, NAN),
        rc::gen::map(rc::gen::arbitrary<uint32_t>(),
                     [](uint32_t bits) { return std::bit_cast<float>(bits); }));
    return !(std::fabs(w - before) <= 0x1p-19f) && !shrinkable_[v.source];
  }

  bool slot_index() {
    const size_t vertex = index(s_.counts.num_vertices);
    size_t subset = 0;
    while (vertex >= size_t{s_.subsets[subset].vertex_start} + s_.subsets[subset].vertex_count)
      ++subset;
    ulna_blended_vertex& v = s_.vertices[vertex];
    const size_t slot = index(4);
    const uint8_t before = v.indices[slot];
    v.indices[slot] = static_cast<uint8_t>(*rc::gen::inRange(0, 6));
    if (v.indices[slot] == before) return false;
    if (!s_.indexed) return true;
    const auto row = s_.bones.begin() + ptrdiff_t(subset * s_.counts.table_width);
    const auto bones = std::find(row, row + s_.counts.table_width, kNone) - row;
    if (v.indices[slot] >= bones) return true;
    float last = 1;
    for (size_t k = 0; k + 1 < s_.counts.max_influences; ++k) last -= v.weights[k];
    const float weight = slot + 1 < s_.counts.max_influences    ? v.weights[slot]
                         : slot + 1 == s_.counts.max_influences ? last
                                                                : 0;
    return weight > 0x1p-19f && !shrinkable_[v.source];
  }

  Sample& s_;
  std::vector<uint8_t> shrinkable_;
};

RC_GTEST_PROP(ConversionCheckLaws, OneWrongElementIsRefused, ()) {
  Sample s = any_conversion();
  RC_PRE(!s.mesh.attributes.empty());
  const bool wrong = Mutation(s).apply();
  const Check check = s.check();
  RC_CLASSIFY(wrong);
  if (wrong) RC_ASSERT(!check.valid());
}

RC_GTEST_PROP(ConversionCheckLaws, GarbageIsRefusedAndNothingElseHappens, ()) {
  Sample s = any_conversion();
  RC_PRE(!s.mesh.attributes.empty());
  std::mt19937 random(*rc::gen::arbitrary<uint32_t>());
  // Of small numbers some pass as counts and indices.
  const auto garbage = [&](auto& all) {
    auto* words = reinterpret_cast<uint32_t*>(all.data());
    const size_t count = all.size() * sizeof all[0] / 4;
    const uint32_t limit = std::array{2u, 8u, 0u}[random() % 3];
    for (size_t i = 0; i < count; ++i)
      if (random() % 4 != 0) words[i] = limit == 0 ? uint32_t(random()) : random() % limit;
  };
  const uint32_t parts = *rc::gen::inRange<uint32_t>(1, 256);
  if (parts & 1) garbage(s.vertices);
  if (parts & 2) garbage(s.indices);
  if (parts & 4) garbage(s.subsets);
  if (parts & 8) garbage(s.bones);
  if (parts & 16) garbage(s.face_remap);
  if (parts & 32) garbage(s.vertex_remap);
  if (parts & 64) garbage(s.adjacency);
  if (parts & 128) {
    s.counts.num_vertices = random() % 2 ? uint32_t(random()) : uint32_t(s.vertices.size());
    s.counts.num_subsets = random() % 2 ? uint32_t(random()) : uint32_t(s.subsets.size());
    s.counts.table_width = random() % 6;
    s.counts.max_influences = random() % 6;
  }
  const bool valid = s.check().valid();
  RC_CLASSIFY(valid, "still valid");
  if (!valid) return;
  // What is taken has every face once, with its corners.
  std::vector<uint32_t> faces = s.face_remap;
  std::sort(faces.begin(), faces.end());
  for (uint32_t f = 0; f < faces.size(); ++f) {
    RC_ASSERT(faces[f] == f);
    for (size_t k = 0; k < 3; ++k)
      RC_ASSERT(s.vertices.at(s.indices.at(3 * f + k)).source ==
                s.mesh.indices.at(3 * s.face_remap[f] + k));
  }
}

} // namespace
} // namespace ulna::samples
