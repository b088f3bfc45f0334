#include "certify/port_names.h"

#include "base/error.h"
#include "base/likely_name.h"
#include "base/text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>

namespace ulna {

namespace fs = std::filesystem;

namespace {
constexpr const char* kKinds[] = {".so", ".dll", ".wasm"}; // of libraries
} // namespace

std::vector<std::string> builtin_ports(const Installation& installation,
                                       const std::string& machine) {
  std::vector<std::string> names;
  std::error_code error;
  for (const auto& entry :
       fs::directory_iterator(fs::path(installation.ports_dir) / machine, error))
    if (std::ranges::find(kKinds, entry.path().extension().string()) != std::end(kKinds))
      names.push_back(entry.path().stem());
  std::sort(names.begin(), names.end());
  return names;
}

std::string port_path(const std::string& port, const Installation& installation) {
  std::error_code error;
  if (port.find('/') != std::string::npos) {
    for (const Target& target : targets())
      for (const char* kind : kKinds) {
        const std::string built_in = installation.ports_dir + "/" + port + kind;
        if (!target.is_native() && port.starts_with(target.name() + std::string("/")) &&
            !fs::exists(port, error) && fs::exists(built_in, error))
          return built_in;
      }
    return port;
  }
  const std::vector<std::string> names = builtin_ports(installation);
  if (std::find(names.begin(), names.end(), port) != names.end())
    return installation.ports_dir + "/" + port + ".so";
  if (fs::exists(port, error)) return "./" + port; // a library in the current folder
  for (const Target& target : targets())
    if (const auto theirs = builtin_ports(installation, target.name());
        std::ranges::find(theirs, port) != theirs.end())
      throw BadInput(fmt::format("--port {}: it is for {}; say {}/{}", port, target.kind,
                                 target.name(), port));
  const std::vector<std::string_view> known(names.begin(), names.end());
  throw BadInput(fmt::format(
      "--port {}: no such file, and no built-in port; {}", printable(port, 200),
      did_you_mean(port, known, fmt::format("the built-in ones are {}", fmt::join(names, ", ")))));
}

std::string what_it_has(const PortInfo& port) {
  std::vector<const char*> names;
  for (const Operation* op : operations())
    if (port.implements(*op)) names.push_back(op->name);
  return names.empty() ? "it has none of the operations that `ulna list` shows"
                       : fmt::format("it has {}", fmt::join(names, ", "));
}

} // namespace ulna
