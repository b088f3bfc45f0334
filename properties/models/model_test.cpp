// Real characters come in whole; damaged files and a misbehaving importer cost one clear line.
#include "cases/case_file.h"
#include "cases/make_case.h"
#include "cases/operation.h"
#include "models/importer_output.h"
#include "models/load_model.h"
#include "operations/blending/quats_at.h"
#include "operations/uniform_verts/uniform_verts.h"
#include "properties/models/model_fixture.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstring>
#include <map>
#include <random>
#include <set>
#include <sys/resource.h>
#include <unistd.h>

namespace ulna {
namespace {

struct Expected {
  const char* file;
  uint64_t vertices, joints, influences, max_influences, meshes, clips;
  bool synthetic, synthetic_rig;
  double weight_slack; ///< how far the file's own sums of weights are from 1
};

void PrintTo(const Expected& e, std::ostream* out) {
  *out << e.file;
}

// The counts, from the files themselves, by scripts that share no code with Assimp:
// .X    distinct (position, normal, texture coordinate) over the corners of the faces, the entries
//       of SkinWeights over those, distinct names in SkinWeights. In BCN_Epileptic five entries
//       have the weight 0, which Assimp drops.
// .iqm  the header's num_vertexes and num_joints, and the blend weights that are not 0.
// .b3d  12-byte positions and 8-byte texture coordinates in the VRTS chunk. There is no BONE chunk:
//       this Wuson is a statue, and the joints are ours.
// .fbx  9 Clusters, at most 4 for one of the 62 control points, and 256 corners, which Assimp joins
//       to 128. The weights of this file do not add up to 1.
constexpr Expected kExpected[]{
    {"X/Testwuson.X", 3205, 37, 5585, 4, 1, 3, false, false, 2e-6},
    {"X/BCN_Epileptic.X", 3014, 54, 4548, 3, 3, 1, false, false, 2e-6},
    {"X/anim_test.x", 485, 4, 1935, 4, 1, 1, false, false, 3e-5},
    {"IQM/mrfixit.iqm", 1861, 75, 2426, 4, 2, 1, false, false, 1e-6},
    {"B3D/WusonBlitz.b3d", 2117, 16, 8065, 4, 1, 0, true, true, 1e-6},
    {"FBX/huesitos.fbx", 128, 9, 309, 4, 1, 1, false, false, 0.06},
};

enum : size_t { kVerts, kJoints, kBase, kWeights };

bool is(const Case& c, const char* operation) {
  return c.operation == find_operation(operation);
}

/// The cases with the arrays named above, one for each mesh and pose.
bool is_skin(const Case& c) {
  return is(c, "transform_verts") || is(c, "transform_verts_and_tangents") ||
         is(c, "transform_verts_and_tangents_lod");
}

class RealModel : public ModelTest, public testing::WithParamInterface<Expected> {
protected:
  Model load() const { return load_model((kModels / GetParam().file).string(), ULNA_IMPORTER); }
};

TEST_P(RealModel, HasTheCountsOfItsFile) {
  const Expected& e = GetParam();
  const Model m = load();
  EXPECT_EQ(m.vertices, e.vertices);
  EXPECT_EQ(m.joints, e.joints);
  EXPECT_EQ(m.influences, e.influences);
  EXPECT_EQ(m.max_influences, e.max_influences);
  EXPECT_EQ(m.meshes, e.meshes);
  EXPECT_EQ(m.clips, e.clips);
  EXPECT_EQ(m.synthetic, e.synthetic);
  EXPECT_EQ(m.synthetic_rig, e.synthetic_rig);
  EXPECT_TRUE(fs::is_empty(folder_ / "tmp"));
}

TEST_P(RealModel, HasValidCasesOfAllOperationsWithTheSameCounts) {
  const Model m = load();
  std::map<std::string, uint64_t> vertices, influences;
  std::set<std::string> seen;
  for (const Case& c : m.cases) {
    EXPECT_NO_THROW(validate(c)) << c.note;
    EXPECT_TRUE(c.note.starts_with("model " + fs::path(GetParam().file).filename().string()))
        << c.note;
    seen.insert(c.operation->name);
    if (c.operation->measures_drift) {
      EXPECT_EQ(c.operation->size(c), m.joints);
    }
    if (!is_skin(c)) continue;
    // All meshes in one pose together are the whole model.
    const std::string pose = c.operation->name + c.note.substr(c.note.rfind(", clip "));
    vertices[pose] += c.arrays[kVerts].size() / sizeof(ulna_vertex);
    influences[pose] += c.arrays[kWeights].size() / sizeof(ulna_joint_weight);
  }
  for (const Operation* op : operations()) EXPECT_TRUE(seen.contains(op->name)) << op->name;
  for (const auto& [pose, count] : vertices) EXPECT_EQ(count, m.vertices) << pose;
  for (const auto& [pose, count] : influences) EXPECT_EQ(count, m.influences) << pose;
}

TEST_P(RealModel, HasDecreasingWeightsThatAddUpToOne) {
  for (const Case& c : load().cases) {
    if (!is_skin(c)) continue;
    double sum = 0;
    float before = HUGE_VALF;
    for (const ulna_joint_weight& w : c.arrays[kWeights].as<ulna_joint_weight>()) {
      EXPECT_LE(w.weight, before);
      before = w.weight;
      sum += double{w.weight};
      if (w.next_vertex_offset != sizeof w) continue;
      ASSERT_NEAR(sum, 1, GetParam().weight_slack) << c.note;
      sum = 0;
      before = HUGE_VALF;
    }
  }
}

TEST_P(RealModel, BlendsUnitQuaternionsInTheDomain) {
  for (const Case& c : load().cases) {
    if (!c.operation->measures_drift) continue;
    for (size_t i = 0; i < c.operation->size(c); ++i) {
      const auto [from, to] = blending::quats_at(c, i);
      for (const ulna_vec4* q : {from, to}) {
        const double x = q->x, y = q->y, z = q->z, w = q->w;
        ASSERT_LE(std::abs(x * x + y * y + z * z + w * w - 1), 0x1p-22) << c.note;
      }
    }
    if (c.operation->takes_one_element) continue;
    for (const size_t array : {0, 1})
      for (const ulna_joint_quat& j : c.arrays[array].as<ulna_joint_quat>())
        ASSERT_EQ(j.t.w, 0) << c.note;
  }
}

using Position = std::array<double, 3>;

Position transform(const ulna_joint_mat& m, const ulna_vec4& v) {
  Position p;
  for (size_t r = 0; r < 3; ++r)
    p[r] = double{m.m[4 * r]} * double{v.x} + double{m.m[4 * r + 1]} * double{v.y} +
           double{m.m[4 * r + 2]} * double{v.z} + double{m.m[4 * r + 3]} * double{v.w};
  return p;
}

/// The skinned positions of a case, in double, by the definition of its form.
std::vector<Position> skin(const Case& c) {
  const bool weighted = is(c, "transform_verts");
  const auto joints = c.arrays[kJoints].as<ulna_joint_mat>();
  const auto base = c.arrays[kBase].as<ulna_vec4>();
  std::vector<Position> out(1);
  size_t entry = 0;
  for (const ulna_joint_weight& w : c.arrays[kWeights].as<ulna_joint_weight>()) {
    const auto& joint = joints[size_t(w.joint_mat_offset) / sizeof(ulna_joint_mat)];
    const Position p = transform(joint, base[weighted ? entry : 3 * (out.size() - 1)]);
    for (size_t r = 0; r < 3; ++r) out.back()[r] += p[r] * (weighted ? 1 : double{w.weight});
    if (w.next_vertex_offset == sizeof w) out.emplace_back();
    ++entry;
  }
  out.pop_back();
  return out;
}

double size_of(const std::vector<Position>& positions) {
  double size = 0;
  for (const Position& p : positions)
    for (const double x : p) size = std::max(size, std::abs(x));
  return size;
}

void expect_same(const std::vector<Position>& a, const std::vector<Position>& b, double slack,
                 const std::string& note) {
  ASSERT_EQ(a.size(), b.size());
  for (size_t v = 0; v < a.size(); ++v)
    for (size_t r = 0; r < 3; ++r) ASSERT_NEAR(a[v][r], b[v][r], slack) << note << ", vertex " << v;
}

TEST_P(RealModel, SkinsAlikeInBothForms) {
  const Model m = load();
  size_t pairs = 0;
  for (size_t i = 0; i + 1 < m.cases.size(); ++i) {
    if (!is(m.cases[i], "transform_verts")) continue;
    ASSERT_TRUE(is(m.cases[i + 1], "transform_verts_and_tangents"));
    ASSERT_EQ(m.cases[i].note, m.cases[i + 1].note);
    const auto a = skin(m.cases[i]), b = skin(m.cases[i + 1]);
    expect_same(a, b, 1e-5 * size_of(a), m.cases[i].note);
    ++pairs;
  }
  EXPECT_GE(pairs, 2 * m.meshes);
}

TEST_P(RealModel, MovesBetweenItsPoses) {
  const Model m = load();
  std::vector<Position> rest;
  double moved = 0;
  for (const Case& c : m.cases) {
    if (!is(c, "transform_verts")) continue;
    const auto positions = skin(c);
    if (c.note.find("rest pose") != c.note.npos) rest = positions;
    for (size_t v = 0; v < positions.size(); ++v)
      for (size_t r = 0; r < 3; ++r)
        moved = std::max(moved, std::abs(positions[v][r] - rest[v][r]));
  }
  EXPECT_GT(moved, 0.01 * size_of(rest));
}

TEST_P(RealModel, IsTheSameTwice) {
  const Model a = load(), b = load();
  ASSERT_EQ(a.cases.size(), b.cases.size());
  for (size_t i = 0; i < a.cases.size(); ++i) {
    EXPECT_TRUE(same_input(a.cases[i], b.cases[i]));
    EXPECT_EQ(a.cases[i].note, b.cases[i].note);
  }
}

INSTANTIATE_TEST_SUITE_P(Files, RealModel, testing::ValuesIn(kExpected), [](const auto& param) {
  return fs::path(param.param.file).stem().string();
});

// At rest the joints of these two files stand as they were bound: every vertex skins to where it
// is.
TEST_F(ModelTest, RestPoseGivesTheBindPose) {
  for (const char* file : {"X/Testwuson.X", "X/BCN_Epileptic.X"}) {
    for (const Case& c : load_model((kModels / file).string(), ULNA_IMPORTER).cases) {
      if (!is(c, "transform_verts_and_tangents") || c.note.find("rest pose") == c.note.npos)
        continue;
      std::vector<Position> bound;
      const auto base = c.arrays[kBase].as<ulna_vec4>();
      for (size_t i = 0; i < base.size(); i += 3)
        bound.push_back({double{base[i].x}, double{base[i].y}, double{base[i].z}});
      expect_same(skin(c), bound, 1e-5 * size_of(bound), c.note);
    }
  }
}

/// A mesh in a frame of its own, five up; bone A, at the origin, holds three of its four vertices.
constexpr const char* kHalfSkinned = R"(xof 0303txt 0032
Frame Root {
  FrameTransformMatrix {1.0,0.0,0.0,0.0,0.0,1.0,0.0,0.0,0.0,0.0,1.0,0.0,0.0,0.0,0.0,1.0;;}
  Frame A { FrameTransformMatrix {1.0,0.0,0.0,0.0,0.0,1.0,0.0,0.0,0.0,0.0,1.0,0.0,0.0,0.0,0.0,1.0;;} }
  Frame Body {
    FrameTransformMatrix {1.0,0.0,0.0,0.0,0.0,1.0,0.0,0.0,0.0,0.0,1.0,0.0,0.0,5.0,0.0,1.0;;}
    Mesh M {
      4; 0.0;1.0;0.0;, -1.0;0.0;0.0;, 1.0;0.0;0.0;, 0.0;-1.0;0.0;;
      2; 3;0,1,2;, 3;1,3,2;;
      SkinWeights { "A"; 3; 0,1,2; 1.0,1.0,1.0; 1.0,0.0,0.0,0.0,0.0,1.0,0.0,0.0,0.0,0.0,1.0,0.0,0.0,5.0,0.0,1.0;; }
    }
  }
}
)";

TEST_F(ModelTest, VerticesWithoutWeightsFollowTheNodeOfTheirMesh) {
  const Model model = load_model(write("half.x", kHalfSkinned).string(), ULNA_IMPORTER);
  int poses = 0, meshes = 0;
  for (const Case& c : model.cases) {
    if (is(c, "update_skinned_mesh")) {
      ++meshes;
      const auto first = c.arrays[4].as<uint32_t>(); // first_influence
      ASSERT_EQ(first.size(), 5u);
      for (size_t v = 0; v < 4; ++v) EXPECT_EQ(first[v + 1] - first[v], 1u) << c.note << ' ' << v;
    }
    if (!is(c, "transform_verts") || c.note.find("rest pose") == c.note.npos) continue;
    ++poses;
    std::vector<double> heights;
    for (const Position& p : skin(c)) heights.push_back(p[1]);
    EXPECT_THAT(heights, testing::UnorderedElementsAre(6, 5, 5, 4)) << c.note;
  }
  EXPECT_GT(poses, 0);
  EXPECT_GT(meshes, 0);
}

/// The mesh lies in a plane, and its file has none.
TEST_F(ModelTest, AMeshWithoutNormalsGetsThoseOfItsFaces) {
  const Model model = load_model(write("half.x", kHalfSkinned).string(), ULNA_IMPORTER);
  size_t normals = 0;
  for (const Case& c : model.cases) {
    if (!is(c, "update_skinned_mesh") || !c.integers[2]) continue; // has_normals
    const auto words = size_t(c.integers[1]) / 4;                  // src_stride
    const auto src = c.arrays[1].as<float>();
    for (size_t v = 0; v < src.size(); v += words, ++normals) {
      EXPECT_EQ(src[v + 3], 0);
      EXPECT_EQ(src[v + 4], 0);
      EXPECT_EQ(std::fabs(src[v + 5]), 1);
      EXPECT_EQ(src[v + 5], src[5]) << "another side";
    }
  }
  EXPECT_GT(normals, 0u);
}

/// A mesh of as many vertices as bones; bone b holds vertex b alone.
std::string one_vertex_each(size_t bones) {
  const char* const unit = "1.0,0.0,0.0,0.0,0.0,1.0,0.0,0.0,0.0,0.0,1.0,0.0,0.0,0.0,0.0,1.0;;";
  std::string frames, vertices, faces, weights;
  for (size_t b = 0; b < bones; ++b) {
    frames += fmt::format("Frame B{} {{ FrameTransformMatrix {{{}}} }}\n", b, unit);
    vertices += fmt::format("{}.0;{}.0;0.0;{}", b, b % 3, b + 1 < bones ? "," : ";");
    if (b % 3 == 2)
      faces += fmt::format("3;{},{},{};{}", b - 2, b - 1, b, b + 1 < bones ? "," : ";");
    weights += fmt::format("SkinWeights {{ \"B{}\"; 1; {}; 1.0; {} }}\n", b, b, unit);
  }
  return fmt::format("xof 0303txt 0032\nFrame Root {{\nFrameTransformMatrix {{{}}}\n{}"
                     "Mesh M {{ {}; {}\n{}; {}\n{} }}\n}}\n",
                     unit, frames, bones, vertices, bones / 3, faces, weights);
}

TEST_F(ModelTest, VerticesOfBonesThatIndicesDoNotReachAreLeftOut) {
  const Model model = load_model(write("many.x", one_vertex_each(300)).string(), ULNA_IMPORTER);
  int of_bytes = 0, of_words = 0;
  for (const Case& c : model.cases) {
    if (is(c, "skin_aos_verts")) {
      ++of_bytes;
      EXPECT_EQ(c.arrays[uniform_verts::kDst].size(), 256 * sizeof(ulna_mesh_vertex)) << c.note;
    }
    if (is(c, "skin_sorted_verts")) {
      ++of_words;
      EXPECT_EQ(c.arrays[0].size(), 300 * sizeof(ulna_vec4)) << c.note;
    }
  }
  EXPECT_GT(of_bytes, 0);
  EXPECT_GT(of_words, 0);
}

// Assimp 5.2.5 reads the surface of an IQM file and leaves the joints, so these are counted here.
TEST_F(ModelTest, IqmHasTheCountsOfItsHeader) {
  const fs::path path = kModels / "IQM/mrfixit.iqm";
  const std::string bytes = read_bytes(path);
  const auto word = [&bytes](size_t at) {
    uint32_t w;
    std::memcpy(&w, bytes.data() + at, sizeof w);
    return w;
  };
  const Model m = load_model(path.string(), ULNA_IMPORTER);
  EXPECT_EQ(m.meshes, word(36));
  EXPECT_EQ(m.vertices, word(48));
  EXPECT_EQ(m.joints, word(68));
  EXPECT_EQ(m.clips, word(84));
}

/// The first string in each SkinWeights block of an .X file in text form. The declaration of the
/// template of that name has none.
std::set<std::string> skin_weight_names(const std::string& text) {
  std::set<std::string> names;
  for (size_t at = text.find("SkinWeights"); at != text.npos; at = text.find("SkinWeights", at)) {
    at = text.find('{', at);
    const size_t begin = text.find_first_not_of(" \t\r\n", at + 1);
    if (begin == text.npos || text[begin] != '"') continue;
    names.insert(text.substr(begin, text.find('"', begin + 1) - begin));
  }
  return names;
}

TEST_F(ModelTest, XHasTheJointsThatItsSkinWeightsName) {
  for (const char* file : {"X/Testwuson.X", "X/BCN_Epileptic.X", "X/anim_test.x"})
    EXPECT_EQ(load_model((kModels / file).string(), ULNA_IMPORTER).joints,
              skin_weight_names(read_bytes(kModels / file)).size())
        << file;
}

TEST_F(ModelTest, RefusesWhatIsNoModel) {
  EXPECT_NE(refusal(folder_ / "missing.x").find("no such file"), std::string::npos);
  EXPECT_NE(refusal(folder_).find("folder"), std::string::npos);
  EXPECT_NE(refusal(kModels / "X").find("folder"), std::string::npos);
  EXPECT_NE(refusal("/dev/null").find("no regular file"), std::string::npos);
  for (const char* name : {"empty.x", "empty.iqm", "empty.b3d", "empty.fbx", "empty", "empty.gltf"})
    EXPECT_NE(refusal(write(name, "")), "") << name;
  for (const char* name :
       {"text.x", "text.iqm", "text.b3d", "text.fbx", "text.txt", "text.md5mesh"})
    EXPECT_NE(refusal(write(name, "Dear diary,\ntoday I certified a kernel.\n")), "") << name;
  EXPECT_NE(refusal(write("two\nlines.x", "xof 0303txt 0032\n")), "");
  EXPECT_NE(refusal(write("no-mesh.obj", "# nothing\n")), "");
}

TEST_F(ModelTest, ReadsAFileOfAnyName) {
  const fs::path path =
      write("-- two\nlines;rm $HOME.iqm", read_bytes(kModels / "IQM/mrfixit.iqm"));
  const Model m = load_model(path.string(), ULNA_IMPORTER);
  EXPECT_EQ(m.vertices, 1861u);
  for (const Case& c : m.cases) EXPECT_EQ(c.note.find('\n'), c.note.npos);
}

TEST_F(ModelTest, SurvivesTruncatedFiles) {
  for (const Expected& e : kExpected) {
    const std::string bytes = read_bytes(kModels / e.file);
    for (const double part : {0.001, 0.1, 0.4, 0.7, 0.999}) {
      const auto size = static_cast<size_t>(double(bytes.size()) * part);
      SCOPED_TRACE(testing::Message() << e.file << ", first " << size << " bytes");
      refusal(write("short" + fs::path(e.file).extension().string(), bytes.substr(0, size)));
    }
  }
}

TEST_F(ModelTest, SurvivesFlippedBits) {
  std::mt19937_64 random(20050321);
  for (const Expected& e : kExpected) {
    const std::string bytes = read_bytes(kModels / e.file);
    for (int copy = 0; copy < 4; ++copy) {
      SCOPED_TRACE(testing::Message() << e.file << ", copy " << copy);
      std::string flipped = bytes;
      // One bit in the body, then ever more, the first of them in the header.
      for (int flip = 0; flip < 1 << (2 * copy); ++flip) {
        const size_t range = copy > 0 && flip == 0 ? 128 : flipped.size();
        flipped[random() % range] ^= static_cast<char>(1 << random() % 8);
      }
      refusal(write("flipped" + fs::path(e.file).extension().string(), flipped));
    }
  }
}

TEST_F(ModelTest, SurvivesAnImporterThatMisbehaves) {
  const fs::path file = kModels / "IQM/mrfixit.iqm";
  const std::string counts = R"("vertices":1,"joints":1,"influences":1,)"
                             R"("max_influences_per_vertex":1,"meshes":1,"clips":0,)"
                             R"("synthetic":false,"synthetic_rig":false,)";
  const auto print = [](const std::string& json) { return "echo '" + json + "'"; };
  const std::pair<std::string, const char*> scripts[]{
      {"kill -SEGV $$", "crashed"},
      {"kill -ABRT $$", "crashed"},
      {"kill -KILL $$", "crashed"},
      {"exit 7", "exit code 7"},
      {"exit 0", "summary"},
      {"echo one >&2; echo two >&2; exit 2", "one"},
      {"printf '\\033[31mred\\r\\nblue' >&2; exit 2", "red"},
      {"head -c 9000000 /dev/zero >&2; exit 2", "mrfixit"},
      {"head -c 9000000 /dev/urandom", "summary"},
      {"echo '{'", "summary"},
      {"echo '[1, 2]'", "summary"},
      {"echo 'null'", "summary"},
      {print("{\"vertices\":-1}"), "summary"},
      {print("{" + counts + R"("cases":7})"), "summary"},
      {print("{" + counts + R"("cases":["../../etc/passwd"]})"), "summary"},
      {print("{" + counts + R"("cases":["/etc/passwd"]})"), "summary"},
      {print("{" + counts + R"("cases":["000.case"]})"), "bad case"},
      {print("{" + counts + R"("cases":[]})"), "no case"},
      {"echo nonsense > \"$3/000.case\";" + print("{" + counts + R"("cases":["000.case"]})"),
       "bad case"},
      {"mkdir \"$3/000.case\";" + print("{" + counts + R"("cases":["000.case"]})"), "bad case"},
  };
  for (const auto& [script, owed] : scripts) {
    const std::string line = refusal(file, write_script(script).string());
    EXPECT_NE(line.find(owed), line.npos) << script << ": " << line;
  }
}

TEST(TakeModel, HoldsAllCasesTogetherToTheLimit) {
  // A line that says "filled" makes an array of any length.
  Case c = make_case(operation_named("combine_bones"));
  for (Array& array : c.arrays) array.resize(64 * 100);
  const std::string text = write_case(c);
  const size_t bytes = c.arrays.size() * 64 * 100;
  const std::string summary =
      R"({"vertices":1,"joints":1,"influences":1,"max_influences_per_vertex":1,"meshes":1,"clips":0,)"
      R"("synthetic":true,"synthetic_rig":false,"cases":["0.case","1.case"]})";
  const auto refused = [&](size_t limit) {
    try {
      take_model(
          summary, [&](const std::string&) { return text; }, limit);
    } catch (const BadInput& e) {
      return std::string(e.what());
    }
    return std::string();
  };
  EXPECT_NE(refused(2 * bytes).find("no case of"), std::string::npos) << refused(2 * bytes);
  EXPECT_NE(refused(2 * bytes - 1).find("too large"), std::string::npos) << refused(2 * bytes - 1);
}

TEST_F(ModelTest, EndsAnImporterThatHangs) {
  const fs::path file = kModels / "IQM/mrfixit.iqm";
  for (const char* script :
       {"sleep 1000", "sleep 1000 & wait", "yes", "yes >&2", "exec >&- 2>&-; sleep 1000",
        "trap '' TERM INT; while :; do :; done"}) {
    const auto start = std::chrono::steady_clock::now();
    const std::string line = refusal(file, write_script(script).string(), 0.5);
    EXPECT_NE(line.find("did not finish"), line.npos) << script << ": " << line;
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(10)) << script;
  }
  // A grandchild that keeps the pipes open does not hold us up.
  const std::string line = refusal(file, write_script("sleep 1000 & echo '{'").string());
  EXPECT_NE(line.find("summary"), line.npos) << line;
}

TEST_F(ModelTest, NeedsDescriptorsForItsImporter) {
  const int first_free = dup(0);
  close(first_free);
  rlimit old{};
  getrlimit(RLIMIT_NOFILE, &old);
  const rlimit few{static_cast<rlim_t>(first_free) + 1, old.rlim_max};
  setrlimit(RLIMIT_NOFILE, &few);
  std::string line = "accepted";
  try {
    load_model((kModels / "IQM/mrfixit.iqm").string(), ULNA_IMPORTER);
  } catch (const BadInput& e) {
    line = e.what();
  }
  setrlimit(RLIMIT_NOFILE, &old);
  EXPECT_NE(line.find("no pipe to the importer"), line.npos) << line;
}

TEST_F(ModelTest, RefusesAnImporterThatCannotRun) {
  const fs::path file = kModels / "IQM/mrfixit.iqm";
  for (const fs::path& importer : {folder_ / "nothing", folder_, write("plain", "no program")})
    EXPECT_NE(refusal(file, importer.string()).find("cannot start the importer"),
              std::string::npos);
  setenv("TMPDIR", (folder_ / "nowhere").c_str(), 1);
  EXPECT_NE(refusal(file).find("TMPDIR"), std::string::npos);
}

} // namespace
} // namespace ulna
