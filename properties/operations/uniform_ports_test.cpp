// What ports promise of vertices with one number of influences beyond their contract: they skin
// them in blocks, and nobody can tell. A mesh that is cut, for threads or to be drawn, does not
// crack.
#include "cases/make_case.h"
#include "operations/list.h"
#include "properties/lacking.h"
#include "properties/laws.h"
#include "properties/ports.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

namespace ulna {
namespace {

/// A port, and an operation of it.
class UniformPorts : public testing::TestWithParam<std::tuple<const char*, const char*>> {
protected:
  void SetUp() override { skip_if_lacking(port); }

  /// The floats of the vertices of these numbers, as a call for them alone leaves them.
  std::vector<float> skinned(const Case& c, std::span<const size_t> numbers) const {
    const Array dst = laws::port(port).output(op.keep(c, numbers));
    const auto floats = dst.as<float>();
    return {floats.begin(), floats.end()};
  }

  /// The first vertex that differs.
  std::string difference(const std::vector<float>& a, const std::vector<float>& b) const {
    if (a.size() != b.size())
      return std::to_string(a.size()) + " floats, not " + std::to_string(b.size());
    for (size_t i = 0; i < a.size(); ++i)
      if (!same(a[i], b[i])) return "vertex " + std::to_string(i / words);
    return "";
  }

  /// The vertices from the last to the first.
  std::vector<float> turned_round(const std::vector<float>& vertices) const {
    std::vector<float> out;
    for (size_t end = vertices.size(); end > 0; end -= words)
      out.insert(out.end(), &vertices[end - words], &vertices[end - words] + words);
    return out;
  }

  /// Every NaN is as good as another: which of two a sum hands on is the compiler's choice.
  static bool same(float a, float b) {
    return (std::isnan(a) && std::isnan(b)) ||
           std::bit_cast<uint32_t>(a) == std::bit_cast<uint32_t>(b);
  }

  const char* const port = std::get<0>(GetParam());
  const Operation& op = operation_named(std::get<1>(GetParam()));
  const size_t words = op.arrays[size_t(op.output)].words(make_case(op));
};

TEST_P(UniformPorts, AVertexComesOutTheSameWhereverItStands) {
  constexpr uint64_t kCases = 60, kSeed = 6;
  constexpr size_t kMostVertices = 100;
  size_t compared = 0;
  for (uint64_t i = 0; i < op.num_edge_cases + kCases; ++i) {
    const Case c = op.generate(kSeed, i);
    const size_t count = std::min(op.size(c), kMostVertices);
    if (count == 0) continue;
    std::vector<size_t> numbers(count);
    std::iota(numbers.begin(), numbers.end(), size_t{0});
    const auto whole = skinned(c, numbers);
    const std::span<const size_t> all = numbers;
    const size_t cut = i % count;
    auto parts = skinned(c, all.first(cut));
    const auto rest = skinned(c, all.subspan(cut));
    parts.insert(parts.end(), rest.begin(), rest.end());
    ASSERT_EQ(difference(parts, whole), "") << "cut at " << cut << ", " << c.note;
    std::ranges::reverse(numbers);
    ASSERT_EQ(difference(turned_round(skinned(c, numbers)), whole), "")
        << "turned round, " << c.note;
    compared += count;
  }
  EXPECT_GT(compared, 1000u);
}

INSTANTIATE_TEST_SUITE_P(Davies, UniformPorts,
                         testing::ValuesIn(ports_and({"skin_aos_verts", "skin_soa_verts"})),
                         kPortAndOperation);
INSTANTIATE_TEST_SUITE_P(Molecule, UniformPorts,
                         testing::ValuesIn(ports_and({"skin_interleaved_verts",
                                                      "skin_split_verts"})),
                         kPortAndOperation);

} // namespace
} // namespace ulna
