// Cases for skin_sorted_verts.

#include "operations/list.h"
#include "operations/shared/generate.h"
#include "operations/shared/long_cases.h"
#include "operations/shared/matrices.h"
#include "operations/shared/neighbours.h"
#include "operations/shared/partition.h"
#include "operations/shared/place.h"
#include "operations/shared/stages.h"
#include "operations/sorted_verts/sorted_verts.h"

#include <numeric>

namespace ulna {
namespace {

using namespace sorted_verts;

/// What is stored as the fourth component of the sources.
enum class FourthComponent {
  pipeline, ///< 1 of positions, 0 of normals
  swapped,  ///< 0 of positions, 1 of normals
  any       ///< like the other three
};

struct Shape {
  Counts counts{};
  size_t matrices = 16;
  bool has_normals = true;
  FourthComponent fourth = FourthComponent::pipeline;
};

class SortedCase {
public:
  SortedCase(uint64_t seed, uint64_t i)
      : r_(seed, i), seed_(seed), c_(begin_case(skin_sorted_verts(), seed, i)) {}

  Random& random() { return r_; }
  Case& result() { return c_; }
  uint64_t seed() const { return seed_; }

  void fill(const Shape& shape, Values values) {
    const size_t weighted = shape.counts[1] + shape.counts[2] + shape.counts[3];
    // Lone influences have no weight, and the weights of others may be large where the rest is
    // tiny.
    factors_ = weighted == 0 || (values == Values::tiny && r_.one_in(2)) ? 2 : 3;
    fill_palette(shape.matrices, values);
    std::vector<int32_t> counts(shape.counts.begin(), shape.counts.end());
    put(kCounts, counts);
    fill_indices(shape);
    fill_weights(shape, values);
    const size_t vertices = shape.counts[0] + weighted;
    const double reach = r_.one_in(4) ? 100 : 2;
    fill_stream(kSrcPositions, vertices, values, reach, shape.fourth, 1);
    fill_stream(kSrcNormals, shape.has_normals ? vertices : 0, values, 1, shape.fourth, 0);
    for (const int a : {kPositions, kNormals}) {
      c_.arrays[size_t(a)].resize(c_.arrays[a == kPositions ? kSrcPositions : kSrcNormals].size());
      fill_output(c_.arrays[size_t(a)], r_);
    }
    if (values == Values::cancelling) cancel();
    if (values == Values::special) sprinkle();
  }

  void use_ends_of_palette(const Counts& counts) {
    const auto indices = c_.arrays[kJointIndices].as<uint32_t>();
    const size_t matrices = c_.arrays[kPalette].size() / sizeof(ulna_mat44);
    for (size_t first = 0, influences = 1; influences <= counts.size(); ++influences) {
      const size_t n = counts[influences - 1] * influences;
      ulna::use_ends_of_palette(indices.subspan(first, n), influences, matrices, r_);
      first += n;
    }
  }

  void make_matrices_alike() {
    make_neighbours_alike(c_.arrays[kPalette], 16, alike_one_in(r_), r_);
  }

  /// The matrices, weights and vectors of vertices.
  void make_vertices_alike() {
    const Groups groups(c_);
    const auto parts = [&](size_t v) {
      const Groups::Place at = groups[v];
      const size_t count = at.influences;
      Parts all{part_of(c_.arrays[kSrcPositions], 4 * v, 4), indices_part(at.first_index, count)};
      if (count > 1)
        all.push_back(part_of(c_.arrays[kJointWeights], at.first_weight, count, count));
      if (has_normals(c_)) all.push_back(part_of(c_.arrays[kSrcNormals], 4 * v, 4));
      return all;
    };
    make_neighbours_alike(num_vertices(c_), alike_one_in(r_), parts, r_);
  }

private:
  Part indices_part(size_t first, size_t count) {
    return part_of(c_.arrays[kJointIndices], first, count, count, 1, false);
  }

  template <class T>
  void put(int array, const std::vector<T>& elements) {
    c_.arrays[size_t(array)].resize(elements.size() * sizeof(T));
    std::copy(elements.begin(), elements.end(), c_.arrays[size_t(array)].as<T>().begin());
  }

