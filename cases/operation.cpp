#include "cases/operation.h"

#include "base/error.h"

#include <fmt/format.h>

namespace ulna {

const Operation* find_operation(std::string_view name) {
  for (const Operation* op : operations())
    if (op->name == name) return op;
  return nullptr;
}

const Operation& operation_named(std::string_view name) {
  if (const Operation* op = find_operation(name)) return *op;
  std::string names;
  for (const Operation* op : operations()) names += fmt::format(" {}", op->name);
  throw BadInput(fmt::format("no operation is called '{}'; there are:{}", name, names));
}

} // namespace ulna
