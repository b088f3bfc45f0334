// What the generator of conversions promises about ties, full palettes and attributes.

#include "operations/conversion/conversion.h"
#include "operations/list.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

namespace ulna {
namespace {

using namespace conversion;

/// Every small edge case of an operation.
template <class Visit>
void for_each_case(const Operation& op, const Visit& visit) {
  constexpr size_t kSmall = 400; // faces
  for (uint64_t i = 0; i < op.num_edge_cases; ++i)
    if (const Case c = op.generate(1, i); c.arrays[kAttributes].words() <= kSmall) visit(c);
}

/// The weights of a vertex's bones, the largest first, and whether any bone is named twice.
struct Merged {
  std::vector<double> weights;
  bool again = false;
};

Merged merged(const Case& c, size_t vertex) {
  const auto first = c.arrays[kFirstInfluence].as<uint32_t>();
  std::map<uint32_t, double> sums;
  for (uint32_t i = first[vertex]; i < first[vertex + 1]; ++i) {
    const ulna_influence& one = c.arrays[kInfluences].as<ulna_influence>()[i];
    if (one.weight > 0) sums[one.bone] += one.weight;
  }
  Merged all;
  all.again = sums.size() < first[vertex + 1] - first[vertex];
  for (const auto& [bone, weight] : sums) all.weights.push_back(weight);
  std::sort(all.weights.rbegin(), all.weights.rend());
  return all;
}

TEST(GeneratedConversions, TieWhereInfluencesAreCutOff) {
  for (const Operation* op : {&convert_to_blended_mesh(), &convert_to_indexed_blended_mesh()}) {
    std::map<std::string, int> ties;
    for_each_case(*op, [&](const Case& c) {
      const auto kept = static_cast<uint32_t>(c.integers[kMaxInfluences]);
      const size_t vertices = std::max<size_t>(c.arrays[kFirstInfluence].words(), 1) - 1;
      for (size_t v = 0; v < vertices; ++v) {
        const Merged all = merged(c, v);
        if (kept == 0 || all.weights.size() <= kept) continue;
        if (all.weights.size() > 7 && all.again) ++ties["more than seven, some again"];
        const double last = all.weights[kept - 1];
        const double off = (last - all.weights[kept]) / last;
        if (off == 0) ++ties["exact"];
        if (off > 0x1p-40 && off < 0x1p-25) ++ties["by less than an ulp"];
        if (off >= 0x1p-25 && off <= 0x1p-22) ++ties["by an ulp"];
      }
    });
    constexpr int kMany = 50;
    for (const char* owed :
         {"exact", "by less than an ulp", "by an ulp", "more than seven, some again"})
      EXPECT_GT(ties[owed], kMany) << op->name << ": " << owed;
  }
}

TEST(GeneratedConversions, FillPalettesOfEverySize) {
  std::set<std::pair<uint32_t, int64_t>> found; // of a limit, and how many bones are beyond it
  for_each_case(convert_to_indexed_blended_mesh(), [&](const Case& c) {
    const auto attributes = c.arrays[kAttributes].as<uint32_t>();
    if (attributes.empty() || std::set(attributes.begin(), attributes.end()).size() > 1) return;
    std::set<uint32_t> bones;
    for (const ulna_influence& one : c.arrays[kInfluences].as<ulna_influence>())
      bones.insert(one.bone);
    const auto limit = static_cast<uint32_t>(c.integers[kMaxBones]);
    found.insert({limit, int64_t(bones.size()) - int64_t{limit}});
  });
  for (uint32_t limit = 2; limit <= 256; ++limit)
    for (const int64_t beyond : {-1, 0, 1})
      EXPECT_TRUE(found.count({limit, beyond})) << limit << ", beyond it " << beyond;
}

TEST(GeneratedConversions, HaveAttributesThatAreOneFloatOrOneNumberOfFewBits) {
  for (const Operation* op : {&convert_to_blended_mesh(), &convert_to_indexed_blended_mesh()}) {
    int as_float = 0;
    int in_24_bits = 0;
    for_each_case(*op, [&](const Case& c) {
      const auto attributes = c.arrays[kAttributes].as<uint32_t>();
      const std::set<uint32_t> all(attributes.begin(), attributes.end());
      std::set<float> floats;
      bool wraps = false;
      for (const uint32_t a : all) {
        floats.insert(static_cast<float>(a));
        wraps |= a > 0 && (a & 0xffffff) == 0 && all.count(a - 1) > 0;
      }
      as_float += floats.size() < all.size();
      in_24_bits += wraps;
    });
    EXPECT_GT(as_float, 5) << op->name;
    EXPECT_GT(in_24_bits, 0) << op->name;
  }
}

} // namespace
} // namespace ulna
