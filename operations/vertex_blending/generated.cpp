// Cases for blend_vertices and blend_vertices_indexed.

#include "operations/list.h"
#include "operations/shared/generate.h"
#include "operations/shared/long_cases.h"
#include "operations/shared/matrices.h"
#include "operations/shared/neighbours.h"
#include "operations/shared/place.h"
#include "operations/shared/stages.h"
#include "operations/vertex_blending/vertex_blending.h"

namespace ulna {
namespace {

using namespace vertex_blending;

struct Shape {
  size_t vertices = 0;
  int num_weights = 3;
  size_t palette = 16; ///< of the indexed form
};

class BlendCase {
public:
  BlendCase(const Operation& op, bool indexed, uint64_t seed, uint64_t i)
      : r_(seed, i), seed_(seed), indexed_(indexed), c_(begin_case(op, seed, i)) {}

  Random& random() { return r_; }
  Case& result() { return c_; }
  uint64_t seed() const { return seed_; }

  void fill(const Shape& shape, Values values) {
    num_weights_ = size_t(shape.num_weights);
    c_.integers[kNumWeights] = shape.num_weights;
    // The last weight is about one where the others are tiny, so that two factors are left.
    factors_ = values == Values::tiny && r_.one_in(2) ? 2 : 3;
    const size_t matrices = indexed_ ? shape.palette : num_weights_ + 1;
    fill_matrices(c_.arrays[kMatrices], matrices, values, factors_, r_);
    c_.arrays[kSrc].resize(shape.vertices * sizeof(ulna_blend_vertex));
    const double reach = r_.one_in(4) ? 100 : 2;
    for (ulna_blend_vertex& v : src()) fill_vertex(v, values, matrices, reach);
    c_.arrays[kDst].resize(shape.vertices * sizeof(ulna_mesh_vertex));
    fill_output(c_.arrays[kDst], r_);
    if (values == Values::cancelling) cancel();
    if (values == Values::special) sprinkle();
  }

  /// The last weight is what the others leave of one, some ulps or nothing, and all that is large
  /// belongs to it: in the non-indexed form to the last matrix, else to those with odd numbers.
  void fill_remainder(const Shape& shape) {
    fill(shape, Values::character);
    const auto matrices = c_.arrays[kMatrices].as<ulna_mat44>();
    const auto scale = static_cast<float>(std::ldexp(1, r_.between(16, 30)));
    for (size_t i = 0; i < matrices.size(); ++i)
      if (indexed_ ? i % 2 == 1 : i == num_weights_)
        for (float& x : matrices[i].m) x *= scale;
    for (ulna_blend_vertex& v : src()) {
      if (num_weights_ > 0) {
        fill_partition(v.weights, num_weights_);
        v.weights[r_.below(num_weights_)] += float(r_.between(-3, 3)) * 0x1p-25f;
      }
      if (!indexed_ || matrices.size() < 2) continue;
      for (size_t k = 0; k <= num_weights_; ++k)
        v.indices[k] =
            static_cast<uint8_t>(2 * r_.below(matrices.size() / 2) + (k == num_weights_));
    }
  }

  /// The first and the last matrices of the palette, in every slot.
  void use_ends_of_palette() {
    const size_t matrices = c_.arrays[kMatrices].size() / sizeof(ulna_mat44);
    for (size_t v = 0; v < src().size(); ++v)
      src()[v].indices[v % (num_weights_ + 1)] =
          static_cast<uint8_t>(v % 2 ? v / 2 % matrices : matrices - 1 - v / 2 % matrices);
  }

  /// So many vertices have the matrices in their order, as all have in the form without indices.
  void put_first_in_order(size_t count) {
    for (ulna_blend_vertex& v : src().first(count))
      for (size_t k = 0; indexed_ && k <= num_weights_; ++k) v.indices[k] = static_cast<uint8_t>(k);
  }

  void make_matrices_alike() {
    make_neighbours_alike(c_.arrays[kMatrices], 16, alike_one_in(r_), r_);
  }

  /// The positions, used weights, indices and normals of vertices.
  void make_vertices_alike() {
    constexpr size_t kWords = sizeof(ulna_blend_vertex) / 4;
    const auto parts = [&](size_t v) {
      Parts all{part_of(c_.arrays[kSrc], v * kWords, 3, 3),
                part_of(c_.arrays[kSrc], v * kWords + 7, 3, 3)};
      if (num_weights_ > 0)
        all.push_back(part_of(c_.arrays[kSrc], v * kWords + 3, num_weights_, num_weights_));
      if (indexed_) all.push_back(part_of(c_.arrays[kSrc], v * kWords + 6, 1, 1, 1, false));
      return all;
    };
    make_neighbours_alike(src().size(), alike_one_in(r_), parts, r_);
  }

private:
  std::span<ulna_blend_vertex> src() { return c_.arrays[kSrc].as<ulna_blend_vertex>(); }