  /// Column 3 takes part: now and then it is no 0, 0, 0, 1, as after a projection.
  void fill_palette(size_t matrices, Values values) {
    c_.arrays[kPalette].resize(matrices * sizeof(ulna_mat44));
    const size_t special = special_one_in(r_);
    const bool projects = r_.one_in(3);
    for (ulna_mat44& m : c_.arrays[kPalette].as<ulna_mat44>()) {
      m = random_matrix(values, factors_, special, r_);
      if (!projects || !is_real(values)) continue;
      for (size_t row = 0; row < 4; ++row) m.m[4 * row + 3] = float(r_.uniform(-2, 2));
    }
  }

  /// Neighbours often share their matrices, and a vertex may have one twice.
  void fill_indices(const Shape& shape) {
    std::vector<uint32_t> indices;
    const size_t alike = r_.one_in(2) ? 2 : 8;
    for (size_t k = 1; k <= kMostInfluences; ++k) {
      for (size_t v = 0; v < shape.counts[k - 1]; ++v)
        append_joints(indices, k, v > 0, alike, shape.matrices, r_);
    }
    put(kJointIndices, indices);
  }

  void fill_weights(const Shape& shape, Values values) {
    std::vector<float> weights;
    for (size_t k = 2; k <= kMostInfluences; ++k) {
      for (size_t v = 0; v < shape.counts[k - 1]; ++v) {
        if (is_real(values)) {
          append_partition(weights, k, r_);
        } else {
          for (size_t i = 0; i < k; ++i)
            weights.push_back(r_.one_in(32) ? special_weight(r_) : value_of(values, factors_, r_));
        }
      }
    }
    put(kJointWeights, weights);
  }

  void fill_stream(int array, size_t vertices, Values values, double reach, FourthComponent fourth,
                   float usual) {
    c_.arrays[size_t(array)].resize(vertices * sizeof(ulna_vec4));
    for (ulna_vec4& v : c_.arrays[size_t(array)].as<ulna_vec4>()) {
      fill_vector(&v.x, values, factors_, reach, r_);
      v.w = fourth == FourthComponent::pipeline  ? usual
            : fourth == FourthComponent::swapped ? 1 - usual
            : is_real(values)                    ? float(r_.uniform(-2, 2))
                                                 : value_of(values, factors_, r_);
    }
  }

  /// Every second influence of a vertex is almost the opposite of the one before it; lone ones have
  /// sources of which the products cancel.
  void cancel() {
    const Groups groups(c_);
    const auto indices = c_.arrays[kJointIndices].as<uint32_t>();
    const auto weights = c_.arrays[kJointWeights].as<float>();
    for (size_t v = groups.counts()[0]; v < num_vertices(c_); ++v) {
      const Groups::Place place = groups[v];
      for (size_t k = 1; k < place.influences; k += 2) {
        indices[place.first_index + k] = indices[place.first_index + k - 1];
        const float weight = weights[place.first_weight + k - 1];
        weights[place.first_weight + k] = -(r_.one_in(2) ? weight : std::nextafter(weight, 0.0f));
      }
    }
    for (ulna_vec4& v : c_.arrays[kSrcPositions].as<ulna_vec4>().first(groups.counts()[0]))
      v = {v.x, -v.x, v.z, -v.z};
  }

  void sprinkle() {
    spoil_translations(c_.arrays[kPalette], r_);
    for (const int a : {kSrcPositions, kSrcNormals, kPalette, kJointWeights}) {
      Array& array = c_.arrays[size_t(a)];
      if (array.words() == 0) continue;
      for (size_t n = 1 + array.words() / 64; n > 0; --n) {
        const auto word = std::bit_cast<uint32_t>(special_float(r_));
        array.set_word(r_.below(array.words()), word);
      }
    }
  }

