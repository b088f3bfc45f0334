// The contract of plan_draws, and its cases.

#include "base/error.h"
#include "cases/move.h"
#include "cases/values.h"
#include "operations/drawing/drawing.h"
#include "operations/list.h"
#include "operations/shared/long_cases.h"
#include "operations/shared/mend.h"
#include "operations/shared/place.h"
#include "operations/shared/reduce.h"
#include "operations/shared/stages.h"
#include "operations/shared/truth.h"
#include "reference/conversion/draw_plan.h"

#include <fmt/format.h>

namespace ulna {
namespace {

using namespace drawing;

enum : int { kDraws, kBones };
enum : int { kTableWidth = kOwn, kMaxInfluences, kIndexed, kHasNormals }; ///< of the integers

constexpr int32_t kWidest = 256;
constexpr int32_t kMostInfluences = 4;

constexpr Contract kContract{
    .version = 1,
    .summary = "for each subset of a converted mesh the pass in which a device can draw it, in "
               "hardware where that can hold its bones, and how many weights that reads of a "
               "vertex; returns the first subset of the software pass, or num_subsets",
    .domain = "any limits of a device; vertex_processing 0 to 2; table_width 1 to 256, in the "
              "non-indexed form to 4; max_influences 1 to 4; any numbers in the table",
    .footprint = "reads device (4-byte aligned) and bones (4; table_width for each subset); writes "
                 "the 8 bytes of each of draws (4) and nothing else; what is written overlaps "
                 "nothing",
    .bound = "none: the same numbers",
    .source = "a textbook chapter on skinned meshes in Direct3D 9, sections 11.8.4 to 11.8.7 and "
              "11.9; docs/drawing.md where it is silent",
};

size_t width_of(const Case& c) {
  return static_cast<size_t>(c.integers[kTableWidth]);
}
size_t num_subsets(const Case& c) {
  return c.arrays[kDraws].size() / sizeof(ulna_draw);
}

class Planned : public Evaluator {
public:
  explicit Planned(const Case& c) : case_(c), device_(device_of(c)), width_(width_of(c)) {}

  std::string returned(int32_t value) override {
    int32_t first = 0;
    const auto count = static_cast<int32_t>(num_subsets(case_));
    while (first < count && draw(size_t(first)).pass != ULNA_SOFTWARE_PASS) ++first;
    return value == first ? "" : fmt::format("it must return {}", first);
  }

  void expect(size_t /*array*/, size_t subset, reference::Rung, Expectation& e) const override {
    const ulna_draw owed = draw(subset);
    e.clause.fill(Clause::copied);
    e.bits[0] = owed.pass;
    e.bits[1] = owed.blend_weights;
  }

private:
  ulna_draw draw(size_t subset) const {
    return reference::draw_of(device_,
                              case_.arrays[kBones].as<uint32_t>().subspan(subset * width_, width_),
                              case_.integers[kIndexed] != 0, case_.integers[kHasNormals] != 0,
                              static_cast<uint32_t>(case_.integers[kMaxInfluences]));
  }

  const Case& case_;
  ulna_device device_;
  size_t width_;
};

int32_t widest(const Case& c) {
  return c.integers[kIndexed] != 0 ? kWidest : kMostInfluences;
}

void check_range(const Case& c, int integer, int32_t most) {
  const int32_t value = c.integers[size_t(integer)];
  if (value < 1 || value > most)
    throw BadInput(fmt::format("{}: {}, must be 1 to {}", c.operation->integers[size_t(integer)],
                               value, most));
}

void check_rules(const Case& c) {
  check_device(c);
  check_range(c, kTableWidth, widest(c));
  check_range(c, kMaxInfluences, kMostInfluences);
  const size_t owed = num_subsets(c) * width_of(c);
  if (c.arrays[kBones].words() != owed)
    throw BadInput(fmt::format("bones: {} entries, must be {}", c.arrays[kBones].words(), owed));
}

void make_valid(Case& c) {
  make_device_valid(c);
  for (const auto& [integer, most] :
       {std::pair<int, int32_t>{kTableWidth, widest(c)}, {kMaxInfluences, kMostInfluences}}) {
    int32_t& x = c.integers[size_t(integer)];
    x = mend::within(x, 1, most);
  }
  mend::set_count(c, kBones, num_subsets(c) * width_of(c));
}

Case keep(const Case& c, std::span<const size_t> subsets) {
  Case smaller = without_arrays(c);
  smaller.arrays[kDraws] = with_elements(c.arrays[kDraws], subsets, sizeof(ulna_draw));
  smaller.arrays[kBones] = with_elements(c.arrays[kBones], subsets, 4 * width_of(c));
  return smaller;
}

/// The case with rows of so many entries: those that are cut off take their bones along.
Case with_width(const Case& c, size_t width) {
  Case smaller = c;
  smaller.integers[kTableWidth] = static_cast<int32_t>(width);
  smaller.arrays[kBones].resize(0);
  const auto bones = c.arrays[kBones].as<uint32_t>();
  for (size_t s = 0; s < num_subsets(c); ++s)
    for (size_t k = 0; k < width; ++k) append(smaller.arrays[kBones], bones[s * width_of(c) + k]);
  return smaller;
}

std::vector<Reduction> reductions(const Case& c) {
  std::vector<Reduction> out;
  for (size_t width = 1; width < width_of(c); width = (width + width_of(c) + 1) / 2)
    out.push_back([&c, width] { return with_width(c, width); });
  return out;
}

// --- Changes that the fuzzer makes --------------------------------------------------------------

/// A subset has a bone more, or one less.
bool change_row(Case& c, Random& r) {
  const auto bones = c.arrays[kBones].as<uint32_t>();
  if (bones.empty()) return false;
  const auto row = bones.subspan(r.below(num_subsets(c)) * width_of(c), width_of(c));
  const auto free = std::find(row.begin(), row.end(), UINT32_MAX);
  if (r.one_in(2) && free != row.begin())
    *(free - 1) = UINT32_MAX;
  else if (free != row.end())
    *free = static_cast<uint32_t>(r.below(300));
  return true;
}

constexpr Move kMoves[] = {{"change the bones of a subset", 280, change_row}};

// --- Cases -------------------------------------------------------------------------------------

/// The rows of a table.
enum class Rows {
  any,      ///< of any number of bones
  near,     ///< with as many as the device can hold, one more and one less
  full,     ///< all of the width
  one_more, ///< all hold what hardware can, but one
  gaps      ///< with free entries between bones, which no conversion leaves
};
constexpr Rows kAllRows[] = {Rows::any, Rows::near, Rows::full, Rows::one_more, Rows::gaps};

class DrawsCase {
public:
  DrawsCase(uint64_t case_seed, uint64_t i)
      : seed(case_seed), r(case_seed, i), c(begin_case(plan_draws(), case_seed, i)) {
    any_device(c, r);
    any_table();
  }

