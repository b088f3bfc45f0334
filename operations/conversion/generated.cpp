// Cases for convert_to_blended_mesh and convert_to_indexed_blended_mesh.

#include "cases/values.h"
#include "operations/conversion/conversion.h"
#include "operations/list.h"
#include "operations/shared/generate.h"
#include "operations/shared/long_cases.h"
#include "operations/shared/place.h"
#include "operations/shared/stages.h"
#include "reference/conversion/adjacency.h"
#include "reference/conversion/influences.h"

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>
#include <optional>

namespace ulna {
namespace {

using namespace conversion;

/// How the weights of a vertex come.
enum class Weights {
  exact,      ///< multiples of 1/64 that add up to one
  rounded,    ///< divided by their sum
  near_one,   ///< adding up to one but for 2^-20, more or less
  any_sum,    ///< of any positive sum, and of any order of magnitude
  ties,       ///< many equal ones
  duplicates, ///< bones named several times, weights of zero
};
constexpr Weights kAllWeights[] = {Weights::exact,   Weights::rounded, Weights::near_one,
                                   Weights::any_sum, Weights::ties,    Weights::duplicates};

/// How faces come by their vertices and bones.
enum class Surface {
  limbs, ///< strips along chains of bones, as characters are
  soup,  ///< any vertices, any bones
  fans   ///< around one vertex, which all faces share
};
constexpr Surface kAllSurfaces[] = {Surface::limbs, Surface::limbs, Surface::soup, Surface::fans};

/// What is not quite a tie: one weight, or the sum of one bone's.
enum class Off { nothing, ulp_above, ulp_below, sum_above, sum_below };
constexpr Off kAllOff[] = {Off::nothing, Off::ulp_above, Off::ulp_below, Off::sum_above,
                           Off::sum_below};

/// Where neighbours may become the same number: 8, 16, 24 and 31 bits end, and floats are even.
constexpr uint32_t kFirstAttributes[] = {0xfe,       0xfffe,     0xfffffe,   0x1000000,
                                         0x1000001,  0x1fffffff, 0x2345677,  0x7ffffffe,
                                         0x80000000, 0xfffffffc, 0xfffffffa, 0x10000};

struct Shape {
  Surface surface = Surface::limbs;
  Weights weights = Weights::rounded;
  size_t faces = 1;
  uint32_t bones = 8;
  int min_influences = 1;
  int max_influences = 4;
  uint32_t attributes = 1;
  bool adjacency = true;
};

class ConversionCase {
public:
  ConversionCase(const Operation& op, bool is_indexed, uint64_t case_seed, uint64_t i)
      : indexed(is_indexed), seed(case_seed), r(case_seed, i), c(begin_case(op, case_seed, i)) {}

  /// Limits in their range, small ones more often: they are what cuts.
  void any_limits() {
    limits.max_influences = uint32_t(r.between(1, 4));
    if (!indexed) {
      limits.max_bones = uint32_t(r.between(2, 4));
    } else {
      limits.max_bones = r.one_in(4) ? uint32_t(r.between(1, 3)) : uint32_t(r.size(3, 256));
    }
  }

  void build(const Shape& shape) {
    mesh.num_bones = shape.bones;
    switch (shape.surface) {
    case Surface::limbs:
      return add_limbs(shape);
    case Surface::soup:
      return add_soup(shape);
    case Surface::fans:
      return add_fans(shape);
    }
  }

  /// As many subsets as faces, at least.
  void give_each_face_an_attribute() {
    std::iota(mesh.attributes.begin(), mesh.attributes.end(), 0u);
  }

  /// The attributes are numbers in a row from here on.
  void number_attributes_from(uint32_t first) {
    first_attribute_ = first;
    in_a_row_ = true;
  }

  /// Vertices of which some influences are cut off, with a tie where the last one is kept: `off`
  /// says how the tie is spoilt. Three of them make a face.
  void add_ties(size_t faces, Off off) {
    mesh.num_bones = 40;
    for (size_t v = 0; v < 3 * faces; ++v) add_tie(off);
    for (uint32_t f = 0; f < faces; ++f) mesh.add_face(3 * f, 3 * f + 1, 3 * f + 2, 0);
  }

  /// Faces of one attribute that have `count` bones together, any of a larger number.
  void add_faces_of(uint32_t count) {
    mesh.num_bones = count + uint32_t(r.below(60));
    std::vector<uint32_t> bones = shuffled_bones();
    bones.resize(count);
    const uint32_t each = std::min<uint32_t>({uint32_t(r.between(1, 4)), limits.max_influences,
                                              std::max(limits.max_bones / 3, 1u), count});
    for (uint32_t first = 0; first < count; first += each) {
      std::vector<ulna_influence> own;
      for (uint32_t k = 0; k < each; ++k) // the last one's are other vertices' too
        own.push_back({bones[std::min(first, count - each) + k], 1 / float(each)});
      mesh.add_vertex(own);
    }
    const uint32_t last = mesh.num_vertices() - 1;
    const uint32_t step = std::min(limits.max_bones, 3u);
    for (uint32_t v = 0; v <= last; v += step)
      mesh.add_face(v, std::min(v + 1, last), std::min(v + step - 1, last), 7);
  }

