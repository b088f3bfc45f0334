// Laws of skin_aos_verts, skin_soa_verts, skin_interleaved_verts, skin_split_verts and
// reorder_palette, on the built-in ports that have them. As in skinning_test.cpp the tolerance is
// the sum of the bounds of what is compared.
#include "cases/make_case.h"
#include "operations/list.h"
#include "operations/skinned_mesh/skinned_mesh.h"
#include "operations/uniform_verts/uniform_verts.h"
#include "properties/lacking.h"
#include "properties/numbers.h"
#include "properties/ports.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace ulna {
namespace {

using namespace uniform_verts;
using laws::any_float;
using laws::matrix_of;
using laws::short_float;

constexpr uint32_t kMatrices = 5;

/// What RapidCheck makes and shrinks. Vertices have four influences, of which `influences` count
/// where an operation has fewer.
struct Vertex {
  std::array<float, kComponents> components;
  std::array<uint32_t, kMostInfluences> joints;
  std::array<float, kMostInfluences> weights;
};
struct Mesh {
  std::vector<ulna_mat44> palette;
  std::vector<Vertex> vertices;
  size_t influences = kMostInfluences;
  bool flush = false;
};

Mesh mesh_of(const rc::Gen<float>& number) {
  Mesh mesh;
  mesh.palette = *rc::gen::container<std::vector<ulna_mat44>>(kMatrices, matrix_of(number));
  mesh.vertices = *rc::gen::container<std::vector<Vertex>>(rc::gen::construct<Vertex>(
      rc::gen::container<std::array<float, kComponents>>(number),
      rc::gen::container<std::array<uint32_t, kMostInfluences>>(rc::gen::inRange(0u, kMatrices)),
      rc::gen::container<std::array<float, kMostInfluences>>(number)));
  mesh.influences = *rc::gen::inRange<size_t>(1, kMostInfluences + 1);
  mesh.flush = *rc::gen::arbitrary<bool>();
  return mesh;
}

/// Of those that count, multiples of 1/1024 that add up to one; the others are zero.
void make_partition(Mesh& mesh) {
  for (Vertex& v : mesh.vertices) {
    int left = 1024;
    for (size_t k = 0; k < kMostInfluences; ++k) {
      const int part = k + 1 < mesh.influences    ? *rc::gen::inRange(0, left + 1)
                       : k + 1 == mesh.influences ? left
                                                  : 0;
      v.weights[k] = float(part) / 1024;
      left -= part;
    }
  }
}

Case case_of(const Operation& op, const Mesh& mesh) {
  Case c = make_case(op);
  const size_t count = mesh.vertices.size();
  const size_t influences = has_four(c) ? kMostInfluences : mesh.influences;
  if (!has_four(c)) c.integers[kNumInfluences] = static_cast<int32_t>(influences);
  const auto resize = [&](int array, size_t elements) {
    c.arrays[size_t(array)].resize(elements * op.arrays[size_t(array)].element_size(c));
  };
  resize(kDst, count);
  for (int s = 0; s < num_streams(c); ++s) resize(kFirstStream + s, count);
  resize(palette_of(c), kMatrices);
  for (uint32_t m = 0; m < kMatrices; ++m) set_matrix(c, m, mesh.palette[m]);
  std::vector<uint32_t> joints;
  std::vector<float> weights;
  for (size_t v = 0; v < count; ++v) {
    const Vertex& vertex = mesh.vertices[v];
    for (size_t i = 0; i < kComponents; ++i) set_component(c, v, i, vertex.components[i]);
    for (size_t k = 0; k < influences; ++k) {
      joints.push_back(vertex.joints[k]);
      weights.push_back(k < mesh.influences ? vertex.weights[k] : 0);
    }
  }
  laws::put(c.arrays[size_t(joint_indices_of(c))], joints);
  laws::put(c.arrays[size_t(joint_weights_of(c))], weights);
  c.flush = mesh.flush;
  validate(c);
  return c;
}

struct Value {
  double got;
  double bound; // NaN where nothing is owed
};
using Vector = std::array<Value, 3>;
struct Skinned {
  Vector position, normal; // the latter of length one where an operation brings it to that
};

class UniformLaws : public testing::TestWithParam<std::tuple<const char*, const char*>> {
protected:
  void SetUp() override { skip_if_lacking(std::get<0>(GetParam())); }
  laws::Port& port() const { return laws::port(std::get<0>(GetParam())); }
  const Operation& op() const { return operation_named(std::get<1>(GetParam())); }