  void fill_vertex(ulna_blend_vertex& v, Values values, size_t matrices, double reach) {
    fill_vector(v.position, values, factors_, reach, r_);
    fill_vector(v.normal, values, factors_, 1, r_);
    if (is_real(values)) {
      fill_partition(v.weights, num_weights_ + 1);
    } else {
      for (size_t k = 0; k < num_weights_; ++k)
        v.weights[k] = r_.one_in(32) ? special_weight(r_) : value_of(values, factors_, r_);
    }
    // What is not used holds what would show if it were.
    for (size_t k = num_weights_; k < kMaxWeights; ++k) v.weights[k] = special_float(r_);
    for (size_t k = 0; k < 4; ++k) {
      const bool used = indexed_ && k <= num_weights_;
      v.indices[k] = static_cast<uint8_t>(r_.below(used ? matrices : 256));
    }
  }

  /// Weights that add up to one over `parts` slots, but for their rounding: all, some of them zero,
  /// or special ones. Of those as many as are stored.
  void fill_partition(float* weights, size_t parts) {
    double shares[kMaxWeights + 1]{};
    double sum = 0;
    if (r_.one_in(16)) {
      const SpecialShares special(parts, r_);
      for (size_t k = 0; k < std::min(parts, num_weights_); ++k)
        weights[k] = static_cast<float>(special[k]);
      return;
    }
    const size_t used = r_.one_in(3) ? 1 + r_.below(parts) : parts;
    for (size_t k = 0; k < used; ++k)
      sum += shares[k] = r_.one_in(8) ? r_.unit() * 1e-4 + 1e-9 : r_.unit();
    for (size_t k = 0; k < std::min(parts, num_weights_); ++k)
      weights[k] = static_cast<float>(shares[k] / sum);
  }

  /// Equal weights, and matrices of which every second one is almost the opposite of the one before
  /// it.
  void cancel() {
    const auto matrices = c_.arrays[kMatrices].as<ulna_mat44>();
    for (size_t i = 1; i < matrices.size(); i += 2) {
      for (size_t e = 0; e < 16; ++e) matrices[i].m[e] = -matrices[i - 1].m[e];
      float& x = matrices[i].m[r_.below(16)];
      if (r_.one_in(2)) x = std::nextafter(x, 0.0f);
    }
    const float share = 1 / float(num_weights_ + 1);
    for (ulna_blend_vertex& v : src()) {
      for (size_t k = 0; k < num_weights_; ++k) v.weights[k] = share;
      for (size_t k = 1; k <= num_weights_ && indexed_; k += 2)
        if (size_t{v.indices[k - 1]} + 1 < matrices.size())
          v.indices[k] = static_cast<uint8_t>(v.indices[k - 1] ^ 1);
    }
  }

  void sprinkle() {
    spoil_translations(c_.arrays[kMatrices], r_);
    for (const int a : {kMatrices, kSrc}) {
      Array& array = c_.arrays[size_t(a)];
      if (array.words() == 0) continue;
      const std::string_view layout = c_.operation->arrays[size_t(a)].layout;
      for (size_t n = 1 + array.words() / 64; n > 0; --n) {
        const size_t word = r_.below(array.words());
        if (layout[word % layout.size()] == 'f')
          array.set_word(word, std::bit_cast<uint32_t>(special_float(r_)));
      }
    }
  }

