// Cases for update_skinned_mesh.

#include "operations/list.h"
#include "operations/shared/cut_numbers.h"
#include "operations/shared/generate.h"
#include "operations/shared/long_cases.h"
#include "operations/shared/many_influences.h"
#include "operations/shared/matrices.h"
#include "operations/shared/neighbours.h"
#include "operations/shared/place.h"
#include "operations/shared/stages.h"
#include "operations/skinned_mesh/skinned_mesh.h"

#include <limits>

namespace ulna {
namespace {

using namespace skinned_mesh;

constexpr int kMaxStride = 64;  ///< of most cases
constexpr size_t kNearOne = 23; ///< 1 - 2^-1 and 1 + 2^-1 to 1 - 2^-23 and 1 + 2^-23

/// How large a case is, and what its vertices are like.
struct Shape {
  size_t vertices = 0;
  size_t bones = 1;
  int min_influences = 0;
  int max_influences = 4;
  size_t heavy_vertex = SIZE_MAX; ///< this one has heavy_influences
  int heavy_influences = 64;
  bool seams = false; ///< of these only those weigh that are next to the seams of blocks
  bool has_normals = true;
  bool normal_palette = true;
  int dst_stride = 0; ///< 0: as short as it can be
  int src_stride = 0;
  size_t lead = 0;      ///< influences before those of the first vertex
  bool repeats = false; ///< a few bones over and over, but for those that are used
  std::span<const size_t> influences = {}; ///< of each vertex, in place of the numbers above
};

class MeshCase {
public:
  MeshCase(uint64_t seed, uint64_t i)
      : r_(seed, i), seed_(seed), c_(begin_case(update_skinned_mesh(), seed, i)) {}

  Random& random() { return r_; }
  Case& result() { return c_; }
  uint64_t seed() const { return seed_; }

  void fill(const Shape& shape, Values values) {
    c_.integers[kHasNormals] = shape.has_normals;
    const auto bytes = static_cast<int32_t>(used_bytes(c_));
    c_.integers[kDstStride] = std::max(shape.dst_stride, bytes);
    c_.integers[kSrcStride] = std::max(shape.src_stride, bytes);
    fill_palette(shape, values);
    if (shape.normal_palette) {
      fill_matrices(c_.arrays[kNormalPalette], shape.bones, values, 3, r_);
      // Inverse transposes have no use for it.
      if (is_real(values)) spoil_translations(c_.arrays[kNormalPalette], r_);
    }
    fill_influences(shape, values);
    if (shape.repeats) fill_used_bones(values);
    fill_src(shape.vertices, values);
    c_.arrays[kDst].resize(shape.vertices * size_t(c_.integers[kDstStride]));
    fill_output(c_.arrays[kDst], r_);
    if (values == Values::cancelling) cancel();
    if (values == Values::special) sprinkle();
  }

  /// Some weights are min_influence itself, or the floats next to it.
  void set_min_influence(float least) {
    c_.real = least;
    for (ulna_influence& influence : influences()) {
      if (!r_.one_in(4) || !std::isfinite(least)) continue;
      const float infinity = std::numeric_limits<float>::infinity();
      const float weights[] = {least, std::nextafter(least, infinity),
                               std::nextafter(least, -infinity)};
      influence.weight = r_.pick(weights);
    }
  }

  /// The vertices of one influence get weights next to one, on either side.
  void set_near_one() {
    size_t n = r_.below(2 * kNearOne);
    const auto first = c_.arrays[kFirstInfluence].as<uint32_t>();
    for (size_t v = 0; v + 1 < first.size(); ++v) {
      if (first[v + 1] - first[v] != 1) continue;
      const float away = std::ldexp(1.0f, -1 - static_cast<int>(n / 2 % kNearOne));
      influences()[first[v]].weight = n % 2 ? 1 + away : 1 - away;
      ++n;
    }
  }