  void any_table() {
    c.integers[kIndexed] = any_truth();
    c.integers[kHasNormals] = any_truth();
    c.integers[kMaxInfluences] = r.between(1, kMostInfluences);
    c.integers[kTableWidth] = c.integers[kIndexed] == 0 ? r.between(1, kMostInfluences)
                              : r.one_in(4)             ? near_limit()
                                                        : int32_t(r.size(1, size_t{kWidest}));
  }

  void fill(size_t count, Rows rows) {
    const size_t width = width_of(c);
    c.arrays[kDraws].resize(count * sizeof(ulna_draw));
    c.arrays[kBones].resize(count * width * 4);
    const auto bones = c.arrays[kBones].as<uint32_t>();
    std::fill(bones.begin(), bones.end(), UINT32_MAX);
    const size_t odd = count > 0 ? r.below(count) : 0;
    size_t before = 0; // bones of the subset before
    for (size_t s = 0; s < count; ++s) {
      const auto row = bones.subspan(s * width, width);
      const size_t used = bones_of(rows, s == odd);
      for (size_t k = 0; k < used; ++k)
        row[k] = rows == Rows::gaps && k + 1 < used && r.one_in(3) ? UINT32_MAX : any_bone();
      // As the one before it but for its length: who takes them for alike draws them alike.
      if (s > 0 && r.one_in(4))
        std::copy_n(row.begin() - ptrdiff_t(width), std::min(before, used), row.begin());
      before = used;
    }
    fill_output(c.arrays[kDraws], r);
  }

  const uint64_t seed;
  Random r;
  Case c;

private:
  int32_t any_truth() { return r.one_in(2) ? 0 : r.one_in(2) ? 1 : r.pick(kTrue); }

  uint32_t any_bone() {
    return r.one_in(64) ? UINT32_MAX - 1 - uint32_t(r.below(2)) : uint32_t(r.below(400));
  }

  /// What hardware can hold of the form.
  int64_t limit() const {
    const ulna_device device = device_of(c);
    return c.integers[kIndexed] != 0
               ? reference::hardware_palette(device, c.integers[kHasNormals] != 0)
               : reference::hardware_matrices(device);
  }

  int32_t near_limit() {
    return static_cast<int32_t>(std::clamp<int64_t>(limit() + r.between(-1, 1), 1, kWidest));
  }

