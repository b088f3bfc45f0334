// Cases for combine_bones, tween_verts, derive_bitangents and reorder_palette.

#include "operations/list.h"
#include "operations/shared/generate.h"
#include "operations/shared/long_cases.h"
#include "operations/shared/matrices.h"
#include "operations/shared/neighbours.h"
#include "operations/shared/place.h"
#include "operations/shared/stages.h"

#include <limits>

namespace ulna {
namespace {

/// The float nearest to x, or sometimes the one beside it.
float near(double x, Random& r) {
  const auto f = static_cast<float>(x);
  return r.one_in(2) ? f : std::nextafter(f, r.one_in(2) ? 0.0f : 2 * f);
}

/// What takes a number for another that is as near is wrong by more than the bound allows.
constexpr int kMostPower = 24;

// --- Two matrices ------------------------------------------------------------------------------

/// The inverse of a rigid matrix, rounded.
ulna_mat44 inverse_of_rigid(const ulna_mat44& m) {
  ulna_mat44 inverse{};
  for (size_t row = 0; row < 3; ++row) {
    double t = 0;
    for (size_t k = 0; k < 3; ++k) {
      inverse.m[4 * row + k] = m.m[4 * k + row];
      t += double(m.m[12 + k]) * m.m[4 * row + k];
    }
    inverse.m[12 + row] = static_cast<float>(-t);
  }
  inverse.m[15] = 1;
  return inverse;
}

/// Every second term of a sum takes back the one before it, nearly.
void cancel(ulna_mat44& offset, ulna_mat44& bone, Random& r) {
  for (size_t row = 0; row < 4; ++row)
    for (size_t k = 0; k < 4; k += 2) offset.m[4 * row + k + 1] = near(-offset.m[4 * row + k], r);
  for (size_t k = 0; k < 4; k += 2)
    for (size_t column = 0; column < 4; ++column)
      bone.m[4 * (k + 1) + column] = near(bone.m[4 * k + column], r);
}

void fill_bones(Case& c, size_t i, Values values, Random& r) {
  ulna_mat44& offset = c.arrays[1].as<ulna_mat44>()[i];
  ulna_mat44& bone = c.arrays[2].as<ulna_mat44>()[i];
  if (is_real(values)) {
    // A bone that has moved since the reference pose, or has not.
    bone = rigid_matrix(r);
    offset = inverse_of_rigid(r.one_in(2) ? bone : rigid_matrix(r));
  } else {
    for (float& x : offset.m) x = value_of(values, 2, r);
    for (float& x : bone.m) x = value_of(values, 2, r);
  }
  for (ulna_mat44* m : {&offset, &bone})
    if (r.one_in(16)) make_special(m->m, Special::any, r);
  if (is_real(values) && r.one_in(32)) offset = bone;
  if (values == Values::cancelling) cancel(offset, bone, r);
}

// --- Two key meshes ----------------------------------------------------------------------------

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kTweens[] = {0.0f,
                             -0.0f,
                             1.0f,
                             0.5f,
                             0.25f,
                             0x1p-149f,
                             0x1.fffffcp-127f,
                             0x1p-126f,
                             0x1p-24f,
                             1 - 0x1p-24f,
                             1 + 0x1p-23f,
                             -0x1p-24f,
                             -1.0f,
                             2.0f,
                             -3.75f,
                             1000.0f,
                             0x1p30f,
                             -0x1p100f,
                             std::numeric_limits<float>::max(),
                             kInfinity,
                             -kInfinity,
                             std::numeric_limits<float>::quiet_NaN()};

float random_tween(Random& r) {
  switch (r.below(8)) {
  case 0:
    return r.pick(kTweens);
  case 3:
    return r.beside(r.pick({0.0, 1.0}), kMostPower);
  case 4:
    return r.beside(r.pick({0.25, 0.5, 0.75}), kMostPower);
  case 1:
    return static_cast<float>(r.scaled(-60, 20));
  case 2:
    return static_cast<float>(r.uniform(-2, 3));
  default:
    return static_cast<float>(r.unit());
  }
}

void fill_tween(Case& c, size_t i, Values values, Random& r) {
  float* a = c.arrays[1].as<float>().data() + 6 * i;
  float* b = c.arrays[2].as<float>().data() + 6 * i;
  for (float* v : {a, b}) {
    fill_vector(v, values, 2, 100, r);
    fill_vector(v + 3, values, 2, 1, r);
  }
  const double t = c.real;
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  for (size_t k = 0; k < 6; ++k) {
    if (is_real(values) && r.one_in(4)) b[k] = near(a[k], r); // what hardly moves
    // Of a NaN the processor would choose the sign.
    if (values == Values::cancelling && t != 0)
      b[k] = near(std::isfinite(t) ? -a[k] * (1 - t) / t : -kNan, r);
  }
  for (size_t k = 0; k < 6; k += 3)
    if (r.one_in(16)) relate_vectors(a + k, b + k, r);
  if (r.one_in(32)) std::copy_n(a, 6, b); // what does not move
}

// --- Normals and tangents ----------------------------------------------------------------------

void fill_tangents(Case& c, size_t i, Values values, Random& r) {
  ulna_vertex& vertex = c.arrays[1].as<ulna_vertex>()[i];
  float* words = &vertex.position.x;
  for (size_t k = 0; k < 12; ++k) words[k] = value_of(values, 3, r);
  float* n = &vertex.normal.x;
  float* t = &vertex.tangent.x;
  if (is_real(values)) {
    const std::array<double, 9> frame = random_rotation(r);
    for (size_t k = 0; k < 3; ++k) {
      n[k] = static_cast<float>(frame[k]);
      t[k] = static_cast<float>(frame[3 + k]);
    }
    const float side = static_cast<float>(r.sign());
    vertex.tangent.w = r.one_in(16)  ? special_float(r)
                       : r.one_in(4) ? side * r.beside(1, kMostPower)
                                     : side;
  }
  if (values == Values::cancelling) { // nearly parallel
    const double scale = r.one_in(2) ? 1 : r.scaled(-3, 3);
    for (size_t k = 0; k < 3; ++k) t[k] = near(scale * n[k], r);
  }
  for (float* v : {n, t})
    if (r.one_in(16)) make_special_vector(v, r);
  if (r.one_in(16)) relate_vectors(n, t, r);
  // What takes no part holds what would show if it did.
  for (float* unused : {&vertex.position.x, &vertex.position.w, &vertex.normal.w})
    *unused = special_float(r);
}

// --- A palette ---------------------------------------------------------------------------------

void fill_matrix(Case& c, size_t i, Values values, Random& r) {
  ulna_mat44& m = c.arrays[1].as<ulna_mat44>()[i];
  m = random_matrix(values, 2, 16, r);
  if (r.one_in(4)) m.m[r.below(16)] = special_float(r); // which are copied like any other
  // Column 3 holds what shows where it gets to.
  if (r.one_in(2))
    for (size_t row = 0; row < 4; ++row) m.m[4 * row + 3] = special_float(r);
}

// --- Cases -------------------------------------------------------------------------------------

using FillElement = void (*)(Case& c, size_t i, Values values, Random& r);

class ElementwiseCase {
public:
  ElementwiseCase(const Operation& op, FillElement fill_element, uint64_t seed, uint64_t i)
      : r_(seed, i), seed_(seed), fill_element_(fill_element), c_(begin_case(op, seed, i)) {
    if (op.real) c_.real = random_tween(r_);
  }

