#include "certify/port_names.h"

#include "base/error.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>

namespace ulna {

namespace fs = std::filesystem;

std::vector<std::string> builtin_ports(const Installation& installation) {
  std::vector<std::string> names;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(installation.ports_dir, error))
    if (entry.path().extension() == ".so") names.push_back(entry.path().stem());
  std::sort(names.begin(), names.end());
  return names;
}

std::string port_path(const std::string& port, const Installation& installation) {
  if (port.find('/') != std::string::npos) return port;
  const std::vector<std::string> names = builtin_ports(installation);
  if (std::find(names.begin(), names.end(), port) != names.end())
    return installation.ports_dir + "/" + port + ".so";
  std::error_code error;
  if (fs::exists(port, error)) return "./" + port; // a library in the current folder
  throw BadInput(fmt::format("--port {}: no such file, and no built-in port; the built-in ones are "
                             "{}",
                             port, fmt::join(names, ", ")));
}

std::string what_it_has(const PortInfo& port) {
  std::vector<const char*> names;
  for (const Operation* op : operations())
    if (port.implements(*op)) names.push_back(op->name);
  return names.empty() ? "it has none of the operations that `ulna list` shows"
                       : fmt::format("it has {}", fmt::join(names, ", "));
}

} // namespace ulna
