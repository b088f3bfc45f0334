// Cases for transform_verts, transform_verts_and_tangents and their forms for distant models.

#include "cases/values.h"
#include "operations/list.h"
#include "operations/shared/cut_numbers.h"
#include "operations/shared/generate.h"
#include "operations/shared/long_cases.h"
#include "operations/shared/many_influences.h"
#include "operations/shared/mend.h"
#include "operations/shared/neighbours.h"
#include "operations/shared/place.h"
#include "operations/shared/special_values.h"
#include "operations/shared/stages.h"
#include "operations/skinning/skinning.h"

#include <algorithm>

namespace ulna {
namespace {

using namespace skinning;

/// How large a case is.
struct Shape {
  size_t vertices = 0;
  size_t joints = 1;
  int min_influences = 1;
  int max_influences = 4;
  size_t heavy_vertex = SIZE_MAX; ///< this one has heavy_influences
  int heavy_influences = 64;
  bool seams = false;     ///< of these only those weigh that are next to the seams of blocks
  bool repeats = false;   ///< a few joints over and over, but for those that are used
  size_t first_joint = 0; ///< of those that are used
  std::span<const size_t> influences = {}; ///< of each vertex, in place of the numbers above
};

ulna_joint_mat rigid_joint(Random& r) {
  const std::array<double, 9> rotation = random_rotation(r);
  const double reach = r.one_in(4) ? 100 : 2;
  ulna_joint_mat m;
  for (size_t row = 0; row < 3; ++row) {
    for (size_t c = 0; c < 3; ++c) m.m[4 * row + c] = static_cast<float>(rotation[3 * row + c]);
    m.m[4 * row + 3] = static_cast<float>(r.uniform(-reach, reach));
  }
  return m;
}

/// What a vertex is made of: a base vector for each influence; three of them, and weights; three of
/// them, and the first influence; the base vector of the first.
enum class Form { positions, vectors, distant, distant_positions };

/// What stands where nothing is to take part.
enum class Ignored { nan, infinity, huge, zero, denormal, special };
constexpr Ignored kAllIgnored[] = {Ignored::nan,  Ignored::infinity, Ignored::huge,
                                   Ignored::zero, Ignored::denormal, Ignored::special};

float ignored_float(Ignored what, Random& r) {
  switch (what) {
  case Ignored::nan:
    return NAN;
  case Ignored::infinity:
    return r.sign() < 0 ? -INFINITY : INFINITY;
  case Ignored::huge:
    return static_cast<float>(r.scaled(100, 126));
  case Ignored::zero:
    return 0;
  case Ignored::denormal:
    return static_cast<float>(r.scaled(-149, -127));
  default:
    return special_float(r);
  }
}

class SkinningCase {
public:
  SkinningCase(const Operation& op, Form form, uint64_t seed, uint64_t i)
      : r_(seed, i), seed_(seed), form_(form),
        weighted_(form == Form::vectors || form == Form::distant), c_(begin_case(op, seed, i)) {}

  Random& random() { return r_; }
  Case& result() { return c_; }
  uint64_t seed() const { return seed_; }

  void fill(const Shape& shape, Values values) {
    fill_joints(shape, values);
    fill_weights(shape, values);
    if (shape.repeats) fill_used_joints(shape, values);
    fill_base(values);
    c_.arrays[kVerts].resize(shape.vertices * sizeof(ulna_vertex));
    fill_output(c_.arrays[kVerts], r_);
    if (values == Values::cancelling) cancel();
    if (values == Values::special) sprinkle();
  }

