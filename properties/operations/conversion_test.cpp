// Laws of the conversions, on every built-in port that has them. Whether a conversion is valid is
// the checker's to say; here are the laws between conversions of related meshes.
#include "cases/case_file.h"
#include "cases/make_case.h"
#include "operations/conversion/conversion.h"
#include "operations/list.h"
#include "properties/lacking.h"
#include "properties/laws.h"
#include "properties/ports.h"
#include "reference/conversion/check.h"
#include "reference/conversion/face_bones.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <ostream>
#include <set>
#include <tuple>

namespace ulna {
namespace {

using namespace conversion;

constexpr uint32_t kModelBones = 10;

/// What RapidCheck makes and shrinks. Weights are whole numbers, bones and corners modulo what
/// there is.
struct Model {
  std::vector<std::vector<std::pair<uint8_t, uint8_t>>> vertices; // bone, weight
  std::vector<std::array<uint8_t, 3>> faces;
  std::vector<uint8_t> attributes; // one for each face, repeated
  uint32_t max_influences = 4;
  uint32_t max_bones = 4;
};

Mesh mesh_of(const Model& model) {
  Mesh mesh;
  mesh.num_bones = kModelBones;
  for (const auto& vertex : model.vertices) {
    std::vector<ulna_influence> influences;
    float sum = 0;
    for (const auto& [bone, weight] : vertex) sum += float(weight % 8 + 1);
    std::set<uint32_t> named;
    for (const auto& [bone, weight] : vertex)
      if (named.insert(bone % kModelBones).second)
        influences.push_back({bone % kModelBones, float(weight % 8 + 1) / sum});
    if (influences.empty()) influences.push_back({0, 1});
    mesh.add_vertex(influences);
  }
  if (mesh.num_vertices() == 0) mesh.add_vertex(std::vector<ulna_influence>{{0, 1}});
  for (size_t f = 0; f < model.faces.size(); ++f) {
    const auto& corners = model.faces[f];
    mesh.add_face(corners[0] % mesh.num_vertices(), corners[1] % mesh.num_vertices(),
                  corners[2] % mesh.num_vertices(),
                  model.attributes.empty() ? 0 : model.attributes[f % model.attributes.size()] % 3);
  }
  return mesh;
}

Case case_of(const Operation& op, const Mesh& mesh, const Model& model) {
  Case c = make_case(op);
  const bool indexed = &op == &convert_to_indexed_blended_mesh();
  fill(c, mesh,
       {model.max_influences, indexed ? model.max_bones : std::min(model.max_bones, 4u),
        UINT32_MAX});
  validate(c);
  return c;
}

std::ostream& operator<<(std::ostream& out, const Model& model) {
  return out << write_case(case_of(convert_to_indexed_blended_mesh(), mesh_of(model), model));
}

rc::Gen<Model> models() {
  const auto byte = rc::gen::arbitrary<uint8_t>();
  return rc::gen::build<Model>(
      rc::gen::set(&Model::vertices,
                   rc::gen::container<std::vector<std::vector<std::pair<uint8_t, uint8_t>>>>(
                       rc::gen::container<std::vector<std::pair<uint8_t, uint8_t>>>(
                           rc::gen::pair(byte, byte)))),
      rc::gen::set(&Model::faces, rc::gen::container<std::vector<std::array<uint8_t, 3>>>(
                                      rc::gen::container<std::array<uint8_t, 3>>(byte))),
      rc::gen::set(&Model::attributes),
      rc::gen::set(&Model::max_influences, rc::gen::inRange<uint32_t>(1, 5)),
      rc::gen::set(&Model::max_bones, rc::gen::inRange<uint32_t>(3, 9)));
}

/// A conversion, with the arrays that it lies in.
struct Converted {
  laws::Port::Given given;
  reference::Conversion conversion;