  Random r_;
  uint64_t seed_;
  Case c_;
  int factors_ = 3;
};

constexpr size_t kMaxSmall = 40;
constexpr size_t kPalettes[] = {1,   2,   127,   128,   129,   255,   256,
                                257, 511, 32767, 32768, 32769, 65535, kMostMatrices};
constexpr size_t kGroupSizes[] = {1, 2, 3, 5, 8, 17};
constexpr uint64_t kKinds = 7;
constexpr uint64_t kNumCounts = 2 * kKinds * (kMaxSmall + 1);    // side, kind, count
constexpr uint64_t kNumShifts = 2 * 32 * 2;                      // side, shift, count
constexpr uint64_t kNumGroups = 2 * 16 * std::size(kGroupSizes); // normals, groups, size
constexpr size_t kBlock = 8;                            // vertices that a kernel takes at a time
constexpr uint64_t kNumRests = 2 * 6 * kBlock * kBlock; // normals, two groups, rests
constexpr uint64_t kNumFourth = 2 * 2 * 3;              // side, normals, kind
constexpr uint64_t kNumValues = 2 * 2 * 2 * std::size(kAllValues); // side, flush, normals
constexpr uint64_t kNumPalettes = 2 * std::size(kPalettes);        // normals
constexpr uint64_t kNumAlike = 3 * 12;                             // what
constexpr uint64_t kNumLarge = 2;
constexpr uint64_t kNumEdges = kNumCounts + kNumShifts + kNumGroups + kNumRests + kNumFourth +
                               kNumValues + kNumPalettes + kNumAlike + kNumLarge;

/// So many vertices, each of any number of influences.
Counts mixed(size_t vertices, Random& r) {
  Counts counts{};
  const size_t first = r.below(kMostInfluences); // one group may have them all
  const bool together = r.one_in(8);
  for (size_t v = 0; v < vertices; ++v) ++counts[together ? first : r.below(kMostInfluences)];
  return counts;
}

/// Each group of any size, many empty.
Counts apart(size_t most, Random& r) {
  Counts counts{};
  for (size_t& count : counts) count = r.one_in(3) ? 0 : r.size(1, most);
  return counts;
}

/// Every small count, flush against the page on either side: all of 1, 2, 3 or 4 influences, or of
/// any, with normals and without.
void count_edge(SortedCase& s, uint64_t i) {
  const size_t vertices = i / (2 * kKinds);
  const uint64_t kind = i / 2 % kKinds;
  Shape shape{.matrices = 1 + s.random().below(30), .has_normals = kind != 6};
  if (vertices == 0) shape.matrices = 0;
  if (kind < kMostInfluences) {
    shape.counts[kind] = vertices;
  } else {
    shape.counts = mixed(vertices, s.random());
  }
  s.fill(shape, Values::character);
  put_all(s.result(), static_cast<Side>(i % 2), 0);
}

/// Every shift, of the numbers of 16 bits too.
void shift_edge(SortedCase& s, uint64_t i) {
  s.fill({.counts = mixed(1 + i / 64 * 8, s.random())}, Values::character);
  put_all(s.result(), static_cast<Side>(i % 2), i / 2 % 32 * 2);
}

/// Every choice of groups that are empty.
void group_edge(SortedCase& s, uint64_t i) {
  Shape shape{.has_normals = i % 2 == 0};
  const size_t size = kGroupSizes[i / 32];
  for (size_t k = 0; k < kMostInfluences; ++k)
    if (i / 2 >> k & 1) shape.counts[k] = size + s.random().below(3);
  s.fill(shape, Values::character);
}

/// Each two groups alone, with every rest that blocks of each leave.
void rest_edge(SortedCase& s, uint64_t i) {
  constexpr size_t kGroups[6][2] = {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}};
  const auto& groups = kGroups[i / 2 % 6];
  const uint64_t rests = i / 12;
  Shape shape{.has_normals = i % 2 == 0};
  shape.counts[groups[0]] = kBlock * s.random().below(2) + rests % kBlock;
  shape.counts[groups[1]] = kBlock * s.random().below(2) + rests / kBlock;
  s.fill(shape, Values::character);
}

void fourth_edge(SortedCase& s, uint64_t i) {
  s.fill({.counts = {9, 9, 9, 9}, .has_normals = i / 2 % 2 == 0, .fourth = FourthComponent(i / 4)},
         Values::character);
  put_all(s.result(), static_cast<Side>(i % 2), 0);
}

void values_edge(SortedCase& s, uint64_t i) {
  Shape shape{.counts = {10, 9, 9, 9}, .matrices = 12, .has_normals = i / 4 % 2 == 0};
  shape.fourth = s.random().one_in(2) ? FourthComponent::any : FourthComponent::pipeline;
  s.fill(shape, kAllValues[i / 8]);
  put_all(s.result(), static_cast<Side>(i % 2), 0);
  s.result().flush = i / 2 % 2;
}

/// Every size of palette that an index may be too narrow for: ports have loops of their own for
/// each number of influences, with normals and without.
void palette_edge(SortedCase& s, uint64_t i) {
  const Shape shape{
      .counts = {151, 151, 151, 151}, .matrices = kPalettes[i / 2], .has_normals = i % 2 == 0};
  s.fill(shape, Values::character);
  s.use_ends_of_palette(shape.counts);
}

/// Matrices, vertices or both that have parts in common with the one before.
void alike_edge(SortedCase& s, uint64_t i) {
  s.fill({.counts = {16, 16, 16, 16}, .matrices = 3 + i / 3 % 6}, Values::character);
  if (i % 3 != 1) s.make_matrices_alike();
  if (i % 3 != 0) s.make_vertices_alike();
}

/// No count is special: one beyond 16 bits. The shares
/// are those of the source.
void large_edge(SortedCase& s, uint64_t i) {
  constexpr size_t kVertices[kNumLarge] = {5000, 66000};
  const size_t n = kVertices[i];
  s.fill({.counts = {n / 4, n / 5, n / 4, n - n / 4 - n / 5 - n / 4}, .matrices = 128},
         Values::character);
}

/// Long streams of one number of influences, or of all.
void long_count_edge(SortedCase& s, uint64_t k) {
  const size_t vertices = long_count(s.seed(), k, kTop18);
  Shape shape{.matrices = 300, .has_normals = k % 3 != 0};
  const uint64_t which = k + s.seed();
  if (which % 2) {
    shape.counts[which / 2 % kMostInfluences] = vertices;
  } else if (which % 4) { // two groups
    const size_t one = which / 4 % kMostInfluences;
    shape.counts[one] = vertices / 2;
    shape.counts[(one + 1 + which / 16 % 3) % kMostInfluences] = vertices - vertices / 2;
  } else {
    shape.counts = mixed(vertices, s.random());
  }
  if (k + 1 == kNumLongCounts) { // each above 2^16, and the weights before the last above 2^19
    shape.counts.fill(vertices / kMostInfluences);
    shape.counts[2] +=
        vertices % kMostInfluences + kNumLongCounts * (vertices / kMostInfluences / kNumLongCounts);
  }
  s.fill(shape, Values::character);
  s.result().flush = s.random().one_in(4);
}

constexpr Stage<SortedCase> kLongStages[] = {{kNumLongCounts, long_count_edge}};

Shape random_shape(Random& r) {
  const size_t vertices = r.one_in(2) ? r.below(kMaxSmall + 1) : r.size(kMaxSmall, 5000);
  constexpr size_t kApart = 200;
  Shape shape{.counts = r.one_in(2) ? apart(kApart, r) : mixed(vertices, r)};
  shape.matrices = r.one_in(512) ? kMostMatrices : r.one_in(8) ? 1 + r.below(2) : 1 + r.below(300);
  shape.has_normals = !r.one_in(4);
  shape.fourth = r.pick({FourthComponent::pipeline, FourthComponent::pipeline,
                         FourthComponent::swapped, FourthComponent::any});
  return shape;
}

} // namespace

uint64_t num_sorted_verts_edge_cases() {
  return kNumEdges;
}

Case generate_skin_sorted_verts(uint64_t seed, uint64_t i) {
  SortedCase s(seed, i);
  static constexpr Stage<SortedCase> kStages[] = {
      {kNumCounts, count_edge},     {kNumShifts, shift_edge},  {kNumGroups, group_edge},
      {kNumRests, rest_edge},       {kNumFourth, fourth_edge}, {kNumValues, values_edge},
      {kNumPalettes, palette_edge}, {kNumAlike, alike_edge},   {kNumLarge, large_edge}};
  if (make_edge_case<SortedCase>(kStages, s, i)) return std::move(s.result());
  if (make_long_case<SortedCase>(kLongStages, s, i - kNumEdges)) return std::move(s.result());
  const Shape shape = random_shape(s.random());
  s.fill(shape, s.random().pick(kAllValues));
  if (s.random().one_in(16)) s.make_matrices_alike();
  if (s.random().one_in(16)) s.make_vertices_alike();
  place(s.result(), s.random());
  return std::move(s.result());
}

} // namespace ulna
