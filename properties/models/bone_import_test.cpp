// The cases of bones and blending that real characters give: the same skin comes out of them,
// whichever operation it goes through.
#include "cases/operation.h"
#include "models/load_model.h"
#include "operations/sorted_verts/sorted_verts.h"
#include "operations/uniform_verts/uniform_verts.h"
#include "operations/vertex_blending/vertex_buffer.h"
#include "properties/models/model_fixture.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <map>
#include <set>

namespace ulna {
namespace {

/// What a file is known for.
struct Known {
  const char* file;
  double weight_slack;       ///< how far the file's sums of weights are from one, relative
  size_t bones_without_node; ///< that weights name, but no node has
  bool has_texture = true;
};

void PrintTo(const Known& known, std::ostream* out) {
  *out << known.file;
}

constexpr Known kKnown[]{{"X/Testwuson.X", 2e-6, 0},
                         {"X/BCN_Epileptic.X", 2e-6, 0},
                         {"X/anim_test.x", 3e-5, 2},
                         {"IQM/mrfixit.iqm", 1e-6, 0},
                         {"B3D/WusonBlitz.b3d", 1e-6, 0, false},
                         {"FBX/huesitos.fbx", 0.06, 0}};

using Position = std::array<double, 3>;

class BonesOfModel : public ModelTest, public testing::WithParamInterface<Known> {
protected:
  void SetUp() override {
    ModelTest::SetUp();
    model_ = load_model((kModels / GetParam().file).string(), ULNA_IMPORTER);
  }

  std::vector<const Case*> cases(const char* operation) const {
    std::vector<const Case*> out;
    for (const Case& c : model_.cases)
      if (c.operation == &operation_named(operation)) out.push_back(&c);
    EXPECT_FALSE(out.empty()) << operation;
    return out;
  }

  /// All meshes behind each other as transform_verts_and_tangents skins them, by pose.
  std::map<std::string, std::vector<Position>> skinned() const {
    std::map<std::string, std::vector<Position>> out;
    for (const Case* c : cases("transform_verts_and_tangents")) {
      const auto joints = c->arrays[1].as<ulna_joint_mat>();
      const auto base = c->arrays[2].as<ulna_vec4>();
      auto& positions = out[pose(*c)];
      size_t vertex = 0;
      Position sum{};
      for (const ulna_joint_weight& w : c->arrays[3].as<ulna_joint_weight>()) {
        const auto& m = joints[size_t(w.joint_mat_offset) / sizeof(ulna_joint_mat)].m;
        const ulna_vec4& v = base[3 * vertex];
        for (size_t r = 0; r < 3; ++r)
          sum[r] += double{w.weight} *
                    (double{m[4 * r]} * double{v.x} + double{m[4 * r + 1]} * double{v.y} +
                     double{m[4 * r + 2]} * double{v.z} + double{m[4 * r + 3]});
        if (w.next_vertex_offset != sizeof w) continue;
        positions.push_back(sum);
        sum = {};
        ++vertex;
      }
    }
    return out;
  }

  /// What a note says about the clip and the moment.
  static std::string pose(const Case& c) { return c.note.substr(c.note.rfind(", clip ")); }

