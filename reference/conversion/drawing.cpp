// Clause 9: what is drawn is the skin. It follows from the clauses before it; for that it is worth
// something, it takes nothing from their check but which bones were kept, and reads the pipeline's
// definitions anew.

#include "reference/conversion/checks.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace ulna::reference {
namespace {

/// A number in [-1, 1) for each key, as if at random. The mix is that of SplitMix64.
/// Source: Steele, Lea and Flood, Fast Splittable Pseudorandom Number Generators, 2014.
double number(uint64_t key) {
  uint64_t z = key * 0x9e3779b97f4a7c15;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return static_cast<double>(static_cast<int64_t>(z ^ (z >> 31))) * 0x1p-63;
}

using Matrix = Pose::Matrix;

/// Position and normal.
using Vertex = std::array<double, 6>;

Vertex vertex_of(uint32_t source) {
  Vertex v;
  for (uint64_t e = 0; e < v.size(); ++e) v[e] = number((uint64_t{1} << 40) + source * 8ull + e);
  return v;
}

/// Adds weight * v * M to `sum`.
void add_moved(const Vertex& v, const Matrix& m, double weight, Vertex& sum) {
  for (size_t c = 0; c < 3; ++c) {
    sum[c] += weight * (v[0] * m[c] + v[1] * m[3 + c] + v[2] * m[6 + c] + m[9 + c]);
    sum[3 + c] += weight * (v[3] * m[c] + v[4] * m[3 + c] + v[5] * m[6 + c]);
  }
}

/// Adds |v||M| to `sum`.
void add_terms(const Vertex& v, const Matrix& m, Vertex& sum) {
  Vertex abs_v;
  Matrix abs_m;
  std::transform(v.begin(), v.end(), abs_v.begin(), [](double x) { return std::fabs(x); });
  std::transform(m.begin(), m.end(), abs_m.begin(), [](double x) { return std::fabs(x); });
  add_moved(abs_v, abs_m, 1, sum);
}

/// What the pipeline makes of a vertex: slot k has the matrix k of the row, or the matrix
/// indices[k].
Vertex blend(const DrawnVertex& d, const Vertex& v, uint32_t slots, Pose& pose) {
  Vertex result{};
  float sum = 0;
  for (uint32_t k = 0; k < slots; ++k) {
    const bool last = k + 1 == slots;
    const float weight = last ? 1 - sum : d.vertex.weights[k];
    if (!last) sum += weight;
    if (weight == 0) continue;
    const uint32_t entry = d.indexed ? d.vertex.indices[k] : k;
    add_moved(v, pose.of(entry < d.row.size() ? d.row[entry] : kNone), weight, result);
  }
  return result;
}

/// Calls use(k, weight) for the entries of the source vertex of whose bones the k-th was kept.
template <class Use>
void each_kept(const DrawnVertex& d, const Use& use) {
  bool any = false;
  for (const ulna_influence& entry : d.mesh.entries(d.vertex.source)) {
    any |= entry.weight > 0;
    const auto bone = std::find(d.kept.begin(), d.kept.end(), entry.bone);
    if (bone != d.kept.end()) use(static_cast<size_t>(bone - d.kept.begin()), entry.weight);
  }
  if (!any) use(0, 1); // it is bound to the rigid bone
}

} // namespace

Pose::Matrix Pose::of(uint32_t bone) {
  Known& known = known_[bone % known_.size()];
  if (known.key != uint64_t{bone} + 1) {
    known.key = uint64_t{bone} + 1;
    for (uint64_t e = 0; e < known.matrix.size(); ++e)
      known.matrix[e] = number(uint64_t{bone} * 16 + e);
  }
  return known.matrix;
}

std::string drawing_error(const DrawnVertex& drawn, uint32_t slots, Pose& pose) {
  const Vertex v = vertex_of(drawn.vertex.source);
  const Vertex got = blend(drawn, v, slots, pose);

  std::array<Matrix, 4> matrices;
  Vertex terms{};
  for (size_t k = 0; k < drawn.kept.size(); ++k) {
    matrices[k] = pose.of(drawn.kept[k]);
    add_terms(v, matrices[k], terms);
  }
  double sum = 0;
  each_kept(drawn, [&](size_t, double weight) { sum += weight; });
  Vertex owed{};
  each_kept(drawn, [&](size_t k, double weight) { add_moved(v, matrices[k], weight / sum, owed); });

  // The bound and why it holds: clause 9. The roundings in double are some ten of 2^-53 for each of
  // five terms at most, which 2^-48 covers.
  const double off = std::fabs(sum - 1);
  const double share = 0x1p-23 + (off <= 0x1p-20 ? off : 0) + 0x1p-48;
  for (size_t c = 0; c < v.size(); ++c) {
    const double error = std::fabs(got[c] - owed[c]);
    const double bound = share * terms[c];
    if (error <= bound) continue;
    return fmt::format("has {:.12g} as {} of its {}, owed {:.12g} within {:.3g}", got[c],
                       "xyz"[c % 3], c < 3 ? "position" : "normal", owed[c], bound);
  }
  return {};
}

} // namespace ulna::reference
