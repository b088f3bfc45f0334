// Cases for blend_vertex_buffer: those of blend_vertices and blend_vertices_indexed in every
// format.

#include "cases/values.h"
#include "operations/list.h"
#include "operations/shared/generate.h"
#include "operations/shared/long_cases.h"
#include "operations/shared/place.h"
#include "operations/shared/special_values.h"
#include "operations/shared/stages.h"
#include "operations/shared/truth.h"
#include "operations/vertex_blending/vertex_buffer.h"

namespace ulna::vertex_buffer {
namespace {

using vertex_blending::generate_blended;
using vertex_blending::kMaxWeights;

/// A format, and how many of its weights are read.
struct Use {
  Format format;
  int num_weights;
};

constexpr size_t kWeights = (kMaxWeights + 1) * (kMaxWeights + 2) / 2; ///< stored, and read of them
constexpr size_t kFormats = 4 * kWeights;

/// Each of them.
Use use(size_t i) {
  Use u{{.stored_weights = 0, .indexed = i % 2 == 1, .has_normals = i / 2 % 2 == 1}, 0};
  for (size_t left = i / 4 % kWeights; left > 0; --left)
    if (++u.num_weights > u.format.stored_weights) ++u.format.stored_weights, u.num_weights = 0;
  return u;
}

class BufferCase {
public:
  BufferCase(uint64_t seed, uint64_t i)
      : r_(seed, i), seed_(seed), i_(i), c_(begin_case(blend_vertex_buffer(), seed, i)) {}

  Random& random() { return r_; }
  Case& result() { return c_; }
  uint64_t seed() const { return seed_; }

  /// So many vertices of a character, with so many words between them, or at these strides.
  void fill(const Use& use, size_t vertices, size_t dst_gap = 0, size_t src_gap = 0) {
    const Format& format = use.format;
    put(generate_blended(format.indexed, vertices, use.num_weights, seed_, i_), format,
        4 * (format.written() + dst_gap), 4 * (format.read() + src_gap));
  }

  /// The vertices of a case in a format that has room for them.
  void put_in_some_format(const Case& blended, bool indexed) {
    const int num_weights = blended.integers[vertex_blending::kNumWeights];
    Format format{.indexed = indexed, .has_normals = !r_.one_in(4)};
    format.stored_weights =
        r_.one_in(2) ? num_weights : r_.between(num_weights, static_cast<int>(kMaxWeights));
    const size_t dst_gap = some_gap();
    put(blended, format, 4 * (format.written() + dst_gap), 4 * (format.read() + some_gap()));
    if (!r_.one_in(4)) return;
    const size_t second = r_.below(std::size(kTrue));
    say(r_.below(std::size(kTrue)), second);
  }

  void put(const Case& blended, const Format& format, size_t dst_stride, size_t src_stride) {
    Case c = in_buffer(blended, format, dst_stride, src_stride);
    c.note = c_.note;
    c.leftovers = c_.leftovers;
    c_ = std::move(c);
    fill_gaps();
    fill_output(c_.arrays[kDst], r_);
  }

  /// True is said by these of kTrue.
  void say(size_t indexed, size_t has_normals) {
    if (c_.integers[kIndexed]) c_.integers[kIndexed] = kTrue[indexed];
    if (c_.integers[kHasNormals]) c_.integers[kHasNormals] = kTrue[has_normals];
  }

private:
  /// Between vertices, in words.
  size_t some_gap() {
    constexpr size_t kMost = 70;
    return r_.one_in(2) ? 0 : r_.one_in(16) ? r_.below(kMost) : 1 + r_.below(8);
  }

  /// Anything: if it is much, it comes again and again.
  void fill_gaps() {
    constexpr size_t kDifferent = 10'007;
    const size_t read = format_of(c_).read();
    const size_t words = size_t(c_.integers[kSrcStride]) / 4;
    if (words == read) return;
    std::vector<float> gaps(kDifferent);
    for (float& x : gaps) x = special_float(r_);
    const auto floats = c_.arrays[kSrc].as<float>();
    for (size_t i = 0; i < floats.size(); ++i)
      if (i % words >= read) floats[i] = gaps[i % kDifferent];
  }

