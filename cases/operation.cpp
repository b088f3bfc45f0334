#include "cases/operation.h"

#include "base/error.h"
#include "base/likely_name.h"
#include "base/text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <vector>

namespace ulna {

const Operation* find_operation(std::string_view name) {
  for (const Operation* op : operations())
    if (op->name == name) return op;
  return nullptr;
}

const Operation& operation_named(std::string_view name) {
  if (const Operation* op = find_operation(name)) return *op;
  std::vector<std::string_view> names;
  for (const Operation* op : operations()) names.push_back(op->name);
  throw BadInput(
      fmt::format("no operation is called '{}'; {}", printable(name),
                  did_you_mean(name, names, fmt::format("there are: {}", fmt::join(names, " ")))));
}

} // namespace ulna
