// What a call must leave alone, or copy, is such that a rewriting in passing shows: in generated
// cases, and around outputs.
#include "calls/layout.h"
#include "operations/conversion/conversion.h"
#include "operations/list.h"
#include "properties/domain.h"
#include "reference/conversion/influences.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <ostream>

namespace ulna {
namespace {

/// Something done to a word in passing, which most words survive.
struct InPassing {
  const char* name;
  uint32_t (*rewrite)(uint32_t);
};
void PrintTo(const InPassing& what, std::ostream* out) {
  *out << what.name;
}

float as_float(uint32_t word) {
  return std::bit_cast<float>(word);
}
bool is_nan(uint32_t word) {
  return std::isnan(as_float(word));
}
uint32_t flushed(uint32_t word) {
  return word & 0x7f800000 ? word : word & 0x80000000;
}
uint32_t quietened(uint32_t word) {
  return is_nan(word) ? word | 0x00400000 : word;
}
uint32_t without_payload(uint32_t word) {
  return is_nan(word) ? 0x7fc00000 : word;
}
uint32_t zero_added(uint32_t word) {
  return word == 0x80000000 ? 0 : word;
}
uint32_t limited(uint32_t word) {
  return std::isinf(as_float(word)) ? word - 1 : word;
}
uint32_t rounded(uint32_t word) {
  const float x = as_float(word);
  return std::fabs(x) < 0x1p23f ? std::bit_cast<uint32_t>(std::rint(x)) : word;
}
uint32_t int_as_float(uint32_t word) {
  const auto whole = static_cast<int32_t>(word);
  const bool fits = std::abs(int64_t{whole}) < 1 << 30;
  return fits ? static_cast<uint32_t>(static_cast<int32_t>(static_cast<float>(whole))) : word;
}

constexpr InPassing kInPassing[] = {
    {"Quietened", quietened},    {"WithoutPayload", without_payload},
    {"Flushed", flushed},        {"ZeroAdded", zero_added},
    {"Limited", limited},        {"Rounded", rounded},
    {"IntAsFloat", int_as_float}};

// --- Generated cases ---------------------------------------------------------------------------

using Words = std::vector<uint32_t>;

/// Calls with(word) for each word of the outputs that keeps its bits, or has those of another.
template <class With>
void for_each_exact_word(const Case& c, const With& with) {
  const Operation& op = *c.operation;
  if (op.check_whole && !is_conversion(op)) return; // what sorts keeps no word
  if (op.check_whole) {
    const auto error = reference::input_error(conversion::mesh_of(c), conversion::limits_of(c),
                                              &op == &convert_to_indexed_blended_mesh());
    if (error.code == ULNA_CONVERTED) return;
    for (size_t a = conversion::kVertices; a < conversion::kCounts; ++a)
      for (size_t i = 0; i < c.arrays[a].words(); ++i) with(c.arrays[a].word(i));
    return;
  }
  const auto evaluator = op.evaluate(c);
  if (op.returns) // of bone_offset_matrices: one of the answers is right
    for (int32_t bad = -1; bad < int32_t(op.size(c)) && !evaluator->returned(bad).empty();) ++bad;
  Expectation e;
  for (size_t a = 0; a < op.arrays.size(); ++a) {
    if (!op.arrays[a].output) continue;
    const size_t words = op.arrays[a].words(c);
    for (size_t element = 0; element < c.arrays[a].words() / words; ++element) {
      evaluator->expect(a, element, reference::Rung::fast, e);
      for (size_t w = 0; w < std::min(words, kMaxWords); ++w) {
        if (e.clause[w] == Clause::untouched) with(c.arrays[a].word(words * element + w));
        if (e.clause[w] == Clause::copied) with(e.bits[w]);
      }
    }
  }
}

class ExactWords : public testing::TestWithParam<const Operation*> {};

/// Alone among their kind too: a port may look at more of them before it rewrites any.
TEST_P(ExactWords, ShowWhatIsDoneToThemInPassing) {
  const Operation& op = *GetParam();
  struct Shown {
    size_t words = 0, whole_cases = 0;
  };
  std::map<std::pair<std::string, bool>, Shown> shown;
  for (uint64_t i = 0; i < op.num_edge_cases + 200; ++i) {
    const Case c = op.generate(1, i);
    if (op.size(c) == 0 || op.size(c) > 300 || c.arrays[0].size() > 1 << 20) continue;
    Words exact;
    for_each_exact_word(c, [&](uint32_t word) { exact.push_back(word); });
    if (exact.empty()) continue;
    for (const InPassing& what : kInPassing) {
      const auto changed = size_t(std::count_if(
          exact.begin(), exact.end(), [&](uint32_t word) { return what.rewrite(word) != word; }));
      Shown& of = shown[{what.name, c.flush}];
      of.words += changed;
      of.whole_cases += 2 * changed > exact.size();
    }
  }
  for (const InPassing& what : kInPassing) {
    for (const bool flush : {false, true}) {
      const Shown& of = shown[{what.name, flush}];
      EXPECT_GT(of.words, 20u) << what.name << (flush ? ", flushing" : "");
      EXPECT_GT(of.whole_cases, 0u) << what.name << (flush ? ", flushing" : "");
    }
  }
}

INSTANTIATE_TEST_SUITE_P(, ExactWords,
                         testing::Values(&transform_verts(), &transform_verts_and_tangents(),
                                         &transform_verts_and_tangents_lod(), &slerp_joints(),
                                         &lerp_joints(), &bone_offset_matrices(),
                                         &derive_bitangents(), &update_skinned_mesh(),
                                         &reorder_palette(), &skin_interleaved_verts(),
                                         &convert_to_blended_mesh(),
                                         &convert_to_indexed_blended_mesh()),
                         [](const auto& test) { return std::string(test.param->name); });

// --- Around outputs ----------------------------------------------------------------------------

class AroundOutputs : public testing::TestWithParam<InPassing> {};

TEST_P(AroundOutputs, ShowsIt) {
  const Case c = derive_bitangents().generate(1, 3); // of one element, at the end of a page
  size_t shown = 0;
  std::vector<std::byte> arena(arena::file_offset(arena::kSmallSlots, 0));
  for (uint32_t slot = 0; slot < arena::kSmallSlots; ++slot) {
    arena::Call call;
    lay_out(arena.data(), c, slot, call);
    // The words nearest to the array: there may be no others that a port gets to.
    const Output output = outputs_in(arena.data(), c, slot).at(0);
    ASSERT_GE(output.before.size(), 16u);
    for (size_t at = output.before.size() - 16; at < output.before.size(); at += 4) {
      uint32_t word;
      std::memcpy(&word, output.before.data() + at, sizeof word);
      shown += GetParam().rewrite(word) != word;
    }
  }
  EXPECT_GT(shown, 0u);
}

INSTANTIATE_TEST_SUITE_P(, AroundOutputs, testing::ValuesIn(kInPassing),
                         [](const auto& test) { return std::string(test.param.name); });

} // namespace
} // namespace ulna