  /// Of a distant model: all weights become what is ignored, or half of the palette, which then
  /// later influences name and first ones do not.
  void spoil_weights(Ignored what) {
    for (ulna_joint_weight& w : c_.arrays[kWeights].as<ulna_joint_weight>())
      w.weight = ignored_float(what, r_);
  }
  void spoil_matrices(Ignored what) {
    constexpr auto kBytes = int32_t{sizeof(ulna_joint_mat)};
    const auto joints = c_.arrays[kJoints].as<ulna_joint_mat>();
    const auto ignored = static_cast<int32_t>(joints.size() / 2);
    if (ignored == 0) return;
    const auto used = static_cast<int32_t>(joints.size()) - ignored;
    bool is_first = true;
    for (ulna_joint_weight& w : c_.arrays[kWeights].as<ulna_joint_weight>()) {
      const int32_t joint = w.joint_mat_offset / kBytes;
      w.joint_mat_offset = kBytes * (is_first ? joint % used : used + joint % ignored);
      is_first = w.next_vertex_offset == sizeof w;
    }
    for (ulna_joint_mat& m : joints.subspan(size_t(used)))
      for (float& x : m.m) x = ignored_float(what, r_);
  }

  void make_joints_alike() { make_neighbours_alike(c_.arrays[kJoints], 12, alike_one_in(r_), r_); }

  /// The base vectors, weights and joints of vertices.
  void make_vertices_alike() {
    const auto weights = c_.arrays[kWeights].as<ulna_joint_weight>();
    std::vector<size_t> first{0};
    for (size_t i = 0; i < weights.size(); ++i)
      if (weights[i].next_vertex_offset == sizeof weights[i]) first.push_back(i + 1);
    const auto parts = [&](size_t v) {
      const size_t count = first[v + 1] - first[v];
      Parts all;
      for (size_t k = 0; k < (weighted_ ? 3 : count); ++k)
        all.push_back(part_of(c_.arrays[kBase], 4 * ((weighted_ ? 3 * v : first[v]) + k), 4));
      all.push_back(part_of(c_.arrays[kWeights], 3 * first[v], count, count, 3));
      all.push_back(part_of(c_.arrays[kWeights], 3 * first[v] + 1, count, count, 3, false));
      // Of neighbours with other numbers of influences the last parts differ.
      if (!weighted_) std::rotate(all.begin(), all.end() - 2, all.end());
      return all;
    };
    make_neighbours_alike(first.size() - 1, alike_one_in(r_), parts, r_);
  }

  /// The same of base vectors, where each influence has one.
  void spoil_bases(Ignored what) {
    if (!has_later_bases()) return;
    bool is_first = true;
    for (size_t i = 0; i < c_.arrays[kBase].size() / sizeof(ulna_vec4); ++i) {
      ulna_vec4& b = c_.arrays[kBase].as<ulna_vec4>()[i];
      if (!is_first)
        for (float* x : {&b.x, &b.y, &b.z, &b.w}) *x = ignored_float(what, r_);
      is_first = c_.arrays[kWeights].as<ulna_joint_weight>()[i].next_vertex_offset ==
                 int32_t{sizeof(ulna_joint_weight)};
    }
  }

  bool has_later_bases() const { return form_ == Form::distant_positions; }
  bool is_distant() const { return form_ == Form::distant || form_ == Form::distant_positions; }

  /// Elements of matrices close to the largest float, and vectors and weights as small, many of a
  /// vertex alike: what is added up before it is made small overflows.
  void part_exponents() {
    constexpr int kLargest = 127;
    const int small = weighted_ ? -64 : -110;
    for (ulna_joint_mat& m : c_.arrays[kJoints].as<ulna_joint_mat>())
      for (float& x : m.m) x = mend::with_exponent(x, kLargest);
    const auto base = c_.arrays[kBase].as<ulna_vec4>();
    for (size_t i = 0; i < base.size(); ++i) {
      for (float* x : {&base[i].x, &base[i].y, &base[i].z, &base[i].w}) *x = std::ldexp(*x, small);
      if (i > 0 && r_.one_in(2)) base[i] = base[i - 1];
    }
    const auto weights = c_.arrays[kWeights].as<ulna_joint_weight>();
    for (size_t i = 0; i < weights.size(); ++i) {
      weights[i].weight = std::ldexp(weights[i].weight, small);
      if (i > 0 && r_.one_in(2)) weights[i].weight = weights[i - 1].weight;
    }
  }

