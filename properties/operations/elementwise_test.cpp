// Laws of tween_verts and derive_bitangents, on every built-in port that has them. The tolerance of
// a law is the sum of the bounds of what it compares, and zero where nothing can round.
#include "cases/make_case.h"
#include "operations/list.h"
#include "properties/numbers.h"
#include "properties/ports.h"

#include <cmath>
#include <ostream>

namespace ulna {
namespace {

using laws::any_float;
using laws::short_float;

using Mesh = std::vector<ulna_mesh_vertex>;

/// Pairs of vertices, for two meshes of equal length.
rc::Gen<std::pair<Mesh, Mesh>> meshes_of(const rc::Gen<float>& number) {
  return rc::gen::map(rc::gen::container<std::vector<std::array<float, 12>>>(
                          rc::gen::container<std::array<float, 12>>(number)),
                      [](const std::vector<std::array<float, 12>>& all) {
                        std::pair<Mesh, Mesh> meshes;
                        for (const auto& v : all) {
                          meshes.first.push_back({{v[0], v[1], v[2]}, {v[3], v[4], v[5]}});
                          meshes.second.push_back({{v[6], v[7], v[8]}, {v[9], v[10], v[11]}});
                        }
                        return meshes;
                      });
}

Case tween_case(const Mesh& a, const Mesh& b, float t) {
  Case c = make_case(tween_verts());
  laws::put(c.arrays[0], Mesh(a.size(), {{9, 9, 9}, {9, 9, 9}}));
  laws::put(c.arrays[1], a);
  laws::put(c.arrays[2], b);
  c.real = t;
  validate(c);
  return c;
}

Case bitangent_case(const std::vector<ulna_vertex>& verts) {
  Case c = make_case(derive_bitangents());
  laws::put(c.arrays[0], std::vector<ulna_vec4>(verts.size(), {9, 9, 9, 9}));
  laws::put(c.arrays[1], verts);
  validate(c);
  return c;
}

struct Value {
  double got;
  double bound; // NaN where nothing is owed
};

class ElementwiseLaws : public testing::TestWithParam<const char*> {
protected:
  laws::Port& port() const { return laws::port(GetParam()); }

