// Cases into the corpus: each is called, cut down, compared with what is known, and kept if it
// shows something new.
#pragma once

#include "corpus/candidates.h"
#include "corpus/store.h"
#include "judge/judge.h"

#include <functional>

namespace ulna::corpus {

struct AddPlan {
  std::vector<Candidate> candidates;
  std::string port;   ///< a path, or empty: the port in the note, else all built-in ones
  bool seed = false;  ///< keep what shows nothing new as a seed
  std::string by;     ///< who found them, put before what their notes say
  std::string tables; ///< of this machine
  /// Called now and then with the part that is done, and the candidate that is looked at.
  std::function<void(double part, const std::string& what)> on_progress = {};
};

/// What became of the candidates.
struct Added {
  Changes changes;
  std::vector<std::string> lines; ///< one for each candidate
};

/// Decides; writes nothing. A port breaks a clause: a regression, unless an entry shows the same
/// clause on the same port today. Else the error is larger than that of any entry, as the ports
/// are today: a worst, in the place of the smaller one. Throws BadInput with one line for a named
/// case that shows nothing new, unless it shall be a seed, and for a port that does not offer the
/// operation.
Added add(const AddPlan& plan, std::span<const Entry> known, const Installation& installation);

} // namespace ulna::corpus