  std::vector<Skinned> got(const Mesh& mesh) const { return got(case_of(op(), mesh)); }
  std::vector<Skinned> got(const Case& c) const {
    const Array dst = port().output(c);
    const auto owed = laws::expectations(c);
    const size_t words = op().arrays[kDst].words(c);
    RC_ASSERT(dst.words() == words * owed.size());
    std::vector<Skinned> all(owed.size());
    for (size_t v = 0; v < owed.size(); ++v) {
      const auto value = [&](size_t w) -> Value {
        const bool judged =
            owed[v].clause[w] == Clause::bounded || owed[v].clause[w] == Clause::direction;
        return {std::bit_cast<float>(dst.word(words * v + w)), judged ? owed[v].bound[w] : NAN};
      };
      all[v] = {{value(0), value(1), value(2)}, {value(3), value(4), value(5)}};
      if (!has_four(c)) make_unit(all[v].normal);
    }
    return all;
  }

  static double length(const Vector& v) { return std::hypot(v[0].got, v[1].got, v[2].got); }

private:
  /// As the contract compares directions.
  static void make_unit(Vector& v) {
    const double l = length(v);
    for (Value& x : v) x.got /= l;
  }
};

bool is_judged(const Vector& v) {
  return !std::isnan(v[0].bound) && !std::isnan(v[1].bound) && !std::isnan(v[2].bound);
}

constexpr double kDouble = 1e-12; // what double loses of numbers up to some thousand

void expect_near(const Value& a, double b, double b_bound) {
  RC_ASSERT(std::fabs(a.got - b) <= a.bound + b_bound + kDouble);
}

/// Both are of the same exact values.
void expect_same(const Vector& a, const Vector& b) {
  if (!is_judged(a) || !is_judged(b)) return;
  for (size_t i = 0; i < 3; ++i) expect_near(a[i], b[i].got, b[i].bound);
}

TEST_P(UniformLaws, HoldsTheContract) {
  laws::check([this] {
    const std::string findings = port().findings(case_of(op(), mesh_of(any_float())));
    if (!findings.empty()) RC_FAIL(findings);
  });
}

/// A motion behind all matrices, a quarter turn and a translation far beyond the mesh, moves the
/// mesh: M R is exact. Distances stay, for those of two vertices are a vector's length.
TEST_P(UniformLaws, ARigidMotionOfThePaletteMovesTheMesh) {
  laws::check([this] {
    Mesh mesh = mesh_of(short_float());
    make_partition(mesh);
    const std::array<float, 3> shift{float(*laws::symmetric(9000)), float(*laws::symmetric(9000)),
                                     float(*laws::symmetric(9000))};
    const auto moved_vector = [](double x, double y, double z) {
      return std::array<double, 3>{-y, z, -x}; // of determinant one
    };
    Mesh moved = mesh;
    for (ulna_mat44& m : moved.palette)
      for (size_t r = 0; r < 4; ++r) {
        const auto row = moved_vector(m.m[4 * r], m.m[4 * r + 1], m.m[4 * r + 2]);
        for (size_t i = 0; i < 3; ++i)
          m.m[4 * r + i] = static_cast<float>(row[i] + (r == 3 ? shift[i] : 0));
      }
    const std::vector<Skinned> before = got(mesh), after = got(moved);
    for (size_t v = 0; v < before.size(); ++v) {
      const auto check = [&](const Vector& from, const Vector& to, bool translated) {
        if (!is_judged(from) || !is_judged(to)) return;
        const auto right = moved_vector(from[0].got, from[1].got, from[2].got);
        const auto bound = moved_vector(from[0].bound, from[1].bound, from[2].bound);
        for (size_t i = 0; i < 3; ++i)
          expect_near(to[i], right[i] + (translated ? shift[i] : 0), std::fabs(bound[i]));
      };
      check(before[v].position, after[v].position, true);
      check(before[v].normal, after[v].normal, false);
    }
  });
}

/// f(a) + f(b) = f(a + b) + f(0) for positions: the sum of short floats is exact.
TEST_P(UniformLaws, PositionsAreAffineInTheSource) {
  laws::check([this] {
    const Mesh mesh = mesh_of(short_float());
    Mesh other = mesh, sum = mesh, nothing = mesh;
    for (size_t v = 0; v < mesh.vertices.size(); ++v)
      for (size_t i = 0; i < 3; ++i) {
        other.vertices[v].components[i] = *short_float();
        sum.vertices[v].components[i] += other.vertices[v].components[i];
        nothing.vertices[v].components[i] = 0;
      }
    const auto a = got(mesh), b = got(other), ab = got(sum), zero = got(nothing);
    for (size_t v = 0; v < a.size(); ++v)
      for (size_t i = 0; i < 3; ++i) {
        const Value &x = a[v].position[i], &y = b[v].position[i], &z = zero[v].position[i];
        expect_near(ab[v].position[i], x.got + y.got - z.got, x.bound + y.bound + z.bound);
      }
  });
}

TEST_P(UniformLaws, TwiceTheWeightsAreTwiceThePositions) {
  laws::check([this] {
    const Mesh mesh = mesh_of(short_float());
    Mesh twice = mesh;
    for (Vertex& v : twice.vertices)
      for (float& w : v.weights) w *= 2;
    const auto once = got(mesh), both = got(twice);
    for (size_t v = 0; v < once.size(); ++v)
      for (size_t i = 0; i < 3; ++i)
        expect_near(both[v].position[i], 2 * once[v].position[i].got,
                    2 * once[v].position[i].bound);
  });
}

TEST_P(UniformLaws, PermutingVerticesPermutesResults) {
  laws::check([this] {
    const Mesh mesh = mesh_of(any_float());
    Mesh reversed = mesh;
    std::reverse(reversed.vertices.begin(), reversed.vertices.end());
    const auto there = got(mesh), back = got(reversed);
    for (size_t v = 0; v < there.size(); ++v) {
      expect_same(there[v].position, back[back.size() - 1 - v].position);
      expect_same(there[v].normal, back[back.size() - 1 - v].normal);
    }
  });
}

/// Of the operations that bring normals to unit length: as near as RSQRTPS does, and a few
/// roundings.
TEST_P(UniformLaws, NormalsAreOfUnitLengthWhereTheyOweIt) {
  static constexpr double kLength = 3.665e-4; // the contract's
  laws::check([this] {
    const Case c = case_of(op(), mesh_of(short_float()));
    if (has_four(c)) return;
    const Array dst = port().output(c);
    const auto owed = laws::expectations(c);
    for (size_t v = 0; v < owed.size(); ++v) {
      if (owed[v].clause[3] != Clause::direction) continue;
      const auto n = dst.as<float>().subspan(6 * v + 3, 3);
      RC_ASSERT(std::fabs(std::hypot(double{n[0]}, n[1], n[2]) - 1) <= kLength);
    }
  });
}

/// The same vertices in every layout: what update_skinned_mesh makes of them.
TEST_P(UniformLaws, IsUpdateSkinnedMeshInAnotherLayout) {
  laws::check([this] {
    Mesh mesh = mesh_of(short_float());
    for (Vertex& v : mesh.vertices)
      for (size_t k = mesh.influences; k < kMostInfluences; ++k) v.weights[k] = 0;
    std::vector<ulna_mesh_vertex> src;
    std::vector<uint32_t> first{0};
    std::vector<ulna_influence> influences;
    for (const Vertex& v : mesh.vertices) {
      const auto& x = v.components;
      src.push_back({{x[0], x[1], x[2]}, {x[3], x[4], x[5]}});
      for (size_t k = 0; k < mesh.influences; ++k)
        influences.push_back({v.joints[k], v.weights[k]});
      first.push_back(static_cast<uint32_t>(influences.size()));
    }
    namespace skinned = skinned_mesh;
    Case c = make_case(update_skinned_mesh());
    c.integers = {24, 24, 1};
    c.real = -INFINITY;
    laws::put(c.arrays[skinned::kDst], std::vector<ulna_mesh_vertex>(src.size()));
    laws::put(c.arrays[skinned::kSrc], src);
    laws::put(c.arrays[skinned::kPalette], mesh.palette);
    laws::put(c.arrays[skinned::kFirstInfluence], first);
    laws::put(c.arrays[skinned::kInfluences], influences);
    c.flush = mesh.flush;
    validate(c);
    const Array output = laws::port("scalar").output(c); // not every port has both
    const auto right = output.as<float>();
    const auto owed = laws::expectations(c);
    const std::vector<Skinned> all = got(mesh);
    for (size_t v = 0; v < all.size(); ++v) {
      for (size_t i = 0; i < 3; ++i)
        expect_near(all[v].position[i], right[6 * v + i], owed[v].bound[i]);
      if (!has_four(op())) continue; // a direction is within its own bound, as the contract holds
      for (size_t i = 0; i < 3; ++i)
        expect_near(all[v].normal[i], right[6 * v + 3 + i], owed[v].bound[3 + i]);
    }
  });
}

INSTANTIATE_TEST_SUITE_P(Ports, UniformLaws,
                         testing::ValuesIn(ports_and({"skin_aos_verts", "skin_soa_verts",
                                                      "skin_interleaved_verts",
                                                      "skin_split_verts"})),
                         kPortAndOperation);

// --- Palettes ----------------------------------------------------------------------------------

class ReorderPalette : public testing::TestWithParam<const char*> {
protected:
  void SetUp() override { skip_if_lacking(GetParam()); }

