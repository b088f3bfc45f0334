// Cases for skin_aos_verts, skin_soa_verts, skin_interleaved_verts and skin_split_verts.

#include "operations/list.h"
#include "operations/shared/generate.h"
#include "operations/shared/long_cases.h"
#include "operations/shared/matrices.h"
#include "operations/shared/mend.h"
#include "operations/shared/neighbours.h"
#include "operations/shared/partition.h"
#include "operations/shared/place.h"
#include "operations/shared/stages.h"
#include "operations/uniform_verts/uniform_verts.h"

#include <optional>

namespace ulna {
namespace {

using namespace uniform_verts;

/// What the normals of a case are like, before they meet the matrices.
enum class Normals {
  unit,      ///< as meshes have them
  any,       ///< of any length near one
  long_ones, ///< near the upper end of the domain
  short_ones,
  flat,     ///< along an axis but for denormal or tiny components
  floats,   ///< like the positions
  cancelled ///< what the influences leave of them is little
};
constexpr Normals kAllNormals[] = {Normals::unit,       Normals::unit,     Normals::any,
                                   Normals::long_ones,  Normals::flat,     Normals::floats,
                                   Normals::short_ones, Normals::cancelled};

struct Shape {
  size_t vertices = 0;
  size_t influences = 4; ///< where all have four: those that weigh anything
  size_t matrices = 16;
  Normals normals = Normals::unit;
  bool ends_of_palette = false;  ///< no other matrices are named
  std::optional<Bits> rest = {}; ///< of what only goes along: all of one kind
};

class UniformCase {
public:
  UniformCase(const Operation& op, uint64_t seed, uint64_t i)
      : r_(seed, i), seed_(seed), c_(begin_case(op, seed, i)) {}

  Random& random() { return r_; }
  Case& result() { return c_; }
  uint64_t seed() const { return seed_; }

  void fill(const Shape& shape, Values values) {
    // The weights may be large where the rest is tiny.
    factors_ = values == Values::tiny && r_.one_in(2) ? 2 : 3;
    if (!has_four(c_)) c_.integers[kNumInfluences] = static_cast<int32_t>(shape.influences);
    for (int a = kDst; a < palette_of(c_); ++a)
      array(a).resize(shape.vertices * c_.operation->arrays[size_t(a)].element_size(c_));
    fill_output(array(kDst), r_);
    fill_palette(shape.matrices, values);
    fill_indices(shape);
    if (shape.ends_of_palette)
      use_ends_of_palette(indices(), num_influences(c_), shape.matrices, r_);
    fill_weights(shape, values);
    const double reach = r_.one_in(4) ? 100 : 2;
    for (size_t v = 0; v < shape.vertices; ++v) {
      std::array<float, 3> position{};
      fill_vector(position.data(), values, factors_, reach, r_);
      set_vector(v, 0, position);
      fill_normal(v, values, shape.normals);
      fill_rest(v);
    }
    if (shape.rest) fill_rests(*shape.rest);
    if (shape.normals == Normals::cancelled || values == Values::cancelling) cancel(shape);
    if (r_.one_in(2)) spoil_unused();
    if (values == Values::special) sprinkle();
  }

  /// All that is read of one vertex is NaN. It has a matrix of its own, if there are two.
  void spoil(size_t vertex) {
    const float nan = std::bit_cast<float>(0x7fc12345u);
    for (size_t i = 0; i < kComponents; ++i) set_component(c_, vertex, i, nan);
    const size_t count = num_influences(c_);
    const auto spoilt = static_cast<uint32_t>(num_matrices(c_) - 1);
    for (size_t i = 0; i < indices().size(); ++i) {
      const bool here = i / count == vertex;
      if (here) weights()[i] = nan;
      if (spoilt > 0) indices()[i] = here ? spoilt : indices()[i] % spoilt;
    }
    if (spoilt == 0) return;
    ulna_mat44 m;
    std::fill(std::begin(m.m), std::end(m.m), nan);
    set_matrix(c_, spoilt, m);
  }

  /// Elements of matrices close to the largest float, and vectors and weights as small, many of a
  /// vertex alike: what is added up before it is made small overflows.
  void part_exponents() {
    constexpr int kLargest = 127, kSmall = -64;
    for (size_t joint = 0; joint < num_matrices(c_); ++joint) {
      ulna_mat44 m = matrix_of(c_, joint);
      for (float& x : m.m) x = mend::with_exponent(x, kLargest);
      set_matrix(c_, joint, m);
    }
    for (size_t i = 0; i < weights().size(); ++i) {
      weights()[i] = std::ldexp(weights()[i], kSmall);
      if (i > 0 && r_.one_in(2)) weights()[i] = weights()[i - 1];
    }
    for (size_t v = 0; v < num_vertices(c_); ++v)
      for (size_t i = 0; i < kComponents; ++i)
        set_component(c_, v, i, std::ldexp(component(c_, v, i), kSmall));
  }

