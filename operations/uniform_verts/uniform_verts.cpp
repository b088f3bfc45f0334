#include "operations/uniform_verts/uniform_verts.h"

#include "base/error.h"
#include "operations/shared/generate.h"
#include "operations/shared/indices.h"
#include "operations/shared/mend.h"
#include "operations/shared/reduce.h"
#include "operations/shared/unit_vectors.h"
#include "operations/vertex_blending/vertex_blending.h"

#include <fmt/format.h>

#include <numeric>

namespace ulna::uniform_verts {
namespace {

using reference::kNormalRows;
using reference::kPositionRows;
using reference::Rung;
using reference::WeightedMatrix;

/// The order of Operation::quantities: behind normals there is their length, or where they are sums
/// those in underflow.
enum : uint8_t { kPosition, kPositionInUnderflow, kNormal, kLength };

constexpr size_t kFirstOfNormal = 3;

/// Where a component of a vertex lies: the array, and the word of it.
std::pair<size_t, size_t> place_of(const Case& c, size_t vertex, size_t i) {
  const size_t width = stream_width(c);
  return {size_t(kFirstStream) + i / width, vertex * width + i % width};
}

class Skinned : public Evaluator {
public:
  explicit Skinned(const Case& c)
      : vertices_(num_vertices(c)), palette_(palette_for(c, reordered_)),
        influences_(num_influences(c)),
        indices_(c.arrays[size_t(joint_indices_of(c))].as<uint32_t>()),
        weights_(c.arrays[size_t(joint_weights_of(c))].as<float>()), allowed_(allowance(c)),
        has_four_(has_four(c)), src_(c.arrays[kFirstStream]), width_(stream_width(c)) {
    for (size_t v = 0; v < vertices_.size(); ++v)
      for (size_t i = 0; i < kComponents; ++i) vertices_[v][i] = component(c, v, i);
  }

  void expect(size_t /*array*/, size_t vertex, Rung rung, Expectation& e) const override {
    e.two_branches = false;
    const std::array<float, kComponents>& v = vertices_[vertex];
    const size_t first = vertex * influences_;
    const auto matrix_of = [&](size_t k) -> WeightedMatrix {
      return {weights_[first + k], palette_[indices_[first + k]].m};
    };
    vertex_blending::expect_vector<kPositionRows>(v.data(), influences_, matrix_of, rung, allowed_,
                                                  0, e);
    const float* const normal = v.data() + kFirstOfNormal;
    if (!has_four_) return expect_unit_normal(normal, matrix_of, rung, e);
    vertex_blending::expect_vector<kNormalRows>(normal, influences_, matrix_of, rung, allowed_,
                                                kFirstOfNormal, e);
    for (size_t i = kFirstOfNormal; i < kComponents; ++i) e.quantity[i] += kNormal;
    for (size_t i = kComponents; i < width_; ++i) { // what only goes along
      e.clause[i] = Clause::copied;
      e.bits[i] = src_.word(vertex * width_ + i);
    }
  }

private:
  /// The palette as one for row vectors, of which `storage` holds what is not in the case.
  static std::span<const ulna_mat44> palette_for(const Case& c, std::vector<ulna_mat44>& storage) {
    if (!is_soa(c)) return c.arrays[size_t(palette_of(c))].as<ulna_mat44>();
    for (size_t joint = 0; joint < num_matrices(c); ++joint) storage.push_back(matrix_of(c, joint));
    return storage;
  }

  template <class MatrixOf>
  void expect_unit_normal(const float* n, const MatrixOf& matrix_of, Rung rung,
                          Expectation& e) const {
    const auto normal_on = [&](Rung on) {
      return vertex_blending::sums_for<kNormalRows>(allowed_, on, n, influences_, matrix_of);
    };
    unit_vectors::Summed normal{normal_on(Rung::fast), {}, kNormalRows * influences_};
    if (rung != Rung::fast) {
      const auto sums = normal_on(rung);
      for (size_t i = 0; i < 3; ++i) normal.exact[i] = sums[i].value;
    }
    unit_vectors::expect_unit_vector(normal, rung, allowed_, kFirstOfNormal, e);
    std::fill_n(e.quantity.begin() + kFirstOfNormal, 3, uint8_t{kNormal});
    e.length_quantity = kLength;
  }

