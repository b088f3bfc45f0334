#include "cases/make_case.h"

#include "base/error.h"
#include "cases/operation.h"
#include "cases/stride.h"

#include <fmt/format.h>

namespace ulna {

Case make_case(const Operation& operation) {
  Case c;
  c.operation = &operation;
  c.integers.resize(operation.integers.size());
  for (const ArraySpec& spec : operation.arrays) // there is a length, also of no element
    if (spec.stride >= 0)
      c.integers[size_t(spec.stride)] = static_cast<int32_t>(4 * spec.layout.size());
  c.arrays.resize(operation.arrays.size());
  c.places.resize(operation.arrays.size());
  return c;
}

size_t bytes_of(const Case& c) {
  size_t sum = 0;
  for (const Array& array : c.arrays) sum += array.size();
  return sum;
}

Case variant(const Case& c, bool other_real) {
  Case other = c;
  for (size_t a = 0; a < c.arrays.size(); ++a) {
    const ArraySpec& spec = c.operation->arrays[a];
    const size_t element = spec.words(c);
    const size_t words = c.arrays[a].words();
    for (size_t i = 0; i < words; ++i) {
      const size_t column = i % element;
      const char type = spec.letter(c, column);
      if (type != 'f' && type != 'i' && type != 'h' && type != 'q') continue;
      const uint32_t word = c.arrays[a].word(words - element - i + 2 * column);
      other.arrays[a].set_word(i, type == 'f' ? word ^ 0x80000000 : word);
    }
  }
  if (other_real && c.real > 0 && c.real < 1) other.real = c.real < 0.5f ? 0.75f : 0.25f;
  if (c.operation->mend_variant) c.operation->mend_variant(other);
  return other;
}

void validate(const Case& c) {
  const Operation& op = *c.operation;
  check_strides(c);
  for (size_t i = 0; i < op.arrays.size(); ++i) {
    const ArraySpec& spec = op.arrays[i];
    if (c.arrays[i].size() % spec.element_size(c) != 0 ||
        c.arrays[i].size() / spec.element_size(c) > INT32_MAX)
      throw BadInput(fmt::format("{}: an impossible length", spec.name));
    if (c.places[i].shift % spec.alignment != 0)
      throw BadInput(fmt::format("{}: placed at +{}, but the array is {}-byte aligned", spec.name,
                                 c.places[i].shift, spec.alignment));
  }
  if (c.same_array) {
    if (op.same_array < 0)
      throw BadInput(fmt::format("same_array: the arrays of {} never overlap", op.name));
    if (c.arrays[size_t(op.same_array)] != c.arrays[size_t(op.output)])
      throw BadInput(fmt::format("same_array: {} and {} differ", op.arrays[size_t(op.output)].name,
                                 op.arrays[size_t(op.same_array)].name));
  }
  op.validate(c);
}

void check_strides(const Case& c) {
  for (const ArraySpec& spec : c.operation->arrays)
    if (spec.stride >= 0) check_stride(c, spec);
}

void check_stride(const Case& c, const ArraySpec& spec) {
  const int32_t bytes = c.integers[size_t(spec.stride)];
  if (bytes <= 0 || bytes % 4 != 0 || size_t(bytes) > kMaxStride)
    throw BadInput(
        fmt::format("{}: {}, must be a multiple of 4 from 4 to {}, the longest of a case",
                    c.operation->integers[size_t(spec.stride)], bytes, kMaxStride));
}

} // namespace ulna