  size_t bones_of(Rows rows, bool odd) {
    const auto width = static_cast<int64_t>(width_of(c));
    switch (rows) {
    case Rows::near:
      return static_cast<size_t>(std::clamp<int64_t>(limit() + r.between(-1, 1), 0, width));
    case Rows::full:
      return size_t(width);
    case Rows::one_more:
      return static_cast<size_t>(std::clamp<int64_t>(limit() + odd, 1, width));
    default:
      return r.below(size_t(width) + 1);
    }
  }
};

constexpr size_t kMaxSmall = 40;

void count_edge(DrawsCase& s, uint64_t i) {
  s.fill(i / 2, Rows::near);
  put_all(s.c, static_cast<Side>(i % 2), 0);
}

void shift_edge(DrawsCase& s, uint64_t i) {
  s.fill(11, Rows::any);
  put_all(s.c, static_cast<Side>(i % 2), i / 2 * 4);
}

/// Every device with both forms, with normals and without, and rows of every kind.
constexpr uint64_t kNumForms = 4;
void device_edge(DrawsCase& s, uint64_t i) {
  const uint64_t form = i / kNumDevices;
  some_device(s.c, i % kNumDevices);
  s.c.integers[kIndexed] = form % 2;
  s.c.integers[kHasNormals] = form / 2 % 2;
  s.c.integers[kTableWidth] = form % 2 ? kWidest : kMostInfluences;
  s.fill(9, kAllRows[i % std::size(kAllRows)]);
}

/// Every width of the table, with every number of weights.
void width_edge(DrawsCase& s, uint64_t i) {
  s.c.integers[kIndexed] = 1;
  s.c.integers[kTableWidth] = static_cast<int32_t>(1 + i % kWidest);
  s.c.integers[kMaxInfluences] = static_cast<int32_t>(1 + i % kMostInfluences);
  s.c.integers[kMaxBlendMatrixIndex] = s.c.integers[kTableWidth] - 1 + s.r.between(-1, 1);
  s.fill(5, Rows::full);
}

/// All ways to say yes, where it makes a difference: at the limits of many devices.
constexpr uint64_t kNumTrue = std::size(kTrue) * std::size(kTrue);
constexpr uint64_t kDevicesForEach = 12;
void truth_edge(DrawsCase& s, uint64_t i) {
  any_device(s.c, s.r);
  s.c.integers[kIndexed] = kTrue[i % std::size(kTrue)];
  s.c.integers[kHasNormals] = kTrue[i / std::size(kTrue) % std::size(kTrue)];
  s.c.integers[kTableWidth] = kWidest;
  s.fill(7, i / kNumTrue % 2 == 0 ? Rows::near : Rows::one_more);
}

void kept_edge(DrawsCase& s, uint64_t i) {
  s.fill(19, Rows::any);
  keep_edge(s.c, i, s.r);
}

/// More subsets than 16 bits count.
void large_edge(DrawsCase& s, uint64_t /*i*/) {
  s.c.integers[kTableWidth] = std::min(s.c.integers[kTableWidth], kMostInfluences);
  s.fill(66'003, Rows::near);
}

constexpr Stage<DrawsCase> kStages[] = {{2 * (kMaxSmall + 1), count_edge},
                                        {2 * 16, shift_edge},
                                        {kNumForms * kNumDevices, device_edge},
                                        {kWidest, width_edge},
                                        {kNumTrue * kDevicesForEach, truth_edge},
                                        {kNumKept, kept_edge},
                                        {1, large_edge}};
constexpr uint64_t kNumEdges = num_cases<DrawsCase>(kStages);

void long_count_edge(DrawsCase& s, uint64_t k) {
  s.c.integers[kTableWidth] = std::min(s.c.integers[kTableWidth], kMostInfluences);
  s.fill(least_long_count(s.seed, k), kAllRows[k % 3]);
}
constexpr Stage<DrawsCase> kLongStages[] = {{kNumLongCounts, long_count_edge}};

Case generate(uint64_t seed, uint64_t i) {
  DrawsCase s(seed, i);
  if (make_edge_case<DrawsCase>(kStages, s, i)) return std::move(s.c);
  if (make_long_case<DrawsCase>(kLongStages, s, i - kNumEdges)) return std::move(s.c);
  const Rows rows = s.r.pick(kAllRows);
  s.fill(s.r.one_in(2) ? s.r.below(kMaxSmall + 1) : s.r.size(kMaxSmall, 300), rows);
  place(s.c, s.r);
  return std::move(s.c);
}

} // namespace

const Operation& plan_draws() {
  static const Operation op = [] {
    Operation o = operation();
    o.name = "plan_draws";
    o.member = offsetof(ulna_port, plan_draws);
    o.arrays = {{"draws", "ss", 4, true, "pass blend_weights"}, {"bones", "s", 4, false}};
    o.element = "subset";
    o.integers.insert(o.integers.end(),
                      {"table_width", "max_influences", "indexed", "has_normals"});
    o.quick_elements = 300'000;
    o.contract = kContract;
    o.arguments = [](const Case& c) -> std::vector<Argument> {
      const auto integer = [&](int i) {
        return Argument{Argument::kInteger, c.integers[size_t(i)]};
      };
      return {{kDraws},
              {static_cast<int>(c.arrays.size())},
              {kBones},
              {Argument::kInteger, static_cast<int32_t>(num_subsets(c))},
              integer(kTableWidth),
              integer(kMaxInfluences),
              integer(kIndexed),
              integer(kHasNormals)};
    };
    o.returns = true;
    o.validate = check_rules;
    o.make_valid = make_valid;
    o.evaluate = [](const Case& c) -> std::unique_ptr<Evaluator> {
      return std::make_unique<Planned>(c);
    };
    o.generate = generate;
    o.num_edge_cases = kNumEdges;
    o.keep = keep;
    o.size = num_subsets;
    o.reductions = reductions;
    o.moves = kMoves;
    return o;
  }();
  return op;
}

} // namespace ulna
