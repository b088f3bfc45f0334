#include "operations/vertex_blending/vertex_blending.h"

#include "base/error.h"
#include "operations/shared/indices.h"
#include "operations/shared/mend.h"
#include "operations/shared/reduce.h"

#include <fmt/format.h>

#include <numeric>

namespace ulna::vertex_blending {
namespace {

using reference::kNormalRows;
using reference::kPositionRows;
using reference::Rung;
using reference::WeightedMatrix;

std::span<const ulna_blend_vertex> src_of(const Case& c) {
  return c.arrays[kSrc].as<ulna_blend_vertex>();
}
std::span<const ulna_mat44> matrices_of(const Case& c) {
  return c.arrays[kMatrices].as<ulna_mat44>();
}
/// How many matrices blend a vertex.
size_t slots(const Case& c) {
  return size_t(c.integers[kNumWeights]) + 1;
}

Blend blend_of(const Case& c, bool indexed) {
  return {slots(c), indexed, true, allowance(c)};
}

class Blended : public Evaluator {
public:
  Blended(const Case& c, bool indexed)
      : src_(src_of(c)), matrices_(matrices_of(c)), blend_(blend_of(c, indexed)) {}

  void expect(size_t /*array*/, size_t vertex, Rung rung, Expectation& e) const override {
    expect_vertex(src_[vertex], matrices_, blend_, rung, e);
  }

private:
  std::span<const ulna_blend_vertex> src_;
  std::span<const ulna_mat44> matrices_;
  Blend blend_;
};

template <bool Indexed>
std::unique_ptr<Evaluator> evaluate(const Case& c) {
  return std::make_unique<Blended>(c, Indexed);
}

std::vector<Argument> arguments(const Case& c) {
  return {{kDst},
          {kSrc},
          {Argument::kInteger, static_cast<int32_t>(src_of(c).size())},
          {kMatrices},
          {Argument::kInteger, c.integers[kNumWeights]}};
}

template <bool Indexed>
void check(const Case& c) {
  const int32_t num_weights = c.integers[kNumWeights];
  if (num_weights < 0 || size_t(num_weights) > kMaxWeights)
    throw BadInput(fmt::format("num_weights: {}, must be from 0 to {}", num_weights, kMaxWeights));
  const size_t written = c.arrays[kDst].size() / sizeof(ulna_mesh_vertex);
  if (written != src_of(c).size())
    throw BadInput(
        fmt::format("dst: {} vertices, must be as many as src, {}", written, src_of(c).size()));
  if (Indexed) {
    check_indices(c, src_of(c), slots(c));
  } else if (matrices_of(c).size() != slots(c) && !src_of(c).empty()) {
    throw BadInput(
        fmt::format("matrices: {}, must be num_weights + 1, {}", matrices_of(c).size(), slots(c)));
  }
}

template <bool Indexed>
void make_valid(Case& c) {
  int32_t& num_weights = c.integers[kNumWeights];
  num_weights = mend::within(num_weights, 0, kMaxWeights);
  const auto src = c.arrays[kSrc].as<ulna_blend_vertex>();
  mend::set_count(c, kDst, src.size());
  if (Indexed && matrices_of(c).size() > kMaxPalette) mend::set_count(c, kMatrices, kMaxPalette);
  if (src.empty()) return;
  if (!Indexed) return mend::set_count(c, kMatrices, slots(c));
  if (matrices_of(c).empty()) mend::set_count(c, kMatrices, 1);
  for (ulna_blend_vertex& v : src)
    for (size_t k = 0; k < slots(c); ++k)
      v.indices[k] = static_cast<uint8_t>(mend::below(v.indices[k], matrices_of(c).size()));
}

template <bool Indexed>
void enter_domain(Case& c) {
  mend::repair_unjudged(c, [&](size_t vertex) {
    tame_vertex(c.arrays[kSrc].as<ulna_blend_vertex>()[vertex],
                c.arrays[kMatrices].as<ulna_mat44>(), blend_of(c, Indexed));
  });
}

Case keep(const Case& c, std::span<const size_t> vertices) {
  Case smaller = without_arrays(c);
  smaller.arrays[kMatrices] = c.arrays[kMatrices];
  smaller.arrays[kDst] = with_elements(c.arrays[kDst], vertices, sizeof(ulna_mesh_vertex));
  smaller.arrays[kSrc] = with_elements(c.arrays[kSrc], vertices, sizeof(ulna_blend_vertex));
  return smaller;
}

/// The case without slot k.
Case without_slot(const Case& c, size_t k, bool indexed) {
  Case smaller = c;
  --smaller.integers[kNumWeights];
  for (ulna_blend_vertex& v : smaller.arrays[kSrc].as<ulna_blend_vertex>()) remove_slot(v, k);
  if (!indexed && matrices_of(c).size() == slots(c)) { // without vertices there may be any number
    std::vector<bool> kept(slots(c), true);
    kept[k] = false;
    smaller.arrays[kMatrices] = with_elements(c.arrays[kMatrices], kept, sizeof(ulna_mat44));
  }
  return smaller;
}

/// The case with the palette entries for which `kept` is set; every used one must be.
Case with_palette(const Case& c, const std::vector<bool>& kept) {
  Case smaller = c;
  const std::vector<size_t> number = new_numbers(kept);
  smaller.arrays[kMatrices] = with_elements(c.arrays[kMatrices], kept, sizeof(ulna_mat44));
  for (ulna_blend_vertex& v : smaller.arrays[kSrc].as<ulna_blend_vertex>())
    for (size_t k = 0; k < slots(c); ++k) v.indices[k] = static_cast<uint8_t>(number[v.indices[k]]);
  return smaller;
}

template <bool Indexed>
std::vector<Reduction> reductions(const Case& c) {
  std::vector<Reduction> out;
  if (slots(c) > 1)
    for (size_t k = 0; k < slots(c); ++k)
      out.push_back([&c, k] { return without_slot(c, k, Indexed); });
  if (!Indexed) return out;
  std::vector<bool> used(matrices_of(c).size());
  for (const ulna_blend_vertex& v : src_of(c))
    for (size_t k = 0; k < slots(c); ++k) used[v.indices[k]] = true;
  for (const auto& kept : fewer_unused(used))
    out.push_back([&c, kept] { return with_palette(c, kept); });
  return out;
}

} // namespace

void tame_matrix(ulna_mat44& mat, size_t rows, int exponent) {
  for (size_t row = 0; row < rows; ++row) mend::tame({mat.m + 4 * row, 3}, exponent);
}

void expect_vertex(const ulna_blend_vertex& v, std::span<const ulna_mat44> matrices,
                   const Blend& blend, Rung rung, Expectation& e) {
  e.two_branches = false;
  const float last = reference::last_weight(v.weights, blend.slots - 1);
  const auto matrix_of = [&](size_t k) -> WeightedMatrix {
    return {k + 1 < blend.slots ? v.weights[k] : last, matrices[blend.matrix_of(v, k)].m};
  };
  expect_vector<kPositionRows>(v.position, blend.slots, matrix_of, rung, blend.allowed, 0, e);
  if (blend.has_normals)
    expect_vector<kNormalRows>(v.normal, blend.slots, matrix_of, rung, blend.allowed, 3, e);
}

void tame_vertex(ulna_blend_vertex& v, std::span<ulna_mat44> matrices, const Blend& blend) {
  // The last weight is up to three times as large as the others, and one more.
  const int exponent = mend::safe_exponent(4 * kPositionRows * blend.slots, 3);
  mend::tame(v.position, exponent);
  mend::tame(v.normal, exponent);
  mend::tame({v.weights, blend.slots - 1}, exponent);
  for (size_t k = 0; k < blend.slots; ++k)
    tame_matrix(matrices[blend.matrix_of(v, k)], kPositionRows, exponent);
}

void check_indices(const Case& c, std::span<const ulna_blend_vertex> src, size_t slots) {
  const size_t palette = matrices_of(c).size();
  const char* const name = c.operation->arrays[kMatrices].name;
  if (palette > kMaxPalette)
    throw BadInput(fmt::format("{}: {} matrices, must be at most {}", name, palette, kMaxPalette));
  for (size_t v = 0; v < src.size(); ++v)
    for (size_t k = 0; k < slots; ++k)
      if (src[v].indices[k] >= palette)
        throw BadInput(fmt::format("src: index {} of vertex {} is {}, {}", k, v, src[v].indices[k],
                                   index_range(palette, name)));
}

void remove_slot(ulna_blend_vertex& v, size_t slot) {
  for (size_t i = slot; i < kMaxWeights; ++i) {
    v.weights[i] = i + 1 < kMaxWeights ? v.weights[i + 1] : 0;
    v.indices[i] = v.indices[i + 1];
  }
  v.indices[kMaxWeights] = 0;
}

Operation operation(bool indexed) {
  Operation op{};
  op.arrays = {{"dst", "ffffff", 4, true, "position.xyz normal.xyz"},
               {"src", "ffffffbfff", 4, false},
               {indexed ? "palette" : "matrices", "ffffffffffffffff", 16, false, "4x4"}};
  op.output = kDst;
  op.element = "vertex";
  op.quantities = {"vertex", "vertex in underflow"};
  op.integers = {"num_weights"};
  op.arguments = arguments;
  op.may_write = [](const Case&) { return true; };
  op.validate = indexed ? check<true> : check<false>;
  op.make_valid = indexed ? make_valid<true> : make_valid<false>;
  op.enter_domain = indexed ? enter_domain<true> : enter_domain<false>;
  op.evaluate = indexed ? evaluate<true> : evaluate<false>;
  op.computes = [](const Case&) { return true; };
  op.keep = keep;
  op.size = [](const Case& c) { return src_of(c).size(); };
  op.place_of = [](const Case&, size_t vertex) { return vertex; };
  op.weights = WeightColumns{kSrc, 3, 3};
  op.vertex_weights = [](Case& c) {
    std::vector<VertexWeights> all;
    const auto src = c.arrays[kSrc].as<ulna_blend_vertex>();
    for (size_t v = 0; v < src.size(); ++v) all.push_back({v, src[v].weights, slots(c) - 1, 1});
    return all;
  };
  op.last_weight_is_implied = true;
  op.reductions = indexed ? reductions<true> : reductions<false>;
  return op;
}

} // namespace ulna::vertex_blending
