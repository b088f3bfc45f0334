#include "code/symbol_name.h"

#include <cxxabi.h>

#include <cstdlib>
#include <memory>

namespace ulna::code {

std::string demangled(std::string_view name) {
  int status = 0;
  const std::string ended(name);
  if (!name.starts_with("_Z")) return ended; // f is no float
  const std::unique_ptr<char, decltype(&std::free)> text(
      abi::__cxa_demangle(ended.c_str(), nullptr, nullptr, &status), std::free);
  return status == 0 && text ? text.get() : ended;
}

} // namespace ulna::code