  Random& random() { return r_; }
  Case& result() { return c_; }
  uint64_t seed() const { return seed_; }

  void fill(size_t count, Values values) {
    for (size_t a = 0; a < c_.arrays.size(); ++a)
      c_.arrays[a].resize(count * c_.operation->arrays[a].element_size(c_));
    fill_output(c_.arrays[0], r_);
    for (size_t i = 0; i < count; ++i) fill_element_(c_, i, values, r_);
    if (values == Values::special) sprinkle();
  }

  /// Matrices, or the vectors of vertices.
  void make_alike() {
    const auto parts = [this](size_t i) {
      Parts all;
      for (size_t a = 1; a < c_.arrays.size(); ++a) {
        const size_t words = c_.operation->arrays[a].words(c_);
        const size_t vector = words == 6 ? 3 : words == 12 ? 4 : words;
        for (size_t w = 0; w < words; w += vector)
          all.push_back(part_of(c_.arrays[a], i * words + w, vector));
      }
      return all;
    };
    const size_t words = c_.operation->arrays[1].words(c_);
    make_neighbours_alike(c_.arrays[1].words() / words, alike_one_in(r_), parts, r_);
  }

private:
  void sprinkle() {
    for (size_t a = 1; a < c_.arrays.size(); ++a) {
      Array& array = c_.arrays[a];
      if (array.words() == 0) continue;
      for (size_t n = 1 + array.words() / 64; n > 0; --n) {
        const auto special = std::bit_cast<uint32_t>(special_float(r_));
        array.set_word(r_.below(array.words()), special);
      }
    }
  }

