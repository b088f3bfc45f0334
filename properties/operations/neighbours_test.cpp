// What the generators promise about neighbours that have a part in common.

#include "operations/list.h"
#include "operations/shared/neighbours.h"

#include <gtest/gtest.h>

#include <map>
#include <ostream>

namespace ulna {
namespace {

/// How two elements are alike, in rows of so many words.
std::string likeness(std::span<const uint32_t> a, std::span<const uint32_t> b, size_t row) {
  size_t words = 0;
  std::vector<size_t> rows(a.size() / row), columns(row);
  for (size_t i = 0; i < a.size(); ++i) {
    if (a[i] == b[i]) continue;
    ++words;
    ++rows[i / row];
    ++columns[i % row];
  }
  const auto differing = [](const std::vector<size_t>& counts) {
    return std::count_if(counts.begin(), counts.end(), [](size_t n) { return n > 0; });
  };
  if (words == 0) return "equal";
  if (words == 1) return "all but a word";
  if (differing(rows) == 1) return "all but a row";
  if (differing(columns) == 1) return "all but a column";
  if (words == a.size() - 1) return "a word";
  if (std::any_of(rows.begin(), rows.end(), [](size_t n) { return n == 0; })) return "a row";
  return "little";
}

TEST(Neighbours, TakeOverWhatIsSaid) {
  Random r(3, 1);
  const std::map<Common, std::string> owed = {{Common::all, "equal"},
                                              {Common::all_but_one, "all but a word"},
                                              {Common::all_but_row, "all but a row"},
                                              {Common::all_but_column, "all but a column"},
                                              {Common::all_but_little, "all but a word"},
                                              {Common::one, "a word"},
                                              {Common::row, "a row"}};
  for (const auto& [common, what] : owed) {
    Array a(64);
    Array b(64);
    for (size_t i = 0; i < 16; ++i) {
      a.as<float>()[i] = 1 + float(i);
      b.as<float>()[i] = -1 - float(i);
    }
    take_over(part_of(a, 0, 16), part_of(b, 0, 16), common, r);
    EXPECT_EQ(likeness(a.as<uint32_t>(), b.as<uint32_t>(), 4), what);
    EXPECT_EQ(a.as<float>()[0], 1) << "what is taken from stays";
  }
}

/// An array of an operation, and how many words make a row.
struct Promise {
  const Operation* op;
  const char* array;
  size_t row;
};

void PrintTo(const Promise& promise, std::ostream* out) {
  *out << promise.op->name << ", " << promise.array;
}

class GeneratedNeighbours : public testing::TestWithParam<Promise> {};

TEST_P(GeneratedNeighbours, HavePartsInCommon) {
  const Promise& promise = GetParam();
  const Operation& op = *promise.op;
  const auto found = std::find_if(op.arrays.begin(), op.arrays.end(), [&](const ArraySpec& spec) {
    return spec.name == std::string_view(promise.array);
  });
  ASSERT_NE(found, op.arrays.end());
  const auto array = static_cast<size_t>(found - op.arrays.begin());
  std::map<std::string, int> pairs;
  constexpr uint64_t kSeeds = 4;
  for (uint64_t i = 0; i < kSeeds * op.num_edge_cases; ++i) {
    const Case c = op.generate(1 + i / op.num_edge_cases, i % op.num_edge_cases);
    constexpr size_t kSmall = 100;
    if (op.size(c) > kSmall) continue;
    const size_t words = found->words(c);
    const auto all = c.arrays[array].as<uint32_t>();
    for (size_t w = words; w + words <= all.size(); w += words)
      ++pairs[likeness(all.subspan(w - words, words), all.subspan(w, words), promise.row)];
  }
  constexpr int kSome = 5 * kSeeds;
  std::vector<const char*> owed = {"equal", "all but a word", "all but a row"};
  if (found->layout.size() > 2 * promise.row) owed.push_back("a row");
  for (const char* what : owed) EXPECT_GE(pairs[what], kSome) << what;
}

const Promise kPromises[] = {{&transform_verts(), "joints", 4},
                             {&transform_verts_and_tangents(), "joints", 4},
                             {&slerp_joints(), "joints", 4},
                             {&lerp_joints(), "blend_joints", 4},
                             {&bone_offset_matrices(), "locals", 4},
                             {&combine_bones(), "offset", 4},
                             {&combine_bones(), "bones", 4},
                             {&reorder_palette(), "palette", 4},
                             {&tween_verts(), "a", 3},
                             {&derive_bitangents(), "verts", 4},
                             {&skin_sorted_verts(), "palette", 4},
                             {&blend_vertices(), "matrices", 4},
                             {&update_skinned_mesh(), "palette", 4},
                             {&skin_aos_verts(), "palette", 4},
                             {&skin_soa_verts(), "joints", 4},
                             {&skin_split_verts(), "palette", 4}};

INSTANTIATE_TEST_SUITE_P(All, GeneratedNeighbours, testing::ValuesIn(kPromises));

} // namespace
} // namespace ulna