  Random r_;
  uint64_t seed_;
  bool indexed_;
  Case c_;
  size_t num_weights_ = 0;
  int factors_ = 3;
};

constexpr size_t kMaxSmall = 40;
constexpr size_t kPalettes[] = {1, 2, 64, 65, 127, 128, 129, 255, 256};
constexpr uint64_t kNumCounts = 2 * 4 * (kMaxSmall + 1); // side, weights, count
constexpr uint64_t kNumShifts = 2 * 16 * 2;              // side, shift, count
constexpr uint64_t kNumPalettes = 2 * 4 * std::size(kPalettes);
constexpr uint64_t kNumRemainders = 2 * 4 * 4;
constexpr uint64_t kNumValues = 4 * 4 * std::size(kAllValues);
constexpr uint64_t kNumAlike = 3 * 4 * 12; // what, weights
constexpr uint64_t kNumLarge = 2;
constexpr size_t kInOrder[] = {1, 2, 4, 8, 16, 19};
constexpr uint64_t kNumInOrder = 4 * std::size(kInOrder); // weights
constexpr uint64_t kNumEdges = kNumCounts + kNumShifts + kNumPalettes + kNumRemainders +
                               kNumValues + kNumAlike + kNumLarge + kNumInOrder;

/// Every small count, flush against the page on either side, with 0 to 3 weights.
void count_edge(BlendCase& b, uint64_t i) {
  const Shape shape{.vertices = i / 8,
                    .num_weights = static_cast<int>(i / 2 % 4),
                    .palette = 1 + b.random().below(30)};
  b.fill(shape, Values::character);
  put_all(b.result(), static_cast<Side>(i % 2), 0);
}

/// Every shift.
void shift_edge(BlendCase& b, uint64_t i) {
  b.fill({.vertices = 1 + i / 32 * 4, .num_weights = static_cast<int>(i % 4)}, Values::character);
  put_all(b.result(), static_cast<Side>(i % 2), i / 2 % 16 * 4);
}

/// Every size of palette that an index may be too narrow for.
void palette_edge(BlendCase& b, uint64_t i) {
  b.fill({.vertices = 2 * kMaxPalette + 7,
          .num_weights = static_cast<int>(i / 2 % 4),
          .palette = kPalettes[i / 8]},
         Values::character);
  if (b.result().operation == &blend_vertices_indexed()) b.use_ends_of_palette();
  put_all(b.result(), static_cast<Side>(i % 2), 0);
}

void remainder_edge(BlendCase& b, uint64_t i) {
  b.fill_remainder({.vertices = 200, .num_weights = static_cast<int>(i / 2 % 4)});
  b.result().flush = i % 2;
}

void values_edge(BlendCase& b, uint64_t i) {
  b.fill({.vertices = 37, .num_weights = static_cast<int>(i / 4 % 4)}, kAllValues[i / 16]);
  put_all(b.result(), static_cast<Side>(i % 2), 0);
  b.result().flush = i / 2 % 2;
}

/// Matrices, vertices or both that have parts in common with the one before.
void alike_edge(BlendCase& b, uint64_t i) {
  b.fill({.vertices = 40, .num_weights = static_cast<int>(i / 3 % 4), .palette = 3 + i / 12},
         Values::character);
  if (i % 3 != 1) b.make_matrices_alike();
  if (i % 3 != 0) b.make_vertices_alike();
}

/// No count is special: one beyond 16 bits.
void large_edge(BlendCase& b, uint64_t i) {
  constexpr size_t kVertices[kNumLarge] = {5000, 66000};
  b.fill({.vertices = kVertices[i], .palette = kMaxPalette}, Values::character);
}

/// Indices that begin as if there were none.
void in_order_edge(BlendCase& b, uint64_t i) {
  b.fill({.vertices = 20, .num_weights = static_cast<int>(i % 4), .palette = 20},
         Values::character);
  b.put_first_in_order(kInOrder[i / 4]);
}

void long_count_edge(BlendCase& b, uint64_t k) {
  b.fill({.vertices = long_count(b.seed(), k, top24(sizeof(ulna_blend_vertex))),
          .num_weights = static_cast<int>((k + b.seed()) % 4),
          .palette = kMaxPalette},
         Values::character);
  b.result().flush = b.random().one_in(4);
}

constexpr Stage<BlendCase> kLongStages[] = {{kNumLongCounts, long_count_edge}};

Case generate(const Operation& op, bool indexed, uint64_t seed, uint64_t i) {
  BlendCase b(op, indexed, seed, i);
  static constexpr Stage<BlendCase> kStages[] = {
      {kNumCounts, count_edge},         {kNumShifts, shift_edge},    {kNumPalettes, palette_edge},
      {kNumRemainders, remainder_edge}, {kNumValues, values_edge},   {kNumAlike, alike_edge},
      {kNumLarge, large_edge},          {kNumInOrder, in_order_edge}};
  if (make_edge_case<BlendCase>(kStages, b, i)) return std::move(b.result());
  if (make_long_case<BlendCase>(kLongStages, b, i - kNumEdges)) return std::move(b.result());
  Random& r = b.random();
  Shape shape;
  shape.vertices = r.one_in(2) ? r.below(kMaxSmall + 1) : r.size(kMaxSmall, 5000);
  shape.num_weights = r.between(0, 3);
  shape.palette = r.one_in(4) ? kMaxPalette : 1 + r.below(kMaxPalette);
  if (r.one_in(8)) {
    b.fill_remainder(shape);
  } else {
    b.fill(shape, r.pick(kAllValues));
  }
  if (r.one_in(16)) b.make_matrices_alike();
  if (r.one_in(16)) b.make_vertices_alike();
  place(b.result(), r);
  return std::move(b.result());
}

} // namespace

Case vertex_blending::generate_blended(bool indexed, size_t vertices, int num_weights,
                                       uint64_t seed, uint64_t i) {
  BlendCase b(indexed ? blend_vertices_indexed() : blend_vertices(), indexed, seed, i);
  b.fill({.vertices = vertices, .num_weights = num_weights, .palette = 1 + b.random().below(30)},
         Values::character);
  return std::move(b.result());
}

uint64_t num_vertex_blending_edge_cases() {
  return kNumEdges;
}

Case generate_blend_vertices(uint64_t seed, uint64_t i) {
  return generate(blend_vertices(), false, seed, i);
}

Case generate_blend_vertices_indexed(uint64_t seed, uint64_t i) {
  return generate(blend_vertices_indexed(), true, seed, i);
}

} // namespace ulna
