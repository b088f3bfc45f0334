// What ports promise of skin_aos_verts and skin_soa_verts beyond their contract: they skin vertices
// in blocks, and nobody can tell. A mesh that is cut, for threads or to be drawn, does not crack.
#include "certify/contracts/contracts.h"
#include "properties/lacking.h"
#include "properties/laws.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

namespace ulna {
namespace {

class UniformPorts : public testing::TestWithParam<const char*> {
protected:
  void SetUp() override { skip_if_lacking(GetParam()); }

  /// The vertices of these numbers, as a call for them alone leaves them.
  static std::vector<ulna_mesh_vertex> skinned(const Case& c, std::span<const size_t> numbers) {
    const Array dst = laws::port(GetParam()).output(c.operation->keep(c, numbers));
    const auto vertices = dst.as<ulna_mesh_vertex>();
    return {vertices.begin(), vertices.end()};
  }
};

/// Every NaN is as good as another: which of two a sum hands on is the compiler's choice.
bool same(float a, float b) {
  return (std::isnan(a) && std::isnan(b)) ||
         std::bit_cast<uint32_t>(a) == std::bit_cast<uint32_t>(b);
}

bool same(const ulna_mesh_vertex& a, const ulna_mesh_vertex& b) {
  for (int i = 0; i < 3; ++i)
    if (!same(a.position[i], b.position[i]) || !same(a.normal[i], b.normal[i])) return false;
  return true;
}

/// The first vertex that differs.
std::string difference(const std::vector<ulna_mesh_vertex>& a,
                       const std::vector<ulna_mesh_vertex>& b) {
  if (a.size() != b.size())
    return std::to_string(a.size()) + " vertices, not " + std::to_string(b.size());
  for (size_t v = 0; v < a.size(); ++v)
    if (!same(a[v], b[v])) return "vertex " + std::to_string(v);
  return "";
}

TEST_P(UniformPorts, AVertexComesOutTheSameWhereverItStands) {
  constexpr uint64_t kCases = 60, kSeed = 6;
  constexpr size_t kMostVertices = 100;
  for (const Operation* op : {&skin_aos_verts(), &skin_soa_verts()}) {
    size_t compared = 0;
    for (uint64_t i = 0; i < op->num_edge_cases + kCases; ++i) {
      const Case c = op->generate(kSeed, i);
      const size_t count = std::min(op->size(c), kMostVertices);
      if (count == 0) continue;
      std::vector<size_t> numbers(count);
      std::iota(numbers.begin(), numbers.end(), size_t{0});
      const auto whole = skinned(c, numbers);
      const std::span<const size_t> all = numbers;
      const size_t cut = i % count;
      auto parts = skinned(c, all.first(cut));
      const auto rest = skinned(c, all.subspan(cut));
      parts.insert(parts.end(), rest.begin(), rest.end());
      ASSERT_EQ(difference(parts, whole), "") << op->name << ", cut at " << cut << ", " << c.note;
      std::ranges::reverse(numbers);
      auto turned = skinned(c, numbers);
      std::ranges::reverse(turned);
      ASSERT_EQ(difference(turned, whole), "") << op->name << ", turned round, " << c.note;
      compared += count;
    }
    EXPECT_GT(compared, 1000u) << op->name;
  }
}

INSTANTIATE_TEST_SUITE_P(Ports, UniformPorts,
                         testing::Values("scalar", "sse", "avx2", "avx512", "published"),
                         [](const auto& test) { return std::string(test.param); });

} // namespace
} // namespace ulna
