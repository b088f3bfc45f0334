// The contract of sort_verts_by_influences, and its cases.

#include "base/error.h"
#include "cases/move.h"
#include "cases/values.h"
#include "cases/verdict.h"
#include "operations/list.h"
#include "operations/shared/indices.h"
#include "operations/shared/long_cases.h"
#include "operations/shared/mend.h"
#include "operations/shared/place.h"
#include "operations/shared/reduce.h"
#include "operations/shared/stages.h"
#include "operations/sorted_verts/sorted_verts.h"
#include "reference/influence_order.h"

#include <fmt/format.h>

namespace ulna {
namespace {

using sorted_verts::kMostInfluences;

enum : int { kPlaces, kNewIndices, kCounts, kNumInfluences, kIndices };

constexpr Contract kContract{
    .version = 1,
    .summary = "places[v] is the new number of vertex v where vertices are sorted by their number "
               "of influences, and those of the same number keep their order; new_indices[k] = "
               "places[indices[k]]; counts[n - 1] vertices have n influences",
    .domain = "any count of vertices and of indices, either of them zero; 1 to 4 influences; "
              "indices that name vertices",
    .footprint = "reads num_influences (1-byte aligned) and indices (4); writes places (4), "
                 "new_indices (4) and the four counts (4) and nothing else; what is written "
                 "overlaps nothing",
    .bound = "none: the same numbers",
    .source = "Adventures in data-oriented design, part 4: Skinning it to 11",
};

size_t num_vertices(const Case& c) {
  return c.arrays[kNumInfluences].words();
}

std::span<const uint32_t> output(const Results& results, int array) {
  const std::span<const std::byte> bytes = results.outputs[size_t(array)];
  return {reinterpret_cast<const uint32_t*>(bytes.data()), bytes.size() / sizeof(uint32_t)};
}

/// Says where an array first differs from what is owed, or nothing.
std::string difference(const char* name, std::span<const uint32_t> got,
                       std::span<const uint32_t> owed) {
  const auto [where, right] = std::mismatch(got.begin(), got.end(), owed.begin(), owed.end());
  if (where == got.end()) return {};
  return fmt::format("{}[{}] is {}, must be {}", name, where - got.begin(), *where, *right);
}

std::string check(const Case& c, const Results& results, Tally& tally) {
  const auto influences = c.arrays[kNumInfluences].as<uint32_t>();
  tally.elements += influences.size();
  std::vector<uint32_t> counts(kMostInfluences);
  for (const uint32_t n : influences) ++counts[n - 1];
  const std::vector<uint32_t> places = reference::places_by_influences(influences);
  std::vector<uint32_t> indices;
  for (const uint32_t v : c.arrays[kIndices].as<uint32_t>()) indices.push_back(places[v]);
  for (const auto& wrong : {difference("counts", output(results, kCounts), counts),
                            difference("places", output(results, kPlaces), places),
                            difference("new_indices", output(results, kNewIndices), indices)})
    if (!wrong.empty()) return wrong;
  return {};
}

void check_words(const Case& c, int array, size_t owed) {
  const size_t words = c.arrays[size_t(array)].words();
  if (words != owed)
    throw BadInput(fmt::format("{}: {} elements, must be {}",
                               c.operation->arrays[size_t(array)].name, words, owed));
}

void check_rules(const Case& c) {
  check_words(c, kPlaces, num_vertices(c));
  check_words(c, kNewIndices, c.arrays[kIndices].words());
  check_words(c, kCounts, kMostInfluences);
  const auto influences = c.arrays[kNumInfluences].as<uint32_t>();
  for (size_t v = 0; v < influences.size(); ++v)
    if (influences[v] < 1 || influences[v] > kMostInfluences)
      throw BadInput(
          fmt::format("num_influences: vertex {} has {}, must be 1 to 4", v, influences[v]));
  check_indices("indices", c.arrays[kIndices].as<uint32_t>(), influences.size(), "num_influences");
}

void make_valid(Case& c) {
  const size_t vertices = num_vertices(c);
  if (vertices == 0) mend::set_count(c, kIndices, 0);
  mend::set_count(c, kPlaces, vertices);
  mend::set_count(c, kNewIndices, c.arrays[kIndices].words());
  mend::set_count(c, kCounts, kMostInfluences);
  for (uint32_t& n : c.arrays[kNumInfluences].as<uint32_t>())
    n = static_cast<uint32_t>(mend::within(static_cast<int32_t>(n), 1, int32_t{kMostInfluences}));
  for (uint32_t& v : c.arrays[kIndices].as<uint32_t>()) v = mend::below(v, vertices);
}

/// The case with the given entries of its indices.
Case with_indices(const Case& c, std::span<const size_t> kept) {
  Case smaller = c;
  for (const int a : {kIndices, kNewIndices})
    smaller.arrays[size_t(a)] = with_elements(c.arrays[size_t(a)], kept, sizeof(uint32_t));
  return smaller;
}

/// A vertex that is listed more than once is named where it comes first.
Case keep(const Case& c, std::span<const size_t> vertices) {
  constexpr uint32_t kGone = UINT32_MAX;
  std::vector<uint32_t> number(num_vertices(c), kGone);
  for (size_t i = vertices.size(); i-- > 0;) number[vertices[i]] = static_cast<uint32_t>(i);
  const auto indices = c.arrays[kIndices].as<uint32_t>();
  std::vector<size_t> kept;
  for (size_t k = 0; k < indices.size(); ++k)
    if (number[indices[k]] != kGone) kept.push_back(k);
  Case smaller = with_indices(c, kept);
  for (uint32_t& v : smaller.arrays[kIndices].as<uint32_t>()) v = number[v];
  for (const int a : {kPlaces, kNumInfluences})
    smaller.arrays[size_t(a)] = with_elements(c.arrays[size_t(a)], vertices, sizeof(uint32_t));
  return smaller;
}

/// Fewer indices, from the front and from the back.
std::vector<Reduction> reductions(const Case& c) {
  std::vector<Reduction> out;
  const size_t all = c.arrays[kIndices].words();
  for (size_t left = 0; left < all; left = all - (all - left) / 2) {
    for (const size_t first : {size_t{0}, all - left}) {
      out.push_back([&c, first, left] {
        std::vector<size_t> kept(left);
        std::iota(kept.begin(), kept.end(), first);
        return with_indices(c, kept);
      });
      if (left == 0) break;
    }
    if (all - left == 1) break;
  }
  return out;
}

// --- Changes that the fuzzer makes --------------------------------------------------------------

bool change_influences(Case& c, Random& r) {
  const auto all = c.arrays[kNumInfluences].as<uint32_t>();
  if (all.empty()) return false;
  all[r.below(all.size())] = 1 + static_cast<uint32_t>(r.below(kMostInfluences));
  return true;
}

bool exchange_vertices(Case& c, Random& r) {
  const auto all = c.arrays[kNumInfluences].as<uint32_t>();
  if (all.empty()) return false;
  const size_t one = r.below(all.size());
  std::swap(all[one], all[r.below(all.size())]);
  return true;
}

/// An index names any vertex, or the one that another index names.
bool change_index(Case& c, Random& r) {
  const auto indices = c.arrays[kIndices].as<uint32_t>();
  if (indices.empty()) return false;
  indices[r.below(indices.size())] = r.one_in(2) ? static_cast<uint32_t>(r.below(num_vertices(c)))
                                                 : indices[r.below(indices.size())];
  return true;
}

constexpr Move kMoves[] = {{"change the influences of a vertex", 80, change_influences},
                           {"exchange two vertices", 25, exchange_vertices},
                           {"change an index", 130, change_index}};

// --- Cases -------------------------------------------------------------------------------------

/// How many influences one vertex after the other has.
enum class Mesh {
  character, ///< as in the source: 25 % have one, 20 % two, 25 % three and 30 % four
  one_kind,  ///< all the same
  two_kinds, ///< any two numbers
  one_odd,   ///< all the same but for one vertex
  sorted,
  reversed,
  runs, ///< as many as a kernel may look at together, and then others
  turns ///< 1, 2, 3, 4, 1, 2, …
};
constexpr Mesh kAllMeshes[] = {Mesh::character, Mesh::one_kind, Mesh::two_kinds, Mesh::one_odd,
                               Mesh::sorted,    Mesh::reversed, Mesh::runs,      Mesh::turns};

/// What names the vertices.
enum class Corners {
  none,
  in_order,
  backwards,
  any,
  one_vertex,
  last_vertices,
  alike_in_16_bits ///< a dozen in a row; of meshes that have more vertices
};
constexpr Corners kAllCorners[] = {Corners::none, Corners::in_order,   Corners::backwards,
                                   Corners::any,  Corners::one_vertex, Corners::last_vertices};

constexpr size_t kIn16Bits = 1 << 16;

class SortingCase {
public:
  SortingCase(uint64_t case_seed, uint64_t i)
      : seed(case_seed), r(case_seed, i), c(begin_case(sort_verts_by_influences(), case_seed, i)) {}