  Random r_;
  uint64_t seed_;
  uint64_t i_;
  Case c_;
};

constexpr size_t kCounts[] = {1, 3, 8, 33};
constexpr size_t kGaps = 16; ///< words
// In 16 bits, of bytes or of words, 2 to 16 of them do not fit.
constexpr int kLaneStrides[] = {2188, 9364, 32772, 65540};
constexpr size_t kBlock = 16;  ///< vertices that a kernel takes at a time
constexpr size_t kTexture = 2; ///< words of texture coordinates
constexpr size_t kCaches[] = {16 << 10, 32 << 10, 64 << 10}; ///< bytes, that chunks may be made for
constexpr uint64_t kNumFormats = 2 * kFormats * std::size(kCounts);    // side
constexpr uint64_t kNumGaps = 2 * 2 * 4 * kGaps;                       // side, array, format
constexpr uint64_t kNumWide = 2 * 2 * std::size(kWideStrides);         // side, array
constexpr uint64_t kNumLanes = 2 * kFormats * std::size(kLaneStrides); // array
constexpr uint64_t kNumUsual = 2 * 3 * kFormats * kBlock;              // gaps of both arrays, rest
constexpr uint64_t kNumChunks = kFormats * std::size(kCaches);
constexpr uint64_t kNumTrue = std::size(kTrue) * std::size(kTrue);

/// Every format.
void format_edge(BufferCase& b, uint64_t i) {
  b.fill(use(i / 2), kCounts[i / 2 / kFormats]);
  put_all(b.result(), static_cast<Side>(i % 2), 0);
}

/// Gaps of every length in either array; the other array is as tight as it can be.
void gap_edge(BufferCase& b, uint64_t i) {
  const bool in_dst = i / 2 % 2;
  const size_t gap = 1 + i / 16;
  b.fill(use(i / 4 % 4 + 4 * b.random().below(kWeights)), 9, in_dst ? gap : 0, in_dst ? 0 : gap);
  put_all(b.result(), static_cast<Side>(i % 2), 0);
}

/// A stride of one array; the other is as tight as it can be.
void fill_with_stride(BufferCase& b, const Use& u, size_t vertices, bool in_dst, int stride) {
  const size_t words = size_t(stride) / 4;
  b.fill(u, vertices, in_dst ? words - u.format.written() : 0,
         in_dst ? 0 : words - u.format.read());
}

void wide_edge(BufferCase& b, uint64_t i) {
  fill_with_stride(b, use(b.random().below(kFormats)), 5, i / 2 % 2, kWideStrides[i / 4]);
  put_all(b.result(), static_cast<Side>(i % 2), 0);
}

/// Whole blocks of vertices of every format: where each of them is may be kept in 16 bits.
void lanes_edge(BufferCase& b, uint64_t i) {
  fill_with_stride(b, use(i / 2 % kFormats), kBlock + 1, i % 2, kLaneStrides[i / 2 / kFormats]);
}

/// What engines have: every format, with texture coordinates or none, into a buffer of its own or
/// one of the same stride, and every rest that a block leaves.
void usual_edge(BufferCase& b, uint64_t i) {
  const Use u = use(i / 6 % kFormats);
  const size_t src_gap = i % 2 * kTexture;
  const size_t dst_gaps[] = {0, kTexture, u.format.read() + src_gap - u.format.written()};
  b.fill(u, kBlock + i / 6 / kFormats, dst_gaps[i / 2 % 3], src_gap);
}

/// A vertex more than a cache holds.
void chunk_edge(BufferCase& b, uint64_t i) {
  const Use u = use(i % kFormats);
  b.fill(u, kCaches[i / kFormats] / (4 * u.format.read()) + 1);
}

/// What is to remain between the vertices, and behind a position without a normal.
void kept_edge(BufferCase& b, uint64_t i) {
  b.fill(use(b.random().below(kFormats)), 37, 1 + i % 8);
  keep_edge(b.result(), i, b.random());
}

void true_edge(BufferCase& b, uint64_t i) {
  constexpr size_t kAll = 3; // indices and normals
  b.fill(use(kAll + 4 * b.random().below(kWeights)), 7);
  b.say(i % std::size(kTrue), i / std::size(kTrue));
}

Case blended(bool indexed, uint64_t seed, uint64_t i) {
  return indexed ? generate_blend_vertices_indexed(seed, i) : generate_blend_vertices(seed, i);
}

/// Those of the formats that have operations of their own.
void blended_edge(BufferCase& b, uint64_t i) {
  const bool indexed = i % 2;
  b.put_in_some_format(blended(indexed, b.seed(), i / 2), indexed);
}

std::span<const Stage<BufferCase>> stages() {
  static const Stage<BufferCase> all[] = {{kNumFormats, format_edge},
                                          {kNumGaps, gap_edge},
                                          {kNumWide, wide_edge},
                                          {kNumLanes, lanes_edge},
                                          {kNumUsual, usual_edge},
                                          {kNumChunks, chunk_edge},
                                          {kNumKept, kept_edge},
                                          {kNumTrue, true_edge},
                                          {2 * num_vertex_blending_edge_cases(), blended_edge}};
  return all;
}

/// The longest vertices in the last, whose offsets need most bits.
void long_count_edge(BufferCase& b, uint64_t k) {
  const Use u = use(k + 1 < kNumLongCounts ? b.random().below(kFormats) : kFormats - 1);
  b.fill(u, long_count(b.seed(), k, top24(sizeof(ulna_blend_vertex))));
  b.result().flush = b.random().one_in(4);
}

/// Offsets of vertices beyond 24 bits.
void long_stride_edge(BufferCase& b, uint64_t i) {
  constexpr size_t kLong = 65537, kPages = 66560; // words, of which the latter are whole pages
  const size_t words = i < 2 ? kLong : kPages;
  const Use u = use(b.random().below(kFormats));
  b.fill(u, 70, i != 0 ? words - u.format.written() : 0, i != 1 ? words - u.format.read() : 0);
}

constexpr Stage<BufferCase> kLongStages[] = {{kNumLongCounts, long_count_edge},
                                             {3, long_stride_edge}};

} // namespace

uint64_t num_edge_cases() {
  return num_cases(stages());
}

Case generate(uint64_t seed, uint64_t i) {
  BufferCase b(seed, i);
  if (make_edge_case(stages(), b, i)) return std::move(b.result());
  const uint64_t random = i - num_edge_cases();
  if (make_long_case<BufferCase>(kLongStages, b, random)) return std::move(b.result());
  constexpr uint64_t kShort = kLongOneIn - 1; // of so many in a row
  const bool indexed = b.random().one_in(2);
  b.put_in_some_format(
      blended(indexed, seed,
              num_vertex_blending_edge_cases() + random / kShort * kLongOneIn + random % kShort),
      indexed);
  return std::move(b.result());
}

} // namespace ulna::vertex_buffer
