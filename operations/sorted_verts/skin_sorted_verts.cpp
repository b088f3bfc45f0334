// The contract of skin_sorted_verts.

#include "base/error.h"
#include "operations/list.h"
#include "operations/shared/bounds.h"
#include "operations/shared/generate.h"
#include "operations/shared/indices.h"
#include "operations/shared/reduce.h"
#include "operations/sorted_verts/sorted_verts.h"
#include "reference/vertex_blending.h"

#include <fmt/format.h>

#include <numeric>

namespace ulna {
namespace {

using namespace sorted_verts;
using reference::Rung;
using reference::SkinSum;
using reference::WeightedMatrix;

constexpr Contract kContract{
    .version = 1,
    .summary = "positions[i] = sum over the vertex's influences of w * (src_positions[i] * M), "
               "normals[i] likewise, all four components; the first counts[0] vertices have one "
               "influence of weight 1, the next counts[1] two, then three, then four; nothing is "
               "renormalised",
    .domain =
        "any counts, any of them zero; with normals or without; up to 65536 matrices, affine "
        "or not, of which a vertex may name one twice; weights of any size and sign; for each "
        "component the sums of |w||m||v|, |w||m|, |m||v| and |w||v| below FLT_MAX/4, of one "
        "influence the sum of |m||v|",
    .footprint = "reads src_positions and src_normals (16-byte aligned; NULL: no normals), palette "
                 "(16), joint_indices (2; k entries for each vertex of k influences), "
                 "joint_weights (4; the same, but none for one influence) and the four counts (4); "
                 "writes the 16 bytes of each vector of positions and normals (16) and nothing "
                 "else; what is written overlaps nothing",
    .bound = "gamma_(n+1) * sum |w||m||v| for the n = 4k products of a component and k influences, "
             "gamma_n = n u / (1 - n u), u = 2^-24; plus (sum of |w|+|m|+|v|, plus n) * 2^-150 for "
             "underflow, or twice as many times 2^-126 and the terms with a denormal factor where "
             "the caller flushes; with one influence gamma_4 * sum |m||v| plus 4 * 2^-150, or 8 * "
             "2^-126 and those terms; any order of summation, any association, with or without FMA",
    .source = "Adventures in data-oriented design, part 4: Skinning it to 11; Higham, Accuracy and "
              "Stability of Numerical Algorithms, 2nd ed., section 3.1",
};

class Skinned : public Evaluator {
public:
  explicit Skinned(const Case& c)
      : src_{c.arrays[kSrcPositions].as<ulna_vec4>(), c.arrays[kSrcNormals].as<ulna_vec4>()},
        palette_(c.arrays[kPalette].as<ulna_mat44>()),
        indices_(c.arrays[kJointIndices].as<uint32_t>()),
        weights_(c.arrays[kJointWeights].as<float>()), allowed_(allowance(c)),
        w_is_padding_(c.profiles.has(Profile::w_is_padding)), groups_(c) {}

  void expect(size_t array, size_t vertex, Rung rung, Expectation& e) const override {
    e.clause.fill(Clause::untouched);
    e.two_branches = false;
    const std::array<SkinSum, 4> sums = rung == Rung::fast ? sums_of<reference::Fast>(array, vertex)
                                        : rung == Rung::wide
                                            ? sums_of<reference::Wide>(array, vertex)
                                            : sums_of<reference::Top>(array, vertex);
    const size_t influences = groups_[vertex].influences;
    for (size_t c = 0; c < 4; ++c) {
      const SkinSum& s = sums[c];
      e.clause[c] = is_judged(s, influences) ? Clause::bounded : Clause::unjudged;
      e.exact[c] = s.value;
      const Bound bound = influences == 1
                              ? bound_of_products(s, 1, allowed_.flush)
                              : bound_of_weighted_products(s, 4 * influences, influences, allowed_);
      e.bound[c] = bound.value;
      e.quantity[c] = bound.underflow;
    }
    if (w_is_padding_) e.clause[3] = Clause::unjudged;
  }

private:
  /// Of one influence there is no weight to multiply anything by.
  static bool is_judged(const SkinSum& s, size_t influences) {
    return influences == 1 ? s.terms < kSumLimit : is_inside(s);
  }