  /// The last bone is nothing but NaNs, and only influences that do not count have it.
  void spoil_what_does_not_count() {
    const size_t bones = c_.arrays[kPalette].size() / sizeof(ulna_mat44);
    if (bones < 2) return;
    for (const int a : {kPalette, kNormalPalette})
      if (c_.arrays[size_t(a)].size() > 0)
        for (float& x : c_.arrays[size_t(a)].as<ulna_mat44>().back().m)
          x = std::numeric_limits<float>::quiet_NaN();
    const auto last = static_cast<uint32_t>(bones - 1);
    for (ulna_influence& influence : influences()) {
      if (influence.weight < c_.real) {
        if (r_.one_in(4)) influence.bone = last;
      } else if (influence.bone == last) {
        influence.bone = 0;
      }
    }
  }

  /// Every second vertex is nothing but this value, and so is the last bone, which only these have:
  /// nothing of it may reach the vertex before.
  void spoil_every_second(float value) {
    const size_t bones = c_.arrays[kPalette].size() / sizeof(ulna_mat44);
    for (const int a : {kPalette, kNormalPalette})
      if (c_.arrays[size_t(a)].size() > 0)
        std::ranges::fill(c_.arrays[size_t(a)].as<ulna_mat44>().back().m, value);
    const auto last = static_cast<uint32_t>(bones - 1);
    const auto first = c_.arrays[kFirstInfluence].as<uint32_t>();
    const size_t words = size_t(c_.integers[kSrcStride]) / 4;
    for (size_t v = 0; v + 1 < first.size(); ++v) {
      for (uint32_t k = first[v]; k < first[v + 1]; ++k) {
        uint32_t& bone = influences()[k].bone;
        bone = v % 2 ? last : bone == last ? 0 : bone;
      }
      for (size_t w = 0; v % 2 && w < used_bytes(c_) / 4; ++w)
        c_.arrays[kSrc].set_word(v * words + w, std::bit_cast<uint32_t>(value));
    }
  }

  /// The matrices of bones, in both palettes.
  void make_bones_alike() {
    const auto parts = [this](size_t bone) {
      Parts all{part_of(c_.arrays[kPalette], 16 * bone, 16)};
      if (c_.arrays[kNormalPalette].size() > 0)
        all.push_back(part_of(c_.arrays[kNormalPalette], 16 * bone, 16));
      return all;
    };
    make_neighbours_alike(c_.arrays[kPalette].words() / 16, alike_one_in(r_), parts, r_);
  }

  /// The positions, normals, weights and bones of vertices.
  void make_vertices_alike() {
    const auto first = c_.arrays[kFirstInfluence].as<uint32_t>();
    if (first.empty()) return;
    const auto words = static_cast<size_t>(c_.integers[kSrcStride]) / 4;
    const auto parts = [&](size_t v) {
      const size_t count = first[v + 1] - first[v];
      Parts all{part_of(c_.arrays[kSrc], v * words, 3, 3),
                part_of(c_.arrays[kInfluences], 2 * first[v], count, count, 2, false),
                part_of(c_.arrays[kInfluences], 2 * first[v] + 1, count, count, 2)};
      if (c_.integers[kHasNormals]) all.push_back(part_of(c_.arrays[kSrc], v * words + 3, 3, 3));
      return all;
    };
    make_neighbours_alike(first.size() - 1, alike_one_in(r_), parts, r_);
  }

private:
  std::span<ulna_influence> influences() { return c_.arrays[kInfluences].as<ulna_influence>(); }

  void fill_palette(const Shape& shape, Values values) {
    Array& palette = c_.arrays[kPalette];
    fill_matrices(palette, shape.repeats ? kRepeated : shape.bones, values, 3, r_);
    if (!shape.repeats) return;
    palette.resize(shape.bones * sizeof(ulna_mat44));
    repeat(palette.as<ulna_mat44>(), kRepeated);
  }

