// The contract of blend_vertex_buffer.

#include "base/error.h"
#include "cases/make_case.h"
#include "operations/list.h"
#include "operations/shared/mend.h"
#include "operations/shared/reduce.h"
#include "operations/vertex_blending/vertex_buffer.h"

#include <fmt/format.h>

namespace ulna {
namespace vertex_buffer {
namespace {

using reference::Rung;
using vertex_blending::Blend;
using vertex_blending::kMaxPalette;
using vertex_blending::kMaxWeights;

constexpr Contract kContract{
    .version = 1,
    .summary = "position = sum over k of w_k * (position, 1) * M_k, normal likewise without row 3 "
               "of the matrices; M_k = matrices[k], or with indices matrices[byte k of the "
               "indices]; w_k = weights[k] for k below num_weights, and last 1 - (w0 + w1 + ...) "
               "in float from left to right",
    .domain = "stored_weights from 0 to 3, num_weights from 0 to these, weights of any size and "
              "sign; indexed and has_normals are true unless they are 0; without indices "
              "num_weights + 1 matrices, with indices up to 256; the sums of "
              "|w||m||v|, |w||m|, |m||v| and |w||v| below FLT_MAX/4 for each component; column 3, "
              "row 3 for normals, the weights and indices that are not used, and what lies between "
              "vertices may hold anything",
    .footprint = "a vertex of src: a position, stored_weights floats, with `indexed` 4 bytes of "
                 "indices, with has_normals a normal, src_stride bytes apart and 4-byte aligned; "
                 "reads these and matrices (16), and may read what lies between vertices, but "
                 "nothing behind the last; writes 12 bytes, with normals 24, at every dst_stride "
                 "of dst (4) and nothing else; strides are multiples of 4, src_stride no less than "
                 "a vertex of src, dst_stride no less than what is written; dst overlaps nothing",
    .bound = vertex_blending::kBound,
    .source = "a textbook chapter on skinned meshes in Direct3D 9; Higham, Accuracy and Stability "
              "of Numerical Algorithms, 2nd ed., section 3.1",
};

std::span<const ulna_mat44> matrices_of(const Case& c) {
  return c.arrays[kMatrices].as<ulna_mat44>();
}

std::vector<ulna_blend_vertex> vertices_of(const Case& c) {
  std::vector<ulna_blend_vertex> all(num_vertices(c));
  for (size_t v = 0; v < all.size(); ++v) all[v] = vertex_of(c, v);
  return all;
}

class Blended : public Evaluator {
public:
  explicit Blended(const Case& c)
      : src_(vertices_of(c)), matrices_(matrices_of(c)), blend_(blend_of(c)) {}

