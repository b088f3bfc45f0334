// Moves of vertices that all have the same number of influences, in each layout: that number, or
// how many of them weigh anything, normals of which the influences leave little, and vectors beside
// each other.

#include "cases/move.h"
#include "operations/shared/special_values.h"
#include "operations/uniform_verts/uniform_verts.h"

#include <cmath>
#include <numeric>

namespace ulna::uniform_verts {
namespace {

/// Each vertex loses an influence, or gets one that it has once more.
bool change_influences(Case& c, Random& r) {
  std::vector<uint32_t> kept(num_influences(c));
  std::iota(kept.begin(), kept.end(), 0u);
  const size_t place = r.below(kept.size());
  if (r.one_in(2)) {
    if (kept.size() == kMostInfluences) return false;
    kept.push_back(kept[place]);
  } else {
    if (kept.size() == 1) return false;
    kept.erase(kept.begin() + static_cast<ptrdiff_t>(place));
  }
  c = with_influences(c, kept);
  return true;
}

/// An influence takes back what another one does, but for a power of two of it. Mostly there are no
/// others, so that little is left of the normal.
bool cancel(Case& c, Random& r) {
  const size_t count = num_influences(c);
  if (num_vertices(c) == 0 || count < 2) return false;
  const size_t first = r.below(num_vertices(c)) * count;
  const auto indices = c.arrays[size_t(joint_indices_of(c))].as<uint32_t>().subspan(first, count);
  const auto weights = c.arrays[size_t(joint_weights_of(c))].as<float>().subspan(first, count);
  const size_t one = r.below(count);
  const size_t other = (one + 1 + r.below(count - 1)) % count;
  if (!r.one_in(4))
    for (size_t k = 0; k < count; ++k)
      if (k != one) weights[k] = 0;
  indices[other] = indices[one];
  const double left = std::ldexp(1, -r.between(2, 24));
  weights[other] = static_cast<float>(-double(weights[one]) * (1 - left));
  return true;
}

/// Where the three components of a vector begin among those of a vertex: mostly a normal.
size_t pick_first(Random& r) {
  return r.one_in(3) ? 0 : 3;
}

std::array<float, 3> vector_of(const Case& c, size_t vertex, size_t first) {
  return {component(c, vertex, first), component(c, vertex, first + 1),
          component(c, vertex, first + 2)};
}

void set_vector(Case& c, size_t vertex, size_t first, const std::array<float, 3>& v) {
  for (size_t i = 0; i < 3; ++i) set_component(c, vertex, first + i, v[i]);
}

/// A vector equal, opposite or orthogonal to that of another vertex, mostly the one before.
bool relate(Case& c, Random& r) {
  const size_t count = num_vertices(c);
  if (count < 2) return false;
  const size_t to = 1 + r.below(count - 1);
  const size_t from = r.one_in(4) ? r.below(count) : to - 1;
  const size_t first = pick_first(r);
  std::array<float, 3> related = vector_of(c, to, first);
  relate_vectors(vector_of(c, from, first).data(), related.data(), r);
  set_vector(c, to, first, related);
  return true;
}

/// A vector along an axis, zero, or with components that are zero or equal.
bool special(Case& c, Random& r) {
  if (num_vertices(c) == 0) return false;
  const size_t vertex = r.below(num_vertices(c));
  const size_t first = pick_first(r);
  std::array<float, 3> v = vector_of(c, vertex, first);
  make_special_vector(v.data(), r);
  set_vector(c, vertex, first, v);
  return true;
}

/// A normal longer or shorter by a power of two, to the ends of the domain and beyond.
bool stretch(Case& c, Random& r) {
  if (num_vertices(c) == 0) return false;
  const size_t vertex = r.below(num_vertices(c));
  const int power = r.one_in(2) ? r.between(-3, 3) : r.between(-34, 34);
  std::array<float, 3> n = vector_of(c, vertex, 3);
  for (float& x : n) x = std::ldexp(x, power);
  set_vector(c, vertex, 3, n);
  return true;
}

constexpr Move kAll[] = {
    {"other number of influences", 15, change_influences},
    {"take an influence back", 15, cancel},
    {"relate a vector to its neighbour", 15, relate},
    {"special vector of a vertex", 10, special},
    {"stretch a normal", 15, stretch},
};

} // namespace

const std::span<const Move> kMoves = kAll;

} // namespace ulna::uniform_verts