  /// Many influences name one of the last bones, or one whose key is that of the bone before, and
  /// each of those named is like no other. The first is what may stand for none.
  void fill_used_bones(Values values) {
    constexpr size_t kBytes = sizeof(ulna_mat44);
    const auto palette = c_.arrays[kPalette].as<ulna_mat44>();
    size_t before = last_key(kBytes, 0);
    bool is_first = true;
    for (ulna_influence& influence : influences()) {
      size_t bone = influence.bone;
      if (r_.one_in(2)) bone = palette.size() - 1 - r_.below(kRepeated);
      bone = is_first ? before : with_key_of(before, bone, palette.size(), kBytes, r_);
      is_first = false;
      influence.bone = static_cast<uint32_t>(bone);
      palette[bone] = random_matrix(values, 3, SIZE_MAX, r_);
      before = bone;
    }
  }

  void fill_influences(const Shape& shape, Values values) {
    std::vector<ulna_influence> all;
    std::vector<uint32_t> first;
    const auto add = [&](float weight) {
      all.push_back({static_cast<uint32_t>(r_.below(shape.bones)), weight});
    };
    for (size_t i = 0; i < shape.lead; ++i) add(special_float(r_));
    for (size_t v = 0; v < shape.vertices; ++v) {
      first.push_back(static_cast<uint32_t>(all.size()));
      const int count = !shape.influences.empty() ? static_cast<int>(shape.influences[v])
                        : v == shape.heavy_vertex
                            ? shape.heavy_influences
                            : r_.between(shape.min_influences, shape.max_influences);
      const SpecialShares special(size_t(std::max(count, 1)), r_);
      const bool is_special = r_.one_in(16);
      double sum = 0;
      for (int k = 0; k < count; ++k) {
        double share = is_special      ? special[size_t(k)]
                       : r_.one_in(16) ? 0
                       : r_.one_in(8)  ? r_.unit() * 1e-4
                                       : r_.unit();
        if (shape.seams && v == shape.heavy_vertex) {
          share = weight_at_seams(k, count, share, r_);
        } else if (k + 1 == count && (!shape.influences.empty() || count >= kManyInfluences)) {
          share = count / 2.0;
        }
        sum += share;
        add(is_real(values) ? static_cast<float>(share)
            : r_.one_in(32) ? special_weight(r_)
                            : value_of(values, 3, r_));
      }
      for (size_t i = first.back(); i < all.size() && is_real(values) && sum > 0; ++i)
        all[i].weight = static_cast<float>(all[i].weight / sum);
    }
    first.push_back(static_cast<uint32_t>(all.size()));
    if (shape.vertices == 0) first.clear(); // a count of 0 reads nothing
    // A vertex may end where the array does, or before.
    for (size_t i = 0; i < shape.lead / 2; ++i) add(special_float(r_));
    put(kInfluences, all);
    put(kFirstInfluence, first);
  }

  template <class T>
  void put(int array, const std::vector<T>& elements) {
    c_.arrays[size_t(array)].resize(elements.size() * sizeof(T));
    std::copy(elements.begin(), elements.end(), c_.arrays[size_t(array)].as<T>().begin());
  }

  /// What lies between the vertices is anything: if it is much, it comes again and again.
  void fill_src(size_t vertices, Values values) {
    Array& src = c_.arrays[kSrc];
    const auto words = static_cast<size_t>(c_.integers[kSrcStride]) / 4;
    src.resize(vertices * 4 * words);
    const double reach = r_.one_in(4) ? 100 : 2;
    const auto floats = src.as<float>();
    constexpr size_t kMostGaps = 100'003;
    const auto gaps = floats.first(std::min(floats.size(), kMostGaps));
    if (words > used_bytes(c_) / 4)
      for (float& x : gaps) x = special_float(r_);
    repeat(floats, gaps.size());
    for (size_t v = 0; v < vertices; ++v) {
      float* vertex = &floats[v * words];
      fill_vector(vertex, values, 3, reach, r_);
      if (c_.integers[kHasNormals]) fill_vector(vertex + 3, values, 3, 1, r_);
    }
  }

