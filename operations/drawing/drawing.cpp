#include "operations/drawing/drawing.h"

#include "base/error.h"
#include "operations/shared/mend.h"

#include <fmt/format.h>

namespace ulna::drawing {
namespace {

/// Of hardware: no blending at all, as much as a vertex can use, and more; the palette of some, of
/// very few, and just what a face needs, with normals and without.
constexpr int32_t kMatrices[] = {0, 1, 2, 3, 4, 8, 255, -1};
constexpr int32_t kIndices[] = {0,   1,   2,   3,   4,   5,     6,         7,   8,   10,
                                11,  12,  22,  23,  24,  63,    94,        127, 199, 254,
                                255, 256, 510, 511, 512, 65535, INT32_MAX, -1};

} // namespace

ulna_device device_of(const Case& c) {
  const auto number = [&](int i) { return static_cast<uint32_t>(c.integers[size_t(i)]); };
  return {number(kMaxBlendMatrices), number(kMaxBlendMatrixIndex), number(kVertexProcessing)};
}

Operation operation() {
  Operation op{};
  op.output = 0;
  op.integers = {"max_blend_matrices", "max_blend_matrix_index", "vertex_processing"};
  op.records = [](const Case& c) -> std::vector<Record> {
    const ulna_device device = device_of(c);
    return {{"device",
             {{Argument::kInteger, device.max_blend_matrices},
              {Argument::kInteger, device.max_blend_matrix_index},
              {Argument::kInteger, device.vertex_processing}}}};
  };
  op.may_write = [](const Case&) { return true; };
  op.computes = [](const Case&) { return true; };
  op.enter_domain = [](Case&) {};
  op.place_of = [](const Case&, size_t element) { return element; };
  return op;
}

void check_device(const Case& c) {
  const int32_t processing = c.integers[kVertexProcessing];
  if (processing < ULNA_HARDWARE_PROCESSING || processing > ULNA_MIXED_PROCESSING)
    throw BadInput(fmt::format("vertex_processing: {}, must be 0 to 2", processing));
}

void make_device_valid(Case& c) {
  int32_t& processing = c.integers[kVertexProcessing];
  processing = mend::within(processing, ULNA_HARDWARE_PROCESSING, ULNA_MIXED_PROCESSING);
}

void any_device(Case& c, Random& r) {
  c.integers[kMaxBlendMatrices] = r.one_in(16) ? r.between(0, 1 << 20) : r.pick(kMatrices);
  c.integers[kMaxBlendMatrixIndex] = r.one_in(4) ? r.between(0, 300) : r.pick(kIndices);
  c.integers[kVertexProcessing] = r.between(ULNA_HARDWARE_PROCESSING, ULNA_MIXED_PROCESSING);
}

void some_device(Case& c, uint64_t i) {
  c.integers[kVertexProcessing] = static_cast<int32_t>(i % 3);
  c.integers[kMaxBlendMatrices] = kMatrices[i / 3 % std::size(kMatrices)];
  c.integers[kMaxBlendMatrixIndex] = kIndices[i * 7 / 24 % std::size(kIndices)];
}

} // namespace ulna::drawing