  /// Every second vertex is nothing but this value, and so is the last joint, which only these
  /// have: nothing of it may reach the vertex before.
  void spoil_every_second(float value) {
    std::ranges::fill(c_.arrays[kJoints].as<float>().last(sizeof(ulna_joint_mat) / 4), value);
    const auto last = static_cast<int32_t>(c_.arrays[kJoints].size() - sizeof(ulna_joint_mat));
    const auto weights = c_.arrays[kWeights].as<ulna_joint_weight>();
    const auto base = c_.arrays[kBase].as<ulna_vec4>();
    size_t vertex = 0;
    for (size_t i = 0; i < weights.size(); ++i) {
      const bool spoilt = vertex % 2 == 1;
      int32_t& joint = weights[i].joint_mat_offset;
      joint = spoilt ? last : joint == last ? 0 : joint;
      const size_t first = weighted_ ? 3 * vertex : i;
      if (spoilt)
        std::fill_n(base.begin() + ptrdiff_t(first), weighted_ ? 3 : 1,
                    ulna_vec4{value, value, value, value});
      vertex += weights[i].next_vertex_offset == sizeof weights[i];
    }
  }

private:
  void fill_joints(const Shape& shape, Values values) {
    Array& array = c_.arrays[kJoints];
    array.resize(shape.joints * sizeof(ulna_joint_mat));
    const auto joints = array.as<ulna_joint_mat>();
    const size_t special = special_one_in(r_);
    const size_t own = shape.repeats ? kRepeated : joints.size();
    for (ulna_joint_mat& m : joints.first(own)) {
      fill_joint(m, values);
      if (r_.one_in(special)) make_special(m.m, Special::any, r_);
    }
    if (shape.repeats) repeat(joints, own);
  }

  void fill_joint(ulna_joint_mat& m, Values values) {
    if (is_real(values)) {
      m = rigid_joint(r_);
    } else {
      for (float& x : m.m) x = value_of(values, factors(), r_);
    }
  }

  /// Many influences name one of the last joints, or one whose key is that of the joint before, and
  /// each of those named is like no other. The first may be what stands for none.
  void fill_used_joints(const Shape& shape, Values values) {
    constexpr size_t kBytes = sizeof(ulna_joint_mat);
    const auto joints = c_.arrays[kJoints].as<ulna_joint_mat>();
    size_t before = shape.first_joint < joints.size() ? shape.first_joint : 0;
    bool is_first = true;
    for (ulna_joint_weight& w : c_.arrays[kWeights].as<ulna_joint_weight>()) {
      size_t joint = size_t(w.joint_mat_offset) / kBytes;
      if (r_.one_in(2)) joint = joints.size() - 1 - r_.below(kRepeated);
      joint = is_first ? before : with_key_of(before, joint, joints.size(), kBytes, r_);
      is_first = false;
      w.joint_mat_offset = static_cast<int32_t>(joint * kBytes);
      fill_joint(joints[joint], values);
      before = joint;
    }
  }

