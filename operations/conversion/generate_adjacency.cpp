// The contract of generate_adjacency, and its cases.

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
#include "reference/conversion/adjacency.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <numeric>

namespace ulna {
namespace {

enum : int { kAdjacency, kPositions, kIndices };

constexpr Contract kContract{
    .version = 1,
    .summary = "the face beyond each edge: the one other face with an edge from the second point "
               "to the first, or UINT32_MAX where no edge but its own is between the two; where "
               "more than two are between them, or two in one direction or of one face, or the "
               "points are one, any face with such an edge, itself too, or UINT32_MAX; returns 0",
    .domain =
        "any counts; indices that name vertices; finite positions without denormals; epsilon 0, or "
        "from 2^-60 to 2^60 and no coordinate above 2^30 epsilon; each vertex is within "
        "epsilon / 4 of the first of its point in each coordinate, and farther than "
        "2 epsilon, in one, from that of every other",
    .footprint = "reads positions (4-byte aligned) and indices (4); writes the 12 bytes of "
                 "adjacency (4) of each face and nothing else; what is written overlaps nothing",
    .bound = "none: the same numbers",
    .source = "the documentation of D3DX, ID3DXBaseMesh::GenerateAdjacency; a textbook chapter on "
              "skinned meshes in Direct3D 9, whose conversions take what it gives",
};

size_t num_vertices(const Case& c) {
  return c.arrays[kPositions].words() / 3;
}
size_t num_faces(const Case& c) {
  return c.arrays[kIndices].words() / 3;
}

std::string name_of(uint32_t face) {
  return face == UINT32_MAX ? "UINT32_MAX" : fmt::to_string(face);
}

std::string check(const Case& c, const Results& results, Tally& tally) {
  if (results.returned != 0) return fmt::format("it returned {}, must be 0", results.returned);
  const auto points = reference::points_of(c.arrays[kPositions].as<float>(), c.real);
  if (!points) {
    tally.unjudged += 3 * num_faces(c);
    return {};
  }
  tally.elements += num_faces(c);
  const reference::Edges edges(*points, c.arrays[kIndices].as<uint32_t>());
  const auto got = reinterpret_cast<const uint32_t*>(results.outputs[0].data());
  for (size_t i = 0; i < 3 * num_faces(c); ++i) {
    const auto beyond = edges.beyond(i / 3, i % 3);
    if (got[i] == UINT32_MAX ? beyond.none : beyond.has(got[i])) continue;
    const bool any = beyond.none && !beyond.there.empty();
    const std::string owed = any           ? "a face with that edge, or UINT32_MAX"
                             : beyond.none ? "UINT32_MAX"
                                           : name_of(beyond.back[0].face);
    return fmt::format("adjacency: beyond edge {} of face {} is {}, must be {}", i % 3, i / 3,
                       name_of(got[i]), owed);
  }
  return {};
}

void check_rules(const Case& c) {
  const size_t owed = c.arrays[kIndices].words();
  if (c.arrays[kAdjacency].words() != owed)
    throw BadInput(
        fmt::format("adjacency: {} faces, must be {}", c.arrays[kAdjacency].words() / 3, owed / 3));
  check_indices("indices", c.arrays[kIndices].as<uint32_t>(), num_vertices(c), "positions");
}

void make_valid(Case& c) {
  if (num_vertices(c) == 0 && num_faces(c) > 0) mend::set_count(c, kPositions, 1);
  mend::set_count(c, kAdjacency, num_faces(c));
  for (uint32_t& v : c.arrays[kIndices].as<uint32_t>()) v = mend::below(v, num_vertices(c));
}

/// With epsilon 0 every mesh of normal floats is in the domain.
void enter_domain(Case& c) {
  const auto positions = c.arrays[kPositions].as<float>();
  if (reference::points_of(positions, c.real)) return;
  for (float& x : positions) x = std::fpclassify(x) == FP_SUBNORMAL ? 0 : mend::tamed(x, 100);
  if (!reference::points_of(positions, c.real)) c.real = 0;
}

Case keep(const Case& c, std::span<const size_t> faces) {
  Case smaller = c;
  for (const int a : {kAdjacency, kIndices})
    smaller.arrays[size_t(a)] = with_elements(c.arrays[size_t(a)], faces, 12);
  return smaller;
}

Case with_vertices(const Case& c, const std::vector<bool>& kept) {
  Case smaller = c;
  const std::vector<size_t> number = new_numbers(kept);
  for (uint32_t& v : smaller.arrays[kIndices].as<uint32_t>()) v = static_cast<uint32_t>(number[v]);
  smaller.arrays[kPositions] = with_elements(c.arrays[kPositions], kept, 12);
  return smaller;
}

std::vector<Reduction> reductions(const Case& c) {
  std::vector<bool> used(num_vertices(c));
  for (const uint32_t v : c.arrays[kIndices].as<uint32_t>()) used[v] = true;
  std::vector<Reduction> out;
  for (const auto& kept : fewer_unused(used))
    out.push_back([&c, kept] { return with_vertices(c, kept); });
  if (c.real != 0)
    out.push_back([&c] {
      Case smaller = c;
      smaller.real = 0;
      return smaller;
    });
  return out;
}

// --- Changes that the fuzzer makes --------------------------------------------------------------

bool change_corner(Case& c, Random& r) {
  const auto indices = c.arrays[kIndices].as<uint32_t>();
  if (indices.empty()) return false;
  uint32_t& corner = indices[r.below(indices.size())];
  corner = r.one_in(2) ? static_cast<uint32_t>(r.below(num_vertices(c)))
                       : indices[r.below(indices.size())];
  return true;
}

bool turn_face(Case& c, Random& r) {
  const auto indices = c.arrays[kIndices].as<uint32_t>();
  if (indices.empty()) return false;
  const auto face = indices.subspan(3 * r.below(num_faces(c)), 3);
  if (r.one_in(2))
    std::swap(face[0], face[1]);
  else
    std::rotate(face.begin(), face.begin() + 1, face.end());
  return true;
}

bool exchange_faces(Case& c, Random& r) {
  const auto indices = c.arrays[kIndices].as<uint32_t>();
  if (indices.empty()) return false;
  const auto one = indices.subspan(3 * r.below(num_faces(c)), 3);
  const auto other = indices.subspan(3 * r.below(num_faces(c)), 3);
  std::swap_ranges(one.begin(), one.end(), other.begin());
  return true;
}

/// A vertex goes to where another is.
bool join_vertices(Case& c, Random& r) {
  const auto positions = c.arrays[kPositions].as<float>();
  if (positions.empty()) return false;
  const size_t from = r.below(num_vertices(c));
  const size_t to = r.below(num_vertices(c));
  std::copy_n(positions.begin() + ptrdiff_t(3 * from), 3, positions.begin() + ptrdiff_t(3 * to));
  return true;
}

constexpr Move kMoves[] = {{"change a corner", 60, change_corner},
                           {"turn a face", 30, turn_face},
                           {"exchange two faces", 20, exchange_faces},
                           {"join two vertices", 40, join_vertices}};

// --- Cases -------------------------------------------------------------------------------------

enum class Surface {
  grid,    ///< two triangles for each square, wound alike
  torus,   ///< the same, closed: each edge has a neighbour
  strip,   ///< a row of squares
  fan,     ///< around one point
  islands, ///< no edge is shared
  book,    ///< many pages at one edge
  any      ///< any three of a few points
};
constexpr Surface kSurfaces[] = {Surface::grid, Surface::torus,   Surface::strip, Surface::fan,
                                 Surface::grid, Surface::islands, Surface::book,  Surface::any};

/// Which corners at one point are one vertex.
enum class Sharing { all, some, none };
constexpr Sharing kSharings[] = {Sharing::all, Sharing::some, Sharing::none};

/// How far points are from each other.
enum class Spacing {
  exact,   ///< epsilon 0, and any distance
  ulp,     ///< epsilon 0, and an ulp
  least,   ///< epsilon 0, and a distance that is denormal
  signs,   ///< epsilon 0; a coordinate is x, -x or a zero of either sign
  wide,    ///< far more than epsilon
  narrow,  ///< between two and three times epsilon in one coordinate
  quarter, ///< three times epsilon, and vertices of one point are exactly a quarter of it apart
  far,     ///< so far from the origin that the next float is several times epsilon away
  powers   ///< a large power of two of epsilon
};
constexpr Spacing kSpacings[] = {Spacing::exact,   Spacing::ulp,  Spacing::least,
                                 Spacing::signs,   Spacing::wide, Spacing::narrow,
                                 Spacing::quarter, Spacing::far,  Spacing::powers};

using Place = std::array<int, 3>; ///< a point of a lattice

struct Shape {
  size_t faces = 0;
  Surface surface = Surface::grid;
  Sharing sharing = Sharing::all;
  Spacing spacing = Spacing::exact;
  bool shuffled = true;  ///< faces come in any order
  size_t odd_one_in = 0; ///< one face in so many is turned round, or has two corners at one point
  size_t unused_in_front = 0; ///< vertices that no face has
};

class AdjacencyCase {
public:
  AdjacencyCase(uint64_t case_seed, uint64_t i)
      : seed(case_seed), r(case_seed, i), c(begin_case(generate_adjacency(), case_seed, i)) {}