  std::vector<std::array<float, kComponents>> vertices_;
  std::vector<ulna_mat44> reordered_;
  std::span<const ulna_mat44> palette_;
  size_t influences_;
  std::span<const uint32_t> indices_;
  std::span<const float> weights_;
  Allowance allowed_;
  bool has_four_;
  const Array& src_;
  size_t width_;
};

void check_length(const Case& c, int array, size_t owed, const char* why) {
  const size_t count = mend::count_of(c, array);
  if (count != owed)
    throw BadInput(fmt::format("{}: {} elements, must be {}: {}",
                               c.operation->arrays[size_t(array)].name, count, owed, why));
}

void check_influences(const Case& c) {
  if (has_four(c)) return;
  const int32_t influences = c.integers[kNumInfluences];
  if (influences < 1 || size_t(influences) > kMostInfluences)
    throw BadInput(
        fmt::format("num_influences: {}, must be from 1 to {}", influences, kMostInfluences));
}

void check(const Case& c) {
  check_influences(c);
  const size_t vertices = num_vertices(c);
  const std::string first = c.operation->arrays[kFirstStream].name;
  const std::string as_many = "as many as " + first;
  check_length(c, kDst, vertices, as_many.c_str());
  for (int i = 1; i < num_streams(c); ++i)
    check_length(c, kFirstStream + i, vertices, as_many.c_str());
  for (const int a : {joint_indices_of(c), joint_weights_of(c)})
    check_length(c, a, vertices * num_influences(c),
                 has_four(c) ? "four for each vertex" : "num_influences for each vertex");
  const char* const palette = c.operation->arrays[size_t(palette_of(c))].name;
  const size_t matrices = num_matrices(c);
  const size_t most = most_matrices(*c.operation);
  if (matrices > most)
    throw BadInput(fmt::format("{}: {} matrices, must be at most {}", palette, matrices, most));
  check_indices("joint_indices", c.arrays[size_t(joint_indices_of(c))].as<uint32_t>(), matrices,
                palette);
}

/// The case with the matrices for which `kept` is set; every used one must be.
Case with_palette(const Case& c, const std::vector<bool>& kept) {
  Case smaller = c;
  const auto palette = size_t(palette_of(c));
  const std::vector<size_t> number = new_numbers(kept);
  smaller.arrays[palette] =
      with_elements(c.arrays[palette], kept, c.operation->arrays[palette].element_size(c));
  for (uint32_t& joint : smaller.arrays[size_t(joint_indices_of(c))].as<uint32_t>())
    joint = static_cast<uint32_t>(number[joint]);
  return smaller;
}

Case keep(const Case& c, std::span<const size_t> vertices) {
  Case smaller = without_arrays(c);
  smaller.arrays[size_t(palette_of(c))] = c.arrays[size_t(palette_of(c))];
  for (int a = kDst; a < palette_of(c); ++a)
    smaller.arrays[size_t(a)] = with_elements(c.arrays[size_t(a)], vertices,
                                              c.operation->arrays[size_t(a)].element_size(c));
  for (const int a : {joint_indices_of(c), joint_weights_of(c)})
    smaller.arrays[size_t(a)] =
        with_elements(c.arrays[size_t(a)], vertices, num_influences(c) * sizeof(uint32_t));
  return smaller;
}

std::vector<VertexWeights> vertex_weights(Case& c) {
  const auto weights = c.arrays[size_t(joint_weights_of(c))].as<float>();
  const size_t count = num_influences(c);
  std::vector<VertexWeights> all;
  for (size_t v = 0; v < num_vertices(c); ++v) all.push_back({v, &weights[v * count], count, 1});
  return all;
}

/// Fewer influences, or fewer that weigh anything; fewer matrices.
std::vector<Reduction> reductions(const Case& c) {
  std::vector<Reduction> out;
  std::vector<std::vector<uint32_t>> lists(1, std::vector<uint32_t>(num_influences(c)));
  std::iota(lists[0].begin(), lists[0].end(), 0u);
  for (const auto& fewer : fewer_influences(lists))
    if (!same_input(with_influences(c, fewer[0]), c))
      out.push_back([&c, kept = fewer[0]] { return with_influences(c, kept); });
  std::vector<bool> used(num_matrices(c));
  for (const uint32_t joint : c.arrays[size_t(joint_indices_of(c))].as<uint32_t>())
    used[joint] = true;
  for (const auto& kept : fewer_unused(used))
    out.push_back([&c, kept] { return with_palette(c, kept); });
  return out;
}

} // namespace

namespace {

/// See with_influences.
Case with_the_others_weighing_nothing(const Case& c, std::span<const uint32_t> kept) {
  std::array<size_t, kMostInfluences> like; // the one whose joint each names
  like.fill(*std::min_element(kept.begin(), kept.end()));
  for (size_t k = 0; k < like.size(); ++k) {
    const bool stays = std::find(kept.begin(), kept.end(), k) != kept.end();
    if (stays || k > 0) like[k] = stays ? k : like[k - 1];
  }
  Case smaller = c;
  const auto indices = smaller.arrays[size_t(joint_indices_of(c))].as<uint32_t>();
  const auto weights = smaller.arrays[size_t(joint_weights_of(c))].as<float>();
  for (size_t first = 0; first < indices.size(); first += like.size()) {
    const auto before = c.arrays[size_t(joint_indices_of(c))].as<uint32_t>().subspan(first);
    for (size_t k = 0; k < like.size(); ++k) {
      if (like[k] == k) continue;
      indices[first + k] = before[like[k]];
      weights[first + k] = 0;
    }
  }
  return smaller;
}

std::vector<Argument> arguments_of_four(const Case& c) {
  return {{kDst},
          {kFirstStream},
          {palette_of(c)},
          {joint_indices_of(c)},
          {joint_weights_of(c)},
          {Argument::kInteger, static_cast<int32_t>(num_vertices(c))}};
}

} // namespace

Case with_influences(const Case& c, std::span<const uint32_t> kept) {
  if (has_four(c)) return with_the_others_weighing_nothing(c, kept);
  std::vector<size_t> entries;
  for (size_t v = 0; v < num_vertices(c); ++v)
    for (const uint32_t k : kept) entries.push_back(v * num_influences(c) + k);
  Case smaller = c;
  smaller.integers[kNumInfluences] = static_cast<int32_t>(kept.size());
  for (const int a : {joint_indices_of(c), joint_weights_of(c)})
    smaller.arrays[size_t(a)] = with_elements(c.arrays[size_t(a)], entries, sizeof(uint32_t));
  return smaller;
}

size_t num_matrices(const Case& c) {
  return mend::count_of(c, palette_of(c));
}

float component(const Case& c, size_t vertex, size_t i) {
  const auto [array, word] = place_of(c, vertex, i);
  return c.arrays[array].as<float>()[word];
}

void set_component(Case& c, size_t vertex, size_t i, float x) {
  const auto [array, word] = place_of(c, vertex, i);
  c.arrays[array].as<float>()[word] = x;
}

ulna_mat44 matrix_of(const Case& c, size_t joint) {
  const Array& palette = c.arrays[size_t(palette_of(c))];
  if (!is_soa(c)) return palette.as<ulna_mat44>()[joint];
  ulna_mat44 m{};
  for (size_t row = 0; row < 4; ++row)
    for (size_t column = 0; column < 3; ++column)
      m.m[4 * row + column] = palette.as<ulna_joint_mat>()[joint].m[4 * column + row];
  return m;
}

void set_matrix(Case& c, size_t joint, const ulna_mat44& m) {
  Array& palette = c.arrays[size_t(palette_of(c))];
  if (!is_soa(c)) {
    palette.as<ulna_mat44>()[joint] = m;
    return;
  }
  for (size_t row = 0; row < 4; ++row)
    for (size_t column = 0; column < 3; ++column)
      palette.as<ulna_joint_mat>()[joint].m[4 * column + row] = m.m[4 * row + column];
}

Operation operation(const Layout& layout, std::vector<ArraySpec> arrays) {
  const bool four = layout.has_four;
  Operation op{};
  op.uniform_layout = &layout;
  op.weights = WeightColumns{arrays.size() - 1, 0, 1};
  op.arrays = std::move(arrays);
  op.output = kDst;
  op.element = "vertex";
  op.quantities = {"position", "position in underflow", "normal",
                   four ? "normal in underflow" : "length of a normal"};
  if (four) {
    op.arguments = arguments_of_four;
  } else {
    op.integers = {"num_influences"};
  }
  op.may_write = [](const Case&) { return true; };
  op.validate = check;
  op.make_valid = make_valid;
  op.enter_domain = enter_domain;
  op.evaluate = [](const Case& c) -> std::unique_ptr<Evaluator> {
    return std::make_unique<Skinned>(c);
  };
  op.computes = [](const Case&) { return true; };
  op.num_edge_cases = num_uniform_verts_edge_cases(four);
  op.keep = keep;
  op.size = num_vertices;
  op.place_of = [](const Case&, size_t vertex) { return vertex; };
  op.reductions = reductions;
  op.objective = &kObjective;
  op.moves = kMoves;
  op.vertex_weights = vertex_weights;
  return op;
}

} // namespace ulna::uniform_verts