  /// Turns every second influence of a vertex into almost the opposite of the one before it.
  void cancel() {
    const auto first = c_.arrays[kFirstInfluence].as<uint32_t>();
    for (size_t v = 0; v + 1 < first.size(); ++v) {
      for (size_t i = first[v] + size_t{1}; i < first[v + 1]; i += 2) {
        influences()[i].bone = influences()[i - 1].bone;
        const float weight = influences()[i - 1].weight;
        influences()[i].weight = -(r_.one_in(2) ? weight : std::nextafter(weight, 0.0f));
      }
    }
  }

  void sprinkle() {
    spoil_translations(c_.arrays[kPalette], r_);
    for (const int a : {kSrc, kPalette, kNormalPalette, kInfluences}) {
      Array& array = c_.arrays[size_t(a)];
      if (array.words() == 0) continue;
      for (size_t n = 1 + array.words() / 64; n > 0; --n) {
        size_t word = r_.below(array.words());
        if (a == kInfluences) word |= 1; // the weight itself, not its bone
        array.set_word(word, std::bit_cast<uint32_t>(special_float(r_)));
      }
    }
  }

  Random r_;
  uint64_t seed_;
  Case c_;
};

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kLeast[] = {
    0.0f,  -0.0f, 0x1p-149f, -0x1p-149f, 0x1p-126f,  -0x1p-126f,
    1e-4f, 0.01f, 0.125f,    0.25f,      0.5f,       1.0f,
    1e30f, -1.0f, -1e30f,    kInfinity,  -kInfinity, std::numeric_limits<float>::quiet_NaN()};

constexpr size_t kMaxSmall = 40;
constexpr size_t kPalettes[] = {1, 2, 127, 129, 255, 257, 5000, 70000};
constexpr uint64_t kNormals = 3;                                ///< set_normals
constexpr int kHeavy[] = {64, 65, 100, 257, 1000, 5000, 66001}; // also beyond 16 bits
constexpr int kNumStrides = (kMaxStride - 12) / 4 + 1;
constexpr uint64_t kNumCounts = 2 * 6 * (kMaxSmall + 1);  // side, kind, count
constexpr uint64_t kNumShifts = 2 * 16 * 2;               // side, shift, count
constexpr uint64_t kNumStrided = 2 * 2 * 2 * kNumStrides; // side, normals, array, stride
constexpr uint64_t kNumLeast = 2 * 4 * std::size(kLeast); // flush, kind, min_influence
constexpr uint64_t kNumPalettes = kNormals * std::size(kPalettes);
constexpr uint64_t kNumHeavy = 2 * std::size(kHeavy);
constexpr uint64_t kNumValues = 2 * 4 * std::size(kAllValues);
constexpr uint64_t kNumNearOne = 2 * 2 * 2; // side, normal palette, kind
constexpr uint64_t kNumAlike = 3 * 16;      // what
constexpr uint64_t kNumLarge = 2;
constexpr size_t kBlock = 16;                    // vertices that a kernel takes at a time
constexpr int kUsualStrides[] = {0, 24, 32, 48}; // as tight as can be, and with more attributes
constexpr uint64_t kNumUsual = kNormals * 4 * 4 * 4 * kBlock;  // strides, influences, rest
constexpr uint64_t kNumWide = 2 * 2 * std::size(kWideStrides); // side, array, stride
constexpr uint64_t kNumEdges = kNumCounts + kNumShifts + kNumStrided + kNumLeast + kNumPalettes +
                               kNumHeavy + kNumValues + kNumNearOne + kNumKept + kNumAlike +
                               kNumWide + kNumUsual + kNumLarge + kNumMany + kNumSpoiltNext +
                               kNumEachNumber;

/// Every small count, flush against the page on either side: with and without normals, of 0, 1, 4
/// and 0 to 8 influences.
void count_edge(MeshCase& m, uint64_t i) {
  Shape shape{.vertices = i / 12, .bones = 1 + m.random().below(30)};
  constexpr int kInfluences[][2] = {{0, 0}, {1, 1}, {4, 4}, {0, 8}, {0, 8}, {1, 4}};
  const size_t kind = i / 2 % 6;
  shape.min_influences = kInfluences[kind][0];
  shape.max_influences = kInfluences[kind][1];
  shape.has_normals = kind != 4;
  shape.normal_palette = kind != 5;
  m.fill(shape, Values::character);
  put_all(m.result(), static_cast<Side>(i % 2), 0);
}

/// Every shift.
void shift_edge(MeshCase& m, uint64_t i) {
  m.fill({.vertices = 1 + i / 32 * 4, .bones = 4}, Values::character);
  put_all(m.result(), static_cast<Side>(i % 2), i / 2 % 16 * 4);
}

/// Every stride of either array; the other array is as tight as it can be.
void stride_edge(MeshCase& m, uint64_t i) {
  Shape shape{.vertices = 9, .bones = 4};
  shape.has_normals = i / 2 % 2;
  (i / 4 % 2 ? shape.dst_stride : shape.src_stride) = 12 + 4 * static_cast<int>(i / 8);
  m.fill(shape, Values::character);
  put_all(m.result(), static_cast<Side>(i % 2), 0);
}

/// Wide strides of either array, and of both in turn, and whole blocks of vertices: where each of
/// them is may be kept in 16 bits.
void wide_edge(MeshCase& m, uint64_t i) {
  constexpr size_t kStrides = std::size(kWideStrides);
  Shape shape{.vertices = 17, .bones = 4};
  shape.has_normals = i % 3 != 0;
  const size_t stride = i / 4;
  (i / 2 % 2 ? shape.dst_stride : shape.src_stride) = kWideStrides[stride];
  if (i % 5 == 0)
    (i / 2 % 2 ? shape.src_stride : shape.dst_stride) = kWideStrides[(stride + i) % kStrides];
  m.fill(shape, Values::character);
  put_all(m.result(), static_cast<Side>(i % 2), 0);
}

void least_edge(MeshCase& m, uint64_t i) {
  const uint64_t kind = i / 2 % 4;
  m.fill({.vertices = 37, .bones = 12, .min_influences = 1, .max_influences = 8},
         kind == 3 ? Values::free : Values::character);
  const float least = kLeast[i / 8];
  if (kind == 0) {
    m.result().real = least;
  } else {
    m.set_min_influence(least);
  }
  if (kind == 2) m.spoil_what_does_not_count();
  m.result().flush = i % 2;
}

/// Ports have a loop for each: normals by a palette of their own, by that of the positions, or
/// none.
void set_normals(Shape& shape, uint64_t i) {
  shape.has_normals = i % kNormals != 0;
  shape.normal_palette = i % kNormals == 1;
}

/// Bone numbers of more than 8 and 16 bits.
void palette_edge(MeshCase& m, uint64_t i) {
  Shape shape{.vertices = 300, .bones = kPalettes[i / kNormals], .min_influences = 1};
  set_normals(shape, i);
  m.fill(shape, Values::character);
  m.result().flush = m.random().one_in(2);
}

void heavy_edge(MeshCase& m, uint64_t i) {
  m.fill({.vertices = 4, .bones = 50, .heavy_vertex = i % 4, .heavy_influences = kHeavy[i / 2]},
         i % 2 ? Values::free : Values::character);
  if (i % 2) m.set_min_influence(0.125f);
}

/// One of two vertices has many influences.
void many_edge(MeshCase& m, uint64_t i) {
  const bool alike = is_of_one_joint(i);
  m.fill({.vertices = 2,
          .bones = alike ? size_t{1} : 50,
          .heavy_vertex = i / 2 % 2,
          .heavy_influences = many_influences(i),
          .seams = !alike},
         Values::character);
}

/// Vertices of any number of influences before such as are not finite.
void spoilt_next_edge(MeshCase& m, uint64_t i) {
  m.fill({.vertices = kSpoiltNext.size(), .bones = 9, .influences = kSpoiltNext},
         Values::character);
  m.spoil_every_second(kNotFinite[i]);
}

void each_number_edge(MeshCase& m, uint64_t) {
  m.fill({.vertices = kEachNumber.size(), .bones = 50, .influences = kEachNumber},
         Values::character);
}

void values_edge(MeshCase& m, uint64_t i) {
  Shape shape{.vertices = 37, .bones = 12, .max_influences = 8, .heavy_vertex = 5};
  shape.normal_palette = i / 4 % 2;
  shape.lead = i / 4 % 2 ? 0 : 7;
  m.fill(shape, kAllValues[i / 8]);
  m.result().real = kAllValues[i / 8] == Values::character ? 0 : -kInfinity;
  put_all(m.result(), static_cast<Side>(i % 2), 0);
  m.result().flush = i / 2 % 2;
}

/// Lone influences of nearly full weight, which a shortcut for rigid vertices may take as full.
void near_one_edge(MeshCase& m, uint64_t i) {
  Shape shape{.vertices = 2 * kNearOne, .bones = 12, .min_influences = 1, .max_influences = 1};
  shape.normal_palette = i / 2 % 2;
  m.fill(shape, i / 4 % 2 ? Values::free : Values::character);
  m.set_near_one();
  put_all(m.result(), static_cast<Side>(i % 2), 0);
}

/// What engines have: normals or none, the strides of whole vertices or of bare positions, one
/// number of influences, and every rest that a block leaves.
void usual_edge(MeshCase& m, uint64_t i) {
  Shape shape{.bones = 9};
  set_normals(shape, i);
  i /= kNormals;
  shape.dst_stride = kUsualStrides[i % 4];
  shape.src_stride = kUsualStrides[i / 4 % 4];
  shape.min_influences = shape.max_influences = 1 + static_cast<int>(i / 16 % 4);
  shape.vertices = kBlock + i / 64;
  m.fill(shape, Values::character);
}

/// The gaps of a wide stride.
void kept_edge(MeshCase& m, uint64_t i) {
  Shape shape{.vertices = 37, .bones = 4};
  shape.has_normals = i % 3 != 0;
  shape.dst_stride = 28 + 4 * static_cast<int>(i % 8);
  m.fill(shape, Values::character);
  keep_edge(m.result(), i, m.random());
}

/// Bones, vertices or both that have parts in common with the one before.
void alike_edge(MeshCase& m, uint64_t i) {
  const int influences = 1 + static_cast<int>(i / 3 % 4);
  m.fill({.vertices = 40,
          .bones = 3 + i / 6 % 6,
          .min_influences = i % 2 ? influences : 1,
          .max_influences = influences,
          .normal_palette = i / 3 % 2 == 1},
         Values::character);
  m.result().real = -kInfinity;
  if (i % 3 != 1) m.make_bones_alike();
  if (i % 3 != 0) m.make_vertices_alike();
}

/// No count is special: one beyond 16 bits.
void large_edge(MeshCase& m, uint64_t i) {
  constexpr size_t kVertices[kNumLarge] = {5000, 66000};
  m.fill({.vertices = kVertices[i], .bones = 128}, Values::character);
}

// --- Long cases --------------------------------------------------------------------------------

void long_count_edge(MeshCase& m, uint64_t k) {
  m.fill({.vertices = long_count(m.seed(), k, kTop18), .bones = 128}, Values::character);
  m.result().flush = m.random().one_in(4);
}

/// Offsets of bones beyond 24 bits.
void long_palette_edge(MeshCase& m, uint64_t i) {
  Shape shape{.vertices = 200, .repeats = true};
  shape.bones = top24(sizeof(ulna_mat44)) + m.random().below(1000);
  set_normals(shape, i);
  m.fill(shape, Values::character);
}

/// Offsets of vertices beyond 24 bits.
void long_stride_edge(MeshCase& m, uint64_t i) {
  Shape shape{.vertices = 70, .bones = 30};
  if (i != 1) shape.src_stride = i < 2 ? 262148 : 266240; // the latter a multiple of a page
  if (i != 0) shape.dst_stride = i < 2 ? 262148 : 266240;
  m.fill(shape, Values::character);
}

constexpr Stage<MeshCase> kLongStages[] = {
    {kNumLongCounts, long_count_edge}, {kNormals, long_palette_edge}, {3, long_stride_edge}};

int random_stride(Random& r) {
  if (r.one_in(3)) return 0;
  return r.one_in(16) ? 4 * r.between(kMaxStride / 4, 300) : 4 * r.between(3, kMaxStride / 4);
}

Shape random_shape(Random& r) {
  Shape shape;
  shape.vertices = r.one_in(2) ? r.below(kMaxSmall + 1) : r.size(kMaxSmall, 5000);
  shape.bones = r.one_in(512) ? 70000 : r.one_in(8) ? 1 + r.below(2) : 1 + r.below(300);
  shape.max_influences = r.between(0, 8);
  shape.min_influences = r.one_in(4) ? shape.max_influences : 0;
  if (r.one_in(16)) {
    shape.heavy_vertex = r.below(shape.vertices + 1);
    shape.heavy_influences = static_cast<int>(r.size(9, 300));
  }
  shape.has_normals = !r.one_in(4);
  shape.normal_palette = r.one_in(2);
  shape.dst_stride = random_stride(r);
  shape.src_stride = random_stride(r);
  shape.lead = r.one_in(4) ? r.below(20) : 0;
  return shape;
}

/// min_influence: none to speak of, one of those that are special, or one that weights have.
void choose_least(MeshCase& m) {
  Random& r = m.random();
  switch (r.below(8)) {
  case 0:
    m.result().real = r.pick(kLeast);
    break;
  case 1:
    m.set_min_influence(r.pick(kLeast));
    break;
  case 2:
  case 3:
    m.set_min_influence(static_cast<float>(r.unit()));
    break;
  case 4:
  case 5:
    m.result().real = 0;
    break;
  default:
    m.result().real = -kInfinity;
  }
  if (r.one_in(4)) m.spoil_what_does_not_count();
}

} // namespace

Case generate_skinned_mesh_of(std::span<const size_t> influences, uint64_t seed, uint64_t i) {
  MeshCase m(seed, i);
  m.fill({.vertices = influences.size(), .bones = 50, .influences = influences}, Values::character);
  return std::move(m.result());
}

uint64_t num_skinned_mesh_edge_cases() {
  return kNumEdges;
}

Case generate_update_skinned_mesh(uint64_t seed, uint64_t i) {
  MeshCase m(seed, i);
  static constexpr Stage<MeshCase> kStages[] = {{kNumCounts, count_edge},
                                                {kNumShifts, shift_edge},
                                                {kNumStrided, stride_edge},
                                                {kNumLeast, least_edge},
                                                {kNumPalettes, palette_edge},
                                                {kNumHeavy, heavy_edge},
                                                {kNumValues, values_edge},
                                                {kNumNearOne, near_one_edge},
                                                {kNumKept, kept_edge},
                                                {kNumAlike, alike_edge},
                                                {kNumWide, wide_edge},
                                                {kNumUsual, usual_edge},
                                                {kNumLarge, large_edge},
                                                {kNumMany, many_edge},
                                                {kNumSpoiltNext, spoilt_next_edge},
                                                {kNumEachNumber, each_number_edge}};
  if (make_edge_case<MeshCase>(kStages, m, i)) return std::move(m.result());
  if (make_long_case<MeshCase>(kLongStages, m, i - kNumEdges)) return std::move(m.result());
  const Shape shape = random_shape(m.random());
  m.fill(shape, m.random().pick(kAllValues));
  if (m.random().one_in(8)) m.set_near_one();
  if (m.random().one_in(16)) m.make_bones_alike();
  if (m.random().one_in(16)) m.make_vertices_alike();
  choose_least(m);
  place(m.result(), m.random());
  return std::move(m.result());
}

} // namespace ulna