  /// A face that two bones can hold, of the many that it has: one of them at each corner.
  void add_narrow_face() {
    std::vector<uint32_t> bones = shuffled_bones();
    size_t next = 2;
    std::array<uint32_t, 3> corners{};
    for (size_t k = 0; k < corners.size(); ++k) {
      std::vector<uint32_t> own{bones[k < 2 ? k : r.below(2)]};
      for (size_t n = r.below(limits.max_influences); n > 0; --n) own.push_back(bones[next++]);
      std::vector<ulna_influence> influences = weighted(own, Weights::rounded);
      r.shuffle(influences);
      corners[k] = mesh.add_vertex(influences);
    }
    mesh.add_face(corners[0], corners[1], corners[2], 0);
  }

  /// Some corners get a copy of their vertex, as at seams of texture coordinates. add_adjacency
  /// still joins what lies in one place.
  void add_seams() {
    const uint32_t vertices = mesh.num_vertices();
    std::vector<uint32_t> copies(vertices, UINT32_MAX);
    for (uint32_t& v : mesh.indices) {
      if (!r.one_in(3)) continue;
      if (copies[v] == UINT32_MAX) {
        const auto begin = mesh.influences.begin();
        const std::vector<ulna_influence> same(begin + mesh.first_influence[v],
                                               begin + mesh.first_influence[v + 1]);
        copies[v] = mesh.add_vertex(same);
        originals_.push_back(v);
      }
      v = copies[v];
    }
    first_copy_ = vertices;
  }

  /// The neighbours as the faces have them: of two faces with an edge in common, in opposite
  /// directions, the first that each finds.
  void add_adjacency() {
    std::vector<uint32_t> points; // of corners: some may name no vertex
    for (const uint32_t v : mesh.indices) points.push_back(place_of(v));
    std::vector<uint32_t> corners(points.size());
    std::iota(corners.begin(), corners.end(), 0u);
    const reference::Edges edges(points, corners);
    mesh.adjacency.clear();
    for (size_t f = 0; f < mesh.num_faces(); ++f)
      for (size_t k = 0; k < 3; ++k)
        mesh.adjacency.push_back(edges.first_back(f, k).value_or(UINT32_MAX));
  }

  Case finish() {
    // A denormal may count as zero where the caller flushes.
    const bool denormal =
        std::any_of(mesh.influences.begin(), mesh.influences.end(), [](const ulna_influence& i) {
          return std::fpclassify(i.weight) == FP_SUBNORMAL;
        });
    c.flush = c.flush && !denormal;
    fill(c, mesh, limits);
    // On an error everything stays. Where something is written, what is not must show.
    if (reference::input_error(mesh_of(c), limits, indexed).code != ULNA_CONVERTED)
      for (size_t a = kVertices; a <= kCounts; ++a)
        kept ? fill_output(c.arrays[a], *kept, r) : fill_output(c.arrays[a], r);
    return std::move(c);
  }

  const bool indexed;
  const uint64_t seed;
  Random r;
  Case c;
  Mesh mesh;
  ulna_conversion_limits limits{4, 4, UINT32_MAX};
  std::optional<Bits> kept; ///< what lies in the outputs of what is refused, if not anything

private:
  uint32_t first_attribute_ = 0;
  bool in_a_row_ = false;
  uint32_t first_copy_ = UINT32_MAX;
  std::vector<uint32_t> originals_; ///< of the vertices from first_copy_ on

  /// One weight as it is, or of several entries of its bone that add up to it, or nearly to it.
  void add_entries(uint32_t bone, double weight, Off off, std::vector<ulna_influence>& to) {
    const auto half = static_cast<float>(weight / 2);
    const double little = std::ldexp(weight, -r.between(27, 36));
    const auto add = [&](double w) { to.push_back({bone, static_cast<float>(w)}); };
    switch (off) {
    case Off::nothing:
      return add(weight);
    case Off::ulp_above:
      return add(std::nextafter(static_cast<float>(weight), 2.0f));
    case Off::ulp_below:
      return add(std::nextafter(static_cast<float>(weight), 0.0f));
    case Off::sum_above:
      add(half);
      add(half);
      return add(little);
    case Off::sum_below: { // the halves lack a little less than they did
      const float less = std::nextafter(half, 0.0f);
      add(half);
      add(less);
      return add(double{half} - less - little);
    }
    }
  }