  std::span<const ulna_subset> subsets() const {
    return conversion.subsets.first(conversion.counts.num_subsets);
  }
  std::span<const uint32_t> bones(size_t subset) const {
    const uint32_t width = conversion.counts.table_width;
    auto row = conversion.bones.subspan(subset * width, width);
    const auto end = std::find(row.begin(), row.end(), UINT32_MAX);
    return row.first(size_t(end - row.begin()));
  }
};

reference::Conversion view(const laws::Port::Given& given) {
  const auto at = [&](int array) -> const Array& {
    return given.arrays[size_t(array - kVertices)];
  };
  return {.code = given.returned,
          .counts = at(kCounts).as<ulna_conversion_counts>()[0],
          .vertices = at(kVertices).as<ulna_blended_vertex>(),
          .indices = at(kNewIndices).as<uint32_t>(),
          .subsets = at(kSubsets).as<ulna_subset>(),
          .bones = at(kBones).as<uint32_t>(),
          .face_remap = at(kFaceRemap).as<uint32_t>(),
          .vertex_remap = at(kVertexRemap).as<uint32_t>(),
          .adjacency = at(kNewAdjacency).as<uint32_t>()};
}

/// Everything of a conversion but the numbers of bones and what is scribbled behind the counts.
std::string shape_of(const Converted& c) {
  std::string text;
  const auto words = [&text](const auto& span) {
    text.append(reinterpret_cast<const char*>(span.data()), span.size_bytes());
  };
  words(std::span(&c.conversion.counts, 1).first(1));
  words(c.subsets());
  words(c.conversion.vertices.first(c.conversion.counts.num_vertices));
  words(c.conversion.indices);
  words(c.conversion.face_remap);
  return text;
}

class Conversions : public testing::TestWithParam<std::tuple<const char*, bool>> {
protected:
  const Operation& op() const {
    return std::get<1>(GetParam()) ? convert_to_indexed_blended_mesh() : convert_to_blended_mesh();
  }
  laws::Port& port() const { return laws::port(std::get<0>(GetParam())); }

  void SetUp() override {
    skip_if_lacking(std::get<0>(GetParam()));
    ASSERT_TRUE(port().implements(op()));
  }