  /// All words of the output.
  std::vector<Value> values(const Case& c) const {
    const Array output = port().output(c);
    const auto owed = laws::expectations(c);
    const size_t words = c.operation->arrays[0].words(c);
    RC_ASSERT(output.words() == owed.size() * words);
    std::vector<Value> all;
    for (size_t i = 0; i < output.words(); ++i) {
      const Expectation& e = owed[i / words];
      const bool bounded = e.clause[i % words] == Clause::bounded;
      all.push_back({std::bit_cast<float>(output.word(i)), bounded ? e.bound[i % words] : NAN});
    }
    return all;
  }
};

// --- Tweening ----------------------------------------------------------------------------------

TEST_P(ElementwiseLaws, TweeningHoldsTheContract) {
  laws::check([this] {
    const auto [a, b] = *meshes_of(any_float());
    Case c = tween_case(a, b, *any_float());
    c.flush = *rc::gen::arbitrary<bool>();
    const std::string findings = port().findings(c);
    if (!findings.empty()) RC_FAIL(findings);
  });
}

TEST_P(ElementwiseLaws, ATweenOfNothingIsTheFirstMesh) {
  laws::check([this] {
    // In every form a product with 0 is all that is added to a, or taken away.
    const auto [a, b] = *meshes_of(short_float());
    const Array output = port().output(tween_case(a, b, 0));
    const auto got = output.as<float>();
    Case owed = tween_case(a, b, 0);
    for (size_t i = 0; i < got.size(); ++i) RC_ASSERT(got[i] == owed.arrays[1].as<float>()[i]);
  });
}

TEST_P(ElementwiseLaws, TweeningBackIsTheSame) {
  laws::check([this] {
    const auto [a, b] = *meshes_of(short_float());
    const float t = float(*laws::symmetric(256)) / 64; // 1 - t is exact
    const auto there = values(tween_case(a, b, t));
    const auto back = values(tween_case(b, a, 1 - t));
    for (size_t i = 0; i < there.size(); ++i)
      RC_ASSERT(std::fabs(there[i].got - back[i].got) <= there[i].bound + back[i].bound);
  });
}

TEST_P(ElementwiseLaws, HalfwayIsTheMeanOfBothMeshes) {
  laws::check([this] {
    const auto [a, b] = *meshes_of(short_float());
    const Case c = tween_case(a, b, 0.5f);
    const auto got = values(c);
    for (size_t i = 0; i < got.size(); ++i) {
      const double mean = (double(c.arrays[1].as<float>()[i]) + c.arrays[2].as<float>()[i]) / 2;
      RC_ASSERT(std::fabs(got[i].got - mean) <= got[i].bound);
    }
  });
}

TEST_P(ElementwiseLaws, TwoStepsOutwardsAreAsFarAsTwoStepsInwards) {
  laws::check([this] {
    // got(t) + got(-t) = 2 a
    const auto [a, b] = *meshes_of(short_float());
    const float t = float(*laws::symmetric(256)) / 64;
    const auto outwards = values(tween_case(a, b, -t));
    const auto inwards = values(tween_case(a, b, t));
    const Case c = tween_case(a, b, t);
    for (size_t i = 0; i < inwards.size(); ++i) {
      const double off = outwards[i].got + inwards[i].got - 2.0 * c.arrays[1].as<float>()[i];
      RC_ASSERT(std::fabs(off) <= outwards[i].bound + inwards[i].bound);
    }
  });
}

// --- Bitangents --------------------------------------------------------------------------------

rc::Gen<std::vector<ulna_vertex>> verts_of(const rc::Gen<float>& number) {
  return rc::gen::map(rc::gen::container<std::vector<std::array<float, 12>>>(
                          rc::gen::container<std::array<float, 12>>(number)),
                      [](const std::vector<std::array<float, 12>>& all) {
                        std::vector<ulna_vertex> verts(all.size());
                        for (size_t i = 0; i < all.size(); ++i)
                          std::copy(all[i].begin(), all[i].end(), &verts[i].position.x);
                        return verts;
                      });
}

TEST_P(ElementwiseLaws, BitangentsHoldTheContract) {
  laws::check([this] {
    Case c = bitangent_case(*verts_of(any_float()));
    c.flush = *rc::gen::arbitrary<bool>();
    const std::string findings = port().findings(c);
    if (!findings.empty()) RC_FAIL(findings);
  });
}

TEST_P(ElementwiseLaws, BitangentsAreOrthogonalToNormalAndTangent) {
  laws::check([this] {
    const auto verts = *verts_of(short_float());
    const auto got = values(bitangent_case(verts));
    for (size_t v = 0; v < verts.size(); ++v) {
      for (const ulna_vec4& other : {verts[v].normal, verts[v].tangent}) {
        double dot = 0; // of numbers that double holds exactly
        double tolerance = 0;
        for (size_t c = 0; c < 3; ++c) {
          dot += got[4 * v + c].got * (&other.x)[c];
          tolerance += got[4 * v + c].bound * std::fabs((&other.x)[c]);
        }
        RC_ASSERT(std::fabs(dot) <= tolerance);
      }
    }
  });
}

TEST_P(ElementwiseLaws, NormalAndTangentChangedOverTurnTheBitangentRound) {
  laws::check([this] {
    const auto verts = *verts_of(short_float());
    auto swapped = verts;
    for (ulna_vertex& v : swapped) {
      std::swap(v.normal, v.tangent);
      std::swap(v.normal.w, v.tangent.w); // the polarity stays
    }
    const auto a = values(bitangent_case(verts));
    const auto b = values(bitangent_case(swapped));
    for (size_t i = 0; i < a.size(); ++i) {
      if (i % 4 == 3) continue;
      RC_ASSERT(std::fabs(a[i].got + b[i].got) <= a[i].bound + b[i].bound);
    }
  });
}

TEST_P(ElementwiseLaws, TheBitangentOfXAndYIsZ) {
  const auto vertex = [](ulna_vec4 normal, ulna_vec4 tangent) {
    return ulna_vertex{{NAN, NAN, NAN, NAN}, normal, tangent};
  };
  const Array output = port().output(
      bitangent_case({vertex({1, 0, 0, NAN}, {0, 1, 0, 1}), vertex({0, 1, 0, NAN}, {0, 0, 1, -1}),
                      vertex({0, 0, 1, NAN}, {1, 0, 0, 0.5f})}));
  const float owed[3][3] = {{0, 0, 1}, {-1, 0, 0}, {0, 0.5f, 0}};
  for (size_t v = 0; v < 3; ++v)
    for (size_t c = 0; c < 3; ++c) EXPECT_EQ(output.as<float>()[4 * v + c], owed[v][c]);
}

INSTANTIATE_TEST_SUITE_P(Ports, ElementwiseLaws,
                         testing::ValuesIn(ports_with({"tween_verts", "derive_bitangents"})),
                         [](const auto& test) { return std::string(test.param); });

} // namespace
} // namespace ulna