  void make_matrices_alike() {
    const int palette = palette_of(c_);
    const size_t words = c_.operation->arrays[size_t(palette)].words(c_);
    make_neighbours_alike(array(palette), words, alike_one_in(r_), r_);
  }

  /// The positions, normals, matrices and weights of vertices.
  void make_vertices_alike() {
    const size_t count = num_influences(c_);
    const auto parts = [&](size_t v) {
      return Parts{vector_part(v, 0), vector_part(v, 1),
                   part_of(array(joint_indices_of(c_)), v * count, count, count, 1, false),
                   part_of(array(joint_weights_of(c_)), v * count, count, count)};
    };
    make_neighbours_alike(num_vertices(c_), alike_one_in(r_), parts, r_);
  }

private:
  /// The position of a vertex, or its normal.
  Part vector_part(size_t vertex, int which) {
    const int streams = num_streams(c_);
    Part part{.words = {}, .row = 3};
    for (int i = 3 * which; i < 3 * which + 3; ++i) {
      const int stream = i * streams / int(kComponents); // one, two or six
      const size_t width = c_.operation->arrays[size_t(kFirstStream + stream)].words(c_);
      const size_t at = size_t(i) % (kComponents / size_t(streams));
      part.words.push_back(&array(kFirstStream + stream).as<uint32_t>()[vertex * width + at]);
    }
    return part;
  }

  Array& array(int a) { return c_.arrays[size_t(a)]; }
  std::span<uint32_t> indices() { return array(joint_indices_of(c_)).as<uint32_t>(); }
  std::span<float> weights() { return array(joint_weights_of(c_)).as<float>(); }

  void set_vector(size_t vertex, size_t first, const std::array<float, 3>& v) {
    for (size_t i = 0; i < 3; ++i) set_component(c_, vertex, first + i, v[i]);
  }

  template <class T>
  void put(int to, const std::vector<T>& elements) {
    array(to).resize(elements.size() * sizeof(T));
    std::copy(elements.begin(), elements.end(), array(to).as<T>().begin());
  }

  void fill_palette(size_t count, Values values) {
    Array matrices;
    fill_matrices(matrices, count, values, factors_, r_);
    const int palette = palette_of(c_);
    array(palette).resize(count * c_.operation->arrays[size_t(palette)].element_size(c_));
    const bool shears = is_real(values) && r_.one_in(3);
    for (size_t joint = 0; joint < count; ++joint) {
      ulna_mat44 m = matrices.as<ulna_mat44>()[joint];
      if (shears) shear(m);
      set_matrix(c_, joint, m);
    }
  }

  /// A bone that is stretched, and leans.
  void shear(ulna_mat44& m) {
    const auto scale = static_cast<float>(r_.uniform(0.25, 4));
    const size_t row = r_.below(3);
    for (size_t column = 0; column < 3; ++column) m.m[4 * row + column] *= scale;
    const size_t other = (row + 1 + r_.below(2)) % 3;
    const auto lean = static_cast<float>(r_.uniform(-1, 1));
    for (size_t column = 0; column < 3; ++column)
      m.m[4 * row + column] += lean * m.m[4 * other + column];
  }

  void fill_indices(const Shape& shape) {
    std::vector<uint32_t> all;
    const size_t alike = r_.one_in(2) ? 2 : 8;
    for (size_t v = 0; v < shape.vertices; ++v)
      append_joints(all, num_influences(c_), v > 0, alike, shape.matrices, r_);
    put(joint_indices_of(c_), all);
    name_the_first_for_nothing(shape);
  }

  /// What weighs nothing names some matrix, or as exporters have it the first one.
  void name_the_first_for_nothing(const Shape& shape) {
    const size_t count = num_influences(c_);
    if (shape.influences == count || r_.one_in(2)) return;
    for (size_t i = 0; i < indices().size(); ++i)
      if (i % count >= shape.influences) indices()[i] = 0;
  }

  void fill_weights(const Shape& shape, Values values) {
    std::vector<float> all;
    for (size_t v = 0; v < shape.vertices; ++v) {
      if (is_real(values)) {
        append_partition(all, shape.influences, r_);
      } else {
        for (size_t k = 0; k < shape.influences; ++k)
          all.push_back(r_.one_in(32) ? special_weight(r_) : value_of(values, factors_, r_));
      }
      all.resize((v + 1) * num_influences(c_));
    }
    put(joint_weights_of(c_), all);
  }

