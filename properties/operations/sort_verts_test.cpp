// Laws of sort_verts_by_influences, on the built-in ports that have it.
#include "cases/make_case.h"
#include "operations/list.h"
#include "properties/lacking.h"
#include "properties/numbers.h"
#include "properties/ports.h"

#include <numeric>

namespace ulna {
namespace {

enum : size_t { kPlaces, kNewIndices, kCounts, kNumInfluences, kIndices };

/// What RapidCheck makes and shrinks.
struct Mesh {
  std::vector<uint32_t> num_influences, indices;
};

struct Sorted {
  std::vector<uint32_t> places, new_indices, counts;
};

Mesh mesh() {
  Mesh made;
  made.num_influences =
      *rc::gen::container<std::vector<uint32_t>>(rc::gen::inRange<uint32_t>(1, 5));
  const auto count = static_cast<uint32_t>(made.num_influences.size());
  if (count > 0)
    made.indices = *rc::gen::container<std::vector<uint32_t>>(rc::gen::inRange(0u, count));
  return made;
}

Case case_of(const Mesh& mesh) {
  Case c = make_case(sort_verts_by_influences());
  laws::put(c.arrays[kNumInfluences], mesh.num_influences);
  laws::put(c.arrays[kIndices], mesh.indices);
  laws::put(c.arrays[kPlaces], std::vector<uint32_t>(mesh.num_influences.size(), 0xdead));
  laws::put(c.arrays[kNewIndices], std::vector<uint32_t>(mesh.indices.size(), 0xdead));
  laws::put(c.arrays[kCounts], std::vector<uint32_t>(4, 0xdead));
  validate(c);
  return c;
}

class SortVerts : public testing::TestWithParam<const char*> {
protected:
  void SetUp() override { skip_if_lacking(GetParam()); }
  laws::Port& port() const { return laws::port(GetParam()); }

  Sorted sorted(const Mesh& mesh) const {
    const laws::Port::Given given = port().call(case_of(mesh));
    const auto copy = [&](size_t array) {
      const auto words = given.arrays[array].as<uint32_t>();
      return std::vector(words.begin(), words.end());
    };
    return {copy(kPlaces), copy(kNewIndices), copy(kCounts)};
  }
};

/// The mesh with its vertices where they belong.
Mesh moved(const Mesh& mesh, const Sorted& sorted) {
  Mesh out{std::vector<uint32_t>(mesh.num_influences.size()), sorted.new_indices};
  for (size_t v = 0; v < mesh.num_influences.size(); ++v)
    out.num_influences.at(sorted.places.at(v)) = mesh.num_influences[v];
  return out;
}

std::vector<uint32_t> first_numbers(size_t count) {
  std::vector<uint32_t> numbers(count);
  std::iota(numbers.begin(), numbers.end(), 0u);
  return numbers;
}

TEST_P(SortVerts, HoldsTheContract) {
  laws::check([this] {
    const std::string findings = port().findings(case_of(mesh()));
    if (!findings.empty()) RC_FAIL(findings);
  });
}

TEST_P(SortVerts, EveryPlaceIsTakenOnce) {
  laws::check([this] {
    const Mesh given = mesh();
    std::vector<uint32_t> places = sorted(given).places;
    std::sort(places.begin(), places.end());
    RC_ASSERT(places == first_numbers(given.num_influences.size()));
  });
}

TEST_P(SortVerts, GroupsFollowEachOtherAsCounted) {
  laws::check([this] {
    const Mesh given = mesh();
    const Sorted s = sorted(given);
    std::vector<uint32_t> groups;
    for (uint32_t k = 0; k < 4; ++k) groups.insert(groups.end(), s.counts[k], k + 1);
    RC_ASSERT(moved(given, s).num_influences == groups);
  });
}

TEST_P(SortVerts, VerticesOfOneGroupKeepTheirOrder) {
  laws::check([this] {
    const Mesh given = mesh();
    const Sorted s = sorted(given);
    for (size_t b = 0; b < given.num_influences.size(); ++b)
      for (size_t a = 0; a < b; ++a)
        if (given.num_influences[a] == given.num_influences[b])
          RC_ASSERT(s.places[a] < s.places[b]);
  });
}

TEST_P(SortVerts, WhatIsSortedStaysWhereItIs) {
  laws::check([this] {
    const Mesh given = mesh();
    const Mesh once = moved(given, sorted(given));
    const Sorted again = sorted(once);
    RC_ASSERT(again.places == first_numbers(given.num_influences.size()));
    RC_ASSERT(again.new_indices == once.indices);
  });
}

/// Corners find the vertices that they had.
TEST_P(SortVerts, IndicesFollowTheirVertices) {
  laws::check([this] {
    const Mesh given = mesh();
    const Sorted s = sorted(given);
    std::vector<uint32_t> old_number(given.num_influences.size());
    for (uint32_t v = 0; v < old_number.size(); ++v) old_number.at(s.places[v]) = v;
    for (size_t k = 0; k < given.indices.size(); ++k)
      RC_ASSERT(old_number.at(s.new_indices[k]) == given.indices[k]);
  });
}

INSTANTIATE_TEST_SUITE_P(Ports, SortVerts,
                         testing::ValuesIn(ports_with({"sort_verts_by_influences"})));

} // namespace
} // namespace ulna