  Model model_;
};

double size_of(const std::vector<Position>& positions) {
  double size = 0;
  for (const Position& p : positions)
    for (const double x : p) size = std::max(size, std::abs(x));
  return size;
}

/// p * m for row vectors, in double.
void add(Position& sum, double weight, const float* p, const ulna_mat44& m) {
  for (size_t c = 0; c < 3; ++c)
    sum[c] += weight * (double{p[0]} * double{m.m[c]} + double{p[1]} * double{m.m[4 + c]} +
                        double{p[2]} * double{m.m[8 + c]} + double{m.m[12 + c]});
}

double distance(const Position& a, const Position& b) {
  return std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

void expect_near(const Position& a, const Position& b, double slack, const std::string& note,
                 size_t vertex) {
  for (size_t r = 0; r < 3; ++r) ASSERT_NEAR(a[r], b[r], slack) << note << ", vertex " << vertex;
}

TEST_P(BonesOfModel, UpdateSkinnedMeshSkinsAsTransformVertsDoes) {
  const auto owed = skinned();
  size_t with_least = 0;
  for (const Case* c : cases("update_skinned_mesh")) {
    const auto& expected = owed.at(pose(*c));
    const auto stride = size_t(c->integers[1]);
    const auto palette = c->arrays[2].as<ulna_mat44>();
    const auto first = c->arrays[4].as<uint32_t>();
    const auto influences = c->arrays[5].as<ulna_influence>();
    ASSERT_EQ(first.size(), expected.size() + 1);
    with_least += c->real > 0;
    for (size_t v = 0; v < expected.size(); ++v) {
      float p[3];
      std::memcpy(p, c->arrays[1].data() + v * stride, sizeof p);
      Position sum{};
      for (size_t i = first[v]; i < first[v + 1]; ++i)
        add(sum, double{influences[i].weight}, p, palette[influences[i].bone]);
      expect_near(sum, expected[v], 2e-5 * size_of(expected), c->note, v);
    }
  }
  EXPECT_GE(with_least, 1u);
}

/// Where a vertex is that all its influences move, where the largest alone takes it, and how far
/// from that the others would.
struct Skinned {
  Position all{}, first{};
  double apart = 0;
};

std::vector<Skinned> skinned_alone(const Case& c) {
  const auto stride = size_t(c.integers[1]);
  const auto palette = c.arrays[2].as<ulna_mat44>();
  const auto first = c.arrays[4].as<uint32_t>();
  const auto influences = c.arrays[5].as<ulna_influence>();
  std::vector<Skinned> out(first.size() - 1);
  for (size_t v = 0; v < out.size(); ++v) {
    const auto own = influences.subspan(first[v], first[v + 1] - first[v]);
    float p[3];
    std::memcpy(p, c.arrays[1].data() + v * stride, sizeof p);
    const auto largest = std::ranges::max_element(own, {}, &ulna_influence::weight);
    if (largest != own.end()) add(out[v].first, 1, p, palette[largest->bone]);
    for (const ulna_influence& i : own) {
      Position alone{};
      add(alone, 1, p, palette[i.bone]);
      add(out[v].all, double{i.weight}, p, palette[i.bone]);
      out[v].apart = std::max(out[v].apart, distance(alone, out[v].first));
    }
  }
  return out;
}

/// A mesh for each bone has vertices at one joint twice, and each of its bones takes one along. In
/// one skin they are one vertex.
TEST_P(BonesOfModel, AMeshForEachBoneComesApart) {
  double gap = 0;
  for (const Case* c : cases("update_skinned_mesh"))
    for (const Skinned& v : skinned_alone(*c)) gap = std::max(gap, v.apart);
  EXPECT_GT(gap, 0.01 * size_of(skinned().begin()->second));
}

/// A vertex that follows its first influence alone snaps, but no farther than its bones would take
/// it apart: weights are not negative, and add up to one.
TEST_P(BonesOfModel, AVertexSnapsNoFartherThanItsBonesAreApart) {
  double farthest = 0;
  const double size = size_of(skinned().begin()->second);
  for (const Case* c : cases("update_skinned_mesh"))
    for (const Skinned& v : skinned_alone(*c)) {
      const double snap = distance(v.all, v.first);
      ASSERT_LE(snap, v.apart + (1e-5 + 2 * GetParam().weight_slack) * size) << c->note;
      farthest = std::max(farthest, snap);
    }
  EXPECT_GT(farthest, 0);
}

TEST_P(BonesOfModel, BuffersHoldTheVerticesOfTheOperationOfTheirFormat) {
  std::map<std::string, const Case*> blended;
  for (const char* operation : {"blend_vertices", "blend_vertices_indexed"})
    for (const Case* c : cases(operation)) blended[c->note] = c;
  std::set<bool> indexed, normals;
  for (const Case* c : cases("blend_vertex_buffer")) {
    const auto format = vertex_buffer::format_of(*c);
    indexed.insert(format.indexed);
    normals.insert(format.has_normals);
    const auto src = blended.at(c->note)->arrays[vertex_blending::kSrc].as<ulna_blend_vertex>();
    ASSERT_EQ(vertex_buffer::num_vertices(*c), src.size()) << c->note;
    for (size_t v = 0; v < src.size(); ++v) {
      ulna_blend_vertex owed = src[v];
      if (!format.indexed) std::ranges::fill(owed.indices, uint8_t{0});
      if (!format.has_normals) std::ranges::fill(owed.normal, 0.0f);
      for (auto k = size_t(format.stored_weights); k < 3; ++k) owed.weights[k] = 0;
      const ulna_blend_vertex got = vertex_buffer::vertex_of(*c, v);
      ASSERT_EQ(std::memcmp(&got, &owed, sizeof got), 0) << c->note << ", vertex " << v;
    }
  }
  EXPECT_EQ(indexed.size(), 2u);
  EXPECT_TRUE(normals.contains(true));
}

TEST_P(BonesOfModel, CombineBonesGivesThePaletteOfUpdateSkinnedMesh) {
  const auto combine = cases("combine_bones");
  const auto update = cases("update_skinned_mesh");
  ASSERT_EQ(combine.size(), update.size());
  for (size_t i = 0; i < combine.size(); ++i) {
    ASSERT_EQ(pose(*combine[i]), pose(*update[i]));
    const auto offset = combine[i]->arrays[1].as<ulna_mat44>();
    const auto bones = combine[i]->arrays[2].as<ulna_mat44>();
    const auto palette = update[i]->arrays[2].as<ulna_mat44>();
    ASSERT_EQ(offset.size(), palette.size());
    for (size_t b = 0; b < palette.size(); ++b)
      for (size_t r = 0; r < 4; ++r)
        for (size_t k = 0; k < 4; ++k) {
          double sum = 0, terms = 0;
          for (size_t j = 0; j < 4; ++j) {
            const double term = double{offset[b].m[4 * r + j]} * double{bones[b].m[4 * j + k]};
            sum += term;
            terms += std::abs(term);
          }
          // A product in double, rounded to float.
          const double got = palette[b].m[4 * r + k];
          ASSERT_LE(std::abs(got - sum), 0x1p-24 * std::abs(sum) + 0x1p-50 * terms + 0x1p-149);
        }
  }
}

TEST_P(BonesOfModel, HierarchyLeadsToTheBonesOfEachPose) {
  const auto hierarchy = cases("bone_offset_matrices");
  const auto combine = cases("combine_bones");
  ASSERT_EQ(hierarchy.size(), combine.size());
  for (size_t i = 0; i < hierarchy.size(); ++i) {
    ASSERT_EQ(pose(*hierarchy[i]), pose(*combine[i]));
    const auto parents = hierarchy[i]->arrays[2].as<int32_t>();
    const auto locals = hierarchy[i]->arrays[3].as<ulna_mat44>();
    std::vector<std::array<double, 16>> worlds;
    double size = 1;
    for (size_t n = 0; n < parents.size(); ++n) {
      ASSERT_LT(parents[n], int64_t(n));
      auto& world = worlds.emplace_back();
      for (size_t k = 0; k < 16; ++k) world[k] = locals[n].m[k];
      if (parents[n] >= 0) {
        const auto above = worlds[size_t(parents[n])];
        for (size_t k = 0; k < 16; ++k) {
          world[k] = 0;
          for (size_t j = 0; j < 4; ++j)
            world[k] += double{locals[n].m[k / 4 * 4 + j]} * above[4 * j + k % 4];
        }
      }
      for (const double x : world) size = std::max(size, std::abs(x));
    }
    const auto bones = combine[i]->arrays[2].as<ulna_mat44>();
    const auto lost = std::count_if(bones.begin(), bones.end(), [&](const ulna_mat44& bone) {
      return std::none_of(worlds.begin(), worlds.end(), [&](const auto& world) {
        for (size_t k = 0; k < 16; ++k)
          if (!(std::abs(world[k] - double{bone.m[k]}) <= 1e-5 * size)) return false;
        return true;
      });
    });
    EXPECT_EQ(size_t(lost), GetParam().bones_without_node) << hierarchy[i]->note;
  }
}

/// The last weight as the pipeline takes it.
float last_weight(const ulna_blend_vertex& v, size_t stored) {
  float sum = 0;
  for (size_t k = 0; k < stored; ++k) sum += v.weights[k];
  return 1 - sum;
}

/// Weights are divided by their sum, which is not one in every file.
TEST_P(BonesOfModel, BlendVerticesIndexedSkinsAsTransformVertsDoes) {
  const auto owed = skinned();
  for (const Case* c : cases("blend_vertices_indexed")) {
    const auto& expected = owed.at(pose(*c));
    const auto src = c->arrays[1].as<ulna_blend_vertex>();
    const auto palette = c->arrays[2].as<ulna_mat44>();
    ASSERT_EQ(src.size(), expected.size());
    ASSERT_EQ(c->integers[0], 3);
    for (size_t v = 0; v < src.size(); ++v) {
      Position sum{};
      for (size_t k = 0; k < 4; ++k)
        add(sum, double{k < 3 ? src[v].weights[k] : last_weight(src[v], 3)}, src[v].position,
            palette[src[v].indices[k]]);
      expect_near(sum, expected[v], (2e-5 + 2 * GetParam().weight_slack) * size_of(expected),
                  c->note, v);
    }
  }
}

/// What four influences skin a vertex to, by its position in the bind pose: streams are sorted.
std::multimap<Position, Position> by_source(std::span<const Position> sources,
                                            std::span<const Position> skinned) {
  std::multimap<Position, Position> out;
  for (size_t v = 0; v < sources.size(); ++v) out.insert({sources[v], skinned[v]});
  return out;
}

bool is_near(const Position& a, const Position& b, double slack) {
  for (size_t r = 0; r < 3; ++r)
    if (!(std::abs(a[r] - b[r]) <= slack)) return false;
  return true;
}

/// All four components of the matrices take part: of a bone the fourth column is 0, 0, 0, 1.
TEST_P(BonesOfModel, SortedStreamsAreSkinnedAsTransformVertsDoes) {
  const auto owed = skinned();
  std::vector<Position> sources; // in the order of the model
  for (const ulna_blend_vertex& v :
       cases("blend_vertices_indexed")[0]->arrays[1].as<ulna_blend_vertex>())
    sources.push_back({v.position[0], v.position[1], v.position[2]});
  size_t without_normals = 0;
  for (const Case* c : cases("skin_sorted_verts")) {
    const auto& expected = owed.at(pose(*c));
    ASSERT_EQ(sources.size(), expected.size());
    auto left = by_source(sources, expected);
    const auto vertices = sorted_verts::unpacked(*c);
    ASSERT_EQ(vertices.size(), expected.size());
    without_normals += !sorted_verts::has_normals(*c);
    const auto palette = c->arrays[sorted_verts::kPalette].as<ulna_mat44>();
    const double slack = (2e-5 + 2 * GetParam().weight_slack) * size_of(expected);
    for (const sorted_verts::Vertex& v : vertices) {
      ASSERT_EQ(v.src_position.w, 1);
      ASSERT_EQ(v.src_normal.w, 0);
      Position sum{};
      for (const auto& [joint, weight] : v.influences) {
        const ulna_mat44& m = palette[joint];
        for (size_t r = 0; r < 4; ++r) ASSERT_EQ(m.m[4 * r + 3], r == 3 ? 1 : 0);
        add(sum, double{weight}, &v.src_position.x, m);
      }
      const auto [first, last] =
          left.equal_range({v.src_position.x, v.src_position.y, v.src_position.z});
      const auto same = std::find_if(
          first, last, [&](const auto& entry) { return is_near(sum, entry.second, slack); });
      ASSERT_NE(same, last) << c->note << ", at " << v.src_position.x;
      left.erase(same);
    }
  }
  EXPECT_EQ(without_normals, cases("skin_sorted_verts").size() >= 3 ? 1u : 0u);
}

/// All layouts, in the order of the model.
TEST_P(BonesOfModel, VerticesOfOneNumberOfInfluencesAreSkinnedAsTransformVertsDoes) {
  using namespace uniform_verts;
  const auto owed = skinned();
  for (const char* operation :
       {"skin_aos_verts", "skin_soa_verts", "skin_interleaved_verts", "skin_split_verts"}) {
    for (const Case* c : cases(operation)) {
      const auto& expected = owed.at(pose(*c));
      ASSERT_EQ(num_vertices(*c), expected.size());
      const auto indices = c->arrays[size_t(joint_indices_of(*c))].as<uint32_t>();
      const auto weights = c->arrays[size_t(joint_weights_of(*c))].as<float>();
      const double slack = (2e-5 + 2 * GetParam().weight_slack) * size_of(expected);
      for (size_t v = 0; v < expected.size(); ++v) {
        const float p[3]{component(*c, v, 0), component(*c, v, 1), component(*c, v, 2)};
        Position sum{};
        for (size_t k = v * num_influences(*c); k < (v + 1) * num_influences(*c); ++k)
          add(sum, double{weights[k]}, p, matrix_of(*c, indices[k]));
        expect_near(sum, expected[v], slack, c->note, v);
      }
    }
  }
}

TEST_P(BonesOfModel, BothLayoutsOfOneNumberOfInfluencesHoldTheSameMesh) {
  using namespace uniform_verts;
  const auto aos = cases("skin_aos_verts"), soa = cases("skin_soa_verts");
  ASSERT_EQ(aos.size(), soa.size());
  for (size_t i = 0; i < aos.size(); ++i) {
    const Case &a = *aos[i], &b = *soa[i];
    ASSERT_EQ(pose(a), pose(b));
    ASSERT_EQ(num_influences(a), num_influences(b));
    ASSERT_EQ(a.arrays[size_t(joint_indices_of(a))], b.arrays[size_t(joint_indices_of(b))]);
    ASSERT_EQ(a.arrays[size_t(joint_weights_of(a))], b.arrays[size_t(joint_weights_of(b))]);
    ASSERT_EQ(num_vertices(a), num_vertices(b));
    for (size_t v = 0; v < num_vertices(a); ++v)
      for (size_t k = 0; k < kComponents; ++k) ASSERT_EQ(component(a, v, k), component(b, v, k));
    ASSERT_EQ(num_matrices(a), num_matrices(b));
    for (size_t j = 0; j < num_matrices(a); ++j)
      for (size_t row = 0; row < 4; ++row)
        for (size_t column = 0; column < 3; ++column)
          ASSERT_EQ(matrix_of(a, j).m[4 * row + column], matrix_of(b, j).m[4 * row + column]);
  }
}

/// The normals too, which the operations owe in other ways. What arrays have fewer influences of
/// weighs nothing in whole vertices.
TEST_P(BonesOfModel, WholeVerticesHoldTheMeshOfArrays) {
  using namespace uniform_verts;
  const auto arrays = cases("skin_aos_verts");
  for (const char* operation : {"skin_interleaved_verts", "skin_split_verts"}) {
    const auto whole = cases(operation);
    ASSERT_EQ(arrays.size(), whole.size());
    for (size_t i = 0; i < whole.size(); ++i) {
      const Case &a = *arrays[i], &w = *whole[i];
      ASSERT_EQ(pose(a), pose(w));
      ASSERT_EQ(num_vertices(a), num_vertices(w));
      ASSERT_EQ(a.arrays[size_t(palette_of(a))], w.arrays[size_t(palette_of(w))]);
      for (size_t v = 0; v < num_vertices(a); ++v) {
        for (size_t k = 0; k < kComponents; ++k) ASSERT_EQ(component(a, v, k), component(w, v, k));
        for (size_t k = 0; k < kMostInfluences; ++k) {
          const size_t of_a = v * num_influences(a) + k, of_w = v * kMostInfluences + k;
          const bool both = k < num_influences(a);
          const auto entry = [](const Case& c, int array, size_t n) {
            return c.arrays[size_t(array)].word(n);
          };
          ASSERT_EQ(entry(w, joint_weights_of(w), of_w),
                    both ? entry(a, joint_weights_of(a), of_a) : 0);
          if (both) {
            ASSERT_EQ(entry(w, joint_indices_of(w), of_w), entry(a, joint_indices_of(a), of_a));
          }
        }
      }
    }
  }
}

/// As the file has them, the same in all poses; the same for all vertices
/// where it says nothing.
TEST_P(BonesOfModel, InterleavedVerticesHaveTextureCoordinates) {
  const auto all = cases("skin_interleaved_verts");
  std::set<std::pair<float, float>> different;
  const auto first = all[0]->arrays[1].as<ulna_textured_vertex>();
  for (const Case* c : all) {
    const auto vertices = c->arrays[1].as<ulna_textured_vertex>();
    for (size_t v = 0; v < vertices.size(); ++v) {
      const float(&uv)[2] = vertices[v].uv;
      ASSERT_TRUE(std::isfinite(uv[0]) && std::isfinite(uv[1])) << c->note;
      ASSERT_TRUE(std::equal(uv, uv + 2, first[v].uv)) << c->note;
      different.insert({uv[0], uv[1]});
    }
  }
  if (GetParam().has_texture) {
    EXPECT_GT(different.size(), first.size() / 10);
  } else {
    EXPECT_EQ(different.size(), 1u);
  }
}

TEST_P(BonesOfModel, BlendVerticesTakesEveryVertexOnce) {
  std::vector<Position> before, after;
  for (const Case* c : cases("update_skinned_mesh")) {
    if (!before.empty()) break;
    for (size_t v = 0; v < model_.vertices; ++v) {
      float p[3];
      std::memcpy(p, c->arrays[1].data() + v * size_t(c->integers[1]), sizeof p);
      before.push_back({p[0], p[1], p[2]});
    }
  }
  for (const Case* c : cases("blend_vertices")) {
    const auto stored = size_t(c->integers[0]);
    ASSERT_EQ(c->arrays[2].size(), (stored + 1) * sizeof(ulna_mat44));
    for (const ulna_blend_vertex& v : c->arrays[1].as<ulna_blend_vertex>()) {
      after.push_back({v.position[0], v.position[1], v.position[2]});
      for (size_t k = 0; k < stored; ++k) ASSERT_GE(v.weights[k], 0);
      ASSERT_GE(last_weight(v, stored), -0x1p-22f);
    }
  }
  std::sort(before.begin(), before.end());
  std::sort(after.begin(), after.end());
  EXPECT_EQ(before, after);
}

TEST_P(BonesOfModel, TweensBetweenSkinnedPoses) {
  const auto owed = skinned();
  const auto tweens = cases("tween_verts");
  for (size_t i = 0; i < tweens.size(); ++i) {
    const Case& c = *tweens[i];
    const auto& from = owed.at(pose(c));
    const auto& to = owed.at(pose(*tweens[(i + 1) % tweens.size()]));
    for (const auto& [array, expected] : {std::pair{1, &from}, {2, &to}}) {
      const auto vertices = c.arrays[size_t(array)].as<ulna_mesh_vertex>();
      ASSERT_EQ(vertices.size(), expected->size());
      for (size_t v = 0; v < vertices.size(); ++v) {
        const float* p = vertices[v].position;
        expect_near({p[0], p[1], p[2]}, (*expected)[v], 2e-5 * size_of(*expected), c.note, v);
      }
    }
  }
}

TEST_P(BonesOfModel, BitangentsAreOfUnitFrames) {
  const Case& c = *cases("derive_bitangents")[0];
  const auto vertices = c.arrays[1].as<ulna_vertex>();
  ASSERT_EQ(vertices.size(), model_.vertices);
  size_t mirrored = 0;
  for (const ulna_vertex& v : vertices) {
    const auto dot = [](const ulna_vec4& a, const ulna_vec4& b) {
      return double{a.x} * double{b.x} + double{a.y} * double{b.y} + double{a.z} * double{b.z};
    };
    ASSERT_NEAR(dot(v.normal, v.normal), 1, 1e-6);
    ASSERT_NEAR(dot(v.tangent, v.tangent), 1, 1e-6);
    ASSERT_NEAR(dot(v.normal, v.tangent), 0, 1e-6);
    ASSERT_EQ(std::abs(v.tangent.w), 1);
    mirrored += v.tangent.w < 0;
  }
  EXPECT_GT(mirrored, 0u);
  EXPECT_LT(mirrored, vertices.size());
}

INSTANTIATE_TEST_SUITE_P(Files, BonesOfModel, testing::ValuesIn(kKnown), [](const auto& param) {
  return fs::path(param.param.file).stem().string();
});

} // namespace
} // namespace ulna
