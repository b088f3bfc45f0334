// Findings sorted into distinct ones. A witness that was filed is kept for ever.
#pragma once

#include "fuzz/night/folder.h"
#include "fuzz/night/fuzzer_output.h"
#include "fuzz/night/log.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace ulna::night {

/// What makes two findings the same one.
struct Key {
  std::string target; ///< operation or parser
  std::string port;   ///< as it names itself; empty for a bug of ulna's own
  std::string kind;   ///< of cases/verdict.h, or what a sanitizer or libFuzzer says
  std::string where;  ///< the clause of a conversion, or the functions of the stack

  auto operator<=>(const Key&) const = default;
  std::string id() const; ///< the name of its folder
};

/// The key of a `.case` file that a target wrote: <operation>-<port>-<kind>-<hash>.case. `note` is
/// that of the case; for conversions it names the clause. A name of another form has no port and
/// the kind "unnamed".
Key key_of(const std::string& file, const std::string& operation, const std::string& note);

/// The key of a raw input that ends a target.
Key key_of(const std::string& target, const Trace& trace);

/// Whether a witness is a `.case` file; others are raw inputs of a target.
bool is_case(const fs::path& witness);

enum class Shrunk {
  not_yet,
  yes,
  alone_silent, ///< shows nothing when it is run alone in a new process
  cannot        ///< its port is not here, or shrinking failed
};

struct Distinct {
  Key key;
  std::string detail;                  ///< one line
  std::string port_path;               ///< of the port that was given; empty: none was
  std::string first_seen, last_seen;   ///< UTC
  std::string first_night, last_night; ///< their names
  uint64_t count = 0;                  ///< how often it was found
  uint64_t count_tonight = 0;          ///< in last_night
  std::string first;                   ///< file name of the first witness
  std::string witness;                 ///< of the smallest one
  Shrunk shrunk = Shrunk::not_yet;
  std::string called_night = {}; ///< the last one that did not meet it, and called its witness,
  bool shows = true;             ///< which then still showed it
};

class Findings {
public:
  /// Reads what is there. A record that cannot be read is set aside, and the witnesses beside it
  /// are moved to folder.work() to be filed again.
  Findings(const Folder& folder, Log& log);

  /// Moves a witness into the folder of its finding and counts it. Returns the finding if it is a
  /// distinct new one. A witness of a known finding is kept too, up to kKept of each; the rest is
  /// counted. When this was interrupted, doing it again with the same file is right. Throws
  /// BadInput if the disk refuses; the file is then where it was, or filed.
  Distinct* file(const Key& key, const fs::path& witness, const std::string& detail,
                 const std::string& night);

  /// From now on, what is found is of the port of this name and path. An operation's finding that
  /// names no port is of this one.
  void on_port(const std::string& name, const std::string& path) {
    port_name_ = name.empty() ? "" : file_name(name); // as names of cases have it
    port_path_ = path;
  }

  /// Writes the record again, after a change.
  void update(const Distinct& finding);

  fs::path folder_of(const Distinct& finding) const;
  std::map<Key, Distinct>& all() { return all_; }
  const std::map<Key, Distinct>& all() const { return all_; }
  size_t new_in(const std::string& night) const;

  static constexpr uint64_t kKept = 100;

private:
  void load(const fs::path& folder);
  void give_back(const fs::path& folder);

  const Folder& folder_;
  Log& log_;
  std::string port_name_, port_path_;
  std::map<Key, Distinct> all_;
};

} // namespace ulna::night
