// The contract of update_skinned_mesh.

#include "base/error.h"
#include "operations/list.h"
#include "operations/shared/generate.h"
#include "operations/shared/indices.h"
#include "operations/shared/reduce.h"
#include "operations/skinned_mesh/skinned_mesh.h"
#include "operations/vertex_blending/vertex_blending.h"

#include <fmt/format.h>

#include <numeric>

namespace ulna {
namespace {

using namespace skinned_mesh;
using reference::kNormalRows;
using reference::kPositionRows;
using reference::Rung;
using reference::WeightedMatrix;

constexpr Contract kContract{
    .version = 1,
    .summary = "position = sum over the influences that count of w * (position, 1) * M, normal "
               "likewise without row 3 of its matrices; an influence counts unless its weight is "
               "below min_influence; nothing is renormalised, a vertex of which none counts gets "
               "zeros",
    .domain = "any number of vertices, bones and influences, weights of any size and sign; the "
              "sums over what counts of |w||m||v|, |w||m|, |m||v| and |w||v| below FLT_MAX/4 for "
              "each component; column 3, row 3 for normals, what lies between vertices and the "
              "matrices of influences that do not count may hold anything; nothing about values "
              "for a NaN min_influence; where the caller has set DAZ, denormal weights and "
              "min_influence compare as zeros",
    .footprint = "reads src (4-byte aligned), palette and normal_palette (16; NULL: palette), "
                 "first_influence (4; never decreasing, from any entry on) and influences (4); "
                 "writes 12 bytes, with normals 24, at every dst_stride of dst (4) and nothing "
                 "else; strides are multiples of 4 from 12, with normals 24; dst overlaps nothing",
    .bound = "gamma_(n+1) * sum |w||m||v| for the n = 4k products of a position or 3k of a normal "
             "and k influences that count, gamma_n = n u / (1 - n u), u = 2^-24; plus (sum of "
             "|w|+|m|+|v|, plus n) * 2^-150 for underflow, or twice as many times 2^-126 and the "
             "terms with a denormal factor where the caller flushes; any order of summation, any "
             "association, with or without FMA",
    .source = "a textbook chapter on skinned meshes in Direct3D 9; Higham, Accuracy and Stability "
              "of Numerical Algorithms, 2nd ed., section 3.1",
};

std::span<const ulna_influence> influences_of(const Case& c) {
  return c.arrays[kInfluences].as<ulna_influence>();
}
std::span<const uint32_t> first_influences_of(const Case& c) {
  return c.arrays[kFirstInfluence].as<uint32_t>();
}

/// As DAZ takes it.
float without_denormals(float x) {
  return reference::is_denormal(x) ? 0 : x;
}

class Skinned : public Evaluator {
public:
  explicit Skinned(const Case& c)
      : src_(c.arrays[kSrc].data()), stride_(size_t(c.integers[kSrcStride])),
        has_normals_(c.integers[kHasNormals] != 0), palette_(c.arrays[kPalette].as<ulna_mat44>()),
        normal_palette_(
            c.arrays[c.arrays[kNormalPalette].size() ? kNormalPalette : kPalette].as<ulna_mat44>()),
        allowed_(allowance(c)), judged_(!std::isnan(c.real)) {
    choose_influences(c);
  }

  void expect(size_t /*array*/, size_t vertex, Rung rung, Expectation& e) const override {
    e.clause.fill(Clause::untouched);
    e.two_branches = false;
    float v[6]; // of which normals are there or not
    std::memcpy(v, src_ + vertex * stride_, has_normals_ ? kVertexBytes : kPositionBytes);
    expect_vector<kPositionRows>(palette_, v, vertex, rung, 0, e);
    if (has_normals_) expect_vector<kNormalRows>(normal_palette_, v + 3, vertex, rung, 3, e);
    if (!judged_) std::fill_n(e.clause.begin(), has_normals_ ? 6 : 3, Clause::unjudged);
  }

private:
  /// Those that count, vertex by vertex.
  void choose_influences(const Case& c) {
    const auto first = first_influences_of(c);
    const float least = allowed_.flush ? without_denormals(c.real) : c.real;
    first_.push_back(0);
    for (size_t v = 0; v < num_vertices(c); ++v) {
      for (size_t i = first[v]; i < first[v + 1]; ++i) {
        const ulna_influence& influence = influences_of(c)[i];
        const float weight =
            allowed_.flush ? without_denormals(influence.weight) : influence.weight;
        if (reference::counts(weight, least)) counting_.push_back(influence);
      }
      first_.push_back(counting_.size());
    }
  }

