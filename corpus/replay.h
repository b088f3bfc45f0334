// The corpus against the ports: what was found once must not come back, and no port may get worse.
#pragma once

#include "base/progress.h"
#include "corpus/store.h"
#include "judge/judge.h"

namespace ulna::corpus {

/// What an entry showed on a port that somebody should know.
struct Remark {
  enum class Kind : uint8_t {
    finding, ///< a clause is broken that the port should hold
    lost,    ///< `published` no longer shows what it is there to show
    worse,   ///< the error is larger than the largest known
    better   ///< it is smaller: the record can be taken back
  };
  Kind kind{};
  const Entry* entry = nullptr;
  std::string port; ///< its word
  std::string path; ///< of its library
  std::string text; ///< one line
};

/// What one port made of the entries of its operations.
struct PortReplay {
  std::string port;
  std::string path;
  std::string not_run; ///< why it was not called, or not to the end; else empty
  uint64_t cases = 0;
  uint64_t expected = 0; ///< findings of `published`
  uint64_t same = 0;     ///< records of the largest errors that it repeats
  uint64_t better = 0;
  uint64_t worse = 0;
  uint64_t other_tables = 0;   ///< not compared: obtained on another processor's tables
  uint64_t outside = 0;        ///< not called: outside the profiles that the port declares
  uint64_t other_contract = 0; ///< not compared: in units of another bound
};

struct Replay {
  std::vector<PortReplay> ports;
  std::vector<Remark> remarks;
};

/// Calls each port for every entry of the operations that it offers. `tables` are this machine's.
/// The remarks point into the entries. Throws BadInput for a file that is no port.
Replay replay(std::span<const Entry> entries, std::span<const std::string> port_paths,
              const std::string& tables, const Installation& installation, Progress& progress);

/// 1 if there is a finding, a lost one, or a port got worse; else 3 if a port was not run to the
/// end or nothing was called at all; else 0.
int exit_code(const Replay& replay);

/// The table, a line for each remark, and the verdict. `launcher` begins the commands it quotes.
std::string replay_table(const Replay& replay, size_t entries, const std::string& launcher,
                         const std::string& ports_dir);

} // namespace ulna::corpus
