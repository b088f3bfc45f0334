#include "corpus/seed.h"

#include "cases/case_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <set>

namespace ulna::corpus {
namespace {

constexpr std::string_view kBy = "ulna corpus seed: ";
constexpr uint64_t kSeed = 1;
constexpr size_t kMostElements = 50;          // more do not fit
constexpr size_t kElements[] = {13, 9, 5, 2}; // a seed is cut down to one of these where it must be

using Features = std::set<std::string>;

const char* kind_of(float x) {
  switch (std::fpclassify(x)) {
  case FP_NAN:
    return "nan";
  case FP_INFINITE:
    return "inf";
  case FP_SUBNORMAL:
    return "denormal";
  case FP_ZERO:
    return std::signbit(x) ? "-0" : "0";
  default:
    break;
  }
  const float magnitude = std::fabs(x);
  return magnitude == 1 ? "1" : magnitude > 0x1p60f ? "huge" : magnitude < 0x1p-40f ? "tiny" : "-";
}

/// A count or a number among the arguments: small ones one by one, others by their magnitude.
std::string kind_of(int64_t n) {
  return n < 9 ? std::to_string(n) : fmt::format("2^{}", std::bit_width(uint64_t(n)));
}

Features features(const Case& c) {
  const Operation& op = *c.operation;
  Features found{fmt::format("size {}", kind_of(int64_t(op.size(c)))),
                 fmt::format("environment {}{}", c.flush, c.same_array)};
  if (op.real) found.insert(fmt::format("real {} {} {}", kind_of(c.real), c.real > 0, c.real < 1));
  for (size_t i = 0; i < c.integers.size(); ++i)
    found.insert(fmt::format("integer {} {}", i, kind_of(int64_t{c.integers[i]})));
  for (size_t a = 0; a < c.arrays.size(); ++a) {
    const Array& array = c.arrays[a];
    // Of all shifts, those within a 16-byte register: each of them once would leave no room.
    found.insert(fmt::format("place {} {}+{}", a, int(c.places[a].side), c.places[a].shift % 16));
    found.insert(fmt::format("empty {} {}", a, array.size() == 0));
    for (size_t w = 0; w < array.words(); ++w)
      if (op.arrays[a].letter(c, w) == 'f')
        found.insert(fmt::format("float {} {} {}", a, c.flush,
                                 kind_of(std::bit_cast<float>(array.word(w)))));
  }
  return found;
}

/// An edge case, small enough to be a seed, and what is to be seen in it.
struct Edge {
  Entry entry;
  size_t bytes;
  Features news; ///< that none of the chosen ones has
};

Entry seed_entry(Case c, uint64_t i) {
  Provenance from;
  from.shelf = Shelf::seeds;
  from.found = today();
  from.by = fmt::format("{}edge case {} of {}", kBy, i, c.operation->num_edge_cases);
  return make_entry(std::move(c), std::move(from));
}

/// The case as a seed, if it is small enough for one.
std::optional<Edge> as_edge(const Case& c, uint64_t i) {
  Entry entry = seed_entry(c, i);
  const size_t bytes = write_case(entry.input).size();
  if (bytes > kMaxSeedBytes) return std::nullopt;
  return Edge{std::move(entry), bytes, features(c)};
}

std::optional<Edge> small_edge(const Operation& op, uint64_t i) {
  const Case whole = op.generate(kSeed, i);
  if (op.size(whole) <= kMostElements) {
    if (auto edge = as_edge(whole, i)) return edge;
  }
  for (const size_t n : kElements) {
    std::vector<size_t> first(std::min(n, op.size(whole)));
    std::iota(first.begin(), first.end(), size_t{0});
    if (auto edge = as_edge(op.keep(whole, first), i)) return edge;
  }
  return std::nullopt;
}

} // namespace

std::vector<Entry> seeds(const Operation& op) {
  std::vector<Edge> edges;
  for (uint64_t i = 0; i < op.num_edge_cases; ++i)
    if (auto edge = small_edge(op, i)) edges.push_back(std::move(*edge));
  std::vector<Entry> chosen;
  while (chosen.size() < kMaxSeeds) {
    // Most news first, then fewest bytes, then the order of the generator.
    const auto best =
        std::max_element(edges.begin(), edges.end(), [](const Edge& a, const Edge& b) {
          return std::pair(a.news.size(), b.bytes) < std::pair(b.news.size(), a.bytes);
        });
    if (best == edges.end() || best->news.empty()) break;
    const Features seen = std::move(best->news);
    chosen.push_back(std::move(best->entry));
    edges.erase(best);
    for (Edge& edge : edges)
      for (const std::string& feature : seen) edge.news.erase(feature);
  }
  return chosen;
}

Changes renew_seeds(std::span<const Operation* const> operations, std::span<const Entry> known) {
  Changes changes;
  for (const Operation* op : operations) {
    std::vector<Entry> owed = seeds(*op);
    for (const Entry& e : known) {
      if (e.input.operation != op || e.from.shelf != Shelf::seeds) continue;
      const bool still = std::erase_if(owed, [&](const Entry& seed) {
                           return same_input(seed.input, e.input);
                         }) > 0;
      if (!still && e.from.by.starts_with(kBy)) changes.remove.push_back(e.path);
    }
    changes.write.insert(changes.write.end(), std::make_move_iterator(owed.begin()),
                         std::make_move_iterator(owed.end()));
  }
  return changes;
}

} // namespace ulna::corpus
