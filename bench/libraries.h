// What is measured: the built-in ports, the peers, the baseline, what lies between it and
// `published`, and ports that the user names.
#pragma once

#include "certify/certify.h"

namespace ulna::bench {

enum class Kind { baseline, stage, built_in, added, peer };

struct Library {
  Kind kind{};
  std::string name = {};           ///< as it calls itself
  std::string path = {};           ///< of the shared library
  std::string about = {};          ///< peers: "Eigen 3.4.0"
  const ulna_port* port = nullptr; ///< to be called directly; null where `why` says
  std::string why = {};            ///< "not found: install libeigen3-dev"
};

/// The built-in ports, loaded to be called directly where this processor can run them.
std::vector<Library> load_ports(const Installation& installation);

/// The built-in port that splits calls among threads. --threads measures it: the processor time of
/// the calling thread says nothing about it.
constexpr const char* kThreaded = "openmp";

/// All others: the baseline first, then the stages, the built-in ports, those that are named by
/// path or name, and the peers. Whatever is not there or cannot run here is listed with its reason;
/// a port that is named and cannot be loaded is the user's mistake: BadInput.
std::vector<Library> load_all(const Installation& installation,
                              const std::vector<std::string>& added);

/// Whether the library can be called and has the operation.
bool offers(const Library& library, const Operation& op);

} // namespace ulna::bench