  Random r_;
  uint64_t seed_;
  FillElement fill_element_;
  Case c_;
};

constexpr size_t kMaxSmall = 40;
constexpr size_t kLarge[] = {5000, 66000};

/// Every small count, flush against the page on either side.
void count_edge(ElementwiseCase& s, uint64_t i) {
  s.fill(i / 2, Values::character);
  put_all(s.result(), static_cast<Side>(i % 2), 0);
}

void shift_edge(ElementwiseCase& s, uint64_t i) {
  s.fill(7, Values::character);
  put_all(s.result(), static_cast<Side>(i % 2), i / 2 * 4);
}

void values_edge(ElementwiseCase& s, uint64_t i) {
  s.fill(37, kAllValues[i / 4]);
  put_all(s.result(), static_cast<Side>(i % 2), 0);
  s.result().flush = i / 2 % 2;
}

/// What is copied is of a kind as well.
void kept_edge(ElementwiseCase& s, uint64_t i) {
  s.fill(37, Values::character);
  if (s.result().operation == &reorder_palette())
    fill_output(s.result().arrays[1], kAllBits[i / 2], s.random());
  keep_edge(s.result(), i, s.random());
}

/// Elements that have parts in common with the one before.
constexpr uint64_t kNumAlike = 12;
void alike_edge(ElementwiseCase& s, uint64_t i) {
  if (s.result().operation->real)
    s.result().real = i % 4 ? static_cast<float>(s.random().unit()) : 0.5f;
  s.fill(61, Values::character);
  s.make_alike();
}

/// No count is special: one beyond 16 bits is among them.
void large_edge(ElementwiseCase& s, uint64_t i) {
  s.fill(kLarge[i], Values::character);
}

void tween_edge(ElementwiseCase& s, uint64_t i) {
  s.result().real = kTweens[i / 4];
  s.fill(21, i % 2 ? Values::special : Values::free);
  s.result().flush = i / 2 % 2;
}

/// t beside 0, 1/2 and 1, on either side.
void beside_edge(ElementwiseCase& s, uint64_t i) {
  const double side = i % 2 ? 1 : -1;
  s.result().real = static_cast<float>(0.5 * double(i / 2 % 3) + std::ldexp(side, -1 - int(i / 6)));
  s.fill(21, Values::free);
}

/// Of each count all is of one mesh: who copies may do so by other code than who blends.
void ends_edge(ElementwiseCase& s, uint64_t i) {
  s.result().real = float(i % 2);
  s.fill(i / 2, Values::character);
  put_all(s.result(), static_cast<Side>(i / 2 % 2), 0);
}

constexpr Stage<ElementwiseCase> kStages[] = {{2 * (kMaxSmall + 1), count_edge},
                                              {2 * 16, shift_edge},
                                              {4 * std::size(kAllValues), values_edge},
                                              {kNumKept, kept_edge},
                                              {kNumAlike, alike_edge},
                                              {std::size(kLarge), large_edge},
                                              {4 * std::size(kTweens), tween_edge},
                                              {2 * 3 * kMostPower, beside_edge},
                                              {2 * (kMaxSmall + 1), ends_edge}};

/// The stages of an operation: the last three are only for those with a t.
std::span<const Stage<ElementwiseCase>> stages(bool tweens) {
  return {kStages, std::size(kStages) - (tweens ? 0 : 3)};
}

/// The last needs more than 24 bits for the offsets of its longest elements.
void long_count_edge(ElementwiseCase& s, uint64_t k) {
  const std::vector<ArraySpec>& arrays = s.result().operation->arrays;
  size_t longest = 0;
  for (const ArraySpec& spec : arrays) longest = std::max(longest, spec.element_size(s.result()));
  // Of a t of 0 or 1, or none at all, the result would not depend on one of the meshes.
  if (s.result().operation->real)
    s.result().real = static_cast<float>(s.random().uniform(0.1, 0.9));
  s.fill(long_count(s.seed(), k, top24(longest)), Values::character);
  s.result().flush = s.random().one_in(4);
}

constexpr Stage<ElementwiseCase> kLongStages[] = {{kNumLongCounts, long_count_edge}};
/// Of those that take longer fewer are judged, and more of these are long.
constexpr uint64_t kFewElements = 1'500'000;
uint64_t long_one_in(const Operation& op) {
  return op.quick_elements < kFewElements ? 6 : kLongOneIn;
}

Case generate(const Operation& op, FillElement fill_element, uint64_t seed, uint64_t i) {
  ElementwiseCase s(op, fill_element, seed, i);
  if (make_edge_case<ElementwiseCase>(stages(op.real), s, i)) return std::move(s.result());
  const uint64_t number = i - op.num_edge_cases;
  if (make_long_case<ElementwiseCase>(kLongStages, s, number, long_one_in(op)))
    return std::move(s.result());
  Random& r = s.random();
  const Values values = r.pick(kAllValues);
  s.fill(r.one_in(2) ? r.below(kMaxSmall + 1) : r.size(kMaxSmall, 5000), values);
  if (r.one_in(16)) s.make_alike();
  place(s.result(), r);
  return std::move(s.result());
}

} // namespace

uint64_t num_elementwise_edge_cases(bool tweens) {
  return num_cases(stages(tweens));
}

Case generate_combine_bones(uint64_t seed, uint64_t i) {
  return generate(combine_bones(), fill_bones, seed, i);
}

Case generate_tween_verts(uint64_t seed, uint64_t i) {
  return generate(tween_verts(), fill_tween, seed, i);
}

Case generate_derive_bitangents(uint64_t seed, uint64_t i) {
  return generate(derive_bitangents(), fill_tangents, seed, i);
}

Case generate_reorder_palette(uint64_t seed, uint64_t i) {
  return generate(reorder_palette(), fill_matrix, seed, i);
}

} // namespace ulna