  void fill(const Shape& shape) {
    corners_.clear();
    vertices_.clear();
    places_.assign(shape.unused_in_front, {0, 0, 0});
    first_.assign(shape.unused_in_front, true);
    indices_.clear();
    add_faces(shape);
    if (shape.shuffled) shuffle();
    for (auto& face : corners_) {
      if (shape.odd_one_in && r.one_in(shape.odd_one_in)) make_odd(face);
      for (const Place& place : face) indices_.push_back(vertex(place, shape.sharing));
    }
    store(shape);
  }

  /// All corners of a face become its first.
  void take_to_a_point(size_t face) {
    const auto corners = c.arrays[kIndices].as<uint32_t>().subspan(3 * face, 3);
    corners[1] = corners[2] = corners[0];
  }

  void exchange_vertices(size_t a, size_t b) {
    const auto positions = c.arrays[kPositions].as<std::array<float, 3>>();
    std::swap(positions[a], positions[b]);
    for (uint32_t& v : c.arrays[kIndices].as<uint32_t>())
      v = static_cast<uint32_t>(v == a ? b : v == b ? a : v);
  }

  const uint64_t seed;
  Random r;
  Case c;

private:
  using Face = std::array<Place, 3>;

  void add_square(int x, int y, int next_x, int next_y) {
    corners_.push_back({Place{x, y, 0}, Place{next_x, y, 0}, Place{x, next_y, 0}});
    corners_.push_back({Place{next_x, y, 0}, Place{next_x, next_y, 0}, Place{x, next_y, 0}});
  }

