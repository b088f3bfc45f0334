#include "operations/elementwise/elementwise.h"

#include "base/error.h"
#include "operations/shared/mend.h"
#include "operations/shared/reduce.h"

#include <fmt/format.h>

namespace ulna::elementwise {
namespace {

size_t size(const Case& c) {
  return c.arrays[0].size() / c.operation->arrays[0].element_size(c);
}

void check(const Case& c) {
  for (size_t a = 1; a < c.arrays.size(); ++a) {
    const ArraySpec& spec = c.operation->arrays[a];
    const size_t count = c.arrays[a].size() / spec.element_size(c);
    if (count != size(c))
      throw BadInput(fmt::format("{}: {} elements, but {} has {}", spec.name, count,
                                 c.operation->arrays[0].name, size(c)));
  }
}

/// The first input says how many elements there are.
void make_valid(Case& c) {
  const size_t count = mend::count_of(c, 1);
  for (size_t a = 0; a < c.arrays.size(); ++a) mend::set_count(c, static_cast<int>(a), count);
}

Case keep(const Case& c, std::span<const size_t> elements) {
  Case smaller = without_arrays(c);
  for (size_t a = 0; a < c.arrays.size(); ++a)
    smaller.arrays[a] =
        with_elements(c.arrays[a], elements, c.operation->arrays[a].element_size(c));
  return smaller;
}

} // namespace

Operation operation() {
  Operation op{};
  op.output = 0;
  op.arguments = [](const Case& c) {
    std::vector<Argument> arguments;
    for (size_t a = 0; a < c.arrays.size(); ++a) arguments.push_back({static_cast<int>(a)});
    if (c.operation->real) arguments.push_back({Argument::kReal});
    arguments.push_back({Argument::kInteger, static_cast<int32_t>(size(c))});
    return arguments;
  };
  op.may_write = [](const Case&) { return true; };
  op.computes = [](const Case&) { return true; };
  op.validate = check;
  op.make_valid = make_valid;
  op.keep = keep;
  op.size = size;
  op.place_of = [](const Case&, size_t element) { return element; };
  op.reductions = [](const Case&) { return std::vector<Reduction>{}; };
  return op;
}

} // namespace ulna::elementwise