  /// Of the bones that tie one is off; of which it is, its number decides what would be kept.
  void add_tie(Off off) {
    const size_t slots = limits.max_influences;
    const size_t larger = r.below(slots); // these are kept for sure
    const size_t tied = slots - larger + 1 + r.below(4);
    const size_t smaller = r.below(6);
    std::vector<uint32_t> bones = shuffled_bones();
    // Above a tie the highest number must be kept, below it the lowest must not.
    const auto first = bones.begin() + static_cast<ptrdiff_t>(larger);
    std::sort(first, first + static_cast<ptrdiff_t>(tied));
    const size_t odd = off == Off::ulp_above || off == Off::sum_above ? larger + tied - 1 : larger;
    const double weight = r.between(256, 511) / 4096.0; // short, so that sums are exact
    std::vector<ulna_influence> all;
    for (size_t k = 0; k < larger + tied + smaller; ++k) {
      const bool is_tied = k >= larger && k < larger + tied;
      const double share = is_tied      ? 1
                           : k < larger ? 2 + double(r.below(3)) / 4
                                        : double(1 + r.below(3)) / 4;
      add_entries(bones[k], share * weight, k == odd ? off : Off::nothing, all);
    }
    // Others come in parts as well.
    for (size_t n = r.below(4); n > 0; --n) {
      ulna_influence& part = all[r.below(all.size())];
      part.weight /= 2;
      all.push_back(ulna_influence{part});
    }
    r.shuffle(all);
    mesh.add_vertex(all);
  }

  /// One number for all vertices that lie in one place.
  uint32_t place_of(uint32_t v) const {
    return v >= first_copy_ && v - first_copy_ < originals_.size() ? originals_[v - first_copy_]
                                                                   : v;
  }

  /// Denormal, or up to FLT_MAX, where two of them are no float any more, or anything between.
  double any_magnitude() {
    switch (r.below(4)) {
    case 0:
      return std::ldexp(1, r.between(-149, -100));
    case 1: {
      constexpr double kMax = std::numeric_limits<float>::max();
      return r.one_in(4) ? kMax : std::min(std::fabs(r.scaled(120, 127)), kMax);
    }
    default:
      return std::fabs(r.scaled(-30, 30));
    }
  }

  /// A weight for each of `count` influences.
  std::vector<float> some_weights(Weights kind, size_t count) {
    std::vector<double> w(count);
    double sum = 0;
    for (double& x : w) {
      x = kind == Weights::ties      ? r.between(1, 2)
          : kind == Weights::any_sum ? any_magnitude()
          : kind == Weights::exact   ? r.between(1, 16)
          : r.one_in(6)              ? r.unit() * 1e-4 + 1e-7
                                     : r.unit() + 1e-3;
      sum += x;
    }
    std::vector<float> weights(count);
    int left = 64;
    for (size_t k = 0; k < count; ++k) {
      weights[k] = static_cast<float>(kind == Weights::any_sum ? w[k] : w[k] / sum);
      if (kind != Weights::exact || count > 64) continue;
      const int rest = static_cast<int>(count - k) - 1;
      const int part = rest == 0 ? left : std::clamp(int(w[k] / sum * 64), 1, left - rest);
      weights[k] = float(part) / 64;
      left -= part;
    }
    if (kind == Weights::near_one) weights[r.below(count)] += float(r.between(-40, 40)) * 0x1p-24f;
    for (float& x : weights) x = std::max(x, 0x1p-149f);
    return weights;
  }

  std::vector<ulna_influence> weighted(const std::vector<uint32_t>& bones, Weights kind) {
    const std::vector<float> weights = some_weights(kind, bones.size());
    std::vector<ulna_influence> influences;
    for (size_t k = 0; k < bones.size(); ++k) influences.push_back({bones[k], weights[k]});
    return influences;
  }

  /// The numbers of all bones.
  std::vector<uint32_t> shuffled_bones() {
    std::vector<uint32_t> bones(mesh.num_bones);
    std::iota(bones.begin(), bones.end(), 0);
    r.shuffle(bones);
    return bones;
  }

  /// A vertex whose bones lie around one, or anywhere where `near` is as large as all of them.
  uint32_t add_vertex(const Shape& shape, uint32_t bone, uint32_t near) {
    const size_t wanted = size_t(r.between(shape.min_influences, shape.max_influences));
    std::vector<uint32_t> bones{bone};
    for (size_t tries = 0; bones.size() < wanted && tries < 20 * wanted; ++tries) {
      const uint32_t other =
          uint32_t((bone + shape.bones + r.below(2 * near + 1) - near) % shape.bones);
      if (std::find(bones.begin(), bones.end(), other) == bones.end()) bones.push_back(other);
    }
    std::vector<ulna_influence> influences = weighted(bones, shape.weights);
    if (shape.weights == Weights::duplicates) duplicate(shape, influences);
    r.shuffle(influences);
    return mesh.add_vertex(influences);
  }

  /// Cuts an influence in two of the same bone, and adds some of weight zero.
  void duplicate(const Shape& shape, std::vector<ulna_influence>& influences) {
    const size_t k = r.below(influences.size());
    const float part = influences[k].weight * float(r.between(1, 3)) / 4;
    influences.push_back({influences[k].bone, part});
    influences[k].weight -= part;
    if (r.one_in(8)) // two are no float any more
      for (ulna_influence& i : influences) i.weight = i.weight > 0 ? 3e38f : 0;
    while (r.one_in(2))
      influences.push_back({uint32_t(r.below(shape.bones)), r.one_in(2) ? 0.0f : -0.0f});
  }

  uint32_t attribute(const Shape& shape) {
    const uint32_t a = uint32_t(r.below(shape.attributes));
    if (in_a_row_) return first_attribute_ + a;
    switch (r.below(4)) { // numbers need not be small, nor differ in their low bits
    case 0:
      return a;
    case 1:
      return a * 0x55555555u;
    default:
      return a << (8 * r.between(0, 3));
    }
  }