  void add_faces(const Shape& shape) {
    const bool closed = shape.surface == Surface::torus && shape.faces > 0;
    const size_t n = shape.faces;
    const int side = std::max(3, static_cast<int>(std::ceil(std::sqrt(double(n) / 2))));
    const int few = 4 + static_cast<int>(r.below(5));
    for (int i = 0; corners_.size() < n || (closed && i < side * side); ++i) {
      const int x = i % side, y = i / side;
      switch (shape.surface) {
      case Surface::grid:
        add_square(x, y, x + 1, y + 1);
        break;
      case Surface::torus:
        add_square(x, y % side, (x + 1) % side, (y + 1) % side);
        break;
      case Surface::strip:
        add_square(i % 30'000, i / 30'000, i % 30'000 + 1, i / 30'000 + 1);
        break;
      case Surface::fan:
        corners_.push_back(
            {Place{-1, -1, 1}, Place{x, y, 0}, Place{(i + 1) % side, (i + 1) / side, 0}});
        break;
      case Surface::islands:
        corners_.push_back(
            {Place{2 * x, 2 * y, 0}, Place{2 * x + 1, 2 * y, 0}, Place{2 * x, 2 * y + 1, 0}});
        break;
      case Surface::book:
        corners_.push_back({Place{-1, 0, 0}, Place{-1, 1, 0}, Place{x, y, 2}});
        break;
      case Surface::any: {
        Face face;
        for (Place& place : face)
          for (int& k : place) k = static_cast<int>(r.below(size_t(few))) % 3;
        corners_.push_back(face);
      }
      }
    }
    if (!closed) corners_.resize(n);
    // In planes of every kind, and up and down.
    const size_t turn = r.below(3);
    const bool hilly = r.one_in(2);
    for (Face& face : corners_) {
      for (Place& place : face) {
        if (hilly) place[2] += (7 * place[0] + 3 * place[1]) % 5;
        std::rotate(place.begin(), place.begin() + ptrdiff_t(turn), place.end());
      }
      std::rotate(face.begin(), face.begin() + ptrdiff_t(r.below(3)), face.end());
    }
  }

