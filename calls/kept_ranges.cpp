#include "calls/kept_ranges.h"

#include "calls/layout.h"
#include "cases/operation.h"

#include <algorithm>
#include <iterator>

namespace ulna {
namespace {

using arena::KeptRange;

constexpr size_t kAround = 64; // bytes

class Ranges {
public:
  Ranges(const Case& c, size_t array)
      : c_(c), spec_(c.operation->arrays[array]), array_(array), size_(c.arrays[array].size()),
        extent_(extent(size_, c.places[array], spec_.alignment)) {}

  std::vector<KeptRange> all() && {
    if (extent_.pages == 0) return {};
    const size_t before = std::min(extent_.offset, kAround);
    add(extent_.offset - before, before);
    if (c_.operation->evaluate && !c_.operation->returns) add_inside();
    const size_t end = extent_.offset + size_;
    add(end, std::min(extent_.pages * arena::kPage - end, kAround));
    return std::move(ranges_);
  }

private:
  void add_inside() {
    const std::unique_ptr<Evaluator> evaluator = c_.operation->evaluate(c_);
    const size_t stride = spec_.words(c_);
    for (size_t element = 0; element * stride < size_ / 4; ++element) {
      Expectation e;
      evaluator->expect(array_, element, reference::Rung::fast, e);
      for (size_t word = 0; word < stride; ++word)
        if (word >= kMaxWords || e.clause[word] == Clause::untouched)
          add(extent_.offset + 4 * (element * stride + word), 4);
    }
  }

  void add(size_t offset, size_t size) {
    if (size == 0) return;
    if (!ranges_.empty() && ranges_.back().offset + ranges_.back().size == offset) {
      ranges_.back().size += static_cast<uint32_t>(size);
      return;
    }
    ranges_.push_back({static_cast<uint32_t>(array_), static_cast<uint32_t>(offset),
                       static_cast<uint32_t>(size)});
  }

  const Case& c_;
  const ArraySpec& spec_;
  size_t array_;
  size_t size_;
  Extent extent_;
  std::vector<KeptRange> ranges_;
};

} // namespace

std::vector<KeptRange> kept_ranges(const Case& c, Stepped where) {
  std::vector<KeptRange> all;
  if (!c.operation->may_write(c) || c.same_array) return all;
  for (size_t a = 0; a < c.arrays.size(); ++a) {
    if (!c.operation->arrays[a].output) continue;
    const std::vector<KeptRange> ranges = Ranges(c, a).all();
    // Of a large call nobody steps up to the last page.
    const size_t pages =
        extent(c.arrays[a].size(), c.places[a], c.operation->arrays[a].alignment).pages;
    const size_t first = where != Stepped::at_the_end && is_small(c)
                             ? 0
                             : (std::max<size_t>(pages, 1) - 1) * arena::kPage;
    std::ranges::copy_if(ranges, std::back_inserter(all),
                         [&](const KeptRange& range) { return range.offset >= first; });
  }
  all.resize(std::min<size_t>(all.size(), arena::kMaxKeptRanges));
  return all;
}

} // namespace ulna