  /// Rings of vertices along a chain of bones, with triangles between them.
  void add_limbs(const Shape& shape) {
    constexpr uint32_t kRing = 4;
    const size_t rings = shape.faces / (2 * kRing) + 2;
    const uint32_t near = uint32_t(r.between(1, 2));
    std::vector<std::array<uint32_t, kRing>> ring(rings);
    for (size_t i = 0; i < rings; ++i) {
      const auto bone = static_cast<uint32_t>(i * shape.bones / rings);
      for (uint32_t& v : ring[i]) v = add_vertex(shape, bone, std::min(near, shape.bones - 1));
    }
    const uint32_t a = attribute(shape);
    for (size_t i = 0; i + 1 < rings; ++i) {
      for (uint32_t k = 0; k < kRing; ++k) {
        const uint32_t next = (k + 1) % kRing;
        const uint32_t of_face = r.one_in(4) ? attribute(shape) : a;
        if (mesh.num_faces() < shape.faces)
          mesh.add_face(ring[i][k], ring[i][next], ring[i + 1][k], of_face);
        if (mesh.num_faces() < shape.faces)
          mesh.add_face(ring[i][next], ring[i + 1][next], ring[i + 1][k], of_face);
      }
    }
  }

  void add_soup(const Shape& shape) {
    const size_t vertices = 1 + r.below(shape.faces + 3);
    for (size_t v = 0; v < vertices; ++v)
      add_vertex(shape, uint32_t(r.below(shape.bones)), shape.bones);
    // Corners may coincide: degenerate faces are faces.
    for (size_t f = 0; f < shape.faces; ++f) {
      const uint32_t of_face = attribute(shape);
      const auto third = uint32_t(r.below(vertices));
      const auto second = uint32_t(r.below(vertices));
      mesh.add_face(uint32_t(r.below(vertices)), second, third, of_face);
    }
  }