  void fill(size_t vertices, Mesh mesh, size_t num_indices, Corners corners) {
    if (vertices == 0 || corners == Corners::none) num_indices = 0;
    for (const int a : {kPlaces, kNumInfluences}) c.arrays[size_t(a)].resize(4 * vertices);
    for (const int a : {kIndices, kNewIndices}) c.arrays[size_t(a)].resize(4 * num_indices);
    c.arrays[kCounts].resize(4 * kMostInfluences);
    fill_influences(mesh);
    const auto indices = c.arrays[kIndices].as<uint32_t>();
    for (size_t k = 0; k < indices.size(); ++k) indices[k] = corner(k, vertices, corners);
    for (const int a : {kPlaces, kNewIndices, kCounts}) fill_output(c.arrays[size_t(a)], r);
  }

  const uint64_t seed;
  Random r;
  Case c;

private:
  uint32_t any_number() { return 1 + static_cast<uint32_t>(r.below(kMostInfluences)); }

  uint32_t as_in_the_source() {
    const uint64_t percent = r.below(100);
    return percent < 25 ? 1 : percent < 45 ? 2 : percent < 70 ? 3 : 4;
  }

  void fill_influences(Mesh mesh) {
    const auto all = c.arrays[kNumInfluences].as<uint32_t>();
    const uint32_t some = any_number();
    const uint32_t other = 1 + (some + static_cast<uint32_t>(r.below(3))) % kMostInfluences;
    size_t run = 0;
    uint32_t of_run = some;
    for (size_t v = 0; v < all.size(); ++v) {
      switch (mesh) {
      case Mesh::two_kinds:
        all[v] = r.one_in(2) ? some : other;
        break;
      case Mesh::runs:
        if (run == 0) run = size_t{1} << r.below(8), of_run = any_number();
        --run;
        all[v] = of_run;
        break;
      case Mesh::turns:
        all[v] = 1 + v % kMostInfluences;
        break;
      case Mesh::one_kind:
      case Mesh::one_odd:
        all[v] = some;
        break;
      default:
        all[v] = as_in_the_source();
      }
    }
    if (mesh == Mesh::one_odd && !all.empty()) all[r.below(all.size())] = other;
    if (mesh == Mesh::sorted) std::sort(all.begin(), all.end());
    if (mesh == Mesh::reversed) std::sort(all.begin(), all.end(), std::greater<>());
  }