  void fill_weights(const Shape& shape, Values values) {
    std::vector<ulna_joint_weight> weights;
    for (size_t v = 0; v < shape.vertices; ++v) {
      const int count = !shape.influences.empty() ? static_cast<int>(shape.influences[v])
                        : v == shape.heavy_vertex
                            ? shape.heavy_influences
                            : r_.between(shape.min_influences, shape.max_influences);
      const size_t first = weights.size();
      const SpecialShares special(size_t(count), r_);
      const bool is_special = r_.one_in(16);
      double sum = 0;
      for (int k = 0; k < count; ++k) {
        const auto joint = static_cast<int32_t>(r_.below(shape.joints));
        double weight = is_special      ? special[size_t(k)]
                        : r_.one_in(16) ? 0
                        : r_.one_in(8)  ? r_.unit() * 1e-4
                                        : r_.unit();
        if (shape.seams && v == shape.heavy_vertex) {
          weight = weight_at_seams(k, count, weight, r_);
        } else if (k + 1 == count && (!shape.influences.empty() || count >= kManyInfluences)) {
          weight = count / 2.0;
        }
        weights.push_back({static_cast<float>(weight), joint * int32_t{sizeof(ulna_joint_mat)},
                           (count - k) * int32_t{sizeof(ulna_joint_weight)}});
        sum += weight;
      }
      const bool normalised = is_real(values);
      for (size_t i = first; i < weights.size(); ++i) {
        float& w = weights[i].weight;
        if (!normalised) {
          w = r_.one_in(32) ? special_weight(r_) : value_of(values, factors(), r_);
        } else if (count == 1) {
          w = 1;
        } else if (sum > 0) {
          w = static_cast<float>(w / sum);
        }
      }
      // Sums that are one but for some ulps, which a port may take for its own to mend.
      if (normalised && r_.one_in(4))
        weights[first].weight += float(r_.between(-32, 32)) * 0x1p-24f;
    }
    c_.arrays[kWeights].resize(weights.size() * sizeof(ulna_joint_weight));
    std::copy(weights.begin(), weights.end(), c_.arrays[kWeights].as<ulna_joint_weight>().begin());
  }

  void fill_base(Values values) {
    const auto weights = c_.arrays[kWeights].as<ulna_joint_weight>();
    const size_t vertices =
        size_t(std::count_if(weights.begin(), weights.end(), [](const ulna_joint_weight& w) {
          return w.next_vertex_offset == sizeof w;
        }));
    const size_t count = weighted_ ? 3 * vertices : weights.size();
    c_.arrays[kBase].resize(count * sizeof(ulna_vec4));
    const auto base = c_.arrays[kBase].as<ulna_vec4>();
    const double reach = r_.one_in(4) ? 100 : 2;
    bool is_first = true; // of its vertex
    for (size_t i = 0; i < count; ++i) {
      if (!is_real(values)) {
        base[i] = {value_of(values, factors(), r_), value_of(values, factors(), r_),
                   value_of(values, factors(), r_), value_of(values, factors(), r_)};
        if (r_.one_in(16)) make_special_vector(&base[i].x, r_);
        if (r_.one_in(16)) base[i].w = special_weight(r_);
        if (form_ == Form::distant_positions && !r_.one_in(4))
          base[i].w = value_of(Values::free, factors(), r_); // it divides
      } else if (weighted_) {
        const bool position = i % 3 == 0;
        base[i] = base_vector(position ? reach : 1, position ? 1 : 0);
        if (i % 3 == 2 && r_.one_in(16)) relate_vectors(&base[i - 1].x, &base[i].x, r_);
        if (i % 3 == 2 && r_.one_in(16)) shift_fourths(&base[i - 2]);
      } else {
        float w = weights[i].weight;
        // What counts is divided by it, and nothing would be owed of the vertex.
        if (form_ == Form::distant_positions && is_first && w == 0) w = 0.5f;
        base[i] = base_vector(reach, w);
        for (float* x : {&base[i].x, &base[i].y, &base[i].z}) *x *= w;
        is_first = weights[i].next_vertex_offset == sizeof weights[i];
      }
    }
  }

  /// Two of a vertex's three fourth components give up being 1 or 0, and their sum stays.
  void shift_fourths(ulna_vec4* vertex) {
    const float by = float(r_.between(-512, 512)) * 0x1p-8f; // exact
    const size_t one = r_.below(3);
    vertex[one].w += by;
    vertex[(one + 1 + r_.below(2)) % 3].w -= by;
  }

  ulna_vec4 base_vector(double reach, float w) {
    ulna_vec4 v{float(r_.uniform(-reach, reach)), float(r_.uniform(-reach, reach)),
                float(r_.uniform(-reach, reach)), w};
    if (r_.one_in(16)) make_special_vector(&v.x, r_);
    return v;
  }