  void add_fans(const Shape& shape) {
    const uint32_t hub = add_vertex(shape, uint32_t(r.below(shape.bones)), shape.bones);
    uint32_t last = add_vertex(shape, uint32_t(r.below(shape.bones)), shape.bones);
    for (size_t f = 0; f < shape.faces; ++f) {
      const uint32_t next = add_vertex(shape, uint32_t(r.below(shape.bones)), shape.bones);
      mesh.add_face(hub, last, next, attribute(shape));
      last = next;
    }
  }
};

constexpr size_t kMaxSmall = 40;

Shape random_shape(Random& r, size_t max_faces) {
  Shape shape;
  shape.surface = r.pick(kAllSurfaces);
  shape.weights = r.pick(kAllWeights);
  shape.faces = r.one_in(2) ? r.below(kMaxSmall + 1) : r.size(1, max_faces);
  shape.bones = uint32_t(r.one_in(3) ? 1 + r.below(6) : r.size(4, 120));
  shape.max_influences = r.one_in(3) ? r.between(1, 2) : r.between(3, 7);
  shape.min_influences = r.one_in(3) ? shape.max_influences : 1;
  shape.attributes = uint32_t(r.one_in(2) ? 1 : r.between(2, 5));
  return shape;
}

// --- Input that is refused ---------------------------------------------------------------------

/// No number of what there are `count` of: the first one beyond, or one that is negative as an
/// int32, or right in its low bits. Never UINT32_MAX, which may stand for none.
uint32_t beyond(Random& r, uint32_t count) {
  constexpr uint32_t kNumbers[] = {0x80000000, 0x80000001, 0xfffffffe, 0x7fffffff,
                                   0x100,      0x10000,    0x1000000};
  return r.one_in(3) ? count : std::max(count, r.pick(kNumbers));
}

/// One thing wrong, in a mesh that is right but for it.
void spoil_index(ConversionCase& s) {
  s.mesh.indices[s.r.below(s.mesh.indices.size())] =
      s.r.one_in(4) ? UINT32_MAX : beyond(s.r, s.mesh.num_vertices());
}
void spoil_adjacency(ConversionCase& s) {
  s.add_adjacency();
  s.mesh.adjacency[s.r.below(s.mesh.adjacency.size())] = beyond(s.r, s.mesh.num_faces());
}
void spoil_bone(ConversionCase& s) {
  ulna_influence& spoiled = s.mesh.influences[s.r.below(s.mesh.influences.size())];
  spoiled.bone = s.r.one_in(4) ? UINT32_MAX : beyond(s.r, s.mesh.num_bones);
  if (s.r.one_in(2)) spoiled.weight = 0; // it is an influence all the same
}
constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kBadWeights[] = {kNan, -kNan, kInfinity, -kInfinity, -1.0f, -0x1p-149f};
void spoil_weight(ConversionCase& s) {
  s.mesh.influences[s.r.below(s.mesh.influences.size())].weight = s.r.pick(kBadWeights);
}
void spoil_two_weights(ConversionCase& s) {
  // Of different kinds, either first: the lower number counts, not the kind.
  constexpr size_t kKinds = std::size(kBadWeights);
  const size_t kind = s.r.below(kKinds);
  const size_t other = (kind + 1 + s.r.below(kKinds - 1)) % kKinds;
  for (const size_t k : {kind, other})
    s.mesh.influences[s.r.below(s.mesh.influences.size())].weight = kBadWeights[k];
}
void take_influences(ConversionCase& s) {
  // Of one vertex all weights become zero; it may be one that no face uses.
  const uint32_t v = uint32_t(s.r.below(s.mesh.num_vertices()));
  for (uint32_t i = s.mesh.first_influence[v]; i < s.mesh.first_influence[v + 1]; ++i)
    s.mesh.influences[i].weight = 0;
  if (s.r.one_in(2)) s.mesh.add_vertex({});
  if (s.r.one_in(2)) s.limits.rigid_bone = uint32_t(s.r.below(s.mesh.num_bones));
}
void spoil_limits(ConversionCase& s) {
  constexpr uint32_t kHighBits[] = {0x100, 0x10000, 0x80000000};
  switch (s.r.below(7)) {
  case 0:
    s.limits.max_influences = 0;
    break;
  case 1:
    s.limits.max_bones = s.indexed ? 6 : 4;
    s.limits.max_influences = 5;
    break;
  case 2:
    s.limits.max_bones = s.indexed ? 0 : 1;
    break;
  case 3:
    s.limits.max_bones = s.indexed ? 257 : 5;
    break;
  case 4:
    s.limits.max_bones |= s.r.pick(kHighBits); // right in its low bits
    break;
  case 5:
    s.limits.max_influences |= s.r.pick(kHighBits);
    break;
  default:
    s.limits.rigid_bone = beyond(s.r, s.mesh.num_bones);
  }
}
using Spoil = void (*)(ConversionCase&);
constexpr Spoil kSpoils[] = {spoil_index,       spoil_adjacency, spoil_bone,  spoil_weight,
                             spoil_two_weights, take_influences, spoil_limits};

// --- Edge cases --------------------------------------------------------------------------------

constexpr uint64_t kNumCounts = 2 * (kMaxSmall + 1) * 4; // side, faces, K
constexpr uint64_t kNumShifts = 2 * 16;                  // side, shift
constexpr uint64_t kNumLimits = 12 * 3;
constexpr uint64_t kNumSpoiled = 8 * std::size(kSpoils);
constexpr uint64_t kNumWeights = 4 * std::size(kAllWeights) * std::size(kAllSurfaces);
constexpr uint64_t kNumTwice = 2 * std::size(kSpoils) * std::size(kSpoils);
constexpr uint64_t kNumLarge = 9;
constexpr uint64_t kNumBare = 2 * 13;                     // side, kind
constexpr uint64_t kNumWrong = 6;                         // what may be, late
constexpr uint64_t kNumLate = 3 * kNumWrong;              // where, what
constexpr uint64_t kNumTies = 4 * std::size(kAllOff) * 2; // influences, off, twice
constexpr uint64_t kNumNumbered = 3 * std::size(kFirstAttributes);
constexpr uint64_t kNumFull = 255 * 3; // max_bones, bones to spare
constexpr uint64_t kNumNarrow = 8;
constexpr uint64_t kNumScattered = 4 * 2 * 3; // influences, weights, entries
constexpr uint64_t kNumMeeting = 8;
constexpr uint64_t kNumOrders = kNumWrong * (kNumWrong - 1);
constexpr uint64_t kNumEdges = kNumCounts + kNumShifts + kNumLimits + kNumSpoiled + kNumTwice +
                               kNumBare + kNumWeights + kNumKept + kNumLate + kNumTies +
                               kNumNumbered + kNumFull + kNumNarrow + kNumScattered + kNumMeeting +
                               kNumOrders + kNumLarge;

void count_edge(ConversionCase& s, uint64_t i) {
  s.limits.max_influences = uint32_t(i / 2 % 4 + 1);
  s.limits.max_bones = s.indexed ? 6 : 4;
  s.build({.faces = i / 8, .bones = 12});
  if (i % 9 == 0) s.add_seams();
  if (i % 3 == 0) s.add_adjacency();
  put_all(s.c, static_cast<Side>(i % 2), 0);
}

void shift_edge(ConversionCase& s, uint64_t i) {
  s.build({.faces = 9, .bones = 5});
  s.add_adjacency();
  put_all(s.c, static_cast<Side>(i % 2), i / 2 * 4);
}

/// Every small limit, on faces that need more than it allows.
void limit_edge(ConversionCase& s, uint64_t i) {
  const auto step = uint32_t(i / 3);
  s.limits.max_bones = s.indexed ? step + 1 : 2 + step % 3;
  s.limits.max_influences = s.indexed ? 4 : 1 + step / 3;
  s.build({.surface = kAllSurfaces[1 + i % 3], .faces = 12, .bones = 16, .min_influences = 2});
}

void spoiled_edge(ConversionCase& s, uint64_t i) {
  s.build({.surface = i % 2 ? Surface::limbs : Surface::soup, .faces = 8, .bones = 6});
  kSpoils[i % std::size(kSpoils)](s);
}

/// Two things wrong: which is returned is said in ulna/port.h.
void twice_edge(ConversionCase& s, uint64_t i) {
  s.build({.surface = i % 2 ? Surface::limbs : Surface::soup, .faces = 12, .bones = 6});
  kSpoils[i / 2 % std::size(kSpoils)](s);
  kSpoils[i / 2 / std::size(kSpoils)](s);
}

void weights_edge(ConversionCase& s, uint64_t i) {
  s.any_limits();
  s.build({.surface = kAllSurfaces[i % 4],
           .weights = kAllWeights[i / 4 % std::size(kAllWeights)],
           .faces = 30,
           .bones = 14,
           .max_influences = 6,
           .attributes = 2});
  s.c.flush = i % 2;
}

/// What is refused leaves all as it is.
void kept_edge(ConversionCase& s, uint64_t i) {
  s.build({.faces = 7, .bones = 6});
  spoil_index(s);
  s.kept = kAllBits[i / 2];
  s.c.flush = i % 2;
}

/// Ties where the influences of a vertex are cut off.
void tie_edge(ConversionCase& s, uint64_t i) {
  s.limits.max_influences = uint32_t(1 + i % 4);
  s.limits.max_bones = s.indexed ? 12 : 4; // without another reduction in the indexed form
  s.add_ties(40, kAllOff[i / 4 % std::size(kAllOff)]);
}

/// Attributes next to each other.
void numbered_edge(ConversionCase& s, uint64_t i) {
  s.number_attributes_from(kFirstAttributes[i / 3]);
  s.build({.surface = kAllSurfaces[1 + i % 3], .faces = 30, .bones = 6, .attributes = 4});
}

/// Every size of palette, exactly full, with a bone to spare and with one too many.
void full_edge(ConversionCase& s, uint64_t i) {
  const auto size = uint32_t(2 + i / 3);
  s.limits.max_bones = s.indexed ? size : 2 + size % 3;
  s.add_faces_of(s.limits.max_bones - 1 + uint32_t(i % 3));
}

/// Only two bones for each subset, and more of them in each face.
void narrow_edge(ConversionCase& s, uint64_t i) {
  s.limits.max_bones = 2;
  s.limits.max_influences = uint32_t(1 + i % 4);
  s.mesh.num_bones = 20;
  for (size_t f = 0; f < 20; ++f) s.add_narrow_face();
}

/// Vertices whose bones are each named by many entries, all over the list; the weights of some are
/// too small to be added to the others in float.
void scattered_edge(ConversionCase& s, uint64_t i) {
  constexpr std::array<size_t, 3> kEntries{30, 100, 300};
  const size_t entries = kEntries[i / 8];
  s.limits.max_influences = uint32_t(1 + i % 4);
  s.limits.max_bones = s.indexed ? 12 : 4;
  s.mesh.num_bones = 9;
  for (uint32_t v = 0; v < 12; ++v) {
    const size_t bones = 2 + s.r.below(4);
    const uint32_t first = uint32_t(s.r.below(s.mesh.num_bones));
    const size_t count = entries + s.r.below(entries);
    std::vector<ulna_influence> own;
    for (size_t k = 0; k < count; ++k) {
      const auto bone = uint32_t((first + (k < bones ? k : s.r.below(bones))) % s.mesh.num_bones);
      const bool large = i / 4 % 2 == 0 || k < bones;
      own.push_back({bone, float(s.r.between(1, 3)) * (large ? 1 : 0x1p-24f)});
    }
    s.r.shuffle(own);
    s.mesh.add_vertex(own);
    if (v % 3 == 2) s.mesh.add_face(v - 2, v - 1, v, 0);
  }
}

/// Bones whose numbers have the same 16 last bits: of a vertex, of the vertices of a face, of faces
/// next to each other.
void meeting_edge(ConversionCase& s, uint64_t i) {
  constexpr uint32_t kRound = 0x10000;
  s.limits.max_bones = s.indexed ? 6 : 4;
  s.mesh.num_bones = 3 * kRound;
  for (uint32_t f = 0; f < 24; ++f) {
    const auto bone = uint32_t(s.r.below(kRound));
    for (uint32_t k = 0; k < 3; ++k) {
      std::vector<ulna_influence> own{{bone + (k + f / 3) % 3 * kRound, 0.5f}};
      if (i % 2) own.push_back({bone + (k + f / 3 + 1) % 3 * kRound, 0.25f});
      if (i / 2 % 2) own.push_back({uint32_t(s.r.below(8)), 0.125f});
      s.mesh.add_vertex(own);
    }
    s.mesh.add_face(3 * f, 3 * f + 1, 3 * f + 2, i / 4);
  }
}

/// One bone, very many bones, many faces, vertices and subsets, a vertex with very many influences.
void large_edge(ConversionCase& s, uint64_t i) {
  s.limits.max_bones = s.indexed ? 40 : 4;
  switch (i) {
  case 0:
    return s.build({.faces = 200, .bones = 1});
  case 1:
    s.limits.max_bones = s.indexed ? 6 : 4;
    return s.build({.surface = Surface::soup, .faces = 1500, .bones = 100000}); // and subsets
  case 2:
    s.build({.faces = 20000, .bones = 256, .attributes = 3});
    return s.add_adjacency();
  case 3: // more vertices than 16 bits count
    s.build({.surface = Surface::fans, .faces = 70003, .bones = 12, .max_influences = 1});
    return s.add_adjacency();
  case 4: // a palette that is full
    s.limits.max_bones = s.indexed ? 256 : 4;
    return s.build({.faces = 2500, .bones = 256, .max_influences = 2});
  case 5: // and one that is not large enough
    s.limits.max_bones = s.indexed ? 256 : 3;
    return s.build({.faces = 4000, .bones = 400, .max_influences = 3});
  case 6: // more subsets than 16 bits count
    s.build({.surface = Surface::fans, .faces = 66001, .bones = 12, .max_influences = 1});
    // Vertices of two subsets that are as far apart as 16 bits count, with and without zero.
    s.mesh.indices[3 * 0x10000 + 2] = s.mesh.indices[1];
    for (size_t k = 0; k < 3; ++k) s.mesh.indices[3 * 0xffff + k] = s.mesh.indices[k];
    return s.give_each_face_an_attribute();
  case 7: // just as many influences as 8 or 16 bits do not count
    s.mesh.num_bones = 0x10000;
    for (const uint32_t count : {255, 256, 257, 0x10000}) {
      std::vector<ulna_influence> own;
      for (uint32_t k = 0; k < count; ++k) own.push_back({k, 0.5f / float(count)});
      own.back().weight += 0.5f; // lost where some are not looked at
      s.mesh.add_vertex(own);
    }
    s.mesh.add_face(0, 1, 2, 0);
    return s.mesh.add_face(3, 1, 0, 0);
  default: // more than 8 bits count
    return s.build({.surface = Surface::fans,
                    .faces = 20,
                    .bones = 400,
                    .min_influences = 250,
                    .max_influences = 320});
  }
}

/// Without faces, without vertices, without bones: what is left is checked all the same.
void bare_edge(ConversionCase& s, uint64_t i) {
  const auto add_vertex = [&](std::vector<ulna_influence> influences) {
    s.mesh.add_vertex(influences);
  };
  s.mesh.num_bones = 3;
  s.limits.max_bones = s.indexed ? 6 : 4;
  put_all(s.c, static_cast<Side>(i % 2), 0);
  switch (i / 2) {
  case 0: // neither a face nor a vertex
    return;
  case 1: // nor a bone
    s.mesh.num_bones = 0;
    return;
  case 2:
    s.mesh.num_bones = 0;
    s.limits.rigid_bone = 0;
    return;
  case 3:
    s.limits.max_influences = 0;
    return;
  case 4: // a face without a vertex
    return s.mesh.add_face(0, 0, 0, 0);
  case 5: // a vertex without a bone
    s.mesh.num_bones = 0;
    return add_vertex({});
  case 6:
    s.mesh.num_bones = 0;
    return add_vertex({{0, 0.0f}});
  case 7: // vertices without a face, of which the first is right
    s.limits.rigid_bone = 2;
    return add_vertex({});
  case 8:
    return add_vertex({});
  case 9:
    add_vertex({{0, 1.0f}});
    return add_vertex({{1, 0.0f}, {2, -0.0f}});
  case 10:
    add_vertex({{2, 1.0f}});
    return add_vertex({{0, 0.5f}, {3, 0.5f}});
  case 11:
    add_vertex({{2, 1.0f}});
    return add_vertex({{0, 0.5f}, {1, kNan}});
  default:
    add_vertex({{2, 1.0f}});
    return add_vertex({{0, -kInfinity}, {1, 0.5f}});
  }
}

// What may be wrong at some place, in the order of ulna/port.h's codes but for kOwnBones.
enum : uint64_t { kCorner, kNeighbour, kOwnBones, kBone, kWeight, kNoInfluence };

/// Of a mesh without adjacency, or with none that is right.
void spoil_at(ConversionCase& s, uint64_t what, uint32_t at) {
  switch (what) {
  case kCorner:
    s.mesh.indices[3 * at + s.r.below(3)] = s.mesh.num_vertices();
    break;
  case kNeighbour:
    s.mesh.adjacency.assign(s.mesh.indices.size(), UINT32_MAX);
    s.mesh.adjacency[3 * at + s.r.below(3)] = s.mesh.num_faces();
    break;
  case kOwnBones:
    for (uint32_t k = 0; k < 3; ++k)
      s.mesh.indices[3 * at + k] = s.mesh.add_vertex(std::array{ulna_influence{k, 1.0f}});
    break;
  case kBone:
    s.mesh.influences[at].bone = s.mesh.num_bones;
    break;
  case kWeight:
    s.mesh.influences[at].weight = kNan;
    break;
  default:
    s.mesh.influences[at].weight = 0;
  }
}

/// What is wrong has a number that 8 bits do not hold, or 16. (No face is needed for much of it.)
void late_edge(ConversionCase& s, uint64_t i) {
  const auto what = i % kNumWrong;
  const auto more = static_cast<uint32_t>(s.r.below(8));
  const uint32_t late = i < kNumWrong ? 0x100 : i < 2 * kNumWrong ? 0x100 + more : 0x10000 + more;
  const bool of_faces = what <= kOwnBones;
  s.mesh.num_bones = 5;
  s.limits.max_bones = what == kOwnBones ? 2 : s.indexed ? 40 : 4;
  for (uint32_t v = 0; v < (of_faces ? 20 : late + 10); ++v)
    s.mesh.add_vertex(std::array{ulna_influence{of_faces ? 0 : v % 5, 1.0f}});
  for (uint32_t f = 0; of_faces && f < late + 3; ++f) s.mesh.add_face(f % 20, f * 3 % 20, 7, 0);
  spoil_at(s, what, late);
}

/// Two things wrong, far from each other: the code counts, and not which comes first.
void order_edge(ConversionCase& s, uint64_t i) {
  constexpr uint32_t kElements = 300;
  const uint64_t early = i / (kNumWrong - 1);
  const uint64_t late = (early + 1 + i % (kNumWrong - 1)) % kNumWrong;
  s.mesh.num_bones = 5;
  s.limits.max_bones = 2;
  for (uint32_t v = 0; v < kElements; ++v) {
    s.mesh.add_vertex(std::array{ulna_influence{v % 5, 1.0f}});
    s.mesh.add_face(v, v, v, 0);
  }
  std::array<std::pair<uint64_t, uint32_t>, 2> both{
      {{early, uint32_t(s.r.below(8))}, {late, kElements - 1 - uint32_t(s.r.below(8))}}};
  if (late == kOwnBones) std::swap(both[0], both[1]); // it adds vertices
  for (const auto& [what, at] : both) spoil_at(s, what, at);
}

/// Mostly of faces that are soon cut.
void long_count_edge(ConversionCase& s, uint64_t k) {
  s.limits.max_bones = s.indexed ? 40 : 4;
  const size_t faces = least_long_count(s.seed, k);
  const bool rich = k % 16 == 3;
  s.build({.surface = rich ? Surface::limbs : Surface::fans,
           .faces = faces,
           .bones = 12,
           .max_influences = rich ? 3 : 1});
  if (k % 8 == 1) s.add_adjacency();
}

constexpr Stage<ConversionCase> kLongStages[] = {{kNumLongCounts, long_count_edge}};

void random_case(ConversionCase& s) {
  s.any_limits();
  constexpr size_t kMostFaces = 800;
  const Shape shape = random_shape(s.r, kMostFaces);
  if (s.r.one_in(8)) s.number_attributes_from(s.r.pick(kFirstAttributes));
  if (s.r.one_in(16)) {
    const auto off = s.r.pick(kAllOff);
    s.add_ties(1 + s.r.below(60), off);
  } else if (s.r.one_in(16)) {
    s.add_faces_of(uint32_t(s.r.between(int(s.limits.max_bones), int(s.limits.max_bones) + 2)));
  } else {
    s.build(shape);
  }
  if (s.r.one_in(2) && s.mesh.num_faces() > 0) {
    if (s.r.one_in(3)) s.add_seams();
    s.add_adjacency();
  }
  if (s.r.one_in(8)) s.limits.rigid_bone = uint32_t(s.r.below(s.mesh.num_bones));
  const bool rich = s.mesh.num_faces() > 0 && !s.mesh.influences.empty();
  if (rich && s.r.one_in(12)) s.r.pick(kSpoils)(s);
  if (rich && s.r.one_in(40)) s.r.pick(kSpoils)(s);
  place(s.c, s.r);
}

Case generate(const Operation& op, bool indexed, uint64_t seed, uint64_t i) {
  ConversionCase s(op, indexed, seed, i);
  static constexpr Stage<ConversionCase> kStages[] = {
      {kNumCounts, count_edge},    {kNumShifts, shift_edge},        {kNumLimits, limit_edge},
      {kNumSpoiled, spoiled_edge}, {kNumTwice, twice_edge},         {kNumBare, bare_edge},
      {kNumWeights, weights_edge}, {kNumKept, kept_edge},           {kNumLate, late_edge},
      {kNumTies, tie_edge},        {kNumNumbered, numbered_edge},   {kNumFull, full_edge},
      {kNumNarrow, narrow_edge},   {kNumScattered, scattered_edge}, {kNumMeeting, meeting_edge},
      {kNumOrders, order_edge},    {kNumLarge, large_edge}};
  if (make_edge_case<ConversionCase>(kStages, s, i)) return s.finish();
  if (make_long_case<ConversionCase>(kLongStages, s, i - kNumEdges)) return s.finish();
  random_case(s);
  return s.finish();
}

} // namespace

uint64_t num_conversion_edge_cases() {
  return kNumEdges;
}

Case generate_convert_to_blended_mesh(uint64_t seed, uint64_t i) {
  return generate(convert_to_blended_mesh(), false, seed, i);
}

Case generate_convert_to_indexed_blended_mesh(uint64_t seed, uint64_t i) {
  return generate(convert_to_indexed_blended_mesh(), true, seed, i);
}

} // namespace ulna
