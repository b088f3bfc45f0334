// blend_vertex_buffer: where a format has what, on paper, in the generated cases and on the
// built-in ports that have it. Laws that it has in common with others: vertex_blending_test.cpp.
#include "cases/make_case.h"
#include "operations/list.h"
#include "operations/vertex_blending/vertex_buffer.h"
#include "properties/numbers.h"
#include "properties/ports.h"

#include <gmock/gmock.h>

#include <cmath>
#include <set>

namespace ulna {
namespace {

using namespace vertex_buffer;
using testing::ElementsAre;

// --- On paper ----------------------------------------------------------------------------------

/// The chapter's structures: NonIndexVertex, and IndexVertex of three, two and one weights.
TEST(VertexFormat, IsThatOfTheChaptersStructures) {
  struct NonIndexVertex {
    float pos[3], weight1, weight2, weight3, normal[3];
  };
  struct IndexVertex3 {
    float pos[3], weight1, weight2, weight3;
    uint32_t indices;
    float normal[3];
  };
  struct IndexVertex2 {
    float pos[3], weight1, weight2;
    uint32_t indices;
    float normal[3];
  };
  struct IndexVertex1 {
    float pos[3], weight1;
    uint32_t indices;
    float normal[3];
  };
  const auto expect = [](Format format, size_t size, size_t indices, size_t normal) {
    EXPECT_EQ(4 * format.read(), size);
    EXPECT_EQ(4 * size_t(format.indices()), indices);
    EXPECT_EQ(4 * size_t(format.normal()), normal);
  };
  expect({3, false, true}, sizeof(NonIndexVertex), offsetof(NonIndexVertex, normal),
         offsetof(NonIndexVertex, normal));
  expect({3, true, true}, sizeof(IndexVertex3), offsetof(IndexVertex3, indices),
         offsetof(IndexVertex3, normal));
  expect({2, true, true}, sizeof(IndexVertex2), offsetof(IndexVertex2, indices),
         offsetof(IndexVertex2, normal));
  expect({1, true, true}, sizeof(IndexVertex1), offsetof(IndexVertex1, indices),
         offsetof(IndexVertex1, normal));
}

// --- The generated cases -----------------------------------------------------------------------

TEST(GeneratedBuffers, HaveEveryFormatTightAndWithGaps) {
  const Operation& op = blend_vertex_buffer();
  std::set<std::array<int32_t, 4>> tight, apart; // stored, read, indexed, normals
  std::set<int32_t> flags;
  for (uint64_t i = 0; i < op.num_edge_cases; ++i) {
    const Case c = op.generate(1, i);
    if (num_vertices(c) == 0) continue;
    const Format format = format_of(c);
    const bool is_tight = size_t(c.integers[kSrcStride]) == 4 * format.read() &&
                          size_t(c.integers[kDstStride]) == 4 * format.written();
    (is_tight ? tight : apart)
        .insert({c.integers[kStoredWeights], c.integers[kNumWeights], format.indexed,
                 format.has_normals});
    for (const size_t flag : {kIndexed, kHasNormals}) flags.insert(c.integers[flag]);
  }
  EXPECT_EQ(tight.size(), 40u);
  EXPECT_EQ(apart.size(), 40u);
  EXPECT_THAT(flags, ElementsAre(INT32_MIN, -1, 0, 1, 2, 256, 65536));
}

/// What is put into a buffer comes out of it.
TEST(GeneratedBuffers, HoldTheVerticesThatTheyAreMadeOf) {
  for (const bool indexed : {false, true}) {
    const Case blended = vertex_blending::generate_blended(indexed, 9, 2, 1, 7);
    const auto vertices = blended.arrays[vertex_blending::kSrc].as<ulna_blend_vertex>();
    const Case c = in_buffer(blended, {3, indexed, true}, 40, 56);
    EXPECT_NO_THROW(validate(c));
    ASSERT_EQ(num_vertices(c), vertices.size());
    for (size_t v = 0; v < vertices.size(); ++v) {
      const ulna_blend_vertex got = vertex_of(c, v);
      EXPECT_THAT(got.position, testing::ElementsAreArray(vertices[v].position));
      EXPECT_THAT(got.normal, testing::ElementsAreArray(vertices[v].normal));
      EXPECT_EQ(std::memcmp(got.weights, vertices[v].weights, sizeof got.weights), 0);
      if (indexed) {
        EXPECT_THAT(got.indices, testing::ElementsAreArray(vertices[v].indices));
      }
    }
  }
}

// --- The ports ---------------------------------------------------------------------------------

class VertexBuffers : public testing::TestWithParam<const char*> {
protected:
  laws::Port& port() const { return laws::port(GetParam()); }
};

/// The chapter's example: matrices 2, 54, 174 and 255 in one DWORD, 2 in its lowest byte.
TEST_P(VertexBuffers, TheIndexOfTheFirstWeightIsTheLowestByte) {
  struct Vertex {
    float position[3], weights[3];
    uint32_t indices;
  };
  const Vertex vertex{{0, 0, 0}, {0.5f, 0.25f, 0.125f}, 0xffae3602};
  Case c = make_case(blend_vertex_buffer());
  c.integers = {12, sizeof vertex, 3, 3, 1, 0};
  c.arrays[kSrc].resize(sizeof vertex);
  std::memcpy(c.arrays[kSrc].data(), &vertex, sizeof vertex);
  c.arrays[kDst].resize(12);
  std::vector<ulna_mat44> palette;
  for (int i = 0; i < 256; ++i)
    palette.push_back({{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, float(i), 0, 0, 1}});
  laws::put(c.arrays[kMatrices], palette);
  validate(c);
  const Array output = port().output(c);
  EXPECT_EQ(output.as<float>()[0], 0.5f * 2 + 0.25f * 54 + 0.125f * 174 + 0.125f * 255);
}

/// A case of blending, as RapidCheck chooses it from ulna's own.
Case any_blended(bool indexed) {
  const size_t vertices = *rc::gen::inRange<size_t>(0, 40);
  const int num_weights = *rc::gen::inRange(0, 4);
  return vertex_blending::generate_blended(indexed, vertices, num_weights, 1,
                                           *rc::gen::inRange<uint64_t>(0, 1'000'000));
}

Format any_format(const Case& blended, bool indexed) {
  const int stored = *rc::gen::inRange(blended.integers[vertex_blending::kNumWeights], 4);
  return {stored, indexed, *rc::gen::arbitrary<bool>()};
}

/// The first words of each element, as many as the format writes.
std::vector<std::vector<float>> written(const Case& c, const Array& output, size_t words) {
  const size_t stride = c.operation->arrays[size_t(c.operation->output)].words(c);
  std::vector<std::vector<float>> all;
  for (size_t at = 0; at < output.words(); at += stride)
    for (std::vector<float>& v = all.emplace_back(); v.size() < words;)
      v.push_back(std::bit_cast<float>(output.word(at + v.size())));
  return all;
}

/// One case owes what the other does, so that both are within the bound of it.
TEST_P(VertexBuffers, AreBlendedAsTheOperationOfTheirFormatDoes) {
  laws::check([this] {
    const bool indexed = *rc::gen::arbitrary<bool>();
    const Case blended = any_blended(indexed);
    const Format format = any_format(blended, indexed);
    const Case c = in_buffer(blended, format, 4 * *rc::gen::inRange<size_t>(6, 12),
                             4 * *rc::gen::inRange<size_t>(10, 16));
    const auto ours = written(c, port().output(c), format.written());
    const auto theirs = written(blended, port().output(blended), format.written());
    const auto owed = laws::expectations(blended);
    RC_ASSERT(ours.size() == theirs.size());
    for (size_t v = 0; v < ours.size(); ++v)
      for (size_t w = 0; w < format.written(); ++w)
        if (owed[v].clause[w] == Clause::bounded)
          RC_ASSERT(std::fabs(double{ours[v][w]} - theirs[v][w]) <= 2 * owed[v].bound[w]);
  });
}

TEST_P(VertexBuffers, WhatIsStoredAndNotReadChangesNothing) {
  laws::check([this] {
    const bool indexed = *rc::gen::arbitrary<bool>();
    const Case blended = any_blended(indexed);
    Format format = any_format(blended, indexed);
    format.stored_weights = 3;
    const Case c = in_buffer(blended, format);
    Case other = c;
    const float nan = std::numeric_limits<float>::quiet_NaN();
    for (size_t v = 0; v < num_vertices(c); ++v) {
      ulna_blend_vertex vertex = vertex_of(c, v);
      for (auto k = size_t(c.integers[kNumWeights]); k < 3; ++k) {
        vertex.weights[k] = nan;
        vertex.indices[k + 1] = 255;
      }
      set_vertex(other, v, vertex);
    }
    RC_ASSERT(port().output(c) == port().output(other));
  });
}

INSTANTIATE_TEST_SUITE_P(Ports, VertexBuffers,
                         testing::ValuesIn(ports_with({"blend_vertex_buffer"})),
                         [](const auto& test) { return std::string(test.param); });

} // namespace
} // namespace ulna