  void shuffle() {
    for (size_t i = corners_.size(); i > 1; --i) std::swap(corners_[i - 1], corners_[r.below(i)]);
  }

  void make_odd(Face& face) {
    if (r.one_in(2))
      std::swap(face[0], face[1]);
    else
      face[r.below(3)] = face[r.below(3)]; // the same one or another
  }

  uint32_t vertex(const Place& place, Sharing sharing) {
    const auto number = static_cast<uint32_t>(places_.size());
    const auto [known, is_new] = vertices_.try_emplace(place, number);
    const bool own = sharing == Sharing::none || (sharing == Sharing::some && r.one_in(2));
    if (!is_new && !own) return known->second;
    places_.push_back(place);
    first_.push_back(is_new);
    return number;
  }

  void store(const Shape& shape) {
    const size_t faces = indices_.size() / 3;
    c.arrays[kAdjacency].resize(12 * faces);
    c.arrays[kIndices].resize(12 * faces);
    std::copy(indices_.begin(), indices_.end(), c.arrays[kIndices].as<uint32_t>().begin());
    c.arrays[kPositions].resize(12 * places_.size());
    place_all(shape.spacing);
    fill_output(c.arrays[kAdjacency], r);
  }

  void place_all(Spacing spacing) {
    const bool few = indices_.size() < 500;
    const bool has_epsilon = spacing >= Spacing::wide;
    // The places are numbers up to 2^17 in size.
    const bool exact_parts = spacing == Spacing::quarter || spacing == Spacing::powers;
    const float epsilon = exact_parts ? std::ldexp(1.0f, r.between(-30, 10))
                                      : static_cast<float>(std::fabs(r.scaled(-30, 10)));
    const float apart =
        epsilon * (spacing == Spacing::wide      ? float(r.between(20, 4000))
                   : spacing == Spacing::quarter ? 3
                   : spacing == Spacing::powers  ? std::ldexp(1.0f, few ? r.between(14, 23) : 9)
                                                 : static_cast<float>(r.uniform(2.6, 3)));
    // From here on the next floats are more than 2 epsilon away.
    const float far = std::ldexp(1.0f, std::ilogb(epsilon) + r.between(25, 28));
    const float exact = static_cast<float>(std::fabs(r.scaled(-20, 20)));
    c.real = has_epsilon ? epsilon : r.one_in(4) ? -0.0f : 0.0f;
    const auto positions = c.arrays[kPositions].as<float>();
    for (size_t v = 0; v < places_.size(); ++v) {
      for (size_t k = 0; k < 3; ++k) {
        const int at = places_[v][k];
        float& x = positions[3 * v + k];
        if (has_epsilon) {
          x = spacing == Spacing::far ? far * (1 + static_cast<float>(at + 1) * 0x1p-23f)
                                      : static_cast<float>(at) * apart;
          if (!first_[v] && spacing == Spacing::quarter)
            x += epsilon * static_cast<float>(r.between(-1, 1)) * 0.25f;
          else if (!first_[v] && spacing < Spacing::quarter)
            x += epsilon * static_cast<float>(r.uniform(-0.2, 0.2));
        } else if (spacing == Spacing::ulp) {
          x = 1 + static_cast<float>(at) * 0x1p-23f; // from -1, which is two
        } else if (spacing == Spacing::least) {
          x = std::ldexp(1 + static_cast<float>(at) * 0x1p-23f, -125);
        } else if (spacing == Spacing::signs) {
          x = static_cast<float>(at % 2 ? (at + 1) / 2 : -at / 2) * exact;
        } else {
          x = static_cast<float>(at) * exact;
        }
        if (x == 0 && r.one_in(2)) x = -x;
      }
    }
  }