  std::vector<ulna_joint_mat> reordered(const std::vector<ulna_mat44>& palette) const {
    Case c = make_case(reorder_palette());
    laws::put(c.arrays[0], std::vector<ulna_joint_mat>(palette.size()));
    laws::put(c.arrays[1], palette);
    validate(c);
    const Array output = laws::port(GetParam()).output(c);
    const auto joints = output.as<ulna_joint_mat>();
    return {joints.begin(), joints.end()};
  }

  static std::vector<ulna_mat44> any_palette(const rc::Gen<float>& number) {
    return *rc::gen::container<std::vector<ulna_mat44>>(matrix_of(number));
  }
  static bool same(const ulna_joint_mat& a, const ulna_joint_mat& b) {
    return std::memcmp(&a, &b, sizeof a) == 0;
  }
};

TEST_P(ReorderPalette, PermutingMatricesPermutesResults) {
  laws::check([this] {
    std::vector<ulna_mat44> palette = any_palette(any_float());
    const auto there = reordered(palette);
    std::reverse(palette.begin(), palette.end());
    const auto back = reordered(palette);
    RC_ASSERT(there.size() == palette.size() && back.size() == palette.size());
    for (size_t m = 0; m < there.size(); ++m) RC_ASSERT(same(there[m], back[back.size() - 1 - m]));
  });
}

TEST_P(ReorderPalette, IsTheMatrixByColumns) {
  laws::check([this] {
    const std::vector<ulna_mat44> palette = any_palette(any_float());
    const auto joints = reordered(palette);
    RC_ASSERT(joints.size() == palette.size());
    for (size_t m = 0; m < joints.size(); ++m)
      for (size_t r = 0; r < 4; ++r)
        for (size_t c = 0; c < 3; ++c)
          RC_ASSERT(std::bit_cast<uint32_t>(joints[m].m[4 * c + r]) ==
                    std::bit_cast<uint32_t>(palette[m].m[4 * r + c]));
  });
}

INSTANTIATE_TEST_SUITE_P(Ports, ReorderPalette, testing::ValuesIn(ports_with({"reorder_palette"})));

} // namespace
} // namespace ulna