  uint32_t corner(size_t k, size_t vertices, Corners corners) {
    const size_t n = k % vertices;
    switch (corners) {
    case Corners::in_order:
      return static_cast<uint32_t>(n);
    case Corners::backwards:
      return static_cast<uint32_t>(vertices - 1 - n);
    case Corners::one_vertex:
      return static_cast<uint32_t>(vertices / 2);
    case Corners::alike_in_16_bits: {
      constexpr size_t kAlike = 12;
      const size_t least = k / kAlike % (vertices - kIn16Bits);
      return static_cast<uint32_t>(least + (r.one_in(kAlike / 2) ? kIn16Bits : 0));
    }
    case Corners::last_vertices:
      return static_cast<uint32_t>(vertices - 1 - r.below(std::min<size_t>(vertices, 3)));
    default:
      return static_cast<uint32_t>(r.below(vertices));
    }
  }
};

constexpr size_t kMaxSmall = 40;

/// Every small count of vertices, flush against the page on either side.
void count_edge(SortingCase& s, uint64_t i) {
  s.fill(i / 2, Mesh::character, 3 * (i / 2), Corners::any);
  put_all(s.c, static_cast<Side>(i % 2), 0);
}

/// Every small count of indices.
void indices_edge(SortingCase& s, uint64_t i) {
  s.fill(13, Mesh::turns, i / 2, Corners::any);
  put_all(s.c, static_cast<Side>(i % 2), 0);
}

void shift_edge(SortingCase& s, uint64_t i) {
  s.fill(37, Mesh::character, 41, Corners::any);
  put_all(s.c, static_cast<Side>(i % 2), i / 2);
}

/// Meshes and indices of every kind with each other.
constexpr uint64_t kNumKinds = 2 * std::size(kAllMeshes) * std::size(kAllCorners);
void kind_edge(SortingCase& s, uint64_t i) {
  const size_t vertices = i % 2 ? 64 : 149;
  s.fill(vertices, kAllMeshes[i / 2 % std::size(kAllMeshes)], 2 * vertices + 1,
         kAllCorners[i / 2 / std::size(kAllMeshes)]);
}

void kept_edge(SortingCase& s, uint64_t i) {
  s.fill(37, Mesh::character, 60, Corners::any);
  keep_edge(s.c, i, s.r);
}

/// More vertices of one number than 16 bits count, and counters of 8 bits for 64 at a time.
void large_edge(SortingCase& s, uint64_t i) {
  s.fill(66'003, kAllMeshes[i / 2], 70'001, i % 2 ? Corners::alike_in_16_bits : Corners::any);
}

constexpr Stage<SortingCase> kStages[] = {{2 * (kMaxSmall + 1), count_edge},
                                          {2 * (kMaxSmall + 1), indices_edge},
                                          {2 * 64, shift_edge},
                                          {kNumKinds, kind_edge},
                                          {kNumKept, kept_edge},
                                          {2 * std::size(kAllMeshes), large_edge}};
constexpr uint64_t kNumEdges = num_cases<SortingCase>(kStages);

/// The last needs more than 24 bits for the offsets of its places.
void long_count_edge(SortingCase& s, uint64_t k) {
  const size_t vertices = long_count(s.seed, k, top24(sizeof(uint32_t)));
  s.fill(vertices, s.r.pick(kAllMeshes), vertices + k, Corners::any);
}
constexpr Stage<SortingCase> kLongStages[] = {{kNumLongCounts, long_count_edge}};

Case generate(uint64_t seed, uint64_t i) {
  SortingCase s(seed, i);
  if (make_edge_case<SortingCase>(kStages, s, i)) return std::move(s.c);
  if (make_long_case<SortingCase>(kLongStages, s, i - kNumEdges)) return std::move(s.c);
  Random& r = s.r;
  const size_t vertices = r.one_in(2) ? r.below(kMaxSmall + 1) : r.size(kMaxSmall, 5000);
  const Mesh mesh = r.pick(kAllMeshes); // one after the other: arguments come in any order
  const Corners corners = r.pick(kAllCorners);
  s.fill(vertices, mesh, r.below(3 * vertices + 2), corners);
  place(s.c, r);
  return std::move(s.c);
}

} // namespace

const Operation& sort_verts_by_influences() {
  static const Operation op = [] {
    Operation o{};
    o.name = "sort_verts_by_influences";
    o.member = offsetof(ulna_port, sort_verts_by_influences);
    o.arrays = {{"places", "s", 4, true},
                {"new_indices", "s", 4, true},
                {"counts", "s", 4, true},
                {"num_influences", "q", 1, false},
                {"indices", "s", 4, false}};
    o.output = kPlaces;
    o.element = "vertex";
    o.contract = kContract;
    o.arguments = [](const Case& c) -> std::vector<Argument> {
      const auto count = [](size_t n) {
        return Argument{Argument::kInteger, static_cast<int32_t>(n)};
      };
      return {{kPlaces},
              {kNewIndices},
              {kCounts},
              {kNumInfluences},
              {kIndices},
              count(num_vertices(c)),
              count(c.arrays[kIndices].words())};
    };
    o.may_write = [](const Case&) { return true; };
    o.computes = [](const Case& c) { return num_vertices(c) > 0; };
    o.validate = check_rules;
    o.make_valid = make_valid;
    o.enter_domain = [](Case&) {};
    o.check_whole = check;
    o.generate = generate;
    o.num_edge_cases = kNumEdges;
    o.keep = keep;
    o.size = num_vertices;
    o.place_of = [](const Case&, size_t vertex) { return vertex; };
    o.reductions = reductions;
    o.moves = kMoves;
    return o;
  }();
  return op;
}

} // namespace ulna
