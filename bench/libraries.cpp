#include "bench/libraries.h"

#include "base/error.h"
#include "calls/session.h"
#include "calls/targets.h"
#include "certify/port_names.h"
#include "report/machine.h"

#include <fmt/format.h>

#include <dlfcn.h>
#include <filesystem>

namespace ulna::bench {
namespace {

struct Peer {
  const char* name;
  const char* library;
  const char* package; ///< of Debian
};
constexpr Peer kPeers[] = {
    {"bullet", "Bullet", "libbullet-dev"}, {"cglm", "cglm", "libcglm-dev"},
    {"eigen", "Eigen", "libeigen3-dev"},   {"glm", "GLM", "libglm-dev"},
    {"imath", "Imath", "libimath-dev"},    {"ogre", "OGRE", "libogre-1.12-dev"}};

template <class Function>
Function symbol(void* library, const char* name) {
  return reinterpret_cast<Function>(dlsym(library, name));
}

/// Between the baseline and `published`: of Slerping Clock Cycles, and of Davies.
constexpr const char* kStages[] = {"transformed", "polynomial", "collapsed"};

/// Loads it into this process, if a worker could, and this processor can run it.
Library load(Kind kind, const std::string& path, const Installation& installation) {
  Library out{.kind = kind, .path = path};
  const PortInfo info = [&] {
    try {
      return Session(path, installation.worker).port();
    } catch (const LoadCrash& crash) {
      throw BadInput(fmt::format("{}: {}", path, crash.what));
    }
  }();
  out.name = info.name;
  if (!info.target->is_native()) {
    out.why = fmt::format("not run: it is for {}, and speed is measured on the hardware",
                          info.target->kind);
    return out;
  }
  const auto missing = missing_features(info.cpu_features);
  if (!missing.empty()) {
    out.why = fmt::format("not run: this CPU lacks {}", fmt::join(missing, ", "));
    return out;
  }
  void* const library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  const auto entry = library ? symbol<decltype(&ulna_port_v1)>(library, "ulna_port_v1") : nullptr;
  if (!entry) throw BadInput(fmt::format("{}: {}", path, dlerror()));
  out.port = entry();
  if (kind == Kind::peer) out.about = symbol<const char* (*)()>(library, "ulna_peer_version")();
  return out;
}

Library load_peer(const Peer& peer, const Installation& installation) {
  const auto folder = std::filesystem::path(installation.ports_dir).parent_path() / "peers";
  const std::string path = folder / fmt::format("{}.so", peer.name);
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored))
    return {.kind = Kind::peer,
            .name = peer.name,
            .about = peer.library,
            .why = fmt::format("not found: install {}", peer.package)};
  Library out = load(Kind::peer, path, installation);
  out.about = fmt::format("{} {}", peer.library, out.about);
  return out;
}

} // namespace

std::vector<Library> load_ports(const Installation& installation) {
  std::vector<Library> libraries;
  for (const std::string& name : builtin_ports(installation))
    libraries.push_back(load(Kind::built_in, port_path(name, installation), installation));
  return libraries;
}

std::vector<Library> load_all(const Installation& installation,
                              const std::vector<std::string>& added) {
  const auto folder = std::filesystem::path(installation.ports_dir).parent_path() / "bench";
  std::vector<Library> libraries{load(Kind::baseline, folder / "baseline.so", installation)};
  for (const char* stage : kStages)
    libraries.push_back(load(Kind::stage, folder / fmt::format("{}.so", stage), installation));
  for (Library& library : load_ports(installation))
    if (library.name != kThreaded) libraries.push_back(std::move(library));
  for (const std::string& port : added) {
    const std::string path = port_path(port, installation);
    const bool known = std::ranges::any_of(
        libraries, [&](const Library& library) { return library.path == path; });
    if (!known) libraries.push_back(load(Kind::added, path, installation));
  }
  for (const Peer& peer : kPeers) libraries.push_back(load_peer(peer, installation));
  return libraries;
}

bool offers(const Library& library, const Operation& op) {
  if (!library.port) return false;
  void* member = nullptr;
  const auto* port = reinterpret_cast<const char*>(library.port);
  if (op.member + sizeof member <= library.port->struct_size)
    std::memcpy(&member, port + op.member, sizeof member);
  return member != nullptr;
}

} // namespace ulna::bench
