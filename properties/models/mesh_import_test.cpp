// The meshes of real characters come in whole for conversions, with faces, bones and neighbours,
// and what is said about them is what the files hold.
#include "cases/make_case.h"
#include "cases/operation.h"
#include "models/import/x_header.h"
#include "models/inspect.h"
#include "models/load_model.h"
#include "operations/conversion/conversion.h"
#include "properties/domain.h"
#include "properties/models/model_fixture.h"
#include "reference/skin_info.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <map>
#include <numeric>
#include <random>
#include <set>

namespace ulna {
namespace {

struct Expected {
  const char* file;
  std::vector<uint64_t> faces;    ///< of each mesh
  std::vector<uint64_t> vertices; ///< of each mesh
  uint64_t bones;
};

void PrintTo(const Expected& e, std::ostream* out) {
  *out << e.file;
}

// The counts, from the files themselves: of .X the number of faces in each Mesh, of .iqm the
// header's, of .b3d 12-byte triangles in the TRIS chunk, of .fbx 16 triangles and 52 quadrilaterals
// in PolygonVertexIndex, which make two triangles each.
const Expected kExpected[]{
    {"X/Testwuson.X", {3732}, {3205}, 37},
    {"X/BCN_Epileptic.X", {1966, 2036, 1124}, {1170, 1196, 648}, 54},
    {"X/anim_test.x", {840}, {485}, 4},
    {"IQM/mrfixit.iqm", {2386, 602}, {1476, 385}, 75},
    {"B3D/WusonBlitz.b3d", {3732}, {2117}, 16}, // with joints of ours
    {"FBX/huesitos.fbx", {120}, {128}, 9},
};

bool is_conversion(const Case& c) {
  return ulna::is_conversion(*c.operation);
}

class MeshOfModel : public ModelTest, public testing::WithParamInterface<Expected> {
protected:
  std::string path() const { return (kModels / GetParam().file).string(); }
  Model load() const { return load_model(path(), ULNA_IMPORTER); }
};

TEST_P(MeshOfModel, ComesWithAllFacesUnderEveryLimit) {
  std::set<std::pair<std::string, uint32_t>> seen;
  for (const Case& c : load().cases) {
    if (!is_conversion(c)) continue;
    EXPECT_NO_THROW(validate(c));
    seen.insert({c.operation->name, conversion::limits_of(c).max_bones});
    const reference::SkinnedMesh mesh = conversion::mesh_of(c);
    std::vector<uint64_t> faces(GetParam().faces.size());
    std::vector<uint64_t> first_vertex{0};
    for (const uint64_t n : GetParam().vertices) first_vertex.push_back(first_vertex.back() + n);
    ASSERT_EQ(mesh.num_vertices(), first_vertex.back());
    ASSERT_EQ(mesh.num_bones, GetParam().bones);
    for (size_t f = 0; f < mesh.num_faces(); ++f) {
      const uint32_t m = mesh.attributes[f];
      ASSERT_LT(m, faces.size());
      ++faces[m];
      for (const uint32_t v : mesh.corners(f)) {
        ASSERT_GE(v, first_vertex[m]);
        ASSERT_LT(v, first_vertex[m + 1]);
      }
    }
    EXPECT_EQ(faces, GetParam().faces);
  }
  for (const auto& [operation, limit] : {std::pair{"convert_to_blended_mesh", 4u},
                                         {"convert_to_indexed_blended_mesh", 12u},
                                         {"convert_to_indexed_blended_mesh", 26u}})
    EXPECT_TRUE(seen.contains({operation, limit})) << operation << " " << limit;
}

/// The weights of a vertex, the largest first.
using Weights = std::vector<float>;

TEST_P(MeshOfModel, HasTheWeightsThatItsMeshesAreSkinnedWith) {
  std::map<std::string, std::vector<Weights>> by_pose; // of all meshes, one behind the other
  std::vector<std::vector<Weights>> converted;
  for (const Case& c : load().cases) {
    if (c.operation == find_operation("transform_verts")) {
      auto& all = by_pose[c.note.substr(c.note.rfind(", clip "))];
      bool begins = true;
      for (const ulna_joint_weight& w : c.arrays[3].as<ulna_joint_weight>()) {
        if (begins) all.emplace_back();
        all.back().push_back(w.weight);
        begins = w.next_vertex_offset == sizeof w;
      }
    } else if (is_conversion(c)) {
      const reference::SkinnedMesh mesh = conversion::mesh_of(c);
      auto& all = converted.emplace_back();
      for (size_t v = 0; v < mesh.num_vertices(); ++v) {
        all.emplace_back();
        for (const ulna_influence& i : mesh.entries(v)) all.back().push_back(i.weight);
        std::sort(all.back().rbegin(), all.back().rend());
      }
    }
  }
  ASSERT_FALSE(converted.empty());
  for (const auto& [pose, weights] : by_pose)
    for (const auto& other : converted) EXPECT_EQ(weights, other) << pose;
}

/// Positions are those of model_base, of all meshes behind each other.
TEST_P(MeshOfModel, HasTheNeighboursOfItsSurface) {
  using Position = std::array<float, 3>;
  std::vector<Position> positions;
  const Model model = load();
  for (const Case& c : model.cases) {
    if (c.operation != find_operation("transform_verts_and_tangents") ||
        c.note.find("rest pose") == c.note.npos)
      continue;
    const auto base = c.arrays[2].as<ulna_vec4>();
    for (size_t i = 0; i < base.size(); i += 3)
      positions.push_back({base[i].x, base[i].y, base[i].z});
  }
  const Case& c = *std::find_if(model.cases.begin(), model.cases.end(), is_conversion);
  const reference::SkinnedMesh mesh = conversion::mesh_of(c);
  ASSERT_EQ(mesh.num_vertices(), positions.size());
  ASSERT_EQ(mesh.adjacency.size(), mesh.indices.size());
  const auto end = [&](size_t face, size_t k) { return positions[mesh.corners(face)[k % 3]]; };
  std::map<std::tuple<uint32_t, Position, Position>, std::set<uint32_t>> faces_of;
  for (uint32_t f = 0; f < mesh.num_faces(); ++f)
    for (size_t k = 0; k < 3; ++k)
      faces_of[{mesh.attributes[f], end(f, k), end(f, k + 1)}].insert(f);
  size_t found = 0;
  for (uint32_t f = 0; f < mesh.num_faces(); ++f) {
    for (size_t k = 0; k < 3; ++k) {
      const uint32_t other = mesh.adjacency[3 * f + k];
      const auto beyond = faces_of.find({mesh.attributes[f], end(f, k + 1), end(f, k)});
      if (end(f, k) == end(f, k + 1) || beyond == faces_of.end()) {
        ASSERT_EQ(other, UINT32_MAX) << f;
      } else {
        ASSERT_TRUE(beyond->second.contains(other)) << f << " has " << other;
        ++found;
      }
    }
  }
  // A character is closed but for some holes.
  EXPECT_GT(found, mesh.indices.size() * 3 / 4);
}

TEST_P(MeshOfModel, IsDescribedAsTheMeshItIs) {
  const Description d = describe_model(path(), ULNA_IMPORTER);
  ASSERT_EQ(d.meshes.size(), GetParam().faces.size());
  for (size_t m = 0; m < d.meshes.size(); ++m) {
    EXPECT_EQ(d.meshes[m].faces, GetParam().faces[m]);
    EXPECT_EQ(d.meshes[m].vertices, GetParam().vertices[m]);
  }
  if (!d.skinned) {
    EXPECT_TRUE(d.bones.empty());
    EXPECT_NE(refusal_by([&] { load_skinned_mesh(path(), ULNA_IMPORTER); }, path()).find("bones"),
              std::string::npos);
    return;
  }
  EXPECT_EQ(d.bones.size(), GetParam().bones);
  const SkinnedMesh whole = load_skinned_mesh(path(), ULNA_IMPORTER);
  EXPECT_EQ(json_of(whole.description), json_of(d));
  const reference::SkinnedMesh mesh = conversion::mesh_of(whole.mesh);
  const auto info =
      reference::SkinInfo::from_vertices(mesh.num_bones, mesh.first_influence, mesh.influences);
  EXPECT_EQ(total(d.influences_per_vertex), mesh.num_vertices());
  EXPECT_EQ(total(d.influences_per_face), mesh.num_faces());
  EXPECT_EQ(largest(d.influences_per_vertex), info.max_vertex_influences());
  EXPECT_EQ(largest(d.influences_per_face), info.max_face_influences(mesh.indices));
  std::map<std::string, uint64_t> kinds;
  for (const ProblemDescription& p : d.problems) kinds[p.kind] += p.count;
  uint64_t problems = 0;
  for (const auto& [kind, count] : kinds) problems += count;
  EXPECT_EQ(problems, info.validate().size());
  std::vector<uint64_t> used;
  for (uint32_t b = 0; b < info.num_bones(); ++b) used.push_back(info.num_bone_influences(b));
  for (size_t b = 0; b < d.bones.size(); ++b) EXPECT_EQ(d.bones[b].vertices, used[b]);
}

INSTANTIATE_TEST_SUITE_P(Files, MeshOfModel, testing::ValuesIn(kExpected), [](const auto& param) {
  return fs::path(param.param.file).stem().string();
});

using MeshImportTest = ModelTest;

// The faces of an IQM file are indexed already, and are read here from its own arrays.
TEST_F(MeshImportTest, IqmHasTheFacesOfItsFile) {
  const std::string bytes = read_bytes(kModels / "IQM/mrfixit.iqm");
  const auto word = [&bytes](size_t at) {
    uint32_t w;
    std::memcpy(&w, bytes.data() + at, sizeof w);
    return w;
  };
  const SkinnedMesh model =
      load_skinned_mesh((kModels / "IQM/mrfixit.iqm").string(), ULNA_IMPORTER);
  const reference::SkinnedMesh mesh = conversion::mesh_of(model.mesh);
  const size_t num_triangles = word(56), triangles = word(60);
  ASSERT_EQ(mesh.num_faces(), num_triangles);
  // Assimp turns the winding: the second corner and the third change places.
  for (size_t f = 0; f < num_triangles; ++f)
    for (const size_t k : {0, 1, 2})
      ASSERT_EQ(mesh.corners(f)[(3 - k) % 3], word(triangles + 4 * (3 * f + k))) << f;
}

// The claims are in the files for all to read; the truths are what SkinInfo counts above.
TEST_F(MeshImportTest, XHeadersAreComparedWithTheirMeshes) {
  using Numbers = std::vector<uint64_t>;
  const auto headers = [](const char* file) {
    return describe_model((kModels / file).string(), ULNA_IMPORTER).x;
  };
  const XHeaders wuson = headers("X/Testwuson.X");
  ASSERT_EQ(wuson.headers.size(), 1u);
  EXPECT_EQ(wuson.form, "text");
  EXPECT_EQ(wuson.headers[0].mesh, "mesh_Wuson");
  EXPECT_EQ(wuson.headers[0].claims, (Numbers{4, 0, 37}));
  EXPECT_EQ(wuson.headers[0].has, (Numbers{4, 6, 37}));
  const XHeaders epileptic = headers("X/BCN_Epileptic.X");
  ASSERT_EQ(epileptic.headers.size(), 3u);
  EXPECT_EQ(epileptic.headers[1].frame, "Head");
  EXPECT_EQ(epileptic.headers[1].claims, (Numbers{4, 0, 20}));
  EXPECT_EQ(epileptic.headers[2].has, (Numbers{3, 3, 10}));
  EXPECT_EQ(headers("X/test_cube_binary.x").form, "binary");
  EXPECT_EQ(headers("X/test_cube_compressed.x").form, "compressed");
  EXPECT_EQ(headers("IQM/mrfixit.iqm").form, "");
}

XHeaders read_text(const std::string& blocks) {
  return importer::read_x_headers("xof 0303txt 0032\n" + blocks);
}

TEST(XHeaderTest, IsReadWhereverItStands) {
  using Numbers = std::vector<uint64_t>;
  for (const char* text :
       {"XSkinMeshHeader{4;0;37;}", "XSkinMeshHeader a\t{\r\n 4, 0, 37 }",
        "XSkinMeshHeader { <3cf169ce-ff7c-44ab-93c0-f78f62d172e2> 4;;0;;37;;",
        "// XSkinMeshHeader {1;1;1;}\n# XSkinMeshHeader {1;1;1;}\nXSkinMeshHeader // "
        "{\n{4#\n;0;37;}",
        "template XSkinMeshHeader { <g> WORD a; WORD b; WORD c; } XSkinMeshHeader {4;0;37;}",
        "Material { \"XSkinMeshHeader {1;1;1;}\"; } XSkinMeshHeader {4;0;37;}"}) {
    const XHeaders x = read_text(text);
    ASSERT_EQ(x.headers.size(), 1u) << text;
    EXPECT_EQ(x.headers[0].claims, (Numbers{4, 0, 37})) << text;
    EXPECT_EQ(x.headers[0].malformed, "") << text;
  }
  const XHeaders x = read_text("Frame F { <g> Mesh M { 1; XSkinMeshHeader {1;2;3;} { Ref } }\n"
                               "Mesh { XSkinMeshHeader {4;5;6;} } } XSkinMeshHeader {7;8;9;}");
  ASSERT_EQ(x.headers.size(), 3u);
  EXPECT_EQ(x.headers[0].mesh, "M");
  EXPECT_EQ(x.headers[0].frame, "F");
  EXPECT_EQ(x.headers[1].mesh, "");
  EXPECT_EQ(x.headers[1].frame, "F");
  EXPECT_EQ(x.headers[2].frame, "");
  EXPECT_EQ(x.headers[2].claims, (Numbers{7, 8, 9}));
}

TEST(XHeaderTest, SaysWhatIsMalformed) {
  for (const auto& [text, owed] :
       {std::pair{"XSkinMeshHeader {", "PerVertex is missing"},
        {"XSkinMeshHeader { }", "PerVertex is missing"},
        {"XSkinMeshHeader { 3; 3; }", "nBones is missing"},
        {"XSkinMeshHeader { 3; 65536; 3; }", "PerFace is 65536"},
        {"XSkinMeshHeader { -1; 3; 3; }", "PerVertex is -1"},
        {"XSkinMeshHeader { 3.0; 3; 3; }", "PerVertex is 3.0"},
        {"XSkinMeshHeader { \"3\"; 3; 3; }", "PerVertex is \"3\""},
        {"XSkinMeshHeader { 3; 9999999999999999999999; 3; }", "PerFace"},
        {"XSkinMeshHeader { 3; 3; \033[31mred }", "nBones is ?[31mred"}}) {
    // What is wrong with one says nothing about the next.
    const XHeaders x = read_text(std::string("Mesh M { ") + text + " XSkinMeshHeader {1;2;3;}");
    ASSERT_FALSE(x.headers.empty()) << text;
    EXPECT_TRUE(x.headers[0].claims.empty()) << text;
    EXPECT_EQ(read_text(text).headers[0].malformed.find(owed) != std::string::npos, true)
        << read_text(text).headers[0].malformed;
    EXPECT_EQ(x.headers.back().claims, (std::vector<uint64_t>{1, 2, 3})) << text;
  }
}

TEST(XHeaderTest, TakesAnyBytes) {
  for (const char* text :
       {"", "xof ", "xof 0303txt 003", "not 0303txt 0032 XSkinMeshHeader {1;1;1;}"})
    EXPECT_EQ(importer::read_x_headers(text).form, "") << text;
  EXPECT_EQ(importer::read_x_headers("xof 0303tzip0032").form, "compressed");
  EXPECT_EQ(importer::read_x_headers("xof 0303quux0032").form, "unknown");
  EXPECT_EQ(read_text(std::string(100000, '{') + std::string(100001, '}')).count, 0u);
  std::mt19937_64 random(3);
  const std::vector<std::string> words{"XSkinMeshHeader",
                                       "{",
                                       "}",
                                       ";",
                                       ",",
                                       "\"",
                                       "<",
                                       ">",
                                       "#",
                                       "//",
                                       "\n",
                                       " ",
                                       "4",
                                       "template",
                                       "Mesh",
                                       "M",
                                       std::string(1, '\0'),
                                       "\xff"};
  for (int i = 0; i < 3000; ++i) {
    std::string text;
    for (size_t n = random() % 60; n > 0; --n) text += words[random() % words.size()];
    const XHeaders x = read_text(text);
    ASSERT_GE(x.count, x.headers.size());
    for (const XSkinHeader& h : x.headers)
      ASSERT_EQ(h.claims.empty(), !h.malformed.empty()) << text;
  }
}

/// Two triangles that share two places: one of bone A alone, one of bone B.
constexpr const char* kTouching = R"(xof 0303txt 0032
Frame Root {
  FrameTransformMatrix {1.0,0.0,0.0,0.0,0.0,1.0,0.0,0.0,0.0,0.0,1.0,0.0,0.0,0.0,0.0,1.0;;}
  Frame A { FrameTransformMatrix {1.0,0.0,0.0,0.0,0.0,1.0,0.0,0.0,0.0,0.0,1.0,0.0,0.0,0.0,0.0,1.0;;} }
  Frame B { FrameTransformMatrix {1.0,0.0,0.0,0.0,0.0,1.0,0.0,0.0,0.0,0.0,1.0,0.0,0.0,0.0,0.0,1.0;;} }
  Mesh M {
    6; 0.0;1.0;0.0;, -1.0;0.0;0.0;, 1.0;0.0;0.0;, 0.0;-1.0;0.0;, -1.0;0.0;0.0;, 1.0;0.0;0.0;;
    2; 3;0,1,2;, 3;3,5,4;;
    SkinWeights { "A"; 3; 0,1,2; 1.0,1.0,1.0; 1.0,0.0,0.0,0.0,0.0,1.0,0.0,0.0,0.0,0.0,1.0,0.0,0.0,0.0,0.0,1.0;; }
    SkinWeights { "B"; 3; 3,4,5; 1.0,1.0,1.0; 1.0,0.0,0.0,0.0,0.0,1.0,0.0,0.0,0.0,0.0,1.0,0.0,0.0,0.0,0.0,1.0;; }
  }
}
)";

TEST_F(MeshImportTest, PartsThatTouchAreNotSewnTogether) {
  const SkinnedMesh model =
      load_skinned_mesh(write("touching.x", kTouching).string(), ULNA_IMPORTER);
  const reference::SkinnedMesh mesh = conversion::mesh_of(model.mesh);
  ASSERT_EQ(mesh.num_vertices(), 6u);
  for (uint32_t v = 0; v < 6; ++v)
    EXPECT_EQ(mesh.first_influence[v + 1] - mesh.first_influence[v], 1u) << v;
}

TEST_F(MeshImportTest, EqualVerticesAreJoined) {
  std::string one_bone = kTouching;
  one_bone.resize(one_bone.find("    SkinWeights { \"B\""));
  one_bone.replace(one_bone.find("3; 0,1,2; 1.0,1.0,1.0;"), 22,
                   "6; 0,1,2,3,4,5; 1.0,1.0,1.0,1.0,1.0,1.0;");
  const SkinnedMesh model =
      load_skinned_mesh(write("one.x", one_bone + "  }\n}\n").string(), ULNA_IMPORTER);
  EXPECT_EQ(conversion::mesh_of(model.mesh).num_vertices(), 4u);
}

TEST_F(MeshImportTest, SurvivesDamagedFiles) {
  std::mt19937_64 random(20051109);
  for (const char* file : {"X/test_cube_text.x", "X/anim_test.x", "X/test_cube_binary.x"}) {
    const std::string bytes = read_bytes(kModels / file);
    for (int copy = 0; copy < 24; ++copy) {
      SCOPED_TRACE(testing::Message() << file << ", copy " << copy);
      std::string damaged = bytes;
      if (copy % 3 == 0) damaged.resize(random() % bytes.size());
      for (int i = 0; i < copy && !damaged.empty(); ++i)
        damaged[random() % damaged.size()] ^= static_cast<char>(1 << random() % 8);
      const fs::path path = write("damaged.x", damaged);
      refusal_by([&] { describe_model(path, ULNA_IMPORTER, 20); }, path);
      refusal_by([&] { load_skinned_mesh(path, ULNA_IMPORTER, 20); }, path);
    }
  }
}

TEST_F(MeshImportTest, BelievesNoDescriptionThatDoesNotFitTheMesh) {
  const fs::path file = kModels / "X/anim_test.x";
  const std::string importer = ULNA_IMPORTER;
  const auto refused = [&](const std::string& script) {
    return refusal_by([&] { load_skinned_mesh(file.string(), write_script(script).string(), 20); },
                      file);
  };
  // Arguments: --mesh -- MODEL FOLDER. The importer's own description and mesh go through.
  const std::string right = importer + " \"$@\"";
  EXPECT_EQ(refused(right), "");
  for (const char* change :
       {"s/\"skinned\":true/\"skinned\":1/", "s/\"vertices\":485/\"vertices\":484/",
        "s/\"bones\":\\[/\"bones\":[{\"name\":\"more\",\"vertices\":0},/",
        "s/\"meshes\":\\[/\"meshes\":[7,/", "s/\"claims\":\\[4,/\"claims\":[/",
        "s/\"problems\":\\[/\"problems\":[{\"bone\":9,\"count\":1,\"kind\":\"\",\"mesh\":0,"
        "\"value\":0,\"vertex\":0},/",
        "s/\"problems\":\\[/\"problems\":[{\"bone\":-2,\"count\":1,\"kind\":\"\",\"mesh\":0,"
        "\"value\":0,\"vertex\":0},/",
        "s/\"materials\":[0-9]*/\"materials\":-1/", "s/\"materials\":[0-9]*/\"materials\":0.5/",
        "s/\"materials\":[0-9]*/\"materials\":1e300/", "s/.*/{}/", "s/.*/null/", "s/^{//"}) {
    const std::string line = refused(right + " | sed '" + change + "'");
    EXPECT_NE(line.find("summary"), line.npos) << change << ": " << line;
  }
  const std::string line = refused(right + "; rm \"$4/mesh.case\"");
  EXPECT_NE(line.find("bad case"), line.npos) << line;
}

TEST(Inspection, LetsNoImporterSteerTheTerminal) {
  const std::string hostile = "\x1b[2J\r\n";
  Description d;
  d.skinned = true;
  d.meshes = {{hostile, 0, 0, hostile}};
  d.bones = {{hostile, 1}};
  d.problems = {{"negative_weight", 1, 0, 0, 0, -1}};
  for (const std::string& form : {std::string("text"), hostile}) {
    d.x = {form, 2, {{hostile, hostile, {1, 2, 3}, "", {}}, {hostile, hostile, {}, hostile, {}}}};
    for (const char c : inspection(d, hostile))
      EXPECT_TRUE((c >= ' ' && c <= '~') || c == '\n') << int(c);
  }
}

} // namespace
} // namespace ulna