  /// Turns every second influence of a vertex into almost the opposite of the one before it.
  void cancel() {
    const auto weights = c_.arrays[kWeights].as<ulna_joint_weight>();
    const auto base = c_.arrays[kBase].as<ulna_vec4>();
    for (size_t i = 1; i < weights.size(); i += 2) {
      weights[i].joint_mat_offset = weights[i - 1].joint_mat_offset;
      weights[i].weight = -weights[i - 1].weight;
      if (weighted_) continue;
      base[i] = {-base[i - 1].x, -base[i - 1].y, -base[i - 1].z, -base[i - 1].w};
      if (r_.one_in(2)) base[i].x = std::nextafter(base[i].x, 0.0f);
    }
  }

  void sprinkle() {
    for (const int a : {kJoints, kBase, kWeights}) {
      Array& array = c_.arrays[size_t(a)];
      if (array.size() == 0) continue;
      for (size_t n = 1 + array.words() / 64; n > 0; --n) {
        size_t word = r_.below(array.words());
        if (a == kWeights) word -= word % 3; // the weight itself, not its offsets
        array.set_word(word, std::bit_cast<uint32_t>(special_float(r_)));
      }
    }
  }

  int factors() const { return form_ == Form::vectors ? 3 : 2; }

  Random r_;
  uint64_t seed_;
  Form form_;
  bool weighted_; ///< three base vectors for each vertex
  Case c_;
};

constexpr size_t kMaxSmall = 40;
// Beyond the last two, byte offsets need more than 20 and 22 bits.
constexpr size_t kPalettes[] = {1, 2, 128, 20000, 22000, 90000};
constexpr int kHeavy[] = {64, 65, 100, 257, 1000, 5000, 66001}; // also beyond 16 bits
constexpr uint64_t kNumCounts = 2 * 4 * (kMaxSmall + 1);        // side, influences, count
constexpr uint64_t kNumShifts = 2 * 16 * 3;                     // side, shift, count
constexpr uint64_t kNumPalettes = 2 * std::size(kPalettes);
constexpr uint64_t kNumHeavy = std::size(kHeavy);
constexpr uint64_t kNumValues = 4 * std::size(kAllValues);
constexpr uint64_t kNumAlike = 3 * 16; // what
constexpr uint64_t kNumLarge = 2;
constexpr uint64_t kNumParted = 8;
constexpr uint64_t kNumEdges = kNumCounts + kNumShifts + kNumPalettes + kNumHeavy + kNumValues +
                               kNumKept + kNumAlike + kNumLarge + kNumMany + kNumParted +
                               kNumSpoiltNext + kNumEachNumber;
constexpr uint64_t kNumIgnored = 2 * 3 * std::size(kAllIgnored); // side, where, what

/// Every small count, flush against the page on either side, for 1, 2, 3 and 1 to 8 influences.
/// Where there is nothing to skin, there are no joints.
void count_edge(SkinningCase& s, uint64_t i) {
  const auto side = static_cast<Side>(i % 2);
  const int influences = static_cast<int>(i / 2 % 4) + 1;
  Shape shape{.vertices = i / 8, .joints = 1 + s.random().below(30)};
  if (shape.vertices == 0) shape.joints = 0;
  shape.min_influences = influences == 4 ? 1 : influences;
  shape.max_influences = influences == 4 ? 8 : influences;
  s.fill(shape, Values::character);
  put_all(s.result(), side, 0);
}

/// Every shift.
void shift_edge(SkinningCase& s, uint64_t i) {
  s.fill({.vertices = 1 + i / 32 * 3, .joints = 4}, Values::character);
  put_all(s.result(), static_cast<Side>(i % 2), i / 2 % 16 * 4);
}

void palette_edge(SkinningCase& s, uint64_t i) {
  s.fill({.vertices = 200, .joints = kPalettes[i / 2]}, Values::character);
  s.result().flush = i % 2;
}

void heavy_edge(SkinningCase& s, uint64_t i) {
  s.fill({.vertices = 4, .joints = 50, .heavy_vertex = i % 4, .heavy_influences = kHeavy[i]},
         Values::character);
}

/// One of two vertices has many influences, and one stands behind it, which shows where it ends.
void many_edge(SkinningCase& s, uint64_t i) {
  const bool alike = is_of_one_joint(i);
  s.fill({.vertices = 3,
          .joints = alike ? size_t{1} : 50,
          .heavy_vertex = i / 2 % 2,
          .heavy_influences = many_influences(i),
          .seams = !alike},
         Values::character);
}

/// Vertices of any number of influences before such as are not finite.
void spoilt_next_edge(SkinningCase& s, uint64_t i) {
  s.fill({.vertices = kSpoiltNext.size(), .joints = 9, .influences = kSpoiltNext},
         Values::character);
  s.spoil_every_second(kNotFinite[i]);
}

void each_number_edge(SkinningCase& s, uint64_t) {
  s.fill({.vertices = kEachNumber.size(), .joints = 50, .influences = kEachNumber},
         Values::character);
}

void parted_edge(SkinningCase& s, uint64_t i) {
  s.fill({.vertices = 37, .joints = 9}, Values::character);
  s.part_exponents();
  s.result().flush = i % 2;
}

void values_edge(SkinningCase& s, uint64_t i) {
  s.fill({.vertices = 37, .joints = 12, .max_influences = 8, .heavy_vertex = 5}, kAllValues[i / 4]);
  put_all(s.result(), static_cast<Side>(i % 2), 0);
  s.result().flush = i / 2 % 2;
}

void kept_edge(SkinningCase& s, uint64_t i) {
  s.fill({.vertices = 37, .joints = 12}, Values::character);
  keep_edge(s.result(), i, s.random());
}

/// Joints, vertices or both that have parts in common with the one before.
void alike_edge(SkinningCase& s, uint64_t i) {
  const int influences = 1 + static_cast<int>(i / 3 % 4);
  s.fill({.vertices = 40,
          .joints = 3 + i / 3 % 8,
          .min_influences = i % 2 ? influences : 1,
          .max_influences = influences},
         Values::character);
  if (i % 3 != 1) s.make_joints_alike();
  if (i % 3 != 0) s.make_vertices_alike();
}

/// No count is special: one beyond 16 bits.
void large_edge(SkinningCase& s, uint64_t i) {
  constexpr size_t kVertices[kNumLarge] = {5000, 66000};
  s.fill({.vertices = kVertices[i], .joints = 128}, Values::character);
}

// --- Long cases --------------------------------------------------------------------------------

void long_count_edge(SkinningCase& s, uint64_t k) {
  s.fill({.vertices = long_count(s.seed(), k, top24(sizeof(ulna_vertex))), .joints = 128},
         Values::character);
  s.result().flush = s.random().one_in(4);
}

/// Offsets of joints beyond 24 bits; numbers beyond 16, also of vertices that are rigid.
constexpr uint64_t kNumLongPalettes = 4;
void long_palette_edge(SkinningCase& s, uint64_t i) {
  constexpr size_t kBeyond16 = 140'000;
  const bool rigid = i >= 2;
  s.fill({.vertices = 200,
          .joints = (rigid ? kBeyond16 : top24(sizeof(ulna_joint_mat))) + s.random().below(1000),
          .max_influences = rigid ? 1 : 4,
          .repeats = true,
          .first_joint = last_key(sizeof(ulna_joint_mat), i)},
         i == 1 ? Values::free : Values::character);
}

constexpr Stage<SkinningCase> kLongStages[] = {{kNumLongCounts, long_count_edge},
                                               {kNumLongPalettes, long_palette_edge}};

/// Distant models: what takes no part, in the weights, in the palette and in both.
void ignored_edge(SkinningCase& s, uint64_t i) {
  const uint64_t where = i / 2 % 3;
  const Ignored what = kAllIgnored[i / 6];
  s.fill({.vertices = 13, .joints = 9}, Values::character);
  if (where != 1) s.spoil_weights(what);
  if (where != 0) s.spoil_matrices(what);
  if (where != 1) s.spoil_bases(what);
  put_all(s.result(), static_cast<Side>(i % 2), 0);
}

Shape random_shape(Random& r) {
  Shape shape;
  shape.vertices = r.one_in(2) ? r.below(kMaxSmall + 1) : r.size(kMaxSmall, 5000);
  shape.joints = r.one_in(64) ? 20000 : r.one_in(8) ? 1 + r.below(2) : 1 + r.below(128);
  shape.max_influences = r.between(1, 8);
  shape.min_influences = r.one_in(4) ? shape.max_influences : 1;
  if (r.one_in(16)) {
    shape.heavy_vertex = r.below(shape.vertices + 1);
    shape.heavy_influences = static_cast<int>(r.size(9, 300));
  }
  return shape;
}

Form form_of(const Operation& op) {
  return &op == &transform_verts()                ? Form::positions
         : &op == &transform_verts_and_tangents() ? Form::vectors
         : &op == &transform_verts_lod()          ? Form::distant_positions
                                                  : Form::distant;
}

Case generate(const Operation& op, uint64_t seed, uint64_t i) {
  SkinningCase s(op, form_of(op), seed, i);
  static constexpr Stage<SkinningCase> kStages[] = {{kNumCounts, count_edge},
                                                    {kNumShifts, shift_edge},
                                                    {kNumPalettes, palette_edge},
                                                    {kNumHeavy, heavy_edge},
                                                    {kNumValues, values_edge},
                                                    {kNumKept, kept_edge},
                                                    {kNumAlike, alike_edge},
                                                    {kNumLarge, large_edge},
                                                    {kNumMany, many_edge},
                                                    {kNumParted, parted_edge},
                                                    {kNumSpoiltNext, spoilt_next_edge},
                                                    {kNumEachNumber, each_number_edge},
                                                    {kNumIgnored, ignored_edge}};
  const std::span stages(kStages, std::size(kStages) - (s.is_distant() ? 0 : 1));
  if (make_edge_case<SkinningCase>(stages, s, i)) return std::move(s.result());
  if (make_long_case<SkinningCase>(kLongStages, s, i - op.num_edge_cases))
    return std::move(s.result());
  Random& r = s.random();
  const Shape shape = random_shape(r);
  s.fill(shape, r.pick(kAllValues));
  if (r.one_in(16)) s.make_joints_alike();
  if (r.one_in(16)) s.make_vertices_alike();
  if (s.is_distant() && r.one_in(4)) s.spoil_weights(r.pick(kAllIgnored));
  if (s.is_distant() && r.one_in(4)) s.spoil_matrices(r.pick(kAllIgnored));
  if (s.has_later_bases() && r.one_in(4)) s.spoil_bases(r.pick(kAllIgnored));
  place(s.result(), r);
  return std::move(s.result());
}

} // namespace

uint64_t num_skinning_edge_cases() {
  return kNumEdges;
}

Case generate_transform_verts(uint64_t seed, uint64_t i) {
  return generate(transform_verts(), seed, i);
}

Case generate_transform_verts_and_tangents(uint64_t seed, uint64_t i) {
  return generate(transform_verts_and_tangents(), seed, i);
}

Case generate_skinning_of(const Operation& op, std::span<const size_t> influences, uint64_t seed,
                          uint64_t i) {
  SkinningCase s(op, form_of(op), seed, i);
  s.fill({.vertices = influences.size(), .joints = 50, .influences = influences},
         Values::character);
  return std::move(s.result());
}

uint64_t num_distant_edge_cases() {
  return kNumEdges + kNumIgnored;
}

Case generate_transform_verts_and_tangents_lod(uint64_t seed, uint64_t i) {
  return generate(transform_verts_and_tangents_lod(), seed, i);
}

Case generate_transform_verts_lod(uint64_t seed, uint64_t i) {
  return generate(transform_verts_lod(), seed, i);
}

} // namespace ulna