  template <size_t Rows>
  void expect_vector(std::span<const ulna_mat44> palette, const float* v, size_t vertex, Rung rung,
                     size_t word, Expectation& e) const {
    const size_t first = first_[vertex];
    const auto matrix_of = [&](size_t k) -> WeightedMatrix {
      const ulna_influence& influence = counting_[first + k];
      return {influence.weight, palette[influence.bone].m};
    };
    vertex_blending::expect_vector<Rows>(v, first_[vertex + 1] - first, matrix_of, rung, allowed_,
                                         word, e);
  }

  const std::byte* src_;
  size_t stride_;
  bool has_normals_;
  std::span<const ulna_mat44> palette_;
  std::span<const ulna_mat44> normal_palette_;
  Allowance allowed_;
  bool judged_;
  std::vector<ulna_influence> counting_;
  std::vector<size_t> first_;
};

std::vector<Argument> arguments(const Case& c) {
  const bool has_palette = c.arrays[kNormalPalette].size() > 0;
  return {{kDst},
          {Argument::kInteger, c.integers[kDstStride]},
          {kSrc},
          {Argument::kInteger, c.integers[kSrcStride]},
          {Argument::kInteger, static_cast<int32_t>(num_vertices(c))},
          {Argument::kInteger, c.integers[kHasNormals]},
          {kPalette},
          {has_palette ? kNormalPalette : Argument::kNull},
          {kFirstInfluence},
          {kInfluences},
          {Argument::kReal}};
}

void check_first_influences(const Case& c) {
  const auto first = first_influences_of(c);
  const size_t owed = num_vertices(c) + 1;
  if (first.size() != owed && !(first.empty() && num_vertices(c) == 0))
    throw BadInput(fmt::format("first_influence: {} entries, must be {}", first.size(), owed));
  for (size_t v = 0; v + 1 < first.size(); ++v)
    if (first[v] > first[v + 1])
      throw BadInput(fmt::format("first_influence: {} at vertex {} is more than {} at the next",
                                 first[v], v, first[v + 1]));
  if (!first.empty() && first.back() > influences_of(c).size())
    throw BadInput(fmt::format("first_influence: it ends at {}, but there are {} influences",
                               first.back(), influences_of(c).size()));
}

void check(const Case& c) {
  const int32_t has_normals = c.integers[kHasNormals];
  if (has_normals != 0 && has_normals != 1)
    throw BadInput(fmt::format("has_normals: {}, must be 0 or 1", has_normals));
  for (const size_t stride : {kDstStride, kSrcStride})
    if (size_t(c.integers[stride]) < used_bytes(c))
      throw BadInput(fmt::format("{}: {}, must be at least {}", c.operation->integers[stride],
                                 c.integers[stride], used_bytes(c)));
  const size_t written = c.arrays[kDst].size() / size_t(c.integers[kDstStride]);
  if (written != num_vertices(c))
    throw BadInput(
        fmt::format("dst: {} vertices, must be as many as src, {}", written, num_vertices(c)));
  check_first_influences(c);
  const size_t bones = c.arrays[kPalette].size() / sizeof(ulna_mat44);
  for (size_t i = 0; i < influences_of(c).size(); ++i)
    if (influences_of(c)[i].bone >= bones)
      throw BadInput(fmt::format("influences: entry {} has bone {}, {}", i,
                                 influences_of(c)[i].bone, index_range(bones, "palette")));
  const size_t normal_bones = c.arrays[kNormalPalette].size() / sizeof(ulna_mat44);
  if (normal_bones != 0 && normal_bones != bones)
    throw BadInput(fmt::format("normal_palette: {} matrices, must be none or as many as palette, "
                               "{}",
                               normal_bones, bones));
}

/// The influences of each vertex, as lists of entries.
std::vector<std::vector<uint32_t>> influence_lists(const Case& c) {
  const auto first = first_influences_of(c);
  std::vector<std::vector<uint32_t>> lists(num_vertices(c));
  for (size_t v = 0; v < lists.size(); ++v) {
    lists[v].resize(first[v + 1] - first[v]);
    std::iota(lists[v].begin(), lists[v].end(), first[v]);
  }
  return lists;
}

/// The case with the given influences of each vertex, behind the entries that belong to none.
Case with_influences(const Case& c, std::span<const std::vector<uint32_t>> lists) {
  Case smaller = c;
  if (lists.empty()) return smaller;
  std::vector<size_t> entries(first_influences_of(c)[0]);
  std::iota(entries.begin(), entries.end(), size_t{0});
  smaller.arrays[kFirstInfluence].resize(0);
  for (const std::vector<uint32_t>& list : lists) {
    append(smaller.arrays[kFirstInfluence], static_cast<uint32_t>(entries.size()));
    entries.insert(entries.end(), list.begin(), list.end());
  }
  append(smaller.arrays[kFirstInfluence], static_cast<uint32_t>(entries.size()));
  smaller.arrays[kInfluences] =
      with_elements(c.arrays[kInfluences], entries, sizeof(ulna_influence));
  return smaller;
}

Case keep(const Case& c, std::span<const size_t> vertices) {
  const std::vector<std::vector<uint32_t>> lists = influence_lists(c);
  std::vector<std::vector<uint32_t>> chosen;
  for (const size_t v : vertices) chosen.push_back(lists[v]);
  Case smaller = with_influences(c, chosen);
  for (const auto& [array, stride] : {std::pair{kDst, kDstStride}, {kSrc, kSrcStride}})
    smaller.arrays[size_t(array)] =
        with_elements(c.arrays[size_t(array)], vertices, size_t(c.integers[stride]));
  if (vertices.empty()) {
    smaller.arrays[kFirstInfluence].resize(0);
    smaller.arrays[kInfluences].resize(0);
  }
  return smaller;
}

void limit_influences(Case& c, size_t most) {
  auto lists = influence_lists(c);
  if (cap_influences(lists, most)) c = with_influences(c, lists);
}

std::vector<VertexWeights> vertex_weights(Case& c) {
  const auto first = first_influences_of(c);
  const auto influences = c.arrays[kInfluences].as<ulna_influence>();
  constexpr size_t kStride = sizeof(ulna_influence) / sizeof(float);
  std::vector<VertexWeights> all;
  for (size_t v = 0; v < num_vertices(c); ++v) {
    const size_t count = first[v + 1] - first[v];
    all.push_back({v, count ? &influences[first[v]].weight : nullptr, count, kStride});
  }
  return all;
}

/// The case without the entries before those of the first vertex.
Case without_lead(const Case& c) {
  Case smaller = c;
  const uint32_t lead = first_influences_of(c)[0];
  std::vector<bool> kept(influences_of(c).size(), true);
  std::fill_n(kept.begin(), lead, false);
  smaller.arrays[kInfluences] = with_elements(c.arrays[kInfluences], kept, sizeof(ulna_influence));
  for (uint32_t& first : smaller.arrays[kFirstInfluence].as<uint32_t>()) first -= lead;
  return smaller;
}

/// The case with the bones for which `kept` is set; every used one must be.
Case with_bones(const Case& c, const std::vector<bool>& kept) {
  Case smaller = c;
  const std::vector<size_t> number = new_numbers(kept);
  for (const int a : {kPalette, kNormalPalette})
    if (c.arrays[size_t(a)].size() > 0)
      smaller.arrays[size_t(a)] = with_elements(c.arrays[size_t(a)], kept, sizeof(ulna_mat44));
  for (ulna_influence& influence : smaller.arrays[kInfluences].as<ulna_influence>())
    influence.bone = static_cast<uint32_t>(number[influence.bone]);
  return smaller;
}

/// The vertices of an array closer together: as many bytes of each as are used.
Case with_stride(const Case& c, int array, size_t stride) {
  Case smaller = c;
  const size_t bytes = used_bytes(c);
  smaller.integers[stride] = static_cast<int32_t>(bytes);
  smaller.arrays[size_t(array)].resize(0);
  smaller.arrays[size_t(array)].resize(num_vertices(c) * bytes);
  for (size_t v = 0; v < num_vertices(c); ++v)
    std::memcpy(smaller.arrays[size_t(array)].data() + v * bytes,
                c.arrays[size_t(array)].data() + v * size_t(c.integers[stride]), bytes);
  return smaller;
}

/// Plainer vertices, fewer influences, fewer bones.
std::vector<Reduction> reductions(const Case& c) {
  std::vector<Reduction> out;
  if (c.arrays[kNormalPalette].size() > 0)
    out.push_back([&c] {
      Case smaller = c;
      smaller.arrays[kNormalPalette].resize(0);
      return smaller;
    });
  if (c.integers[kHasNormals])
    out.push_back([&c] {
      Case smaller = c;
      smaller.integers[kHasNormals] = 0;
      return smaller;
    });
  for (const auto& [array, stride] : {std::pair{kDst, kDstStride}, {kSrc, kSrcStride}})
    if (size_t(c.integers[stride]) > used_bytes(c))
      out.push_back([&c, a = array, s = stride] { return with_stride(c, a, s); });
  for (const auto& fewer : fewer_influences(influence_lists(c)))
    out.push_back([&c, fewer] { return with_influences(c, fewer); });
  if (num_vertices(c) > 0 && first_influences_of(c)[0] > 0)
    out.push_back([&c] { return without_lead(c); });
  std::vector<bool> used(c.arrays[kPalette].size() / sizeof(ulna_mat44));
  for (const ulna_influence& influence : influences_of(c)) used[influence.bone] = true;
  for (const auto& kept : fewer_unused(used))
    out.push_back([&c, kept] { return with_bones(c, kept); });
  return out;
}

} // namespace

const Operation& update_skinned_mesh() {
  static const Operation op{
      .name = "update_skinned_mesh",
      .member = offsetof(ulna_port, update_skinned_mesh),
      .arrays = {{"dst", "fff", 4, true, "position.xyz normal.xyz", kDstStride},
                 {"src", "fff", 4, false, "", kSrcStride},
                 {"palette", "ffffffffffffffff", 16, false, "4x4"},
                 {"normal_palette", "ffffffffffffffff", 16, false, "4x4"},
                 {"first_influence", "s", 4, false},
                 {"influences", "sf", 4, false}},
      .output = kDst,
      .element = "vertex",
      .quantities = {"vertex", "vertex in underflow"},
      .real = "min_influence",
      .integers = {"dst_stride", "src_stride", "has_normals"},
      .missing_at_end = [](const Case& c, size_t array) -> size_t {
        if (array != kSrc || num_vertices(c) == 0) return 0;
        return size_t(c.integers[kSrcStride]) - used_bytes(c);
      },
      .quick_elements = 1'900'000, // and strides that take longer
      .contract = kContract,
      .arguments = arguments,
      .may_write = [](const Case&) { return true; },
      .validate = check,
      .make_valid = skinned_mesh::make_valid,
      .enter_domain = skinned_mesh::enter_domain,
      .evaluate = [](const Case& c) -> std::unique_ptr<Evaluator> {
        return std::make_unique<Skinned>(c);
      },
      .computes = [](const Case&) { return true; },
      .generate = generate_update_skinned_mesh,
      .num_edge_cases = num_skinned_mesh_edge_cases(),
      .keep = keep,
      .size = num_vertices,
      .place_of = [](const Case&, size_t vertex) { return vertex; },
      .reductions = reductions,
      .weights = WeightColumns{kInfluences, 1, 1},
      .may_be_absent = OptionalArray{kNormalPalette, kPalette},
      .with_influences = generate_skinned_mesh_of,
      .limit_influences = limit_influences,
      .vertex_weights = vertex_weights,
  };
  return op;
}

} // namespace ulna
