// The contract of choose_blending, and its cases.

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
#include "reference/conversion/draw_plan.h"

#include <fmt/format.h>

namespace ulna {
namespace {

using namespace drawing;

enum : int { kBlendings, kSkins };

constexpr Contract kContract{
    .version = 1,
    .summary = "for each mesh the form that a device draws it in: indexed in hardware where the "
               "palette holds every face, else non-indexed in hardware where that does, else "
               "indexed in software, else in hardware with faces that give up influences, else "
               "none; and the bones of a subset for the conversion to that form",
    .domain = "any limits of a device; vertex_processing 0 to 2; any sizes of a skin",
    .footprint = "reads device (4-byte aligned) and skins (4); writes the 12 bytes of each of "
                 "blendings (4) and nothing else; what is written overlaps nothing",
    .bound = "none: the same numbers",
    .source = "a textbook chapter on skinned meshes in Direct3D 9, sections 11.8.4 and 11.9.3; "
              "docs/drawing.md where it is silent",
};

size_t num_skins(const Case& c) {
  return c.arrays[kSkins].size() / sizeof(ulna_skin_size);
}

class Chosen : public Evaluator {
public:
  explicit Chosen(const Case& c)
      : device_(device_of(c)), skins_(c.arrays[kSkins].as<ulna_skin_size>()) {}

  void expect(size_t /*array*/, size_t skin, reference::Rung, Expectation& e) const override {
    const ulna_blending owed = reference::blending_of(device_, skins_[skin]);
    e.clause.fill(Clause::copied);
    e.bits[0] = owed.form;
    e.bits[1] = owed.software;
    e.bits[2] = owed.max_bones;
  }

private:
  ulna_device device_;
  std::span<const ulna_skin_size> skins_;
};

void check_rules(const Case& c) {
  check_device(c);
  const size_t blendings = c.arrays[kBlendings].size() / sizeof(ulna_blending);
  if (blendings != num_skins(c))
    throw BadInput(
        fmt::format("blendings: {} elements, but skins has {}", blendings, num_skins(c)));
}

void make_valid(Case& c) {
  make_device_valid(c);
  mend::set_count(c, kBlendings, num_skins(c));
}

Case keep(const Case& c, std::span<const size_t> skins) {
  Case smaller = without_arrays(c);
  for (const int a : {kBlendings, kSkins})
    smaller.arrays[size_t(a)] = with_elements(c.arrays[size_t(a)], skins, sizeof(ulna_blending));
  return smaller;
}
static_assert(sizeof(ulna_blending) == sizeof(ulna_skin_size));

/// Without normals; with a device whose limits say no more than they need.
std::vector<Reduction> reductions(const Case& c) {
  constexpr std::array<int32_t, 2> kEnough{4, 511}; // matrices, last index
  std::vector<Reduction> out;
  const auto skins = c.arrays[kSkins].as<ulna_skin_size>();
  if (std::ranges::any_of(skins, [](const ulna_skin_size& s) { return s.has_normals != 0; }))
    out.push_back([&c] {
      Case smaller = c;
      for (ulna_skin_size& skin : smaller.arrays[kSkins].as<ulna_skin_size>()) skin.has_normals = 0;
      return smaller;
    });
  for (const int i : {kMaxBlendMatrices, kMaxBlendMatrixIndex}) {
    const int32_t enough = kEnough[size_t(i)];
    if (static_cast<uint32_t>(c.integers[size_t(i)]) <= static_cast<uint32_t>(enough)) continue;
    out.push_back([&c, i, enough] {
      Case smaller = c;
      smaller.integers[size_t(i)] = enough;
      return smaller;
    });
  }
  return out;
}

// --- Changes that the fuzzer makes --------------------------------------------------------------

/// A mesh has as many bones as another, or one more or less, or normals.
bool change_skin(Case& c, Random& r) {
  const auto skins = c.arrays[kSkins].as<ulna_skin_size>();
  if (skins.empty()) return false;
  ulna_skin_size& skin = skins[r.below(skins.size())];
  const ulna_skin_size& other = skins[r.below(skins.size())];
  const auto near = [&](uint32_t x) { return x + static_cast<uint32_t>(r.between(-1, 1)); };
  switch (r.below(3)) {
  case 0:
    skin.num_bones = near(other.num_bones);
    break;
  case 1:
    skin.max_face_influences = near(r.one_in(2) ? other.max_face_influences : skin.num_bones);
    break;
  default:
    skin.has_normals ^= 1;
  }
  return true;
}

constexpr Move kMoves[] = {{"change the size of a skin", 300, change_skin}};

// --- Cases -------------------------------------------------------------------------------------

class BlendingCase {
public:
  BlendingCase(uint64_t case_seed, uint64_t i)
      : seed(case_seed), r(case_seed, i), c(begin_case(choose_blending(), case_seed, i)) {
    any_device(c, r);
  }

