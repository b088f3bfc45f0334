#include "bench/work.h"

#include "base/error.h"
#include "cases/make_case.h"

#include <fmt/format.h>

#include <cmath>

namespace ulna::bench {
namespace {

Case make(const Workload& workload, size_t elements, uint64_t stream) {
  const Operation& op = *workload.operation;
  Random random(0, stream);
  Case c = workload.make(op, elements, random);
  validate(c);
  if (op.size(c) != elements)
    throw InternalError(
        fmt::format("{}: {} elements, of {} that were asked for", op.name, op.size(c), elements));
  return c;
}

} // namespace

Work::Work(const Operation& op, size_t elements) : operation_(&op), elements_(elements) {
  const Workload& workload = workload_of(op);
  const Case c = make(workload, elements, 0x706f7274);
  std::vector<std::byte*> at;
  for (size_t a = 0; a < c.arrays.size(); ++a) {
    arrays_.emplace_back(op.arrays[a], c.arrays[a]);
    at.push_back(arrays_.back().as<std::byte>());
  }
  calls_.emplace_back(c, at);
  if (workload.alternating < 0) return;
  const auto input = size_t(workload.alternating);
  other_ = LineArray(op.arrays[input], make(workload, elements, 0x61696d).arrays[input]);
  at[input] = other_.as<std::byte>();
  calls_.emplace_back(c, at);
}

size_t Work::working_set() const {
  size_t bytes = other_.size();
  for (const LineArray& a : arrays_) bytes += a.size();
  return bytes;
}

void Work::call(const ulna_port& port) {
  calls_[next_](port);
  next_ = (next_ + 1) % calls_.size();
}

size_t elements_for(const Operation& op, size_t working_set) {
  constexpr size_t kSome = 1000;
  const double each =
      double(Work(op, 2 * kSome).working_set() - Work(op, kSome).working_set()) / double(kSome);
  const double elements = double(working_set) / each;
  const double unit = std::pow(10, std::floor(std::log10(elements)) - 1);
  return size_t(std::ceil(elements / unit) * unit);
}

Cost least_cost(const Operation& op, Level level) {
  return workload_of(op).cost(level != Level::l1);
}

} // namespace ulna::bench
