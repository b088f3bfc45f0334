// The largest errors that targets have reported, with their witnesses, over all nights.
#pragma once

#include "fuzz/night/folder.h"
#include "fuzz/night/log.h"

#include <nlohmann/json_fwd.hpp>

#include <map>
#include <string>
#include <tuple>

namespace ulna::night {

/// The file in which targets say what they found, one line each.
inline constexpr const char* kLargestLines = "largest.jsonl";

struct LargestError {
  double fraction = 0; ///< error / bound; infinite where a NaN was given
  double error = 0;
  double bound = 0;
  std::string seen;     ///< UTC
  bool settled = false; ///< its witness was cut down, or cannot be
};

class LargestErrors {
public:
  /// operation, port, quantity
  using Name = std::tuple<std::string, std::string, std::string>;

  /// Reads what is there. A record that cannot be read is set aside with its witness.
  LargestErrors(const Folder& folder, Log& log);

  /// Takes in the lines that a target has appended to largest.jsonl, and copies the witness of each
  /// that is larger than what was known. A line that is cut or altered counts for nothing. Returns
  /// by how many doublings the errors grew. Throws BadInput if the disk refuses.
  double take(const fs::path& jsonl);

  /// Takes the witness that was made of a known one by cutting it down, as the line in `jsonl`
  /// says, if it shows at least as large an error. Returns whether. Throws BadInput if the disk
  /// refuses.
  bool take_smaller(const Name& name, const fs::path& jsonl);

  /// Remembers that there is nothing more to cut off a witness. Throws BadInput if the disk
  /// refuses.
  void settle(const Name& name);

  const std::map<Name, LargestError>& all() const { return all_; }
  /// The file of the witness.
  fs::path witness(const Name& name) const;

private:
  void write(const Name& name, const LargestError& e);

  const Folder& folder_;
  std::map<Name, LargestError> all_;
};

/// How the record on the disk and the report name an error. JSON has no infinity: null stands for
/// it, and for NaN.
nlohmann::json error_json(const LargestErrors::Name& name, const LargestError& e);

} // namespace ulna::night