  void fill(size_t count) {
    for (const int a : {kBlendings, kSkins}) c.arrays[size_t(a)].resize(count * 12);
    for (ulna_skin_size& skin : c.arrays[kSkins].as<ulna_skin_size>()) skin = any_skin();
    fill_output(c.arrays[kBlendings], r);
  }

  const uint64_t seed;
  Random r;
  Case c;

private:
  /// A number just below, at or above one that counts: of the device, or of the rules.
  uint32_t near(std::span<const uint32_t> counts) {
    const uint32_t count = counts[r.below(counts.size())];
    return count + static_cast<uint32_t>(r.between(-1, 1));
  }

  ulna_skin_size any_skin() {
    const auto palette = static_cast<uint32_t>(c.integers[kMaxBlendMatrixIndex]) + 1;
    const auto matrices = static_cast<uint32_t>(c.integers[kMaxBlendMatrices]);
    const std::array<uint32_t, 7> bones{0, 1, 4, 128, 256, palette, palette / 2};
    const std::array<uint32_t, 8> face{1, 2, 3, 4, 12, palette, palette / 2, matrices};
    ulna_skin_size skin{};
    skin.num_bones = r.one_in(2) ? near(bones) : static_cast<uint32_t>(r.size(1, 500));
    skin.max_face_influences = r.one_in(2) ? near(face) : static_cast<uint32_t>(r.between(0, 14));
    skin.has_normals = r.one_in(16) ? std::bit_cast<uint32_t>(r.any_bits()) : uint32_t(r.below(2));
    return skin;
  }
};

constexpr size_t kMaxSmall = 40;

void count_edge(BlendingCase& s, uint64_t i) {
  s.fill(i / 2);
  put_all(s.c, static_cast<Side>(i % 2), 0);
}

void shift_edge(BlendingCase& s, uint64_t i) {
  s.fill(19);
  put_all(s.c, static_cast<Side>(i % 2), i / 2 * 4);
}

/// Every number of influences of a face, with normals and without, and bones that are plenty.
void device_edge(BlendingCase& s, uint64_t i) {
  some_device(s.c, i);
  s.fill(2 * 14);
  const auto skins = s.c.arrays[kSkins].as<ulna_skin_size>();
  for (uint32_t k = 0; k < skins.size(); ++k) skins[k] = {i % 2 ? 500u : 2u, k / 2, k % 2};
}

void kept_edge(BlendingCase& s, uint64_t i) {
  s.fill(19);
  keep_edge(s.c, i, s.r);
}

/// More meshes than 16 bits count.
void large_edge(BlendingCase& s, uint64_t /*i*/) {
  s.fill(66'003);
}

constexpr Stage<BlendingCase> kStages[] = {{2 * (kMaxSmall + 1), count_edge},
                                           {2 * 16, shift_edge},
                                           {kNumDevices * 7, device_edge},
                                           {kNumKept, kept_edge},
                                           {1, large_edge}};
constexpr uint64_t kNumEdges = num_cases<BlendingCase>(kStages);

void long_count_edge(BlendingCase& s, uint64_t k) {
  s.fill(least_long_count(s.seed, k));
}
constexpr Stage<BlendingCase> kLongStages[] = {{kNumLongCounts, long_count_edge}};

Case generate(uint64_t seed, uint64_t i) {
  BlendingCase s(seed, i);
  if (make_edge_case<BlendingCase>(kStages, s, i)) return std::move(s.c);
  if (make_long_case<BlendingCase>(kLongStages, s, i - kNumEdges)) return std::move(s.c);
  s.fill(s.r.one_in(2) ? s.r.below(kMaxSmall + 1) : s.r.size(kMaxSmall, 1000));
  place(s.c, s.r);
  return std::move(s.c);
}

} // namespace

const Operation& choose_blending() {
  static const Operation op = [] {
    Operation o = operation();
    o.name = "choose_blending";
    o.member = offsetof(ulna_port, choose_blending);
    o.arrays = {{"blendings", "sss", 4, true, "form software max_bones"},
                {"skins", "sss", 4, false, "num_bones max_face_influences has_normals"}};
    o.element = "mesh";
    o.quick_elements = 500'000;
    o.contract = kContract;
    o.arguments = [](const Case& c) -> std::vector<Argument> {
      return {{kBlendings},
              {static_cast<int>(c.arrays.size())},
              {kSkins},
              {Argument::kInteger, static_cast<int32_t>(num_skins(c))}};
    };
    o.validate = check_rules;
    o.make_valid = make_valid;
    o.evaluate = [](const Case& c) -> std::unique_ptr<Evaluator> {
      return std::make_unique<Chosen>(c);
    };
    o.generate = generate;
    o.num_edge_cases = kNumEdges;
    o.keep = keep;
    o.size = num_skins;
    o.reductions = reductions;
    o.moves = kMoves;
    return o;
  }();
  return op;
}

} // namespace ulna