  /// The exponent by which a normal has to be longer for its sum to have about the length one.
  int lift(Values values) const {
    return values == Values::tiny ? 2 * (135 / factors_) : values == Values::huge ? -72 : 0;
  }

  void fill_normal(size_t vertex, Values values, Normals normals) {
    std::array<float, 3> n{};
    const bool is_sum = has_four(c_) && !is_real(values); // with underflow and limits of its own
    if (normals == Normals::floats || is_sum) {
      fill_vector(n.data(), values, factors_, 1, r_);
      return set_vector(vertex, 3, n);
    }
    const std::array<double, 9> frame = random_rotation(r_);
    int exponent = lift(values);
    if (normals == Normals::any) exponent += r_.between(-8, 8);
    if (normals == Normals::long_ones) exponent += r_.between(25, 33);
    if (normals == Normals::short_ones) exponent -= r_.between(25, 33);
    for (size_t i = 0; i < 3; ++i) n[i] = static_cast<float>(std::ldexp(frame[i], exponent));
    if (normals == Normals::flat) {
      const size_t axis = r_.below(3);
      for (size_t i = 0; i < 3; ++i)
        if (i != axis) n[i] = r_.one_in(2) ? value_of(Values::tiny, 1, r_) : 0;
      if (n[axis] == 0) n[axis] = 1;
    }
    if (r_.one_in(16)) make_special_vector(n.data(), r_);
    set_vector(vertex, 3, n);
  }

  /// What only goes along: what textures have, or bits that arithmetic would not keep.
  void fill_rest(size_t vertex) {
    for (size_t i = kComponents; i < stream_width(c_); ++i) {
      const size_t word = vertex * stream_width(c_) + i;
      array(kFirstStream).set_word(word, bits_of_rest());
      // What is equal as a float is not as bits.
      const uint32_t other_sign = array(kFirstStream).word(word) ^ 0x80000000;
      if (r_.one_in(4)) array(kDst).set_word(word, other_sign);
    }
  }

  /// What only goes along is all of a kind.
  void fill_rests(Bits kind) {
    for (size_t vertex = 0; vertex < num_vertices(c_); ++vertex)
      for (size_t i = kComponents; i < stream_width(c_); ++i) {
        const size_t word = vertex * stream_width(c_) + i;
        array(kFirstStream).set_word(word, word_of(kind, r_));
        array(kDst).set_word(word, word_of(Bits::quiet, r_));
      }
  }

  uint32_t bits_of_rest() {
    constexpr uint32_t kInfinity = 0x7f800000;
    const auto digits = static_cast<uint32_t>(r_.next()) & ~kInfinity; // and a sign
    switch (r_.below(8)) {
    case 0:
      return digits; // denormal
    case 1:
      return kInfinity | digits; // a NaN that says something, quiet or signalling
    case 2:
      return std::bit_cast<uint32_t>(r_.any_bits());
    case 3:
    case 4:
      return std::bit_cast<uint32_t>(special_float(r_));
    default:
      return std::bit_cast<uint32_t>(static_cast<float>(r_.uniform(0, 1)));
    }
  }

  /// The second influence takes back what the first one did, but for a power of two of it: near the
  /// edge of the domain of normals, and beyond.
  void cancel(const Shape& shape) {
    if (shape.influences < 2) return;
    for (size_t i = 0; i < indices().size(); i += num_influences(c_)) {
      if (r_.one_in(4)) continue;
      if (shape.influences > 2 && shape.normals != Normals::cancelled && r_.one_in(2)) {
        const size_t one = r_.below(shape.influences);
        const size_t other = (one + 1 + r_.below(shape.influences - 1)) % shape.influences;
        weights()[i + other] = -weights()[i + one];
        continue;
      }
      indices()[i + 1] = indices()[i];
      const int left = r_.between(8, 24);
      weights()[i + 1] = static_cast<float>(-double(weights()[i]) * (1 - std::ldexp(1, -left)));
      for (size_t k = 2; k < shape.influences; ++k) weights()[i + k] = 0;
    }
  }

  /// What no vertex names may hold anything.
  void spoil_unused() {
    std::vector<bool> used(num_matrices(c_));
    for (const uint32_t joint : indices()) used[joint] = true;
    for (size_t joint = 0; joint < used.size(); ++joint) {
      if (used[joint]) continue;
      ulna_mat44 m = matrix_of(c_, joint);
      m.m[4 * r_.below(4) + r_.below(3)] = special_float(r_);
      set_matrix(c_, joint, m);
    }
  }