  void expect(size_t /*array*/, size_t vertex, Rung rung, Expectation& e) const override {
    e.clause.fill(Clause::untouched);
    expect_vertex(src_[vertex], matrices_, blend_, rung, e);
  }

private:
  std::vector<ulna_blend_vertex> src_;
  std::span<const ulna_mat44> matrices_;
  Blend blend_;
};

std::vector<Argument> arguments(const Case& c) {
  const auto integer = [&](size_t i) { return Argument{Argument::kInteger, c.integers[i]}; };
  return {{kDst},
          integer(kDstStride),
          {kSrc},
          integer(kSrcStride),
          {Argument::kInteger, static_cast<int32_t>(num_vertices(c))},
          integer(kStoredWeights),
          integer(kNumWeights),
          integer(kIndexed),
          integer(kHasNormals),
          {kMatrices}};
}

void check_stride(const Case& c, size_t integer, size_t words) {
  if (size_t(c.integers[integer]) < 4 * words)
    throw BadInput(fmt::format("{}: {}, must be at least {}, the length of a vertex",
                               c.operation->integers[integer], c.integers[integer], 4 * words));
}

void check_within(const Case& c, size_t integer, int32_t least, int32_t most) {
  const int32_t value = c.integers[integer];
  if (value < least || value > most)
    throw BadInput(fmt::format("{}: {}, must be from {} to {}", c.operation->integers[integer],
                               value, least, most));
}

void check(const Case& c) {
  check_within(c, kStoredWeights, 0, kMaxWeights);
  check_within(c, kNumWeights, 0, c.integers[kStoredWeights]);
  const Format format = format_of(c);
  check_stride(c, kDstStride, format.written());
  check_stride(c, kSrcStride, format.read());
  const size_t written = c.arrays[kDst].size() / size_t(c.integers[kDstStride]);
  if (written != num_vertices(c))
    throw BadInput(
        fmt::format("dst: {} vertices, must be as many as src, {}", written, num_vertices(c)));
  const size_t slots = blend_of(c).slots;
  if (format.indexed) {
    vertex_blending::check_indices(c, vertices_of(c), slots);
  } else if (matrices_of(c).size() != slots && num_vertices(c) > 0) {
    throw BadInput(
        fmt::format("matrices: {}, must be num_weights + 1, {}", matrices_of(c).size(), slots));
  }
}

void make_valid(Case& c) {
  int32_t& stored = c.integers[kStoredWeights];
  stored = mend::within(stored, 0, kMaxWeights);
  c.integers[kNumWeights] = mend::within(c.integers[kNumWeights], 0, stored);
  const Format format = format_of(c);
  const auto at_least = [&](size_t stride, size_t words) {
    c.integers[stride] = std::max(c.integers[stride], static_cast<int32_t>(4 * words));
  };
  at_least(kDstStride, format.written());
  at_least(kSrcStride, format.read());
  // A long stride may be new, and the elements of the other array many.
  constexpr size_t kMostNewBytes = size_t{64} << 10;
  const size_t vertices =
      std::min(num_vertices(c),
               std::max(mend::count_of(c, kDst), kMostNewBytes / size_t(c.integers[kDstStride])));
  mend::set_count(c, kSrc, vertices);
  mend::set_count(c, kDst, vertices);
  if (format.indexed && matrices_of(c).size() > kMaxPalette)
    mend::set_count(c, kMatrices, kMaxPalette);
  if (vertices == 0) return;
  if (!format.indexed) return mend::set_count(c, kMatrices, blend_of(c).slots);
  if (matrices_of(c).empty()) mend::set_count(c, kMatrices, 1);
  for (size_t v = 0; v < vertices; ++v) {
    ulna_blend_vertex vertex = vertex_of(c, v);
    for (size_t k = 0; k < blend_of(c).slots; ++k)
      vertex.indices[k] =
          static_cast<uint8_t>(mend::below(vertex.indices[k], matrices_of(c).size()));
    set_vertex(c, v, vertex);
  }
}

void enter_domain(Case& c) {
  mend::repair_unjudged(c, [&](size_t v) {
    ulna_blend_vertex vertex = vertex_of(c, v);
    tame_vertex(vertex, c.arrays[kMatrices].as<ulna_mat44>(), blend_of(c));
    set_vertex(c, v, vertex);
  });
}

Case keep(const Case& c, std::span<const size_t> vertices) {
  Case smaller = without_arrays(c);
  smaller.arrays[kMatrices] = c.arrays[kMatrices];
  for (const auto& [array, stride] : {std::pair{kDst, kDstStride}, {kSrc, kSrcStride}})
    smaller.arrays[size_t(array)] =
        with_elements(c.arrays[size_t(array)], vertices, size_t(c.integers[stride]));
  return smaller;
}

/// The case with other vertices, that may store fewer weights; dst and what lies between the
/// vertices as they were, as far as there is room.
Case with_vertices(const Case& c, std::span<const ulna_blend_vertex> vertices, const Format& format,
                   size_t dst_stride, size_t src_stride) {
  Case other = c;
  other.integers[kStoredWeights] = static_cast<int32_t>(format.stored_weights);
  for (const auto& [array, integer, stride] :
       {std::tuple{kDst, kDstStride, dst_stride}, {kSrc, kSrcStride, src_stride}}) {
    const auto before = size_t(c.integers[integer]);
    other.integers[integer] = static_cast<int32_t>(stride);
    Array& to = other.arrays[size_t(array)];
    to = Array(vertices.size() * stride);
    for (size_t v = 0; v < vertices.size(); ++v)
      std::memcpy(to.data() + v * stride, c.arrays[size_t(array)].data() + v * before,
                  std::min(stride, before));
  }
  for (size_t v = 0; v < vertices.size(); ++v) set_vertex(other, v, vertices[v]);
  return other;
}

/// In the format, and as near to each other as the vertices can be.
Case tight(const Case& c, std::span<const ulna_blend_vertex> vertices, const Format& format) {
  return with_vertices(c, vertices, format, 4 * format.written(), 4 * format.read());
}

/// Without what is stored and not used.
Case with_used_weights(const Case& c) {
  Format format = format_of(c);
  format.stored_weights = c.integers[kNumWeights];
  return tight(c, vertices_of(c), format);
}

Case without_slot(const Case& c, size_t slot) {
  std::vector<ulna_blend_vertex> vertices = vertices_of(c);
  for (ulna_blend_vertex& v : vertices) vertex_blending::remove_slot(v, slot);
  Case smaller = with_vertices(c, vertices, format_of(c), size_t(c.integers[kDstStride]),
                               size_t(c.integers[kSrcStride]));
  --smaller.integers[kNumWeights];
  if (!blend_of(c).indexed && matrices_of(c).size() == blend_of(c).slots) {
    std::vector<bool> kept(matrices_of(c).size(), true);
    kept[slot] = false;
    smaller.arrays[kMatrices] = with_elements(c.arrays[kMatrices], kept, sizeof(ulna_mat44));
  }
  return smaller;
}

/// The case with the palette entries for which `kept` is set; every used one must be.
Case with_palette(const Case& c, const std::vector<bool>& kept) {
  Case smaller = c;
  const std::vector<size_t> number = new_numbers(kept);
  smaller.arrays[kMatrices] = with_elements(c.arrays[kMatrices], kept, sizeof(ulna_mat44));
  for (size_t v = 0; v < num_vertices(c); ++v) {
    ulna_blend_vertex vertex = vertex_of(c, v);
    for (size_t k = 0; k < blend_of(c).slots; ++k)
      vertex.indices[k] = static_cast<uint8_t>(number[vertex.indices[k]]);
    set_vertex(smaller, v, vertex);
  }
  return smaller;
}

/// Those that count.
std::vector<VertexWeights> vertex_weights(Case& c) {
  const auto floats = c.arrays[kSrc].as<float>();
  const size_t words = size_t(c.integers[kSrcStride]) / sizeof(float);
  std::vector<VertexWeights> all;
  for (size_t v = 0; v < num_vertices(c); ++v)
    all.push_back({v, &floats[v * words] + kPositionWords, size_t(c.integers[kNumWeights]), 1});
  return all;
}

/// Plainer vertices, fewer matrices.
std::vector<Reduction> reductions(const Case& c) {
  std::vector<Reduction> out;
  const Format format = format_of(c);
  for (const size_t flag : {kIndexed, kHasNormals})
    if (c.integers[flag] != 0 && c.integers[flag] != 1)
      out.push_back([&c, flag] {
        Case smaller = c;
        smaller.integers[flag] = 1;
        return smaller;
      });
  if (format.has_normals) // which lies last, so that nothing moves
    out.push_back([&c] {
      Case smaller = c;
      smaller.integers[kHasNormals] = 0;
      return smaller;
    });
  if (c.integers[kNumWeights] < c.integers[kStoredWeights])
    out.push_back([&c] { return with_used_weights(c); });
  if (size_t(c.integers[kDstStride]) > 4 * format.written() ||
      size_t(c.integers[kSrcStride]) > 4 * format.read())
    out.push_back([&c] { return tight(c, vertices_of(c), format_of(c)); });
  const Blend blend = blend_of(c);
  if (blend.slots > 1)
    for (size_t k = 0; k < blend.slots; ++k) out.push_back([&c, k] { return without_slot(c, k); });
  if (!format.indexed) return out;
  std::vector<bool> used(matrices_of(c).size());
  for (const ulna_blend_vertex& v : vertices_of(c))
    for (size_t k = 0; k < blend.slots; ++k) used[v.indices[k]] = true;
  for (const auto& kept : fewer_unused(used))
    out.push_back([&c, kept] { return with_palette(c, kept); });
  return out;
}

} // namespace

ulna_blend_vertex vertex_of(const Case& c, size_t vertex) {
  const Format format = format_of(c);
  const std::byte* const from = c.arrays[kSrc].data() + vertex * size_t(c.integers[kSrcStride]);
  ulna_blend_vertex v{};
  std::memcpy(v.position, from, sizeof v.position);
  std::memcpy(v.weights, from + 4 * kPositionWords, 4 * size_t(format.stored_weights));
  if (format.indexed) std::memcpy(v.indices, from + 4 * format.indices(), sizeof v.indices);
  if (format.has_normals) std::memcpy(v.normal, from + 4 * format.normal(), sizeof v.normal);
  return v;
}

void set_vertex(Case& c, size_t vertex, const ulna_blend_vertex& v) {
  const Format format = format_of(c);
  std::byte* const to = c.arrays[kSrc].data() + vertex * size_t(c.integers[kSrcStride]);
  std::memcpy(to, v.position, sizeof v.position);
  std::memcpy(to + 4 * kPositionWords, v.weights, 4 * size_t(format.stored_weights));
  if (format.indexed) std::memcpy(to + 4 * format.indices(), v.indices, sizeof v.indices);
  if (format.has_normals) std::memcpy(to + 4 * format.normal(), v.normal, sizeof v.normal);
}

Case in_buffer(const Case& blended, const Format& format, size_t dst_stride, size_t src_stride) {
  Case c = make_case(blend_vertex_buffer());
  c.note = blended.note;
  c.flush = blended.flush;
  c.leftovers = blended.leftovers;
  c.places = blended.places;
  c.arrays[kMatrices] = blended.arrays[vertex_blending::kMatrices];
  c.integers[kStoredWeights] = static_cast<int32_t>(format.stored_weights);
  c.integers[kNumWeights] = blended.integers[vertex_blending::kNumWeights];
  c.integers[kIndexed] = format.indexed;
  c.integers[kHasNormals] = format.has_normals;
  dst_stride = std::max(dst_stride, 4 * format.written());
  src_stride = std::max(src_stride, 4 * format.read());
  c.integers[kDstStride] = static_cast<int32_t>(dst_stride);
  c.integers[kSrcStride] = static_cast<int32_t>(src_stride);
  const auto vertices = blended.arrays[vertex_blending::kSrc].as<ulna_blend_vertex>();
  c.arrays[kSrc].resize(vertices.size() * src_stride);
  c.arrays[kDst].resize(vertices.size() * dst_stride);
  for (size_t v = 0; v < vertices.size(); ++v) {
    set_vertex(c, v, vertices[v]);
    std::memcpy(c.arrays[kDst].data() + v * dst_stride,
                blended.arrays[vertex_blending::kDst].data() + v * sizeof(ulna_mesh_vertex),
                4 * format.written());
  }
  return c;
}

} // namespace vertex_buffer

const Operation& blend_vertex_buffer() {
  using namespace vertex_buffer;
  static const Operation op{
      .name = "blend_vertex_buffer",
      .member = offsetof(ulna_port, blend_vertex_buffer),
      .arrays = {{"dst", "fff", 4, true, "position.xyz normal.xyz", kDstStride},
                 {"src", "fff", 4, false, "", kSrcStride, false,
                  [](const Case& c, size_t word) {
                    const Format format = format_of(c);
                    return format.indexed && int64_t(word) == format.indices() ? 'b' : 'f';
                  }},
                 {"matrices", "ffffffffffffffff", 16, false, "4x4"}},
      .output = kDst,
      .element = "vertex",
      .quantities = {"vertex", "vertex in underflow"},
      .integers = {"dst_stride", "src_stride", "stored_weights", "num_weights", "indexed",
                   "has_normals"},
      .missing_at_end = [](const Case& c, size_t array) -> size_t {
        if (array != kSrc || num_vertices(c) == 0) return 0;
        return size_t(c.integers[kSrcStride]) - 4 * format_of(c).read();
      },
      .quick_elements = 2'000'000,
      .contract = kContract,
      .arguments = arguments,
      .may_write = [](const Case&) { return true; },
      .validate = check,
      .make_valid = vertex_buffer::make_valid,
      .enter_domain = vertex_buffer::enter_domain,
      .evaluate = [](const Case& c) -> std::unique_ptr<Evaluator> {
        return std::make_unique<Blended>(c);
      },
      .computes = [](const Case&) { return true; },
      .generate = vertex_buffer::generate,
      .num_edge_cases = vertex_buffer::num_edge_cases(),
      .keep = keep,
      .size = num_vertices,
      .place_of = [](const Case&, size_t vertex) { return vertex; },
      .reductions = reductions,
      .vertex_weights = vertex_weights,
      .last_weight_is_implied = true,
  };
  return op;
}

} // namespace ulna