  /// Converts, and insists that the result is valid.
  Converted convert(const Case& c) const {
    RC_ASSERT(port().findings(c) == std::string());
    Converted converted{port().call(c), {}};
    converted.conversion = view(converted.given);
    return converted;
  }
};

/// A port may number bones as it likes, and so may its caller: the order of the bones decides ties,
/// so it is kept, but gaps change nothing.
TEST_P(Conversions, GapsBetweenBonesChangeNothingButTheirNumbers) {
  laws::check([this] {
    const Model model = *models();
    const Mesh mesh = mesh_of(model);
    Mesh apart = mesh;
    apart.num_bones = 7 * mesh.num_bones + 3;
    for (ulna_influence& i : apart.influences) i.bone = 7 * i.bone + 2;
    const Converted a = convert(case_of(op(), mesh, model));
    const Converted b = convert(case_of(op(), apart, model));
    RC_ASSERT(shape_of(a) == shape_of(b));
    for (size_t s = 0; s < a.subsets().size(); ++s)
      for (size_t k = 0; k < a.bones(s).size(); ++k)
        RC_ASSERT(b.bones(s)[k] == 7 * a.bones(s)[k] + 2);
  });
}

/// Where no two weights of a vertex are equal, other numbers of the bones change nothing else.
TEST_P(Conversions, OtherNumbersOfBonesChangeNothingElse) {
  laws::check([this] {
    const Model model = *models();
    Mesh mesh = mesh_of(model);
    for (uint32_t v = 0; v < mesh.num_vertices(); ++v)
      for (uint32_t i = mesh.first_influence[v]; i < mesh.first_influence[v + 1]; ++i)
        mesh.influences[i].weight = std::ldexp(1.0f, -int(i - mesh.first_influence[v]));
    const auto renumbered = [](uint32_t bone) { return (7 * bone + 3) % kModelBones; };
    Mesh other = mesh;
    for (ulna_influence& i : other.influences) i.bone = renumbered(i.bone);
    const Converted a = convert(case_of(op(), mesh, model));
    const Converted b = convert(case_of(op(), other, model));
    RC_ASSERT(shape_of(a) == shape_of(b));
    for (size_t s = 0; s < a.subsets().size(); ++s)
      for (size_t k = 0; k < a.bones(s).size(); ++k)
        RC_ASSERT(b.bones(s)[k] == renumbered(a.bones(s)[k]));
  });
}

/// The converted mesh as a mesh to convert: its vertices with the influences that they have now.
Mesh mesh_again(const Converted& c, bool indexed) {
  const auto& [code, counts, vertices, indices, subsets, bones, face_remap, vertex_remap,
               adjacency] = c.conversion;
  Mesh mesh;
  mesh.num_bones = kModelBones;
  for (size_t s = 0; s < c.subsets().size(); ++s) {
    const ulna_subset& subset = subsets[s];
    for (uint32_t v = 0; v < subset.vertex_count; ++v) {
      const ulna_blended_vertex& vertex = vertices[subset.vertex_start + v];
      std::vector<ulna_influence> influences;
      float sum = 0;
      for (uint32_t k = 0; k < counts.max_influences; ++k) {
        const bool stored = k + 1 < counts.max_influences;
        const float weight = stored ? vertex.weights[k] : 1 - sum;
        sum += weight;
        if (weight == 0) continue;
        influences.push_back({c.bones(s)[indexed ? vertex.indices[k] : k], weight});
      }
      mesh.add_vertex(influences);
    }
    for (uint32_t f = subset.face_start; f < subset.face_start + subset.face_count; ++f)
      mesh.add_face(indices[3 * f], indices[3 * f + 1], indices[3 * f + 2], subset.attribute);
  }
  return mesh;
}

TEST_P(Conversions, ConvertingAgainAddsNoSubset) {
  laws::check([this] {
    const Model model = *models();
    RC_PRE(!model.faces.empty());
    const bool indexed = &op() == &convert_to_indexed_blended_mesh();
    const Converted once = convert(case_of(op(), mesh_of(model), model));
    const Converted twice = convert(case_of(op(), mesh_again(once, indexed), model));
    RC_ASSERT(twice.conversion.counts.num_subsets <= once.conversion.counts.num_subsets);
  });
}

/// What is drawn for each face of the whole mesh: source and influences of each corner.
using Corner = std::pair<uint32_t, std::map<uint32_t, float>>;
using Drawn = std::map<uint32_t, std::array<Corner, 3>>;

/// `face` says which face of the whole mesh an old one is.
Drawn drawn(const Converted& c, bool indexed, const std::vector<uint32_t>& face) {
  const Mesh mesh = mesh_again(c, indexed);
  Drawn all;
  for (uint32_t f = 0; f < mesh.num_faces(); ++f) {
    auto& corners = all[face[c.conversion.face_remap[f]]];
    for (size_t k = 0; k < 3; ++k) {
      const uint32_t v = mesh.indices[3 * f + k];
      corners[k].first = c.conversion.vertices[v].source;
      for (uint32_t i = mesh.first_influence[v]; i < mesh.first_influence[v + 1]; ++i)
        corners[k].second[mesh.influences[i].bone] = mesh.influences[i].weight;
    }
  }
  return all;
}

/// Two conversions draw the same: which weight of a vertex is the implicit one may differ, and each
/// is within 2^-23 of the true one.
bool draw_the_same(const Drawn& a, const Drawn& b) {
  const auto same_corner = [](const Corner& x, const Corner& y) {
    return x.first == y.first && std::equal(x.second.begin(), x.second.end(), y.second.begin(),
                                            y.second.end(), [](const auto& p, const auto& q) {
                                              return p.first == q.first &&
                                                     std::fabs(p.second - q.second) <= 0x1p-22f;
                                            });
  };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [&](const auto& p, const auto& q) {
    return p.first == q.first && std::equal(p.second.begin(), p.second.end(), q.second.begin(),
                                            q.second.end(), same_corner);
  });
}

/// Wherever a mesh is split in two, both halves together draw the whole. (They may need more
/// subsets: two faces that fit one palette can be one in each half.) Where a face is too wide, what
/// becomes of its vertices depends on it, so here none is.
TEST_P(Conversions, TheHalvesOfAMeshDrawTheWhole) {
  laws::check([this] {
    Model model = *models();
    const bool indexed = &op() == &convert_to_indexed_blended_mesh();
    if (!indexed) model.max_bones = 4;
    model.max_influences = std::min(model.max_influences, model.max_bones / 3);
    const Mesh mesh = mesh_of(model);
    const auto draw = [&](const auto& wanted) {
      Mesh part = mesh;
      part.indices.clear();
      part.attributes.clear();
      std::vector<uint32_t> face;
      for (uint32_t f = 0; f < mesh.num_faces(); ++f) {
        if (!wanted(f)) continue;
        part.add_face(mesh.indices[3 * f], mesh.indices[3 * f + 1], mesh.indices[3 * f + 2],
                      mesh.attributes[f]);
        face.push_back(f);
      }
      return drawn(convert(case_of(op(), part, model)), indexed, face);
    };
    Drawn halves = draw([](uint32_t f) { return f % 2 == 0; });
    halves.merge(draw([](uint32_t f) { return f % 2 == 1; }));
    RC_ASSERT(draw_the_same(halves, draw([](uint32_t) { return true; })));
  });
}

/// What a subset consists of, whatever the order: attribute, old faces, bones.
using Content = std::tuple<uint32_t, std::set<uint32_t>, std::set<uint32_t>>;

/// The subsets of a conversion; `face` says which face of the whole mesh an old one is.
std::multiset<Content> contents(const Converted& c, const std::vector<uint32_t>& face) {
  std::multiset<Content> all;
  for (size_t s = 0; s < c.subsets().size(); ++s) {
    const ulna_subset& subset = c.subsets()[s];
    std::set<uint32_t> faces;
    for (uint32_t f = 0; f < subset.face_count; ++f)
      faces.insert(face[c.conversion.face_remap[subset.face_start + f]]);
    const auto bones = c.bones(s);
    all.insert({subset.attribute, faces, {bones.begin(), bones.end()}});
  }
  return all;
}

/// Attributes are never mixed: a mesh cut in two along them gives the same subsets.
TEST_P(Conversions, PartsWithOtherAttributesMakeTheSubsetsOfTheWhole) {
  laws::check([this] {
    Model model = *models();
    model.max_influences = 1; // so that no face of one part shrinks a vertex of the other
    const Mesh mesh = mesh_of(model);
    const auto subsets = [&](const std::set<uint32_t>& attributes) {
      Mesh part = mesh;
      part.indices.clear();
      part.attributes.clear();
      std::vector<uint32_t> face;
      for (uint32_t f = 0; f < mesh.num_faces(); ++f) {
        if (!attributes.count(mesh.attributes[f])) continue;
        part.add_face(mesh.indices[3 * f], mesh.indices[3 * f + 1], mesh.indices[3 * f + 2],
                      mesh.attributes[f]);
        face.push_back(f);
      }
      return contents(convert(case_of(op(), part, model)), face);
    };
    auto parts = subsets({0, 2});
    parts.merge(subsets({1}));
    RC_ASSERT(parts == subsets({0, 1, 2}));
  });
}

/// The exact search knows the least number of subsets for the influences that were kept.
TEST_P(Conversions, NeedAtMostOneSubsetMoreThanTheLeast) {
  laws::check([this] {
    Model model = *models();
    model.attributes.clear();
    const Converted c = convert(case_of(op(), mesh_of(model), model));
    if (c.subsets().empty()) return;
    const bool indexed = &op() == &convert_to_indexed_blended_mesh();
    const auto faces = reference::bones_of_faces(indexed, c.conversion);
    const auto limit = indexed ? model.max_bones : std::min(model.max_bones, 4u);
    const auto fewest = reference::fewest_subsets(faces.at(0), limit);
    RC_PRE(fewest.exact);
    RC_ASSERT(c.subsets().size() <= fewest.least + 1);
  });
}

INSTANTIATE_TEST_SUITE_P(
    Ports, Conversions,
    testing::Combine(testing::ValuesIn(ports_with({"convert_to_blended_mesh",
                                                   "convert_to_indexed_blended_mesh"})),
                     testing::Bool()),
    [](const auto& test) {
      return std::string(std::get<0>(test.param)) +
             (std::get<1>(test.param) ? "_indexed" : "_blended");
    });

} // namespace
} // namespace ulna