  void sprinkle() {
    if (has_four(c_)) spoil_translations(array(palette_of(c_)), r_);
    for (int a = kFirstStream; a <= joint_weights_of(c_); ++a) {
      if (a == joint_indices_of(c_) || array(a).words() == 0) continue;
      for (size_t n = 1 + array(a).words() / 64; n > 0; --n) {
        const auto special = std::bit_cast<uint32_t>(special_float(r_));
        array(a).set_word(r_.below(array(a).words()), special);
      }
    }
  }

  Random r_;
  uint64_t seed_;
  Case c_;
  int factors_ = 3;
};

constexpr size_t kMaxSmall = 40;
constexpr size_t kPalettes[] = {1, 2, 127, 128, 129, 255, 256};
constexpr size_t kWidePalettes[] = {1,   2,     127,   128,   129,   255,  256,
                                    257, 32767, 32768, 32769, 65535, 65536};
constexpr size_t kSpoilt = 17; ///< vertices of which one is spoilt: two groups of eight, and one
constexpr uint64_t kNumCounts = 2 * kMostInfluences * (kMaxSmall + 1);           // side, count
constexpr uint64_t kNumShifts = 2 * 64;                                          // side, shift
constexpr uint64_t kNumPalettes = kMostInfluences * std::size(kPalettes);        // influences
constexpr uint64_t kNumNormals = 2 * kMostInfluences * std::size(kAllNormals);   // flush
constexpr uint64_t kNumValues = 2 * 2 * kMostInfluences * std::size(kAllValues); // side, flush
constexpr uint64_t kNumSpoilt = kMostInfluences * kSpoilt;
constexpr uint64_t kNumAlike = 3 * 5 * kMostInfluences; // what
constexpr uint64_t kNumLarge = 2;
constexpr uint64_t kNumParted = 2 * kMostInfluences; // flush

/// Every small count of each number of influences, flush against the page on either side. Where
/// there is nothing to skin, there is no palette.
void count_edge(UniformCase& s, uint64_t i) {
  Shape shape{.vertices = i / (2 * kMostInfluences),
              .influences = 1 + i / 2 % kMostInfluences,
              .matrices = 1 + s.random().below(30)};
  if (shape.vertices == 0) shape.matrices = 0;
  s.fill(shape, Values::character);
  put_all(s.result(), static_cast<Side>(i % 2), 0);
}

/// Every shift, of bytes too.
void shift_edge(UniformCase& s, uint64_t i) {
  const Shape shape{.vertices = 1 + s.random().below(20),
                    .influences = 1 + s.random().below(kMostInfluences)};
  s.fill(shape, Values::character);
  put_all(s.result(), static_cast<Side>(i % 2), i / 2);
}

/// Every size of palette that an index may be too narrow for, or has a sign for.
void palette_edge(UniformCase& s, uint64_t i) {
  s.fill({.vertices = 67,
          .influences = 1 + i % kMostInfluences,
          .matrices = kPalettes[i / kMostInfluences],
          .ends_of_palette = true},
         Values::character);
}

void wide_palette_edge(UniformCase& s, uint64_t i) {
  s.fill({.vertices = 67, .matrices = kWidePalettes[i], .ends_of_palette = true},
         Values::character);
}

void normals_edge(UniformCase& s, uint64_t i) {
  s.fill({.vertices = 37,
          .influences = 1 + i / 2 % kMostInfluences,
          .normals = kAllNormals[i / (2 * kMostInfluences)]},
         Values::character);
  s.result().flush = i % 2;
}

void values_edge(UniformCase& s, uint64_t i) {
  s.fill({.vertices = 37,
          .influences = 1 + i / 4 % kMostInfluences,
          .matrices = 12,
          .normals = s.random().pick(kAllNormals)},
         kAllValues[i / (4 * kMostInfluences)]);
  put_all(s.result(), static_cast<Side>(i % 2), 0);
  s.result().flush = i / 2 % 2;
}

/// One vertex has nothing but NaNs, and its neighbours are right.
void spoilt_edge(UniformCase& s, uint64_t i) {
  s.fill({.vertices = kSpoilt, .influences = 1 + i % kMostInfluences}, Values::character);
  s.spoil(i / kMostInfluences);
}

/// All of a kind are copied, and as they are under a caller who flushes.
void rest_edge(UniformCase& s, uint64_t i) {
  s.fill({.vertices = 37, .rest = kAllBits[i / 2]}, Values::character);
  s.result().flush = i % 2;
}

/// Matrices, vertices or both that have parts in common with the one before.
void alike_edge(UniformCase& s, uint64_t i) {
  s.fill({.vertices = 40, .influences = 1 + i / 3 % kMostInfluences, .matrices = 3 + i / 12},
         Values::character);
  if (i % 3 != 1) s.make_matrices_alike();
  if (i % 3 != 0) s.make_vertices_alike();
}

/// No count is special: one beyond 16 bits is among them.
void large_edge(UniformCase& s, uint64_t i) {
  constexpr size_t kVertices[kNumLarge] = {5000, 66000};
  s.fill({.vertices = kVertices[i], .matrices = 128}, Values::character);
}

void parted_edge(UniformCase& s, uint64_t i) {
  s.fill({.vertices = 37, .influences = 1 + i / 2, .matrices = 9}, Values::character);
  s.part_exponents();
  s.result().flush = i % 2;
}

constexpr Stage<UniformCase> kPaletteStage{kNumPalettes, palette_edge};
constexpr Stage<UniformCase> kWidePaletteStage{std::size(kWidePalettes), wide_palette_edge};

/// With palettes that bytes name, or 16 bits where all have four influences.
template <bool Four>
constexpr Stage<UniformCase> kStages[] = {{kNumCounts, count_edge},
                                          {kNumShifts, shift_edge},
                                          Four ? kWidePaletteStage : kPaletteStage,
                                          {kNumNormals, normals_edge},
                                          {kNumValues, values_edge},
                                          {kNumSpoilt, spoilt_edge},
                                          {Four ? kNumKept : 0, rest_edge},
                                          {kNumAlike, alike_edge},
                                          {kNumParted, parted_edge},
                                          {kNumLarge, large_edge}};

std::span<const Stage<UniformCase>> stages(bool four) {
  return four ? std::span(kStages<true>) : std::span(kStages<false>);
}

/// Large calls have code of their own, for which weights may cancel, or be none, as well.
Values long_values(uint64_t k) {
  if (k % 12 == 1) return Values::cancelling;
  return k % 3 == 1 ? kAllValues[k / 6 % std::size(kAllValues)] : Values::character;
}

void long_count_edge(UniformCase& s, uint64_t k) {
  s.fill({.vertices = long_count(s.seed(), k, kTop18),
          .influences = k % 6 == 1 ? kMostInfluences : 1 + (k + s.seed()) % kMostInfluences,
          .matrices = 150},
         long_values(k));
  s.result().flush = s.random().one_in(4);
}

constexpr Stage<UniformCase> kLongStages[] = {{kNumLongCounts, long_count_edge}};

Shape random_shape(const Operation& op, Random& r) {
  Shape shape;
  shape.vertices = r.one_in(2) ? r.below(kMaxSmall + 1) : r.size(kMaxSmall, 5000);
  shape.influences = 1 + r.below(kMostInfluences);
  shape.matrices = r.one_in(has_four(op) ? 512 : 8) ? most_matrices(op)
                   : r.one_in(8)                    ? 1
                                                    : 1 + r.below(150);
  shape.normals = r.pick(kAllNormals);
  if (r.one_in(4)) shape.rest = r.pick(kAllBits);
  return shape;
}

Case generate(const Operation& op, uint64_t seed, uint64_t i) {
  UniformCase s(op, seed, i);
  if (make_edge_case(stages(has_four(op)), s, i)) return std::move(s.result());
  const uint64_t number = i - op.num_edge_cases;
  if (make_long_case<UniformCase>(kLongStages, s, number)) return std::move(s.result());
  const Shape shape = random_shape(op, s.random());
  const Values values = s.random().pick(kAllValues);
  s.fill(shape, values);
  if (s.random().one_in(16)) s.make_matrices_alike();
  if (s.random().one_in(16)) s.make_vertices_alike();
  if (s.random().one_in(16) && shape.vertices > 0) s.spoil(s.random().below(shape.vertices));
  place(s.result(), s.random());
  return std::move(s.result());
}

} // namespace

uint64_t num_uniform_verts_edge_cases(bool four) {
  return num_cases<UniformCase>(stages(four));
}

Case generate_skin_aos_verts(uint64_t seed, uint64_t i) {
  return generate(skin_aos_verts(), seed, i);
}

Case generate_skin_soa_verts(uint64_t seed, uint64_t i) {
  return generate(skin_soa_verts(), seed, i);
}

Case generate_skin_interleaved_verts(uint64_t seed, uint64_t i) {
  return generate(skin_interleaved_verts(), seed, i);
}

Case generate_skin_split_verts(uint64_t seed, uint64_t i) {
  return generate(skin_split_verts(), seed, i);
}

} // namespace ulna
