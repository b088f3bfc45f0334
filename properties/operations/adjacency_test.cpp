// Laws of generate_adjacency, on the built-in ports that have it.
#include "cases/make_case.h"
#include "operations/list.h"
#include "properties/lacking.h"
#include "properties/numbers.h"
#include "properties/ports.h"
#include "reference/conversion/adjacency.h"

#include <numeric>
#include <random>

namespace ulna {
namespace {

enum : size_t { kAdjacency, kPositions, kIndices };

using Face = std::array<uint32_t, 3>;
using Adjacency = std::vector<std::array<uint32_t, 3>>;

/// What RapidCheck makes and shrinks.
struct Mesh {
  std::vector<std::array<float, 3>> positions;
  std::vector<Face> faces;
};

constexpr uint32_t kSide = 6;

/// Squares of a grid, of which some are missing: no edge has more than two faces.
Mesh grid_with_holes() {
  Mesh mesh;
  for (uint32_t v = 0; v < kSide * kSide; ++v)
    mesh.positions.push_back({float(v % kSide), float(v / kSide), float(v * v % 7)});
  const auto squares =
      *rc::gen::unique<std::vector<uint32_t>>(rc::gen::inRange(0u, (kSide - 1) * (kSide - 1)));
  for (const uint32_t square : squares) {
    const uint32_t v = square / (kSide - 1) * kSide + square % (kSide - 1);
    mesh.faces.push_back({v, v + 1, v + kSide});
    mesh.faces.push_back({v + 1, v + kSide + 1, v + kSide});
  }
  return mesh;
}

Case case_of(const Mesh& mesh, float epsilon = 0) {
  Case c = make_case(generate_adjacency());
  laws::put(c.arrays[kPositions], mesh.positions);
  laws::put(c.arrays[kIndices], mesh.faces);
  laws::put(c.arrays[kAdjacency], Adjacency(mesh.faces.size(), {0xdead, 0xdead, 0xdead}));
  c.real = epsilon;
  validate(c);
  return c;
}

class GenerateAdjacency : public testing::TestWithParam<const char*> {
protected:
  void SetUp() override { skip_if_lacking(GetParam()); }
  laws::Port& port() const { return laws::port(GetParam()); }

