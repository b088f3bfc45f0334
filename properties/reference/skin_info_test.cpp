// SkinInfo: what is set is what is got, what is refused changes nothing, and all that is counted,
// grouped or complained about agrees with a model that does it the slow and obvious way.
#include "reference/skin_info.h"

#include "properties/laws.h"
#include "properties/reference/skin_info_model.h"

#include <gmock/gmock.h>

#include <array>
#include <cmath>
#include <limits>

namespace ulna {
namespace {

using namespace skin_model;
using testing::ElementsAre;
using testing::IsEmpty;

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

/// A skin whose bones have these entries.
SkinInfo skin_of(uint32_t num_vertices, const std::vector<Entries>& bones) {
  SkinInfo skin(num_vertices, static_cast<uint32_t>(bones.size()));
  for (uint32_t b = 0; b < bones.size(); ++b) set_entries(skin, b, bones[b]);
  return skin;
}

/// Two bones and four vertices, without a problem.
SkinInfo small_skin() {
  SkinInfo skin = skin_of(4, {{{0, 1}, {1, 0.5f}, {2, 0.25f}}, {{3, 1}, {2, 0.75f}, {1, 0.5f}}});
  skin.set_bone_name(0, "hip");
  skin.set_bone_name(1, "knee");
  skin.set_bone_offset_matrix(1, numbered_matrix(-7));
  skin.set_min_influence(0.125f);
  return skin;
}

// --- Set and get ------------------------------------------------------------------------------

TEST(SkinInfo, ANewOneIsEmpty) {
  const SkinInfo skin(5, 2);
  EXPECT_EQ(skin.num_vertices(), 5);
  EXPECT_EQ(skin.num_bones(), 2);
  EXPECT_EQ(skin.min_influence(), 0);
  for (uint32_t b = 0; b < 2; ++b) {
    EXPECT_EQ(skin.bone_name(b), "");
    EXPECT_THAT(skin.bone_offset_matrix(b).m,
                ElementsAre(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1));
    EXPECT_EQ(skin.num_bone_influences(b), 0);
    EXPECT_THAT(skin.bone_influences(b).vertices, IsEmpty());
    EXPECT_THAT(skin.bone_influences(b).weights, IsEmpty());
  }
  EXPECT_EQ(skin.max_vertex_influences(), 0);
  EXPECT_THAT(skin.by_vertex().first_influence, ElementsAre(0, 0, 0, 0, 0, 0));
}

TEST(SkinInfo, MayHaveNothingAtAll) {
  const SkinInfo skin(0, 0);
  EXPECT_EQ(skin.num_bones(), 0);
  EXPECT_EQ(skin.max_vertex_influences(), 0);
  EXPECT_EQ(skin.max_face_influences({}), 0);
  EXPECT_EQ(skin.max_face_influences(nullptr, 0), 0);
  EXPECT_THAT(skin.by_vertex().first_influence, ElementsAre(0));
  EXPECT_THAT(skin.validate(), IsEmpty());
}

TEST(SkinInfo, HasItsThingsBoneByBone) {
  const SkinInfo skin = small_skin();
  EXPECT_EQ(skin.bone_name(0), "hip");
  EXPECT_EQ(skin.bone_name(1), "knee");
  EXPECT_EQ(skin.bone_offset_matrix(0).m[0], 1);
  EXPECT_EQ(skin.bone_offset_matrix(1).m[15], 8);
  EXPECT_EQ(skin.min_influence(), 0.125f);
  EXPECT_EQ(skin.num_bone_influences(1), 3);
  EXPECT_THAT(skin.bone_influences(0).vertices, ElementsAre(0, 1, 2));
  EXPECT_THAT(skin.bone_influences(0).weights, ElementsAre(1, 0.5f, 0.25f));
  EXPECT_THAT(skin.bone_influences(1).vertices, ElementsAre(3, 2, 1));
  EXPECT_THAT(skin.validate(), IsEmpty());
}

TEST(SkinInfo, SettingEntriesReplacesThem) {
  SkinInfo skin = small_skin();
  set_entries(skin, 0, {{3, 0.5f}});
  EXPECT_THAT(skin.bone_influences(0).vertices, ElementsAre(3));
  EXPECT_THAT(skin.bone_influences(0).weights, ElementsAre(0.5f));
  EXPECT_EQ(skin.num_bone_influences(1), 3);
  skin.set_bone_influences(1, 0, nullptr, nullptr);
  EXPECT_EQ(skin.num_bone_influences(1), 0);
  EXPECT_THAT(skin.by_vertex().first_influence, ElementsAre(0, 0, 0, 0, 1));
}

TEST(SkinInfo, TakesItsOwnListsBack) {
  SkinInfo skin = small_skin();
  const BoneInfluences own = skin.bone_influences(0);
  skin.set_bone_influences(0, own.vertices.subspan(1), own.weights.subspan(1));
  EXPECT_THAT(skin.bone_influences(0).vertices, ElementsAre(1, 2));
  EXPECT_THAT(skin.bone_influences(0).weights, ElementsAre(0.5f, 0.25f));
  skin.set_bone_name(1, std::string_view(skin.bone_name(1)).substr(1));
  EXPECT_EQ(skin.bone_name(1), "nee");
}

TEST(SkinInfo, AHundredThousandBonesAreOrdinary) {
  constexpr uint32_t kBones = 100000;
  SkinInfo skin(1, kBones);
  for (uint32_t b = 0; b < kBones; ++b) set_entries(skin, b, {{0, 0x1p-17f}});
  EXPECT_EQ(skin.max_vertex_influences(), kBones);
  const std::vector<uint32_t> face{0, 0, 0};
  EXPECT_EQ(skin.max_face_influences(face), kBones);
}

TEST(SkinInfo, ACloneAndItsOriginalGoTheirOwnWays) {
  SkinInfo skin = small_skin();
  const Contents before = contents(skin);
  SkinInfo clone = skin.clone();
  EXPECT_EQ(contents(clone), before);

  clone.set_bone_name(0, "other");
  clone.set_bone_offset_matrix(0, numbered_matrix(100));
  set_entries(clone, 0, {{9, kNaN}});
  clone.set_min_influence(1);
  EXPECT_EQ(contents(skin), before);

  const Contents changed = contents(clone);
  skin = SkinInfo(0, 0);
  EXPECT_EQ(contents(clone), changed);
  EXPECT_EQ(clone.bone_influences(1).vertices[0], 3);
}

// --- What is refused --------------------------------------------------------------------------

struct Refusal {
  const char* name;
  std::function<void(SkinInfo&)> call; // on small_skin()
  const char* message;
};

void PrintTo(const Refusal& r, std::ostream* out) {
  *out << r.name;
}

const std::vector<uint32_t> kTwoVertices{0, 1};
const std::vector<float> kTwoWeights{1, 1};

const Refusal kRefusals[] = {
    {"NameOfNoBone", [](SkinInfo& s) { s.set_bone_name(2, "x"); }, "bone 2: the skin has 2 bones"},
    {"GetNameOfNoBone", [](SkinInfo& s) { s.bone_name(2); }, "bone 2: the skin has 2 bones"},
    {"OffsetOfNoBone", [](SkinInfo& s) { s.set_bone_offset_matrix(4294967295, {}); },
     "bone 4294967295: the skin has 2 bones"},
    {"GetOffsetOfNoBone", [](SkinInfo& s) { s.bone_offset_matrix(2); },
     "bone 2: the skin has 2 bones"},
    {"EntriesOfNoBone", [](SkinInfo& s) { s.set_bone_influences(2, kTwoVertices, kTwoWeights); },
     "bone 2: the skin has 2 bones"},
    {"ArraysOfNoBone", [](SkinInfo& s) { s.set_bone_influences(2, 0, nullptr, nullptr); },
     "bone 2: the skin has 2 bones"},
    {"GetEntriesOfNoBone", [](SkinInfo& s) { s.bone_influences(2); },
     "bone 2: the skin has 2 bones"},
    {"NumEntriesOfNoBone", [](SkinInfo& s) { s.num_bone_influences(2); },
     "bone 2: the skin has 2 bones"},
    {"FewerWeightsThanVertices",
     [](SkinInfo& s) { s.set_bone_influences(1, kTwoVertices, std::span(kTwoWeights).first(1)); },
     "bone 1: 2 vertices, but 1 weights"},
    {"MoreWeightsThanVertices",
     [](SkinInfo& s) { s.set_bone_influences(1, std::span(kTwoVertices).first(1), kTwoWeights); },
     "bone 1: 1 vertices, but 2 weights"},
    {"NoVertices", [](SkinInfo& s) { s.set_bone_influences(1, 2, nullptr, kTwoWeights.data()); },
     "bone 1: vertices is NULL"},
    {"NoWeights", [](SkinInfo& s) { s.set_bone_influences(1, 2, kTwoVertices.data(), nullptr); },
     "bone 1: weights is NULL"},
    // Bone 0 has three more. The arrays are refused before they are read.
    {"TooManyEntries",
     [](SkinInfo& s) {
       s.set_bone_influences(1, UINT32_MAX - 2, kTwoVertices.data(), kTwoWeights.data());
     },
     "bone 1: 4294967293 entries and the 3 of other bones are too many for 32 bits"},
    {"IndicesThatAreNoFaces", [](SkinInfo& s) { s.max_face_influences(kTwoVertices); },
     "2 indices: three corners a face make a multiple of three"},
    {"NoIndices", [](SkinInfo& s) { s.max_face_influences(nullptr, 1); }, "indices is NULL"},
    {"FaceOfNoVertex",
     [](SkinInfo& s) {
       s.max_face_influences(std::vector<uint32_t>{0, 1, 2, 3, 4, 0});
     },
     "face 1, corner 1: there is no vertex 4 among 4"},
    {"NegativeMinInfluence", [](SkinInfo& s) { s.set_min_influence(-0x1p-149f); },
     "min_influence is -1e-45: neither negative nor infinite nor NaN will do"},
    {"InfiniteMinInfluence", [](SkinInfo& s) { s.set_min_influence(kInfinity); },
     "min_influence is inf: neither negative nor infinite nor NaN will do"},
    {"NaNMinInfluence", [](SkinInfo& s) { s.set_min_influence(kNaN); },
     "min_influence is nan: neither negative nor infinite nor NaN will do"},
};

class Refused : public testing::TestWithParam<Refusal> {};
INSTANTIATE_TEST_SUITE_P(SkinInfo, Refused, testing::ValuesIn(kRefusals),
                         [](const auto& test) { return test.param.name; });

TEST_P(Refused, WithOneLineAndWithoutAChange) {
  SkinInfo skin = small_skin();
  const Contents before = contents(skin);
  EXPECT_EQ(refusal([&] { GetParam().call(skin); }), GetParam().message);
  EXPECT_EQ(contents(skin), before);
}

TEST(SkinInfo, RefusesToGroupAnEntryWithoutItsVertex) {
  const SkinInfo skin = skin_of(2, {{{1, 1}}, {{0, 1}, {2, 0}}});
  EXPECT_EQ(refusal([&] { skin.by_vertex(); }), "bone 1, entry 1: there is no vertex 2 among 2");
}

TEST(SkinInfo, RefusesInfluencesThatAreNotInOrder) {
  using First = std::vector<uint32_t>;
  const std::vector<ulna_influence> two{{0, 1}, {1, 1}};
  const auto message = [&two](const First& first, uint32_t num_bones = 2) {
    return refusal([&] { SkinInfo::from_vertices(num_bones, first, two); });
  };
  EXPECT_EQ(message({0, 1, 1, 2}), std::nullopt);
  EXPECT_EQ(message({}), "first_influence is empty: its first entry is 0");
  EXPECT_EQ(message({1, 2}), "first_influence begins with 1, not 0");
  EXPECT_EQ(message({0, 2, 1, 2}), "first_influence decreases behind vertex 1");
  EXPECT_EQ(message({0, 1}), "first_influence ends with 1, but there are 2 influences");
  EXPECT_EQ(message({0, 3}), "first_influence ends with 3, but there are 2 influences");
  EXPECT_EQ(message({0, 2}, 1), "influence 1: there is no bone 1 among 1");

  const First zero{0}; // all that is read of it
  const std::span beyond(zero.data(), (size_t{1} << 32) + 1);
  EXPECT_EQ(refusal([&] { SkinInfo::from_vertices(2, beyond, two); }),
            "4294967296 vertices: too many for 32 bits");
}

TEST(SkinInfo, CountsItsEntriesAlsoWhenItIsMadeFromVertices) {
  const std::vector<uint32_t> first{0, 2};
  const std::vector<ulna_influence> two{{0, 1}, {1, 1}};
  SkinInfo skin = SkinInfo::from_vertices(2, first, two);
  EXPECT_EQ(refusal([&] {
              skin.set_bone_influences(0, UINT32_MAX, kTwoVertices.data(), kTwoWeights.data());
            }),
            "bone 0: 4294967295 entries and the 1 of other bones are too many for 32 bits");
}

// --- The largest numbers of influences --------------------------------------------------------

TEST(SkinInfo, TheMostInfluencesAreThoseOfAVertexNotOfABone) {
  // The first bone has five vertices, and no vertex has more than two bones. The textbook's reading
  // of GetMaxVertexInfluences gives the five.
  const SkinInfo skin =
      skin_of(5, {{{0, 1}, {1, 1}, {2, 1}, {3, 0.5f}, {4, 0.5f}}, {{3, 0.5f}}, {{4, 0.5f}}});
  EXPECT_EQ(skin.num_bone_influences(0), 5);
  EXPECT_EQ(skin.max_vertex_influences(), 2);
}

TEST(SkinInfo, AFaceHasTheBonesOfItsVerticesTogether) {
  // The textbook's face: three vertices with four bones each make twelve, if they share none.
  SkinInfo apart(3, 12);
  for (uint32_t b = 0; b < 12; ++b) set_entries(apart, b, {{b / 4, 0.25f}});
  const std::vector<uint32_t> face{0, 1, 2};
  EXPECT_EQ(apart.max_vertex_influences(), 4);
  EXPECT_EQ(apart.max_face_influences(face), 12);
  EXPECT_EQ(apart.max_face_influences(face.data(), 1), 12);
  EXPECT_EQ(apart.max_face_influences(std::vector<uint32_t>{1, 1, 1, 2, 0, 2}), 8);

  // Bone 0 is on all three, bone 1 on two.
  const SkinInfo shared = skin_of(3, {{{0, 1}, {1, 1}, {2, 1}}, {{0, 1}, {2, 1}}, {{1, 1}}});
  EXPECT_EQ(shared.max_face_influences(face), 3);
}

TEST(SkinInfo, CountsWhatAConversionSees) {
  const std::vector<uint32_t> face{0, 1, 0};
  SkinInfo skin = skin_of(2, {{{0, 0.5f}, {0, 0.5f}}, {{0, 0}, {1, -0.0f}}, {{2, 1}, {0, 0}}});
  EXPECT_EQ(skin.max_vertex_influences(), 1) << "of entries of weight zero, twice the same bone, "
                                                "and of a vertex that there is not";
  EXPECT_EQ(skin.max_face_influences(face), 1);
  set_entries(skin, 1, {{0, kNaN}, {1, 0x1p-149f}});
  EXPECT_EQ(skin.max_vertex_influences(), 2);
  skin.set_min_influence(0.75f);
  EXPECT_EQ(skin.max_vertex_influences(), 2) << "whatever skinning ignores";
  EXPECT_EQ(skin.max_face_influences(face), 2);
}

// --- What is wrong with a skin ----------------------------------------------------------------

/// Each problem as its line, which ends nowhere else.
std::vector<std::string> lines(const SkinInfo& skin) {
  std::vector<std::string> all;
  for (const SkinProblem& p : skin.validate()) {
    all.push_back(p.text());
    EXPECT_EQ(all.back().find('\n'), std::string::npos);
  }
  return all;
}

TEST(SkinInfoValidation, NamesAVertexThatThereIsNot) {
  EXPECT_THAT(lines(skin_of(1, {{{0, 1}, {1, 1}, {4294967295, 1}, {1, 1}}})),
              ElementsAre("bone 0, entry 1: there is no vertex 1",
                          "bone 0, entry 2: there is no vertex 4294967295",
                          "bone 0, entry 3: there is no vertex 1"));
}

TEST(SkinInfoValidation, NamesAWeightThatIsNotFinite) {
  EXPECT_THAT(lines(skin_of(3, {{{0, kNaN}, {1, kInfinity}, {2, -kInfinity}}})),
              ElementsAre("bone 0, entry 0: the weight at vertex 0 is nan",
                          "bone 0, entry 1: the weight at vertex 1 is inf",
                          "bone 0, entry 2: the weight at vertex 2 is -inf"));
}

TEST(SkinInfoValidation, NamesANegativeWeight) {
  EXPECT_THAT(lines(skin_of(1, {{{0, 1.5f}}, {{0, -0.5f}}, {{0, -0.0f}}})),
              ElementsAre("bone 1, entry 0: the weight at vertex 0 is negative: -0.5"));
}

TEST(SkinInfoValidation, NamesABoneThatIsOnAVertexTwice) {
  EXPECT_THAT(lines(skin_of(2, {{{0, 0.5f}, {1, 1}, {0, 0.25f}}, {{0, 0.25f}, {0, 0}}})),
              ElementsAre("bone 0, entry 2: vertex 0 is named once more, with weight 0.25",
                          "bone 1, entry 1: vertex 0 is named once more, with weight 0"));
}

TEST(SkinInfoValidation, NamesAVertexWithoutInfluence) {
  EXPECT_THAT(lines(skin_of(4, {{{0, 0}, {1, 1}, {3, -0.0f}}})),
              ElementsAre("vertex 0: no bone influences it", "vertex 2: no bone influences it",
                          "vertex 3: no bone influences it"));
}

TEST(SkinInfoValidation, NamesWeightsThatMissOne) {
  EXPECT_THAT(lines(skin_of(2, {{{0, 0.5f}, {1, 0.5f}}, {{0, 0.25f}, {1, 0.75f}}})),
              ElementsAre("vertex 0: its weights add up to 0.75, not to one",
                          "vertex 1: its weights add up to 1.25, not to one"));
}

TEST(SkinInfoValidation, ASumMayMissOneByTwoToTheMinusTwenty) {
  for (const float within : {1 + 0x1p-20f, 1 - 0x1p-20f})
    EXPECT_THAT(skin_of(1, {{{0, within}}}).validate(), IsEmpty()) << within;
  for (const float beyond : {1 + 0x1.2p-20f, 1 - 0x1.1p-20f})
    EXPECT_THAT(skin_of(1, {{{0, beyond}}}).validate(), testing::SizeIs(1)) << beyond;
  // In float the small ones would be lost beside the large one, all 32 of them.
  SkinInfo many(1, 33);
  set_entries(many, 0, {{0, 1}});
  for (uint32_t b = 1; b < 33; ++b) set_entries(many, b, {{0, 0x1p-25f}});
  EXPECT_THAT(many.validate(), IsEmpty());
  set_entries(many, 32, {{0, 0x1p-24f}});
  EXPECT_THAT(lines(many), testing::SizeIs(1));
}

TEST(SkinInfoValidation, SaysAllOfItInOrder) {
  const SkinInfo skin =
      skin_of(4, {{{9, -kInfinity}, {0, -1}, {0, kNaN}}, {{1, 0.5f}, {9, -1}, {1, -0.25f}}});
  std::vector<std::tuple<Kind, uint32_t, uint32_t, uint32_t>> found;
  for (const SkinProblem& p : skin.validate())
    found.emplace_back(p.kind, p.bone, p.entry, p.vertex);
  EXPECT_THAT(
      found,
      ElementsAre(
          std::tuple(Kind::vertex_out_of_range, 0, 0, 9),
          std::tuple(Kind::weight_not_finite, 0, 0, 9), std::tuple(Kind::negative_weight, 0, 1, 0),
          std::tuple(Kind::weight_not_finite, 0, 2, 0), std::tuple(Kind::duplicate_bone, 0, 2, 0),
          std::tuple(Kind::vertex_out_of_range, 1, 1, 9),
          std::tuple(Kind::negative_weight, 1, 1, 9), std::tuple(Kind::negative_weight, 1, 2, 1),
          std::tuple(Kind::duplicate_bone, 1, 2, 1), std::tuple(Kind::weight_sum, kNone, kNone, 1),
          std::tuple(Kind::no_influence, kNone, kNone, 2),
          std::tuple(Kind::no_influence, kNone, kNone, 3)));
}

TEST(SkinInfoValidation, AMillionProblemsTakeNoLonger) {
  // Were each entry compared with those before it, this would run into the time limit of the test.
  constexpr uint32_t kCount = 1000000;
  const SkinInfo skin = skin_of(kCount, {Entries(kCount, Entry{0, -1})});
  const size_t of_entries = kCount + (kCount - 1); // all are negative, all but the first repeat
  const size_t of_vertices = 1 + (kCount - 1);     // one sum, and the others are without influence
  EXPECT_EQ(skin.validate().size(), of_entries + of_vertices);
}

// --- Laws -------------------------------------------------------------------------------------

enum class What { name, offset, entries, min_influence, clone };

/// A call that sets something of a skin, or a place to clone it. What is not used is there all the
/// same.
struct Call {
  What what;
  uint32_t bone;
  std::string name;
  float number;
  Entries entries;
  bool one_weight_more;
};

std::ostream& operator<<(std::ostream& out, const Entry& e) {
  return out << e.vertex << ":" << e.weight;
}

std::ostream& operator<<(std::ostream& out, const Call& c) {
  constexpr const char* kNames[] = {"name", "offset", "entries", "min influence", "clone"};
  out << kNames[int(c.what)] << " of bone " << c.bone << ", '" << c.name << "', " << c.number
      << ", {";
  for (const Entry& e : c.entries) out << ' ' << e;
  return out << (c.one_weight_more ? " } and a weight" : " }");
}

/// Whole and half weights that make sums of one likely, one that misses it by more and by less than
/// the tolerance, and what is wrong altogether.
rc::Gen<float> a_weight() {
  return rc::gen::weightedOneOf<float>(
      {{6, rc::gen::element(1.0f, 0.5f, 0.25f, 0.75f)},
       {2, rc::gen::element(0.0f, -0.0f, 1 + 0x1p-20f, 1 - 0x1p-20f, 1 + 0x1p-19f, 1 - 0x1p-19f)},
       {1, rc::gen::element(-0.5f, kNaN, -kNaN, kInfinity, -kInfinity, 0x1p-149f)}});
}

rc::Gen<Entries> some_entries(uint32_t vertices) {
  return rc::gen::container<Entries>(
      rc::gen::construct<Entry>(rc::gen::inRange<uint32_t>(0, vertices), a_weight()));
}

constexpr uint32_t kMaxBones = 4;
constexpr uint32_t kMaxVertices = 5;

rc::Gen<Call> a_call() {
  return rc::gen::construct<Call>(
      rc::gen::weightedElement<What>({{1, What::name},
                                      {1, What::offset},
                                      {5, What::entries},
                                      {1, What::min_influence},
                                      {1, What::clone}}),
      rc::gen::inRange<uint32_t>(0, kMaxBones + 1), rc::gen::string<std::string>(), a_weight(),
      some_entries(kMaxVertices + 1),
      rc::gen::map(rc::gen::inRange(0, 8), [](int i) { return i == 7; }));
}

void apply(const Call& call, SkinInfo& skin) {
  std::vector<uint32_t> vertices;
  std::vector<float> weights;
  for (const Entry& e : call.entries) {
    vertices.push_back(e.vertex);
    weights.push_back(e.weight);
  }
  if (call.one_weight_more) weights.push_back(call.number);
  switch (call.what) {
  case What::name:
    return skin.set_bone_name(call.bone, call.name);
  case What::offset:
    return skin.set_bone_offset_matrix(call.bone, numbered_matrix(call.number));
  case What::entries:
    return skin.set_bone_influences(call.bone, vertices, weights);
  case What::min_influence:
    return skin.set_min_influence(call.number);
  case What::clone:
    return;
  }
}

/// False where the call is refused.
bool apply(const Call& call, Model& model) {
  const bool of_bone = call.what != What::min_influence && call.what != What::clone;
  if (of_bone && call.bone >= model.num_bones) return false;
  switch (call.what) {
  case What::name:
    model.names[call.bone] = call.name;
    return true;
  case What::offset:
    model.offsets[call.bone] = numbered_matrix(call.number);
    return true;
  case What::entries:
    if (call.one_weight_more) return false;
    model.entries[call.bone] = call.entries;
    return true;
  case What::min_influence:
    if (!(call.number >= 0 && call.number < kInfinity)) return false;
    model.min_influence = call.number;
    return true;
  case What::clone:
    return true;
  }
  return true;
}

std::vector<uint32_t> some_faces(uint32_t vertices) {
  auto indices =
      *rc::gen::container<std::vector<uint32_t>>(rc::gen::inRange<uint32_t>(0, vertices + 1));
  indices.resize(indices.size() / 3 * 3);
  return indices;
}

TEST(SkinInfoLaws, AgreesWithTheModel) {
  laws::check([] {
    const auto num_vertices = *rc::gen::inRange<uint32_t>(0, kMaxVertices + 1);
    const auto num_bones = *rc::gen::inRange<uint32_t>(0, kMaxBones + 1);
    const auto calls = *rc::gen::container<std::vector<Call>>(a_call());
    const auto indices = some_faces(num_vertices);
    SkinInfo skin(num_vertices, num_bones);
    Model model{num_vertices, num_bones};
    std::vector<std::pair<SkinInfo, Contents>> clones;
    for (const Call& call : calls) {
      const bool refused = refusal([&] { apply(call, skin); }).has_value();
      RC_ASSERT(refused != apply(call, model));
      RC_ASSERT(difference(skin, model, indices) == "");
      if (call.what == What::clone) clones.emplace_back(skin.clone(), contents(skin));
    }
    for (const auto& [clone, then] : clones) RC_ASSERT(contents(clone) == then);
  });
}

/// Vertices with influences of `num_bones` bones in any order.
VertexInfluences some_influences(uint32_t num_bones) {
  VertexInfluences all{{0}, {}};
  const auto counts = *rc::gen::container<std::vector<uint32_t>>(rc::gen::inRange<uint32_t>(0, 5));
  for (const uint32_t count : counts) {
    for (uint32_t k = 0; k < count; ++k)
      all.influences.push_back({*rc::gen::inRange<uint32_t>(0, num_bones), *a_weight()});
    all.first_influence.push_back(static_cast<uint32_t>(all.influences.size()));
  }
  return all;
}

TEST(SkinInfoLaws, FromVerticesAndBackIsInOrderOfBones) {
  laws::check([] {
    const auto num_bones = *rc::gen::inRange<uint32_t>(1, 6);
    VertexInfluences all = some_influences(num_bones);
    const auto skin = SkinInfo::from_vertices(num_bones, all.first_influence, all.influences);
    RC_ASSERT(skin.num_bones() == num_bones);
    RC_ASSERT(skin.num_vertices() == all.first_influence.size() - 1);
    for (size_t v = 0; v + 1 < all.first_influence.size(); ++v)
      std::stable_sort(
          all.influences.begin() + all.first_influence[v],
          all.influences.begin() + all.first_influence[v + 1],
          [](const ulna_influence& a, const ulna_influence& b) { return a.bone < b.bone; });
    RC_ASSERT(bits(skin.by_vertex()) == bits(all));
  });
}

TEST(SkinInfoLaws, ByVertexAndBackIsInOrderOfVertices) {
  laws::check([] {
    const auto num_vertices = *rc::gen::inRange<uint32_t>(1, 6);
    auto bones = *rc::gen::container<std::vector<Entries>>(some_entries(num_vertices));
    const VertexInfluences all = skin_of(num_vertices, bones).by_vertex();
    const auto back = SkinInfo::from_vertices(static_cast<uint32_t>(bones.size()),
                                              all.first_influence, all.influences);
    for (Entries& entries : bones)
      std::stable_sort(entries.begin(), entries.end(),
                       [](const Entry& a, const Entry& b) { return a.vertex < b.vertex; });
    RC_ASSERT(contents(back) == contents(skin_of(num_vertices, bones)));
  });
}

} // namespace
} // namespace ulna