  std::vector<Face> corners_;
  std::map<Place, uint32_t> vertices_; ///< the first at each place
  std::vector<Place> places_;          ///< of each vertex
  std::vector<bool> first_;            ///< whether a vertex is the first at its place
  std::vector<uint32_t> indices_;
};

constexpr size_t kMaxSmall = 40;

/// Every small count of faces, flush against the page on either side.
void count_edge(AdjacencyCase& s, uint64_t i) {
  s.fill({.faces = i / 2});
  put_all(s.c, static_cast<Side>(i % 2), 0);
}

void shift_edge(AdjacencyCase& s, uint64_t i) {
  s.fill({.faces = 37, .sharing = Sharing::some});
  put_all(s.c, static_cast<Side>(i % 2), i / 2 * 4);
}

/// Surfaces, sharings and spacings of every kind with each other, with odd faces and without.
constexpr uint64_t kNumKinds =
    2 * std::size(kSurfaces) * std::size(kSharings) * std::size(kSpacings);
void kind_edge(AdjacencyCase& s, uint64_t i) {
  const uint64_t kind = i / 2;
  s.fill({.faces = 40 + s.r.below(60),
          .surface = kSurfaces[kind % std::size(kSurfaces)],
          .sharing = kSharings[kind / std::size(kSurfaces) % std::size(kSharings)],
          .spacing = kSpacings[kind / std::size(kSurfaces) / std::size(kSharings)],
          .odd_one_in = i % 2 ? size_t{8} : 0});
}

/// Sharings and spacings where the caller flushes: what differs may seem to be equal.
constexpr uint64_t kNumFlushed = std::size(kSharings) * std::size(kSpacings);
void flushed_edge(AdjacencyCase& s, uint64_t i) {
  s.fill({.faces = 60,
          .sharing = kSharings[i % std::size(kSharings)],
          .spacing = kSpacings[i / std::size(kSharings)]});
  s.c.flush = true;
}

void kept_edge(AdjacencyCase& s, uint64_t i) {
  s.fill({.faces = 37});
  keep_edge(s.c, i, s.r);
}

/// Numbers of vertices and of faces across 16 bits.
void across_edge(AdjacencyCase& s, uint64_t i) {
  s.fill({.faces = 200,
          .sharing = kSharings[i % 3],
          .spacing = kSpacings[i % std::size(kSpacings)],
          .unused_in_front = 65'536 - 40});
}

/// Exactly 65,536 vertices, the last of which is used.
void all_of_16_edge(AdjacencyCase& s, uint64_t i) {
  Shape shape{.faces = 200, .sharing = i % 2 ? Sharing::none : Sharing::all};
  s.fill(shape);
  shape.unused_in_front = 65'536 - s.c.arrays[kPositions].words() / 3;
  s.fill(shape);
  s.exchange_vertices(shape.unused_in_front, 65'535);
}

/// More faces at one edge than 8 bits count, and one that lies elsewhere.
void book_edge(AdjacencyCase& s, uint64_t i) {
  s.fill({.faces = 257 + i, .surface = Surface::book});
  s.take_to_a_point(s.r.below(9));
}

/// More faces at one point than a port may look at, or than 8 or 16 bits count.
constexpr size_t kHubs[] = {255, 257, 1100, 2100, 65'600};
void hub_edge(AdjacencyCase& s, uint64_t i) {
  s.fill({.faces = kHubs[i], .surface = Surface::fan});
}

/// Many faces, of whose points and edges 16 bits are the same; by position and by number.
void large_edge(AdjacencyCase& s, uint64_t i) {
  s.fill({.faces = i < 2 ? size_t{66'003} : size_t{140'007},
          .surface = i % 2 ? Surface::torus : Surface::grid,
          .sharing = kSharings[i % 3],
          .spacing = kSpacings[i % std::size(kSpacings)],
          .shuffled = i % 2 == 0});
}

constexpr Stage<AdjacencyCase> kStages[] = {{2 * (kMaxSmall + 1), count_edge},
                                            {2 * 16, shift_edge},
                                            {kNumKinds, kind_edge},
                                            {kNumFlushed, flushed_edge},
                                            {kNumKept, kept_edge},
                                            {6, across_edge},
                                            {2, all_of_16_edge},
                                            {4, book_edge},
                                            {std::size(kHubs), hub_edge},
                                            {4, large_edge}};
constexpr uint64_t kNumEdges = num_cases<AdjacencyCase>(kStages);

void long_count_edge(AdjacencyCase& s, uint64_t k) {
  const size_t faces = least_long_count(s.seed, k);
  const Sharing sharing = s.r.pick(kSharings);
  const Spacing spacing = s.r.pick(kSpacings);
  s.fill({.faces = faces, .sharing = sharing, .spacing = spacing});
}
constexpr Stage<AdjacencyCase> kLongStages[] = {{kNumLongCounts, long_count_edge}};

Case generate(uint64_t seed, uint64_t i) {
  AdjacencyCase s(seed, i);
  if (make_edge_case<AdjacencyCase>(kStages, s, i)) return std::move(s.c);
  if (make_long_case<AdjacencyCase>(kLongStages, s, i - kNumEdges)) return std::move(s.c);
  Random& r = s.r;
  Shape shape;
  shape.faces = r.one_in(2) ? r.below(kMaxSmall + 1) : r.size(kMaxSmall, 3000);
  shape.surface = r.pick(kSurfaces);
  shape.sharing = r.pick(kSharings);
  shape.spacing = r.pick(kSpacings);
  shape.shuffled = r.one_in(2);
  shape.odd_one_in = r.one_in(2) ? r.size(4, 200) : 0;
  s.fill(shape);
  place(s.c, r);
  return std::move(s.c);
}

} // namespace

const Operation& generate_adjacency() {
  static const Operation op = [] {
    Operation o{};
    o.name = "generate_adjacency";
    o.member = offsetof(ulna_port, generate_adjacency);
    o.arrays = {{"adjacency", "sss", 4, true, "edges.012"},
                {"positions", "fff", 4, false, "xyz"},
                {"indices", "sss", 4, false, "corners.012"}};
    o.output = kAdjacency;
    o.element = "face";
    o.real = "epsilon";
    o.compares_pairs = true; // of vertices
    o.quick_elements = 400'000;
    o.contract = kContract;
    o.arguments = [](const Case& c) -> std::vector<Argument> {
      const auto count = [](size_t n) {
        return Argument{Argument::kInteger, static_cast<int32_t>(n)};
      };
      return {{kAdjacency},           {kPositions},        {kIndices},
              count(num_vertices(c)), count(num_faces(c)), {Argument::kReal}};
    };
    o.returns = true;
    o.may_write = [](const Case&) { return true; };
    o.computes = [](const Case& c) { return num_faces(c) > 0; };
    o.validate = check_rules;
    o.make_valid = make_valid;
    o.enter_domain = enter_domain;
    o.check_whole = check;
    o.generate = generate;
    o.num_edge_cases = kNumEdges;
    o.keep = keep;
    o.size = num_faces;
    o.place_of = [](const Case&, size_t face) { return face; };
    o.reductions = reductions;
    o.moves = kMoves;
    return o;
  }();
  return op;
}

} // namespace ulna
