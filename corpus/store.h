// The corpus on disk: DIR/OPERATION/SHELF/NAME-HASH.case, one case to a file.
#pragma once

#include "corpus/provenance.h"

namespace ulna::corpus {

/// No file of a corpus is larger.
inline constexpr size_t kMaxFileBytes = size_t{64} << 10;

struct Entry {
  std::string path; ///< of its file, with the folder of the corpus; empty before it is written
  Case input;       ///< its note is what `from` says
  Provenance from;
};

/// An entry that is not written yet: the case with its provenance as its note.
Entry make_entry(Case input, Provenance from);

/// Twelve digits that stand for everything in a case but its note.
std::string input_hash(const Case& c);

/// The path of an entry's file inside the corpus: what is inside, and the input_hash.
std::string file_name(const Entry& entry);

/// All entries below a folder, in the order of their paths. Files that are no .case files, and
/// whatever is hidden, are passed over. Throws BadInput with one line that names the file which is
/// malformed, in the wrong place or under the wrong name, or the folder if it is not there.
std::vector<Entry> load(const std::string& dir);

/// The paths of the .case files below a folder, hidden ones aside, in order. Throws BadInput.
std::vector<std::string> case_files(const std::string& dir);

/// What shall become of a corpus: new entries, and paths to remove.
struct Changes {
  std::vector<Entry> write;
  std::vector<std::string> remove;
};

/// Makes all of the changes or none, and one process at a time: the files are written to the side,
/// synced, renamed; only then the others are removed. Sets the paths of the entries. Throws
/// BadInput with one line, and the corpus is as it was.
void commit(Changes& changes, const std::string& dir);

} // namespace ulna::corpus