  template <class Real>
  std::array<SkinSum, 4> sums_of(size_t array, size_t vertex) const {
    const Groups::Place place = groups_[vertex];
    const auto matrix_of = [&](size_t k) -> WeightedMatrix {
      const float weight = place.influences == 1 ? 1 : weights_[place.first_weight + k];
      return {weight, palette_[indices_[place.first_index + k]].m};
    };
    const ulna_vec4& v = src_[array == kNormals][vertex];
    auto sums = reference::row_sums<Real, 4, 4>(&v.x, place.influences, matrix_of);
    if (allowed_.weights)
      reference::note_most(sums, place.influences, [&](size_t i) {
        return reference::row_sums<reference::Fast, 4, 4>(&v.x, 1,
                                                          [&](size_t) { return matrix_of(i); });
      });
    return sums;
  }

  std::array<std::span<const ulna_vec4>, 2> src_;
  std::span<const ulna_mat44> palette_;
  std::span<const uint32_t> indices_;
  std::span<const float> weights_;
  Allowance allowed_;
  bool w_is_padding_;
  Groups groups_;
};

std::vector<Argument> arguments(const Case& c) {
  // Of no vertices there may be normals or not: both are tried, in turn.
  const bool normals = num_vertices(c) == 0 ? c.order % 2 == 0 : has_normals(c);
  const auto if_normals = [&](int array) { return normals ? array : Argument::kNull; };
  return {{kPositions}, {if_normals(kNormals)}, {kSrcPositions}, {if_normals(kSrcNormals)},
          {kPalette},   {kJointIndices},        {kJointWeights}, {kCounts}};
}

void check_length(const Case& c, int array, size_t owed) {
  const ArraySpec& spec = c.operation->arrays[size_t(array)];
  const size_t count = c.arrays[size_t(array)].size() / spec.element_size(c);
  if (count != owed)
    throw BadInput(fmt::format("{}: {} elements, must be {}", spec.name, count, owed));
}

void check_counts(const Case& c) {
  check_length(c, kCounts, kMostInfluences);
  int64_t sum = 0;
  for (const int32_t count : c.arrays[kCounts].as<int32_t>()) {
    if (count < 0) throw BadInput(fmt::format("counts: {}, must not be below 0", count));
    sum += count;
  }
  if (size_t(sum) != num_vertices(c))
    throw BadInput(fmt::format("counts: they come to {}, but there are {} src_positions", sum,
                               num_vertices(c)));
}

void check(const Case& c) {
  check_counts(c);
  check_length(c, kPositions, num_vertices(c));
  if (has_normals(c)) check_length(c, kSrcNormals, num_vertices(c));
  check_length(c, kNormals, has_normals(c) ? num_vertices(c) : 0);
  const Groups groups(c);
  check_length(c, kJointIndices, num_indices(groups.counts()));
  check_length(c, kJointWeights, num_weights(groups.counts()));
  const size_t matrices = c.arrays[kPalette].size() / sizeof(ulna_mat44);
  if (matrices > kMostMatrices)
    throw BadInput(
        fmt::format("palette: {} matrices, must be at most {}", matrices, kMostMatrices));
  check_indices("joint_indices", c.arrays[kJointIndices].as<uint32_t>(), matrices, "palette");
}

/// The order of groups comes first, then that of the list.
Case keep(const Case& c, std::span<const size_t> kept) {
  const std::vector<Vertex> all = unpacked(c);
  std::vector<Vertex> chosen;
  for (const size_t v : kept) chosen.push_back(all[v]);
  Case smaller = c;
  pack(smaller, chosen, has_normals(c));
  return smaller;
}

/// Of a lone influence there is none.
std::vector<VertexWeights> vertex_weights(Case& c) {
  const Groups groups(c);
  const auto weights = c.arrays[kJointWeights].as<float>();
  std::vector<VertexWeights> all;
  for (size_t v = groups.counts()[0]; v < num_vertices(c); ++v)
    all.push_back({v, &weights[groups[v].first_weight], groups[v].influences, 1});
  return all;
}

void set_usual_w(Case& c) {
  for (ulna_vec4& v : c.arrays[kSrcPositions].as<ulna_vec4>()) v.w = 1;
  for (ulna_vec4& v : c.arrays[kSrcNormals].as<ulna_vec4>()) v.w = 0;
}

/// Each of the four counts.
void pad(Case& c, size_t multiple) {
  std::vector<Vertex> padded;
  for (const Vertex& v : unpacked(c)) {
    const bool begins = padded.empty() || padded.back().influences.size() != v.influences.size();
    while (begins && padded.size() % multiple != 0) padded.push_back(padded.back());
    padded.push_back(v);
  }
  while (padded.size() % multiple != 0) padded.push_back(padded.back());
  if (padded.size() != num_vertices(c)) pack(c, padded, has_normals(c));
}

/// The case with the given influences of each vertex, as numbers among its own.
Case with_influences(const Case& c, std::span<const std::vector<uint32_t>> lists) {
  std::vector<Vertex> vertices = unpacked(c);
  for (size_t v = 0; v < vertices.size(); ++v) {
    std::vector<Influence> fewer;
    for (const uint32_t k : lists[v]) fewer.push_back(vertices[v].influences[k]);
    vertices[v].influences = std::move(fewer);
  }
  Case smaller = c;
  pack(smaller, vertices, has_normals(c));
  return smaller;
}

/// The case with the matrices for which `kept` is set; every used one must be.
Case with_palette(const Case& c, const std::vector<bool>& kept) {
  Case smaller = c;
  const std::vector<size_t> number = new_numbers(kept);
  smaller.arrays[kPalette] = with_elements(c.arrays[kPalette], kept, sizeof(ulna_mat44));
  for (uint32_t& joint : smaller.arrays[kJointIndices].as<uint32_t>())
    joint = static_cast<uint32_t>(number[joint]);
  return smaller;
}

/// No normals, fewer influences, fewer matrices.
std::vector<Reduction> reductions(const Case& c) {
  std::vector<Reduction> out;
  if (has_normals(c))
    out.push_back([&c] {
      Case smaller = c;
      for (const int a : {kNormals, kSrcNormals}) smaller.arrays[size_t(a)].resize(0);
      return smaller;
    });
  const Groups groups(c);
  std::vector<std::vector<uint32_t>> lists(num_vertices(c));
  for (size_t v = 0; v < lists.size(); ++v) {
    lists[v].resize(groups[v].influences);
    std::iota(lists[v].begin(), lists[v].end(), 0u);
  }
  for (const auto& fewer : fewer_influences(lists))
    out.push_back([&c, fewer] { return with_influences(c, fewer); });
  std::vector<bool> used(c.arrays[kPalette].size() / sizeof(ulna_mat44));
  for (const uint32_t joint : c.arrays[kJointIndices].as<uint32_t>()) used[joint] = true;
  for (const auto& kept : fewer_unused(used))
    out.push_back([&c, kept] { return with_palette(c, kept); });
  return out;
}

} // namespace

const Operation& skin_sorted_verts() {
  static const Operation op{
      .name = "skin_sorted_verts",
      .member = offsetof(ulna_port, skin_sorted_verts),
      .arrays = {{"positions", "ffff", 16, true, "x y z w"},
                 {"normals", "ffff", 16, true, "x y z w"},
                 {"src_positions", "ffff", 16, false},
                 {"src_normals", "ffff", 16, false},
                 {"palette", "ffffffffffffffff", 16, false, "4x4"},
                 {"joint_indices", "h", 2, false},
                 {"joint_weights", "f", 4, false},
                 {"counts", "s", 4, false}},
      .output = kPositions,
      .element = "vertex",
      .quantities = {"vertex", "vertex in underflow"},
      .contract = kContract,
      .arguments = arguments,
      .may_write = [](const Case&) { return true; },
      .validate = check,
      .make_valid = sorted_verts::make_valid,
      .enter_domain = sorted_verts::enter_domain,
      .evaluate = [](const Case& c) -> std::unique_ptr<Evaluator> {
        return std::make_unique<Skinned>(c);
      },
      .computes = [](const Case&) { return true; },
      .generate = generate_skin_sorted_verts,
      .num_edge_cases = num_sorted_verts_edge_cases(),
      .keep = keep,
      .size = num_vertices,
      .place_of = [](const Case&, size_t vertex) { return vertex; },
      .reductions = reductions,
      .moves = sorted_verts::kMoves,
      .weights = WeightColumns{kJointWeights, 0, 1},
      .may_be_absent = OptionalArray{kSrcNormals, kSrcPositions},
      .vertex_weights = vertex_weights,
      .set_usual_w = set_usual_w,
      .padded = pad,
  };
  return op;
}

} // namespace ulna
