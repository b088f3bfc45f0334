#include "reference/conversion/adjacency.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <unordered_map>

namespace ulna::reference {
namespace {

constexpr float kLeastEpsilon = 0x1p-60f;
constexpr float kMostEpsilon = 0x1p60f;
constexpr float kMostOfEpsilon = 0x1p30f;

using Position = std::array<float, 3>;
using Cell = std::array<int64_t, 3>;

Position position(std::span<const float> positions, size_t v) {
  return {positions[3 * v], positions[3 * v + 1], positions[3 * v + 2]};
}

struct CellHash {
  size_t operator()(const Cell& cell) const {
    uint64_t hash = 0;
    for (const int64_t x : cell) hash = (hash ^ uint64_t(x)) * 0x9e3779b97f4a7c15 >> 1;
    return hash;
  }
};

/// The largest difference of a coordinate; of floats it is exact in double, or far above epsilon.
double distance(const Position& a, const Position& b) {
  double most = 0;
  for (size_t i = 0; i < 3; ++i) most = std::max(most, std::fabs(double(a[i]) - double(b[i])));
  return most;
}

/// Points as they are found, in cells as wide as the distance that another must have.
class Points {
public:
  explicit Points(double epsilon) : epsilon_(epsilon) {}

  /// The first vertex of the point where this one is, which is its own number if there was none.
  /// Nothing if it is too far away to be there for sure, and too near to be elsewhere.
  std::optional<uint32_t> find(uint32_t v, const Position& at) {
    const Cell own = cell(at);
    std::optional<uint32_t> found;
    for (int64_t i = 0; i < 27; ++i) {
      const auto in = cells_.find({own[0] + i % 3 - 1, own[1] + i / 3 % 3 - 1, own[2] + i / 9 - 1});
      if (in == cells_.end()) continue;
      for (const auto& [first, where] : in->second) {
        const double d = distance(at, where);
        if (d > 2 * epsilon_) continue;
        if (d > epsilon_ / 4 || found) return {};
        found = first;
      }
    }
    if (found) return found;
    cells_[own].push_back({v, at});
    return v;
  }

private:
  Cell cell(const Position& at) const {
    Cell c;
    for (size_t i = 0; i < 3; ++i)
      c[i] = static_cast<int64_t>(std::floor(double(at[i]) / (2 * epsilon_)));
    return c;
  }

  double epsilon_;
  std::unordered_map<Cell, std::vector<std::pair<uint32_t, Position>>, CellHash> cells_;
};

} // namespace

std::optional<std::vector<uint32_t>> points_of(std::span<const float> positions, float epsilon) {
  for (const float x : positions)
    if (x != 0 && !std::isnormal(x)) return {};
  std::vector<uint32_t> points(positions.size() / 3);
  if (epsilon == 0) {
    std::map<Position, uint32_t> first; // zeros of both signs are equal
    for (uint32_t v = 0; v < points.size(); ++v)
      points[v] = first.try_emplace(position(positions, v), v).first->second;
    return points;
  }
  if (!(epsilon >= kLeastEpsilon && epsilon <= kMostEpsilon)) return {};
  for (const float x : positions)
    if (std::fabs(x) > kMostOfEpsilon * epsilon) return {};
  Points found(epsilon);
  for (uint32_t v = 0; v < points.size(); ++v) {
    const std::optional<uint32_t> point = found.find(v, position(positions, v));
    if (!point) return {};
    points[v] = *point;
  }
  return points;
}

Edges::Edges(std::span<const uint32_t> points, std::span<const uint32_t> indices) {
  by_face_.reserve(indices.size());
  for (size_t i = 0; i < indices.size(); ++i) {
    const size_t next = i % 3 == 2 ? i - 2 : i + 1;
    by_face_.push_back({points[indices[i]], points[indices[next]], static_cast<uint32_t>(i / 3)});
  }
  sorted_ = by_face_;
  std::sort(sorted_.begin(), sorted_.end());
}

std::span<const Edges::Edge> Edges::all(uint32_t from, uint32_t to) const {
  const auto first = std::lower_bound(sorted_.begin(), sorted_.end(), Edge{from, to, 0});
  const auto last = std::upper_bound(first, sorted_.end(), Edge{from, to, UINT32_MAX});
  return {first, last};
}

Edges::Beyond Edges::beyond(size_t face, size_t k) const {
  const Edge own = edge(face, k);
  const auto there = all(own.from, own.to);
  const auto back = all(own.to, own.from);
  if (own.from != own.to && there.size() == 1 && back.empty()) return {{}, {}, true};
  const bool clear = own.from != own.to && there.size() == 1 && back.size() == 1;
  if (clear && back[0].face != face) return {{}, back, false};
  return {there, back, true};
}

bool Edges::Beyond::has(uint32_t face) const {
  const auto is_it = [face](const Edge& edge) { return edge.face == face; };
  return std::ranges::any_of(there, is_it) || std::ranges::any_of(back, is_it);
}

std::optional<uint32_t> Edges::first_back(size_t face, size_t k) const {
  const auto back = all(edge(face, k).to, edge(face, k).from);
  return back.empty() ? std::nullopt : std::optional(back[0].face);
}

} // namespace ulna::reference
