// What the corpus of an operation starts from: the cases that are kept for it (docs/corpus.md).
#pragma once

#include "cases/operation.h"
#include "fuzz/night/folder.h"
#include "fuzz/night/log.h"

namespace ulna::night {

/// Adds the cases below `cases`/OPERATION to the corpus of the operation's target, as the bytes
/// that stand for them. What is there already is left alone. A case that cannot be read is named in
/// the log and passed over; one that takes more bytes than a target's inputs have is counted there.
/// Throws BadInput if the disk refuses; doing it again is right then.
void add_seeds(const Folder& folder, const Operation& op, const fs::path& cases, Log& log);

} // namespace ulna::night
