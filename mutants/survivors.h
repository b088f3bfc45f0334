// Survivors that somebody has argued: mutants that no judge can or need refute, each with the
// reason.
#pragma once

#include "mutants/trial.h"

#include <compare>

namespace ulna::mutants {

/// A row of a survivors file. It stands for all mutants of a port, operation and function with this
/// description, where the function is the symbol's or the one that was inlined; or, where there is
/// no description, for all of function_of(), or of the source file, that gave the same bits as the
/// port as it is in every case, or any.
struct Argued {
  std::string port, operation, function, mutant;
  std::string reason;
  std::string file{}; ///< without its folders; then there is no function
  bool any_bits = false;

  auto operator<=>(const Argued&) const = default;
};

/// The function whose source it is: the one that was inlined there, or the symbol's.
const std::string& function_of(const Outcome& outcome);

/// Reads a TOML file of [[survivor]] tables with the first five members, each a text that is not
/// empty, or, but for the reason, an array of them: that is a row for each. In place of `mutant` a
/// table may have bits = "same" or "any", and then `file` in place of `function`. Throws BadInput
/// with one line that names the file and the place, for an operation that there is not, a reason
/// that begins with no word of docs/mutants.md, and what is said twice, too.
std::vector<Argued> read_survivors(const std::string& path);

/// What the list says of a run.
struct Review {
  std::vector<const Outcome*> unargued; ///< survivors without a reason
  /// Rows of this port and operation that no survivor is of: mutants were killed, or never made.
  std::vector<Argued> killed, not_made;
};

/// `complete`: all mutants were tried, so that a row without a survivor is wrong.
Review review(const Report& report, const std::vector<Argued>& argued, bool complete);

/// The rows that would argue the survivors, with an empty reason each.
std::string survivors_text(const Report& report, const std::vector<const Outcome*>& survivors);

} // namespace ulna::mutants