  Adjacency adjacency(const Mesh& mesh, float epsilon = 0) const {
    const laws::Port::Given given = port().call(case_of(mesh, epsilon));
    const auto found = given.arrays[kAdjacency].as<std::array<uint32_t, 3>>();
    return {found.begin(), found.end()};
  }
};

/// A vertex of its own for each corner.
Mesh taken_apart(const Mesh& mesh) {
  Mesh apart;
  for (const Face& face : mesh.faces) {
    const auto first = static_cast<uint32_t>(apart.positions.size());
    apart.faces.push_back({first, first + 1, first + 2});
    for (const uint32_t v : face) apart.positions.push_back(mesh.positions[v]);
  }
  return apart;
}

TEST_P(GenerateAdjacency, HoldsTheContract) {
  laws::check([this] {
    const std::string findings = port().findings(case_of(grid_with_holes()));
    if (!findings.empty()) RC_FAIL(findings);
  });
}

TEST_P(GenerateAdjacency, NeighboursNameEachOther) {
  laws::check([this] {
    const Adjacency found = adjacency(grid_with_holes());
    for (uint32_t f = 0; f < found.size(); ++f)
      for (const uint32_t other : found[f])
        if (other != UINT32_MAX)
          RC_ASSERT(std::count(found.at(other).begin(), found.at(other).end(), f) == 1);
  });
}

TEST_P(GenerateAdjacency, DoesNotDependOnWhichCornersShareAVertex) {
  laws::check([this] {
    const Mesh mesh = grid_with_holes();
    RC_ASSERT(adjacency(mesh) == adjacency(taken_apart(mesh)));
  });
}

TEST_P(GenerateAdjacency, FollowsFacesThatChangePlaces) {
  laws::check([this] {
    const Mesh mesh = grid_with_holes();
    std::vector<uint32_t> order(mesh.faces.size());
    std::iota(order.begin(), order.end(), 0u);
    std::shuffle(order.begin(), order.end(), std::minstd_rand(*rc::gen::arbitrary<uint32_t>()));
    Mesh moved = mesh;
    std::vector<uint32_t> number(order.size());
    for (uint32_t i = 0; i < order.size(); ++i) {
      moved.faces[i] = mesh.faces[order[i]];
      number[order[i]] = i;
    }
    const Adjacency before = adjacency(mesh), after = adjacency(moved);
    for (uint32_t f = 0; f < order.size(); ++f)
      for (size_t k = 0; k < 3; ++k)
        RC_ASSERT(after[number[f]][k] ==
                  (before[f][k] == UINT32_MAX ? UINT32_MAX : number[before[f][k]]));
  });
}

TEST_P(GenerateAdjacency, FollowsCornersThatGoRound) {
  laws::check([this] {
    const Mesh mesh = grid_with_holes();
    Mesh turned = mesh;
    for (Face& face : turned.faces) std::rotate(face.begin(), face.begin() + 1, face.end());
    Adjacency owed = adjacency(mesh);
    for (auto& face : owed) std::rotate(face.begin(), face.begin() + 1, face.end());
    RC_ASSERT(adjacency(turned) == owed);
  });
}

/// A grid is one apart.
TEST_P(GenerateAdjacency, EpsilonJoinsWhatIsNearer) {
  laws::check([this] {
    const Mesh mesh = grid_with_holes();
    Mesh shaken = taken_apart(mesh);
    for (auto& position : shaken.positions)
      for (float& x : position) x += float(*rc::gen::inRange(-10, 11)) * 0x1p-12f;
    RC_ASSERT(adjacency(shaken, 0.25f) == adjacency(mesh));
  });
}

INSTANTIATE_TEST_SUITE_P(Ports, GenerateAdjacency,
                         testing::ValuesIn(ports_with({"generate_adjacency"})));

// --- The reference -----------------------------------------------------------------------------

TEST(Points, AreTheFirstVertexThere) {
  const float positions[] = {1, 2, 3, 0, 0, 0, 1, 2, 3, -0.0f, 0, 0};
  EXPECT_EQ(reference::points_of(positions, 0), (std::vector<uint32_t>{0, 1, 0, 1}));
}

TEST(Points, AreLeftOpenBetweenNearAndFar) {
  const auto at = [](float x) {
    return reference::points_of(std::array{0.0f, 0.0f, 0.0f, 0.0f, x, 0.0f}, 1);
  };
  EXPECT_EQ(at(0.25f), (std::vector<uint32_t>{0, 0}));
  EXPECT_FALSE(at(0.26f));
  EXPECT_FALSE(at(2));
  EXPECT_EQ(at(2.01f), (std::vector<uint32_t>{0, 1}));
}

TEST(Points, AreLeftOpenBeyondTheDomain) {
  const auto at = [](float x, float epsilon) {
    return reference::points_of(std::array{x, 0.0f, 0.0f}, epsilon).has_value();
  };
  EXPECT_TRUE(at(1, 0));
  EXPECT_FALSE(at(0x1p-130f, 0));
  EXPECT_FALSE(at(NAN, 0));
  EXPECT_FALSE(at(INFINITY, 0));
  EXPECT_FALSE(at(1, -1));
  EXPECT_FALSE(at(1, NAN));
  EXPECT_TRUE(at(0x1p30f, 1));
  EXPECT_FALSE(at(0x1.8p30f, 1));
}

/// What may be named beyond an edge of the first face.
struct Beyond {
  std::vector<uint32_t> faces;
  bool none;
};

Beyond beyond(const std::vector<uint32_t>& indices, size_t edge) {
  const std::vector<uint32_t> points{0, 1, 2, 3, 4, 5};
  const reference::Edges edges(points, indices);
  const auto owed = edges.beyond(0, edge);
  Beyond all{{}, owed.none};
  for (uint32_t face = 0; face < indices.size() / 3; ++face)
    if (owed.has(face)) all.faces.push_back(face);
  return all;
}

TEST(EdgesBeyond, IsTheFaceThatComesBack) {
  const auto [faces, none] = beyond({0, 1, 2, 1, 0, 3}, 0);
  EXPECT_EQ(faces, std::vector<uint32_t>{1});
  EXPECT_FALSE(none);
}

TEST(EdgesBeyond, IsNoneAtTheEnd) {
  const auto [faces, none] = beyond({0, 1, 2, 1, 0, 3}, 1);
  EXPECT_TRUE(faces.empty());
  EXPECT_TRUE(none);
}

TEST(EdgesBeyond, IsOpenWhereThreeFacesMeet) {
  const auto [faces, none] = beyond({0, 1, 2, 1, 0, 3, 1, 0, 4}, 0);
  EXPECT_EQ(faces, (std::vector<uint32_t>{0, 1, 2}));
  EXPECT_TRUE(none);
}

TEST(EdgesBeyond, IsOpenWhereTwoAreWoundAgainstEachOther) {
  const auto [faces, none] = beyond({0, 1, 2, 0, 1, 3}, 0);
  EXPECT_EQ(faces, (std::vector<uint32_t>{0, 1}));
  EXPECT_TRUE(none);
}

} // namespace
} // namespace ulna
