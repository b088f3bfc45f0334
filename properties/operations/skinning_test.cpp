// Laws of skinning, on every built-in port. A port's output is off from the exact value by at most
// the bound of the contract, so two outputs whose exact values are equal differ by at most the sum
// of their bounds: that is the tolerance of every law here, and where no operation of any
// conforming port can round, it is zero.
#include "cases/case_file.h"
#include "cases/make_case.h"
#include "operations/list.h"
#include "operations/skinning/skinning.h"
#include "properties/lacking.h"
#include "properties/numbers.h"
#include "properties/ports.h"

#include <cmath>
#include <numeric>
#include <ostream>

namespace ulna {
namespace {

using laws::any_float;
using laws::short_float;

constexpr int kFar = 10'000; ///< of a translation

using namespace skinning;

struct Influence {
  float weight;
  uint32_t joint;
  ulna_vec4 base; // of transform_verts
};

struct Vertex {
  std::vector<Influence> influences;
  std::array<ulna_vec4, 3> base; // of transform_verts_and_tangents and its form for distant models
};

/// What RapidCheck makes and shrinks.
struct Mesh {
  std::vector<ulna_joint_mat> joints;
  std::vector<Vertex> vertices;
  bool flush = false;
  std::array<Placement, 4> places{};
};

Case case_of(const Operation& op, const Mesh& mesh) {
  const bool weighted = &op != &transform_verts() && &op != &transform_verts_lod();
  Case c = make_case(op);
  std::vector<ulna_vec4> base;
  std::vector<ulna_joint_weight> weights;
  for (const Vertex& v : mesh.vertices) {
    for (size_t k = 0; k < v.influences.size(); ++k) {
      const Influence& influence = v.influences[k];
      const auto joint = static_cast<int32_t>(influence.joint % mesh.joints.size());
      weights.push_back({influence.weight, joint * int32_t{sizeof(ulna_joint_mat)},
                         static_cast<int32_t>((v.influences.size() - k) * sizeof weights[0])});
      if (!weighted) base.push_back(influence.base);
    }
    if (weighted) base.insert(base.end(), v.base.begin(), v.base.end());
  }
  ulna_vertex before;
  std::fill_n(&before.position.x, 12, 123.456f);
  laws::put(c.arrays[kVerts], std::vector<ulna_vertex>(mesh.vertices.size(), before));
  laws::put(c.arrays[kJoints], mesh.joints);
  laws::put(c.arrays[kBase], base);
  laws::put(c.arrays[kWeights], weights);
  c.flush = mesh.flush;
  c.places.assign(mesh.places.begin(), mesh.places.end());
  validate(c);
  return c;
}

std::ostream& operator<<(std::ostream& out, const Mesh& mesh) {
  return out << write_case(case_of(transform_verts(), mesh))
             << write_case(case_of(transform_verts_and_tangents(), mesh));
}

// --- Generators, all of which shrink towards few, small and round ------------------------------

rc::Gen<ulna_vec4> vector_of(const rc::Gen<float>& number) {
  return rc::gen::map(rc::gen::container<std::array<float, 4>>(number),
                      [](const std::array<float, 4>& v) {
                        return ulna_vec4{v[0], v[1], v[2], v[3]};
                      });
}

rc::Gen<ulna_joint_mat> matrix_of(const rc::Gen<float>& number) {
  return rc::gen::map(rc::gen::container<std::array<float, 12>>(number),
                      [](const std::array<float, 12>& m) {
                        ulna_joint_mat matrix;
                        std::copy(m.begin(), m.end(), matrix.m);
                        return matrix;
                      });
}

rc::Gen<Vertex> vertex_of(const rc::Gen<float>& number) {
  const auto influence =
      rc::gen::construct<Influence>(number, rc::gen::arbitrary<uint32_t>(), vector_of(number));
  return rc::gen::construct<Vertex>(
      rc::gen::mapcat(rc::gen::inRange<size_t>(1, 9),
                      [influence](size_t n) {
                        return rc::gen::container<std::vector<Influence>>(n, influence);
                      }),
      rc::gen::container<std::array<ulna_vec4, 3>>(vector_of(number)));
}

/// The case's place in memory, aligned as the contract says.
rc::Gen<std::array<Placement, 4>> places() {
  return rc::gen::map(
      rc::gen::container<std::array<uint8_t, 4>>(rc::gen::arbitrary<uint8_t>()),
      [](const std::array<uint8_t, 4>& random) {
        std::array<Placement, 4> result;
        for (size_t i = 0; i < 4; ++i) {
          const uint32_t alignment = transform_verts().arrays[i].alignment;
          const auto shift = random[i] / 2 % 64 / alignment * alignment;
          result[i] = {random[i] % 2 ? Side::before : Side::behind, static_cast<uint8_t>(shift)};
        }
        return result;
      });
}

rc::Gen<Mesh> mesh_of(const rc::Gen<float>& number) {
  return rc::gen::construct<Mesh>(
      rc::gen::nonEmpty(rc::gen::container<std::vector<ulna_joint_mat>>(matrix_of(number))),
      rc::gen::container<std::vector<Vertex>>(vertex_of(number)), rc::gen::arbitrary<bool>(),
      places());
}

/// Weights in 1/64 that add up to one.
rc::Gen<std::vector<float>> partition_of_one() {
  return rc::gen::map(rc::gen::container<std::vector<int>>(rc::gen::inRange(0, 33)),
                      [](std::vector<int> parts) {
                        parts.resize(std::min<size_t>(parts.size(), 7));
                        std::vector<float> weights;
                        int left = 64;
                        for (const int part : parts) {
                          weights.push_back(float(std::min(part, left)) / 64);
                          left -= std::min(part, left);
                        }
                        weights.push_back(float(left) / 64);
                        return weights;
                      });
}

// --- Outputs and their bounds -----------------------------------------------------------------

struct Value {
  double got;
  double bound; // NaN where nothing is owed
};

/// The judged values of a call, 12 a vertex.
std::vector<Value> values(laws::Port& port, const Case& c) {
  const Array output = port.output(c);
  const auto owed = laws::expectations(c);
  RC_ASSERT(output.size() == owed.size() * sizeof(ulna_vertex));
  std::vector<Value> all;
  for (size_t i = 0; i < output.words(); ++i) {
    const bool bounded = owed[i / 12].clause[i % 12] == Clause::bounded;
    all.push_back(
        {std::bit_cast<float>(output.word(i)), bounded ? owed[i / 12].bound[i % 12] : NAN});
  }
  return all;
}

class Skinning : public testing::TestWithParam<std::tuple<const char*, const char*>> {
protected:
  void SetUp() override { skip_if_lacking(std::get<0>(GetParam())); }
  laws::Port& port() const { return laws::port(std::get<0>(GetParam())); }
  const Operation& op() const { return operation_named(std::get<1>(GetParam())); }
  bool weighted() const { return &op() != &transform_verts(); }
  /// How many of the three vectors of a vertex are written.
  size_t vectors() const { return weighted() ? 3 : 1; }
};
class WeightedSkinning : public Skinning {};
class DistantSkinning : public Skinning {};
class WithTangents : public Skinning {};

TEST_P(Skinning, HoldsTheContract) {
  laws::check([this] {
    const Mesh mesh = *mesh_of(any_float());
    const std::string findings = port().findings(case_of(op(), mesh));
    if (!findings.empty()) RC_FAIL(findings);
  });
}

/// got(a) + got(b) against got(a + b), all exact in double.
void expect_sum(const std::vector<Value>& a, const std::vector<Value>& b,
                const std::vector<Value>& both) {
  for (size_t i = 0; i < both.size(); ++i) {
    if (std::isnan(both[i].bound)) continue;
    const double off = std::fabs(a[i].got + b[i].got - both[i].got);
    RC_ASSERT(off <= a[i].bound + b[i].bound + both[i].bound);
  }
}

TEST_P(Skinning, IsLinearInBase) {
  laws::check([this] {
    const Mesh a = *mesh_of(short_float());
    Mesh b = a;
    Mesh both = a;
    for (size_t v = 0; v < a.vertices.size(); ++v) {
      const auto add = [](ulna_vec4& second, ulna_vec4& sum) {
        second = *vector_of(short_float());
        sum = {sum.x + second.x, sum.y + second.y, sum.z + second.z, sum.w + second.w};
      };
      for (size_t k = 0; k < a.vertices[v].influences.size(); ++k)
        add(b.vertices[v].influences[k].base, both.vertices[v].influences[k].base);
      for (size_t k = 0; k < 3; ++k) add(b.vertices[v].base[k], both.vertices[v].base[k]);
    }
    expect_sum(values(port(), case_of(op(), a)), values(port(), case_of(op(), b)),
               values(port(), case_of(op(), both)));
  });
}

TEST_P(WeightedSkinning, IsLinearInWeights) {
  laws::check([this] {
    const Mesh a = *mesh_of(short_float());
    Mesh b = a;
    Mesh both = a;
    for (size_t v = 0; v < a.vertices.size(); ++v) {
      for (size_t k = 0; k < a.vertices[v].influences.size(); ++k) {
        // transform_verts has its weights in base.
        Influence& second = b.vertices[v].influences[k];
        Influence& sum = both.vertices[v].influences[k];
        const float factor = float(*laws::symmetric(64)) / 16;
        second.weight = factor * second.weight;
        second.base = {factor * second.base.x, factor * second.base.y, factor * second.base.z,
                       factor * second.base.w};
        sum.weight += second.weight;
        sum.base = {sum.base.x + second.base.x, sum.base.y + second.base.y,
                    sum.base.z + second.base.z, sum.base.w + second.base.w};
      }
    }
    expect_sum(values(port(), case_of(op(), a)), values(port(), case_of(op(), b)),
               values(port(), case_of(op(), both)));
  });
}

/// A mesh of the given points, each under all the weights of a partition of one; every joint is
/// `motion`, so that the weighted sum of the matrices is too.
Mesh moved_points(const ulna_joint_mat& motion, const std::vector<ulna_vec4>& points) {
  Mesh mesh;
  mesh.joints.assign(5, motion);
  for (const ulna_vec4& p : points) {
    Vertex vertex;
    for (const float w : *partition_of_one()) {
      const auto joint = *rc::gen::inRange<uint32_t>(0, 5);
      vertex.influences.push_back({w, joint, {w * p.x, w * p.y, w * p.z, w * p.w}});
    }
    vertex.base = {p, ulna_vec4{p.x, p.y, p.z, 0}, ulna_vec4{p.y, p.z, p.x, 0}};
    mesh.vertices.push_back(vertex);
  }
  mesh.flush = *rc::gen::arbitrary<bool>();
  mesh.places = *places();
  return mesh;
}

std::vector<ulna_vec4> points(size_t least) {
  std::vector<ulna_vec4> all;
  const size_t count = *rc::gen::inRange<size_t>(least, 20);
  for (size_t i = 0; i < count; ++i)
    all.push_back({*short_float(), *short_float(), *short_float(), 1});
  return all;
}

TEST_P(Skinning, AnIdentityPaletteIsTheIdentity) {
  laws::check([this] {
    const ulna_joint_mat identity{{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0}};
    const Mesh mesh = moved_points(identity, points(0));
    const Array output = port().output(case_of(op(), mesh));
    // Weights of 6 bits and coordinates of 11: nothing rounds in any order, so the tolerance is 0.
    for (size_t v = 0; v < mesh.vertices.size(); ++v) {
      const ulna_vertex& got = output.as<ulna_vertex>()[v];
      for (size_t k = 0; k < vectors(); ++k) {
        const ulna_vec4& to = (&got.position)[k];
        const ulna_vec4& from = mesh.vertices[v].base[k];
        RC_ASSERT(to.x == from.x);
        RC_ASSERT(to.y == from.y);
        RC_ASSERT(to.z == from.z);
      }
    }
  });
}

/// The rotation of a quaternion, and a translation.
ulna_joint_mat rigid(const std::array<int, 4>& quaternion, const ulna_vec4& t) {
  const std::array<double, 9> rotation = laws::rotation_of(quaternion);
  ulna_joint_mat m;
  for (size_t row = 0; row < 3; ++row) {
    for (size_t c = 0; c < 3; ++c) m.m[4 * row + c] = float(rotation[3 * row + c]);
    m.m[4 * row + 3] = (&t.x)[row];
  }
  return m;
}

/// How far the rotation of rigid() moves a vector from where the exact one does, by its length:
/// each of the nine entries is rounded by at most 2^-25, which stretches a vector by at most
/// sqrt(9) times that. 2^-48 covers the entries' computation in double.
constexpr double kStretch = 3 * 0x1p-25 + 0x1p-48;

TEST_P(Skinning, RigidPalettesPreserveDistances) {
  laws::check([this] {
    const auto turn = *laws::quaternion();
    const ulna_joint_mat motion = rigid(turn, *vector_of(short_float(kFar)));
    const Case c = case_of(op(), moved_points(motion, points(2)));
    const auto got = values(port(), c);
    const auto base = c.arrays[kBase].as<ulna_vec4>();
    const auto verts = c.arrays[kVerts].size() / sizeof(ulna_vertex);
    const std::vector<uint32_t> first = first_influences(c);
    const auto origin = [&](size_t v, size_t axis) {
      if (weighted()) return double((&base[3 * v].x)[axis]);
      double sum = 0; // the base vectors hold the point in shares
      for (uint32_t i = first[v]; i < first[v + 1]; ++i) sum += double((&base[i].x)[axis]);
      return sum;
    };
    for (size_t v = 1; v < verts; ++v) {
      double from = 0;
      double to = 0;
      double bound_a = 0;
      double bound_b = 0;
      for (size_t axis = 0; axis < 3; ++axis) {
        const Value& a = got[12 * (v - 1) + axis];
        const Value& b = got[12 * v + axis];
        from += std::pow(origin(v, axis) - origin(v - 1, axis), 2);
        to += std::pow(b.got - a.got, 2);
        bound_a += a.bound * a.bound;
        bound_b += b.bound * b.bound;
      }
      const double off = std::fabs(std::sqrt(to) - std::sqrt(from));
      RC_ASSERT(off <= std::sqrt(bound_a) + std::sqrt(bound_b) + kStretch * std::sqrt(from));
    }
  });
}

using Vec = std::array<double, 3>;

Vec cross(const Vec& a, const Vec& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

/// A vector that a rigid palette moved, and how far from where the exact motion moves it.
struct Moved {
  Vec to;
  double off;
};

Moved moved(const std::vector<Value>& got, size_t vector, double length) {
  Moved result{{}, kStretch * length};
  double bound = 0;
  for (size_t axis = 0; axis < 3; ++axis) {
    const Value& value = got[4 * vector + axis];
    result.to[axis] = value.got;
    bound += value.bound * value.bound;
  }
  result.off += std::sqrt(bound);
  return result;
}

double length_of(const Vec& v) {
  return std::hypot(v[0], v[1], v[2]);
}

/// "Trivially extended to transform an additional vector": the second tangent goes through the loop
/// in the place of the first. Of a rigid palette it comes out as the cross product of the other
/// two.
TEST_P(WithTangents, ASecondTangentOfARigidPaletteIsTheDerivedOne) {
  laws::check([this] {
    const auto turn = *laws::quaternion();
    Mesh mesh = moved_points(rigid(turn, *vector_of(short_float(kFar))), points(1));
    const auto first = values(port(), case_of(op(), mesh));
    std::vector<std::array<Vec, 3>> before;
    for (Vertex& v : mesh.vertices) {
      const auto [p, n, t] = v.base;
      const Vec normal{n.x, n.y, n.z}, tangent{t.x, t.y, t.z};
      const Vec second = cross(normal, tangent); // of numbers that float holds exactly
      before.push_back({normal, tangent, second});
      v.base[2] = {float(second[0]), float(second[1]), float(second[2]), 0};
    }
    const auto again = values(port(), case_of(op(), mesh));
    for (size_t v = 0; v < before.size(); ++v) {
      const Moved n = moved(first, 3 * v + 1, length_of(before[v][0]));
      const Moved t = moved(first, 3 * v + 2, length_of(before[v][1]));
      const Moved second = moved(again, 3 * v + 2, length_of(before[v][2]));
      const Vec derived = cross(n.to, t.to);
      const double tolerance =
          second.off + n.off * length_of(t.to) + t.off * length_of(n.to) + n.off * t.off;
      const Vec apart{derived[0] - second.to[0], derived[1] - second.to[1],
                      derived[2] - second.to[2]};
      RC_ASSERT(length_of(apart) <= tolerance * (1 + 0x1p-40));
    }
  });
}

TEST_P(Skinning, SplittingACallInTwoGivesTheSame) {
  laws::check([this] {
    const Case whole = case_of(op(), *mesh_of(any_float()));
    const size_t count = op().size(whole);
    const size_t cut = *rc::gen::inRange<size_t>(0, count + 1);
    std::vector<size_t> places_of_all(count);
    std::iota(places_of_all.begin(), places_of_all.end(), size_t{0});
    const std::span<const size_t> all = places_of_all;
    auto parts = values(port(), op().keep(whole, all.first(cut)));
    const auto second = values(port(), op().keep(whole, all.subspan(cut)));
    parts.insert(parts.end(), second.begin(), second.end());
    const auto together = values(port(), whole);
    RC_ASSERT(parts.size() == together.size());
    for (size_t i = 0; i < together.size(); ++i) {
      if (std::isnan(together[i].bound)) continue;
      RC_ASSERT(std::fabs(parts[i].got - together[i].got) <= parts[i].bound + together[i].bound);
    }
  });
}

TEST_P(Skinning, TheOrderOfVerticesDoesNotMatter) {
  laws::check([this] {
    const Case forward = case_of(op(), *mesh_of(any_float()));
    const size_t count = op().size(forward);
    std::vector<size_t> reversed(count);
    std::iota(reversed.rbegin(), reversed.rend(), size_t{0});
    const auto a = values(port(), forward);
    const auto b = values(port(), op().keep(forward, reversed));
    for (size_t i = 0; i < a.size(); ++i) {
      const Value& other = b[(count - 1 - i / 12) * 12 + i % 12];
      if (std::isnan(a[i].bound)) continue;
      RC_ASSERT(std::fabs(a[i].got - other.got) <= a[i].bound + other.bound);
    }
  });
}

/// Two outputs that are to be the same.
void expect_near(const std::vector<Value>& a, const std::vector<Value>& b) {
  RC_ASSERT(a.size() == b.size());
  for (size_t i = 0; i < a.size(); ++i) {
    if (std::isnan(a[i].bound) || std::isnan(b[i].bound)) continue;
    RC_ASSERT(std::fabs(a[i].got - b[i].got) <= a[i].bound + b[i].bound);
  }
}

TEST_P(DistantSkinning, IsTheNearFormWithOneInfluenceOfWeightOne) {
  laws::check([this] {
    Mesh mesh = *mesh_of(any_float());
    const auto distant = values(port(), case_of(op(), mesh));
    for (Vertex& v : mesh.vertices) {
      v.influences.resize(1);
      v.influences[0].weight = 1;
    }
    expect_near(distant, values(port(), case_of(transform_verts_and_tangents(), mesh)));
  });
}

TEST_P(DistantSkinning, DependsOnNoWeightAndOnNoLaterInfluence) {
  laws::check([this] {
    Mesh mesh = *mesh_of(any_float());
    const auto before = values(port(), case_of(op(), mesh));
    const auto others = uint32_t(mesh.joints.size());
    for (int i = 0; i < 2; ++i) mesh.joints.push_back(*matrix_of(any_float()));
    for (Vertex& v : mesh.vertices) {
      v.influences[0].joint %= others;
      v.influences.resize(*rc::gen::inRange<size_t>(1, 9));
      for (Influence& influence : v.influences) influence.weight = *any_float();
      for (size_t k = 1; k < v.influences.size(); ++k)
        v.influences[k].joint = others + uint32_t(k % 2);
    }
    expect_near(before, values(port(), case_of(op(), mesh)));
  });
}

class DistantPositions : public Skinning {};

TEST_P(DistantPositions, HoldTheContract) {
  laws::check([this] {
    const std::string findings = port().findings(case_of(op(), *mesh_of(any_float())));
    if (!findings.empty()) RC_FAIL(findings);
  });
}

/// What is multiplied by a weight is divided by it.
TEST_P(DistantPositions, AreThoseOfOneInfluenceOfWeightOne) {
  laws::check([this] {
    Mesh mesh = *mesh_of(short_float());
    const std::vector<float> weights = *rc::gen::container<std::vector<float>>(
        mesh.vertices.size(), rc::gen::element(0.5f, 0.25f, 2.0f, -1.0f, 0x1p-10f, 0x1p20f));
    Mesh whole = mesh;
    for (size_t v = 0; v < mesh.vertices.size(); ++v) {
      ulna_vec4& base = mesh.vertices[v].influences[0].base;
      base.w = 1;
      whole.vertices[v].influences = {mesh.vertices[v].influences[0]};
      for (float* x : {&base.x, &base.y, &base.z, &base.w}) *x *= weights[v];
    }
    expect_near(values(port(), case_of(op(), mesh)),
                values(port(), case_of(transform_verts(), whole)));
  });
}

TEST_P(DistantPositions, DependOnNoWeightAndOnNoLaterInfluence) {
  laws::check([this] {
    Mesh mesh = *mesh_of(any_float());
    const auto before = values(port(), case_of(op(), mesh));
    for (Vertex& v : mesh.vertices) {
      v.influences.resize(*rc::gen::inRange<size_t>(1, 9));
      for (size_t k = 0; k < v.influences.size(); ++k) {
        v.influences[k].weight = *any_float();
        if (k > 0) v.influences[k].base = *vector_of(any_float());
      }
    }
    expect_near(before, values(port(), case_of(op(), mesh)));
  });
}

const auto kWeighted = {"transform_verts", "transform_verts_and_tangents"};
const auto kDistant = {"transform_verts_and_tangents_lod"};

INSTANTIATE_TEST_SUITE_P(Ports, Skinning, testing::ValuesIn(ports_and(kWeighted)),
                         kPortAndOperation);
INSTANTIATE_TEST_SUITE_P(Ports, WeightedSkinning, testing::ValuesIn(ports_and(kWeighted)),
                         kPortAndOperation);
INSTANTIATE_TEST_SUITE_P(Ports, WithTangents,
                         testing::ValuesIn(ports_and({"transform_verts_and_tangents",
                                                      "transform_verts_and_tangents_lod"})),
                         kPortAndOperation);
INSTANTIATE_TEST_SUITE_P(Distant, Skinning, testing::ValuesIn(ports_and(kDistant)),
                         kPortAndOperation);
INSTANTIATE_TEST_SUITE_P(Ports, DistantPositions,
                         testing::ValuesIn(ports_and({"transform_verts_lod"})), kPortAndOperation);
INSTANTIATE_TEST_SUITE_P(Distant, DistantSkinning, testing::ValuesIn(ports_and(kDistant)),
                         kPortAndOperation);

} // namespace
} // namespace ulna
